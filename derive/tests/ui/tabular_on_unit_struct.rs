use toon::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
#[toon(tabular)]
struct Nothing;

#[derive(Serialize, Deserialize)]
#[toon(tabular)]
struct Empty {}

fn main() {}
