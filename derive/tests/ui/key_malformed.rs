use toon::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
#[toon(tabular(key = "id"))]
struct Row {
    id: u32,
    name: String,
}

#[derive(Serialize, Deserialize)]
struct Page {
    #[toon(tabular(key = 1))]
    number: Vec<Row>,
    #[toon(tabular(key))]
    alone: Vec<Row>,
    #[toon(tabular())]
    empty: Vec<Row>,
    #[toon(tabular(by = "id"))]
    other: Vec<Row>,
    #[toon(tabular = "id")]
    equal: Vec<Row>,
    #[toon(tabular(key = "id", key = "name"))]
    twice: Vec<Row>,
}

fn main() {}
