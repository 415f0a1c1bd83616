//! `join` with hints that write the list in another way.

#[derive(toon::Serialize)]
#[toon(tabular)]
struct Task {
    title: String,
}

#[derive(toon::Serialize)]
struct Project {
    #[toon(join, with = "module")]
    a: Vec<u8>,
    #[toon(join)]
    #[serde(with = "module")]
    b: Vec<u8>,
    #[toon(join, tabular)]
    c: Vec<Task>,
    #[toon(join, by_variant)]
    d: Vec<u8>,
    #[toon(join, fold)]
    e: Vec<u8>,
    #[toon(join)]
    #[serde(flatten)]
    f: Vec<u8>,
}

fn main() {}
