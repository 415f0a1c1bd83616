use toon::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
#[toon(tabular)]
struct Row {
    id: u32,
    tags: Vec<String>,
    labels: Box<[u8]>,
}

fn main() {}
