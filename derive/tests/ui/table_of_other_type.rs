use std::rc::Rc;
use toon::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
#[toon(tabular)]
struct Row {
    id: u32,
}

#[derive(Serialize, Deserialize)]
struct Rows(Vec<Row>);

#[derive(Serialize, Deserialize)]
struct Plain {
    rows: Vec<Row>,
}

#[derive(Serialize)]
struct Page<'a> {
    #[toon(tabular)]
    good: Rows,
    #[toon(tabular)]
    object: &'a Plain,
    #[toon(tabular)]
    lists: Vec<Rows>,
    #[toon(tabular(header))]
    columns: Rows,
    #[toon(tabular(key = "id"))]
    keyed: Rc<Rows>,
}

fn main() {}
