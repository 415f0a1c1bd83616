use toon::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Node {
    #[toon(plural = "nested_classes")]
    Class { id: u32 },
    NestedClasse { id: u32 },
}

#[derive(Serialize, Deserialize)]
enum Twice {
    #[toon(plural = "rows")]
    One { id: u32 },
    #[toon(plural = "rows")]
    Two { id: u32 },
}

#[derive(Serialize, Deserialize)]
enum Unit {
    #[toon(plural = "rows")]
    One,
    Two,
}

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Untagged {
    #[toon(plural = "rows")]
    One { id: u32 },
}

#[derive(Serialize, Deserialize, Clone)]
#[serde(from = "u8", into = "u8")]
enum Converted {
    #[toon(plural = "rows")]
    One { id: u8 },
}

impl From<u8> for Converted {
    fn from(id: u8) -> Self {
        Converted::One { id }
    }
}

impl From<Converted> for u8 {
    fn from(Converted::One { id }: Converted) -> Self {
        id
    }
}

#[derive(Serialize, Deserialize)]
struct Graph {
    #[toon(by_variant)]
    nodes: Vec<Node>,
    #[toon(by_variant)]
    twice: Vec<Twice>,
    #[toon(by_variant)]
    untagged: Vec<Untagged>,
}

fn main() {}
