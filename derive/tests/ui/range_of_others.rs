//! `range` of fields that are not integers.

#[derive(toon::Serialize)]
#[toon(tabular)]
struct Position {
    line: u32,
}

#[derive(toon::Serialize)]
struct Name(String);

#[derive(toon::Serialize)]
#[toon(tabular, range(a, b) = "ab", range(c, d) = "cd", range(e, f) = "ef")]
struct Row {
    a: Option<u32>,
    b: String,
    c: f64,
    d: Position,
    e: Name,
    f: u32,
}

fn main() {}
