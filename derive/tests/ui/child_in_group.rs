//! A row with `child` in a field of another row.

#[derive(toon::Serialize)]
#[toon(tabular)]
struct Task {
    title: String,
}

#[derive(toon::Serialize)]
#[toon(tabular)]
struct Work {
    hours: u8,
    #[toon(child)]
    tasks: Vec<Task>,
}

#[derive(toon::Serialize)]
#[toon(tabular)]
struct Project {
    id: u8,
    work: Work,
}

#[derive(toon::Serialize)]
struct Plan {
    #[toon(tabular)]
    projects: Vec<Project>,
}

fn main() {}
