use toon::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
#[toon(tabular)]
struct Row {
    id: u32,
}

#[derive(Serialize, Deserialize)]
struct Page {
    #[toon(tabular)]
    title: String,
    #[toon(tabular)]
    only: Row,
}

fn main() {}
