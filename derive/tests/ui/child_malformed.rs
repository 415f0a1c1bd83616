//! Invalid arguments of `child`.

#[derive(toon::Serialize)]
#[toon(tabular)]
struct Task {
    title: String,
}

#[derive(toon::Serialize)]
#[toon(tabular)]
struct Project {
    id: u8,
    #[toon(child = "id")]
    a: Vec<Task>,
    #[toon(child(id))]
    b: Vec<Task>,
    #[toon(child(key = "id", header))]
    c: Vec<Task>,
    #[toon(child())]
    d: Vec<Task>,
}

fn main() {}
