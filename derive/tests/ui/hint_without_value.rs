use toon::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
#[toon(crate)]
struct Issue {
    #[toon(rename)]
    id: u32,
    #[toon(with)]
    name: String,
}

fn main() {}
