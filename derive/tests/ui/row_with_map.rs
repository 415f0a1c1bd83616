use toon::{Deserialize, Serialize};

use std::collections::BTreeMap;

#[derive(Serialize, Deserialize)]
#[toon(tabular)]
struct Row {
    id: u32,
    counts: BTreeMap<String, u64>,
    #[serde(flatten)]
    more: BTreeMap<String, u64>,
}

fn main() {}
