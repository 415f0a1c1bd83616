//! A key of child tables that does not exist, or is not in each row.

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
#[serde(rename_all = "camelCase")]
#[toon(tabular)]
struct Project {
    project_id: u8,
    owner: Owner,
    #[toon(level = "full")]
    code: String,
    #[toon(child(key = "project_id"))]
    a: Vec<Task>,
    #[toon(child(key = "owner"))]
    b: Vec<Task>,
    #[toon(child(key = "code"))]
    c: Vec<Task>,
    #[toon(child(key = "projectId"))]
    d: Vec<Task>,
}

fn main() {}
