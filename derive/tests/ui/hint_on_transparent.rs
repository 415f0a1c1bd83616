use toon::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
#[serde(transparent)]
struct Wrapper {
    #[toon(rename = "n")]
    id: u64,
}

fn main() {}
