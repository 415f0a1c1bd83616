//! The rows of a child table already have a column `_of`.

#[derive(toon::Serialize)]
#[toon(tabular)]
struct Task {
    _of: String,
}

#[derive(toon::Serialize)]
#[toon(tabular)]
struct Project {
    id: u8,
    #[toon(child(key = "id"))]
    tasks: Vec<Task>,
}

fn main() {}
