use toon::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
#[toon(tabular)]
#[toon(tabular)]
struct Row {
    #[toon(rename = "a", rename = "b")]
    id: u32,
}

fn main() {}
