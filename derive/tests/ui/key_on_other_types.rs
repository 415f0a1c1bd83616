use toon::{Deserialize, Serialize};

use std::collections::{BTreeMap, BTreeSet};

#[derive(Serialize, Deserialize, PartialEq, Eq, PartialOrd, Ord)]
#[toon(tabular)]
struct Row {
    id: u32,
    name: String,
}

#[derive(Serialize, Deserialize)]
struct Plain {
    id: u32,
    name: String,
}

#[derive(Serialize, Deserialize)]
struct Page {
    #[toon(tabular(key = "id"))]
    map: BTreeMap<String, Row>,
    #[toon(tabular(key = "id"))]
    set: Option<BTreeSet<Row>>,
    #[toon(tabular(key = "id"))]
    plain: Vec<Plain>,
    #[toon(tabular(key = "id"))]
    text: String,
}

fn main() {}
