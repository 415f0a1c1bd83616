//! A sibling of a table with the name of its child table.

#[derive(toon::Serialize)]
#[toon(tabular)]
struct Task {
    title: String,
}

#[derive(toon::Serialize)]
#[toon(tabular)]
struct Project {
    id: u8,
    #[toon(child)]
    tasks: Vec<Task>,
}

#[derive(toon::Serialize)]
struct Plan {
    #[toon(tabular)]
    projects: Vec<Project>,
    #[serde(rename = "projects.tasks")]
    tasks: u8,
}

fn main() {}
