//! `header` on a field that is left out while it is empty.

#[derive(toon::Serialize)]
#[toon(tabular)]
struct Row {
    id: u8,
}

#[derive(toon::Serialize)]
struct Page {
    #[toon(tabular(header), skip_default)]
    rows: Vec<Row>,
}

fn main() {}
