use toon::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
#[serde(camelCase)]
struct Plain {
    id: u32,
}

#[derive(Serialize, Deserialize)]
#[serde(camelCase)]
struct Hinted {
    id: u32,
    #[toon(skip_default)]
    more: String,
}

#[derive(Serialize, Deserialize)]
#[serde(camelCase)]
#[toon(tabular)]
struct Row {
    id: u32,
}

fn main() {}
