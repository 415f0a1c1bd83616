use toon::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
struct Issue {
    #[toon(skip, rename = "n")]
    number: u8,
    #[toon(skip_default, skip)]
    body: String,
    #[toon(skip, tabular)]
    rows: Vec<u8>,
}

#[derive(Serialize, Deserialize)]
#[toon(tabular)]
struct Row {
    #[toon(cell, skip)]
    id: u32,
    name: String,
}

fn main() {}
