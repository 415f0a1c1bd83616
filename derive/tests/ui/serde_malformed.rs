use toon::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
struct Plain {
    #[serde(rename = 3)]
    id: u32,
}

#[derive(Serialize, Deserialize)]
struct Hinted {
    #[serde(rename = 3)]
    id: u32,
    #[toon(skip_default)]
    more: String,
}

#[derive(Serialize, Deserialize)]
#[toon(tabular)]
struct Row {
    #[serde(rename = 3)]
    id: u32,
}

fn main() {}
