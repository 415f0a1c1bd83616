use toon::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
#[toon(rows)]
struct Row {
    id: u32,
}

fn main() {}
