use toon::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
#[serde(tag = "t", content = "c")]
enum Adjacent {
    Function { id: u32 },
}

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Untagged {
    Function { id: u32 },
}

#[derive(Serialize, Deserialize)]
enum PartlyUntagged {
    Function { id: u32 },
    #[serde(untagged)]
    Other { n: u32 },
}

#[derive(Serialize, Deserialize)]
enum Unit {
    Function { id: u32 },
    Nothing,
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "t")]
enum TaggedUnit {
    Function { id: u32 },
    Nothing,
}

#[derive(Serialize, Deserialize)]
enum Tuple {
    Function { id: u32 },
    Pair(u32, u32),
}

#[derive(Serialize, Deserialize, Clone)]
#[serde(into = "Tuple", from = "Tuple")]
enum Converted {
    Function { id: u32 },
}

impl From<Tuple> for Converted {
    fn from(_: Tuple) -> Self {
        Converted::Function { id: 1 }
    }
}

impl From<Converted> for Tuple {
    fn from(_: Converted) -> Self {
        Tuple::Pair(1, 2)
    }
}

#[derive(Serialize, Deserialize)]
enum Alike {
    #[serde(rename = "x")]
    Function { id: u32 },
    #[serde(rename = "x")]
    Class { id: u32 },
}

#[derive(Serialize, Deserialize)]
struct Graph {
    #[toon(by_variant)]
    adjacent: Vec<Adjacent>,
    #[toon(by_variant)]
    untagged: Vec<Untagged>,
    #[toon(by_variant)]
    partly: Vec<PartlyUntagged>,
    #[toon(by_variant)]
    unit: Vec<Unit>,
    #[toon(by_variant)]
    tagged: Option<Vec<TaggedUnit>>,
    #[toon(by_variant)]
    tuple: [Tuple; 1],
    #[toon(by_variant)]
    converted: Vec<Converted>,
    #[toon(by_variant)]
    alike: Vec<Alike>,
}

fn main() {}
