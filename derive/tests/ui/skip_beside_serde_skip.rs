use toon::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
struct Issue {
    number: u8,
    #[serde(skip)]
    #[toon(rename = "b")]
    body: String,
}

fn main() {}
