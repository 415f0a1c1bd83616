use std::collections::BTreeMap;
use toon::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
#[toon(tabular(unchecked))]
struct Unknown {
    a: u8,
    #[serde(flatten)]
    rest: BTreeMap<String, u8>,
}

#[derive(Serialize, Deserialize)]
#[toon(tabular)]
struct Row {
    id: u32,
    #[toon(nullable_group)]
    group: Option<Unknown>,
}

fn main() {}
