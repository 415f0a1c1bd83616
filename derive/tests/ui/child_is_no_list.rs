//! `child` on a field that is not a list.

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
    task: Task,
}

fn main() {}
