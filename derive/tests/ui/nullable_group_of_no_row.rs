use toon::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
struct Plain {
    login: String,
}

#[derive(Serialize, Deserialize)]
#[toon(tabular)]
struct Row {
    id: u32,
    #[toon(nullable_group)]
    plain: Option<Plain>,
    #[toon(nullable_group)]
    cell: Option<u32>,
}

fn main() {}
