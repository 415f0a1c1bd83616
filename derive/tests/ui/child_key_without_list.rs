//! A child table with a key whose list may be missing.

#[derive(toon::Serialize)]
#[toon(tabular)]
struct Task {
    title: String,
}

#[derive(toon::Serialize)]
#[toon(tabular)]
struct Project {
    id: u8,
    #[toon(child(key = "id"))]
    tasks: Option<Vec<Task>>,
}

fn main() {}
