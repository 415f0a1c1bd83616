use toon::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
struct Issue {
    #[serde(rname = "n")]
    id: u32,
    #[toon(ommit)]
    more: String,
}

fn main() {}
