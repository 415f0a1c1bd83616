use toon::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
struct Plain {
    #[serde(skip_serializing_if = "nowhere", default = "nothing")]
    id: u32,
}

#[derive(Serialize, Deserialize)]
struct Hinted {
    #[serde(skip_serializing_if = "nowhere", default = "nothing")]
    id: u32,
    #[toon(skip_default)]
    more: String,
}

#[derive(Serialize, Deserialize)]
#[toon(tabular)]
struct Row {
    #[serde(skip_serializing_if = "nowhere", default = "nothing")]
    id: u32,
}

fn main() {}
