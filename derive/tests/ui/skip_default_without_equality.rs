use toon::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
#[derive(Default)]
struct Owner {
    name: String,
}

#[derive(Serialize, Deserialize)]
struct Issue {
    #[toon(skip_default)]
    owner: Owner,
}

fn main() {}
