//! Names of child tables that would be mistaken for others.

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
    of: Vec<Task>,
    #[toon(child, rename = "a.b")]
    tasks: Vec<Task>,
}

fn main() {}
