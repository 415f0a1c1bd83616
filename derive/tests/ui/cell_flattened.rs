use toon::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
struct Owner {
    name: String,
}

#[derive(Serialize, Deserialize)]
#[toon(tabular)]
struct Row {
    id: u32,
    #[serde(flatten)]
    #[toon(cell)]
    owner: Owner,
}

fn main() {}
