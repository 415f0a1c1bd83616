use toon::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
#[derive(PartialEq)]
struct Owner {
    name: String,
}

#[derive(Serialize, Deserialize)]
struct Issue {
    #[toon(skip_default)]
    owner: Owner,
}

#[derive(Serialize, Deserialize)]
#[toon(skip_default)]
struct Task {
    id: u32,
    owner: Owner,
}

fn main() {}
