use toon::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
struct Plain {
    id: u32,
}

#[derive(Serialize, Deserialize)]
struct Page {
    #[toon(tabular)]
    bytes: Vec<u8>,
    #[toon(tabular)]
    plain: Option<Vec<Plain>>,
}

fn main() {}
