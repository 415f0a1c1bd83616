//! Invalid separators of `join`.

#[derive(toon::Serialize)]
struct Issue {
    #[toon(join = ", ")]
    a: Vec<String>,
    #[toon(join = "")]
    b: Vec<String>,
    #[toon(join = "[")]
    c: Vec<String>,
    #[toon(join = ',')]
    d: Vec<String>,
    #[toon(join(";"))]
    e: Vec<String>,
}

fn main() {}
