use toon::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
struct Plain {
    #[serde(rename = "a", rename = "b")]
    id: u32,
}

#[derive(Serialize, Deserialize)]
struct Hinted {
    #[serde(rename = "a", rename = "b")]
    id: u32,
    #[toon(skip_default)]
    more: String,
}

#[derive(Serialize, Deserialize)]
#[toon(tabular)]
struct Row {
    #[serde(rename = "a", rename = "b")]
    id: u32,
}

fn main() {}
