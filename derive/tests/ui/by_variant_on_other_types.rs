use toon::{Deserialize, Serialize};

use std::collections::BTreeSet;

#[derive(Serialize, Deserialize, PartialEq, Eq, PartialOrd, Ord)]
enum Node {
    Function { id: u32 },
    Class { id: u32 },
}

#[derive(serde::Serialize, serde::Deserialize)]
enum Plain {
    Function { id: u32 },
}

#[derive(Serialize, Deserialize)]
enum Name {
    Function,
    Class,
}

#[derive(Serialize, Deserialize)]
struct Row {
    id: u32,
}

#[derive(Serialize, Deserialize)]
struct Graph {
    #[toon(by_variant)]
    set: BTreeSet<Node>,
    #[toon(by_variant)]
    one: Node,
    #[toon(by_variant)]
    of_serde: Vec<Plain>,
    #[toon(by_variant)]
    names: Option<Vec<Name>>,
    #[toon(by_variant)]
    rows: Vec<Row>,
}

fn main() {}
