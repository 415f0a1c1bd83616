use toon::{Deserialize, Serialize};

use std::collections::BTreeMap;

#[derive(Serialize, Deserialize)]
struct Pair(u8, #[toon(rename = "second")] u8);

#[derive(Serialize, Deserialize)]
struct Issue {
    #[serde(flatten)]
    #[toon(rename = "more")]
    rest: BTreeMap<String, u8>,
}

fn main() {}
