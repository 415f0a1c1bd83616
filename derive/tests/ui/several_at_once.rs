use toon::{Deserialize, Serialize};

use std::collections::BTreeMap;

#[derive(Serialize, Deserialize)]
#[toon(tabluar, skip_default = "never", crate = 3)]
struct Issue {
    #[toon(skip, rename = "n", colour)]
    number: u8,
    #[toon(rename = 'b', skip_default = "a b", with)]
    body: String,
    #[serde(flatten)]
    #[toon(rename = "more", cell)]
    rest: BTreeMap<String, u8>,
}

#[derive(Serialize, Deserialize)]
enum Event {
    #[toon(skip)]
    Opened(#[toon(rename = "who")] String),
}

fn main() {}
