use toon::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
enum Node {
    #[toon(plural = "")]
    Function { id: u32 },
    #[toon(plural = "_order")]
    Class { id: u32 },
    #[toon(plural = "skipped")]
    #[serde(skip)]
    Skipped { id: u32 },
    #[toon(plural)]
    Plain { id: u32 },
    #[toon(plural(classes))]
    Other { id: u32 },
}

#[derive(Serialize, Deserialize)]
struct Graph {
    #[toon(by_variant)]
    nodes: Vec<Node>,
}

fn main() {}
