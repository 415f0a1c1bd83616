use toon::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
#[toon(skip_default)]
struct Nothing;

fn main() {}
