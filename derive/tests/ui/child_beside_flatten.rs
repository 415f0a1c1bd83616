//! `child` beside `flatten`.

#[derive(toon::Serialize)]
#[toon(tabular)]
struct Task {
    title: String,
}

#[derive(toon::Serialize)]
#[toon(tabular)]
struct Owner {
    login: String,
}

#[derive(toon::Serialize)]
#[toon(tabular)]
struct Project {
    #[serde(flatten)]
    owner: Owner,
    #[toon(child)]
    tasks: Vec<Task>,
}

fn main() {}
