use toon::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "Camel")]
struct Plain {
    #[serde(default = "a b", rename:)]
    id: u32,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "Camel")]
struct Hinted {
    #[serde(default = "a b", rename:)]
    id: u32,
    #[toon(skip_default)]
    more: String,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "Camel")]
#[toon(tabular)]
struct Row {
    #[serde(default = "a b", rename:)]
    id: u32,
}

fn main() {}
