use toon::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
#[toon(tabular)]
struct Row<T> {
    value: T,
}

#[derive(Serialize, Deserialize)]
struct Page {
    #[toon(tabular)]
    fine: Vec<Row<u8>>,
    #[toon(tabular)]
    rows: Vec<Row<Vec<u8>>>,
}

fn main() {}
