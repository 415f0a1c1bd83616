use toon::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[toon(tabular)]
struct Row<'a> {
    full_name: &'a str,
    #[toon(rename = "no")]
    number: u32,
    #[toon(skip)]
    skipped: u32,
    #[serde(flatten)]
    owner: Owner,
}

#[derive(Serialize, Deserialize)]
#[toon(tabular)]
struct Owner {
    login: String,
}

#[derive(Serialize, Deserialize)]
struct Page<'a> {
    #[serde(borrow)]
    #[toon(tabular(key = "fullName"))]
    right: Vec<Row<'a>>,
    #[serde(borrow)]
    #[toon(tabular(key = "full_name"))]
    unnamed: Vec<Row<'a>>,
    #[serde(borrow)]
    #[toon(tabular(key = "number"))]
    renamed: Option<Vec<Row<'a>>>,
    #[serde(borrow)]
    #[toon(tabular(key = "skipped"))]
    skipped: Box<[Row<'a>]>,
    #[serde(borrow)]
    #[toon(tabular(key = "login"))]
    flattened: Vec<Row<'a>>,
}

fn main() {}
