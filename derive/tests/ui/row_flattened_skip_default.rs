use toon::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
#[toon(tabular)]
struct Owner {
    name: String,
}

#[derive(Serialize, Deserialize)]
#[toon(tabular)]
struct Row {
    id: u32,
    #[serde(flatten)]
    #[toon(skip_default)]
    owner: Owner,
}

fn main() {}
