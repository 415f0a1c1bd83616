use std::collections::BTreeMap;
use toon::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
struct Alone {
    #[toon(skip_default = false)]
    id: u32,
}

#[derive(Serialize, Deserialize)]
#[toon(skip_default)]
struct Flat {
    id: u32,
    #[serde(flatten)]
    #[toon(skip_default = false)]
    rest: BTreeMap<String, String>,
}

#[derive(Serialize, Deserialize)]
struct Yes {
    #[toon(skip_default = true)]
    id: u32,
    #[toon(skip_default = 1)]
    name: String,
    #[toon(skip_default, skip_default = false)]
    note: String,
}

#[derive(Serialize, Deserialize)]
#[toon(skip_default = false)]
struct OnType {
    id: u32,
}

fn main() {}
