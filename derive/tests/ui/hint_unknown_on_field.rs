use toon::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
struct Issue {
    #[toon(ommit)]
    id: u32,
}

fn main() {}
