//! A child table that repeats the key of a keyed table.

#[derive(toon::Serialize)]
#[toon(tabular)]
struct Task {
    title: String,
}

#[derive(toon::Serialize)]
#[toon(tabular)]
struct Project {
    id: u8,
    name: String,
    #[toon(child(key = "id"))]
    tasks: Vec<Task>,
}

#[derive(toon::Serialize)]
struct Plan {
    #[toon(tabular(key = "id"))]
    projects: Vec<Project>,
}

fn main() {}
