use toon::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
enum Node {
    Function { id: u32 },
}

#[derive(Serialize, Deserialize)]
#[toon(tabular)]
struct Row {
    id: u32,
    #[toon(by_variant)]
    nodes: Vec<Node>,
}

#[derive(Serialize, Deserialize)]
struct Graph {
    #[toon(by_variant, tabular)]
    tabular: Vec<Node>,
    #[toon(by_variant)]
    #[serde(flatten)]
    flattened: Vec<Node>,
    #[toon(by_variant, with = "path")]
    with: Vec<Node>,
    #[toon(by_variant)]
    #[serde(deserialize_with = "path")]
    deserialize_with: Vec<Node>,
    #[toon(by_variant, skip)]
    skipped: Vec<Node>,
    #[toon(by_variant, cell)]
    cell: Vec<Node>,
}

fn main() {}
