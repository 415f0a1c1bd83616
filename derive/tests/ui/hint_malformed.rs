use toon::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
#[toon]
struct Bare {
    #[toon = "skip"]
    id: u32,
    #[toon(serde::skip)]
    name: String,
    #[toon("skip")]
    note: String,
    #[toon(skip rename)]
    body: String,
}

fn main() {}
