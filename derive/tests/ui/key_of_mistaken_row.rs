use toon::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
#[toon(tabular)]
struct Row {
    #[toon(tabular)]
    id: u32,
}

#[derive(Serialize, Deserialize)]
struct Page {
    #[toon(tabular(key = "no such field"))]
    rows: Vec<Row>,
    #[serde(with = "joined")]
    #[toon(tabular(key = "id"))]
    with: Vec<Row>,
}

mod joined {}

fn main() {}
