//! `child` with hints for other fields.

#[derive(toon::Serialize)]
#[toon(tabular)]
struct Task {
    title: String,
}

#[derive(toon::Serialize)]
#[toon(tabular)]
struct Project {
    id: u8,
    #[toon(child, cell)]
    a: Vec<Task>,
    #[toon(child, hoist)]
    b: Vec<Task>,
    #[toon(child, fold)]
    c: Vec<Task>,
    #[toon(child, tabular)]
    d: Vec<Task>,
    #[toon(child, skip)]
    e: Vec<Task>,
    #[toon(child, with = "module")]
    f: Vec<Task>,
    #[toon(child(key = "id"), skip_default)]
    g: Vec<Task>,
    #[toon(child, by_variant)]
    h: Vec<Task>,
    #[toon(child, nullable_group)]
    i: Vec<Task>,
}

fn main() {}
