//! `header` where the type of the rows is a parameter.

#[derive(toon::Serialize)]
struct Page<T> {
    #[toon(tabular(header))]
    rows: Vec<T>,
}

fn main() {}
