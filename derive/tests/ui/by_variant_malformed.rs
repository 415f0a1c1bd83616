use toon::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
enum Node {
    Function { id: u32 },
}

#[derive(Serialize, Deserialize)]
struct Graph {
    #[toon(by_variant = "unordered")]
    value: Vec<Node>,
    #[toon(by_variant())]
    nothing: Vec<Node>,
    #[toon(by_variant(sorted))]
    unknown: Vec<Node>,
    #[toon(by_variant(unordered, unordered))]
    twice: Vec<Node>,
}

fn main() {}
