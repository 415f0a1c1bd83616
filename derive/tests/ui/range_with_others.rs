//! `range` of fields with other hints.

#[derive(toon::Serialize, toon::Deserialize)]
#[toon(tabular, range(start, end) = "lines")]
struct Hinted {
    #[toon(hoist, skip_default)]
    start: u32,
    #[toon(rename = "last", cell)]
    end: u32,
}

#[derive(toon::Serialize)]
#[toon(tabular, range(start, end) = "lines")]
struct LeftOut {
    #[toon(skip)]
    start: u32,
    #[toon(derived)]
    end: u32,
}

#[derive(toon::Serialize)]
#[toon(tabular, range(start, end) = "lines", range(first, last) = "numbers")]
struct Leveled {
    #[toon(level = "full")]
    start: u32,
    end: u32,
    #[toon(level = "full")]
    first: u32,
    #[toon(level = "minimal")]
    last: u32,
}

fn main() {}
