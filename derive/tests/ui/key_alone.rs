use toon::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
#[toon(tabular)]
struct Row {
    id: u32,
    #[serde(skip)]
    skipped: u32,
}

#[derive(Serialize, Deserialize)]
struct Page {
    #[toon(tabular(key = "id"))]
    rows: Vec<Row>,
}

fn main() {}
