use toon::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
#[toon(tabular)]
struct Optional {
    a: Option<u8>,
    #[serde(skip_serializing_if = "String::is_empty", default)]
    b: String,
    #[serde(default)]
    c: u8,
    #[toon(skip_default)]
    d: u8,
    #[toon(level = "full")]
    e: u8,
    #[toon(cell)]
    f: Unknown,
    g: Group,
}

#[derive(Serialize, Deserialize)]
struct Unknown;

#[derive(Serialize, Deserialize)]
#[toon(tabular)]
struct Group {
    a: u8,
}

#[derive(Serialize, Deserialize)]
#[toon(tabular)]
struct Row<'a> {
    id: u32,
    name: &'a str,
    #[toon(nullable_group)]
    group: Option<Box<Optional>>,
}

fn main() {}
