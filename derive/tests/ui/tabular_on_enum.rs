use toon::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
#[toon(tabular)]
enum Kind {
    Bug,
    Feature,
}

#[derive(Serialize, Deserialize)]
struct Page {
    #[toon(tabular)]
    kinds: Vec<Kind>,
}

fn main() {}
