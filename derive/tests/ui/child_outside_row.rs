//! `child` on a field of a struct that is not a row.

#[derive(toon::Serialize)]
#[toon(tabular)]
struct Task {
    title: String,
}

#[derive(toon::Serialize)]
struct Project {
    id: u8,
    #[toon(child)]
    tasks: Vec<Task>,
}

fn main() {}
