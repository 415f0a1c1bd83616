use toon::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
#[toon(tabular)]
struct Item {
    id: u32,
}

#[derive(Serialize, Deserialize)]
#[toon(tabular)]
struct Order {
    id: u32,
    #[toon(tabular)]
    items: Vec<Item>,
}

fn main() {}
