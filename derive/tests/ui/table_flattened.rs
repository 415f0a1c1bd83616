use toon::{Deserialize, Serialize};

use std::collections::BTreeMap;

#[derive(Serialize, Deserialize)]
#[toon(tabular)]
struct Row {
    id: u32,
}

#[derive(Serialize, Deserialize)]
struct Page {
    title: String,
    #[serde(flatten)]
    #[toon(tabular)]
    rows: BTreeMap<String, Row>,
}

fn main() {}
