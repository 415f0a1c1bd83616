use toon::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
struct Plain {
    #[serde(rname = "n")]
    id: u32,
}

#[derive(Serialize, Deserialize)]
struct Hinted {
    #[serde(rname = "n")]
    id: u32,
    #[toon(skip_default)]
    more: String,
}

#[derive(Serialize, Deserialize)]
#[toon(tabular)]
struct Row {
    #[serde(rname = "n")]
    id: u32,
}

fn main() {}
