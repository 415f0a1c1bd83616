//! `range` on types that are not rows.

#[derive(toon::Serialize, toon::Deserialize)]
#[toon(range(start, end) = "lines")]
struct Place {
    start: u32,
    end: u32,
}

#[derive(toon::Serialize)]
#[toon(range(start, end) = "lines")]
enum Either {
    Place { start: u32, end: u32 },
}

fn main() {}
