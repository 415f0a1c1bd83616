use toon::{Deserialize, Serialize};

mod joined {}

#[derive(Serialize, Deserialize)]
#[toon(tabular)]
struct Row {
    id: u32,
}

#[derive(Serialize, Deserialize)]
struct Page {
    #[toon(tabular, with = "joined")]
    rows: Vec<Row>,
    #[serde(with = "joined")]
    #[toon(tabular)]
    others: Vec<Row>,
}

fn main() {}
