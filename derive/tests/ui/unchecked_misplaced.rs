use toon::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
#[toon(tabular(header))]
struct Row {
    id: u32,
}

#[derive(Serialize, Deserialize)]
#[toon(tabular(unchecked, key))]
struct Other {
    id: u32,
}

#[derive(Serialize, Deserialize)]
struct Page {
    #[toon(tabular(unchecked))]
    rows: Vec<Row>,
}

#[derive(Serialize, Deserialize)]
#[toon(tabular(unchecked))]
enum Choice {
    One,
}

fn main() {}
