//! `derived` with something that is no path.

#[derive(toon::Serialize)]
struct Row {
    id: String,
    #[toon(derived = "path of")]
    path: String,
    #[toon(derived(Self::path_of))]
    name: String,
    #[toon(derived = path_of)]
    kind: String,
}

fn main() {}
