use toon::{Deserialize, Serialize};

struct Theirs {
    id: u32,
    name: String,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Theirs")]
struct Copy {
    #[toon(skip_default)]
    id: u32,
    #[toon(rename = "n")]
    name: String,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Theirs")]
#[toon(tabular, skip_default)]
struct Row {
    id: u32,
    name: String,
}

fn main() {}
