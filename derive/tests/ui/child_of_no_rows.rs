//! `child` on a list of structs without `tabular`.

#[derive(toon::Serialize)]
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

fn main() {}
