use toon::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
#[serde(transparent)]
#[toon(tabular)]
struct Wrapper {
    id: u64,
}

fn main() {}
