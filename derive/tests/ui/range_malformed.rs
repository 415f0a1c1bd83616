//! `range` without its fields, or without a name.

#[derive(toon::Serialize)]
#[toon(tabular, range)]
struct Alone {
    start: u32,
    end: u32,
}

#[derive(toon::Serialize)]
#[toon(tabular, range(start, end))]
struct WithoutName {
    start: u32,
    end: u32,
}

#[derive(toon::Serialize)]
#[toon(tabular, range(start) = "lines")]
struct OneField {
    start: u32,
    end: u32,
}

#[derive(toon::Serialize)]
#[toon(tabular, range(start, end, other) = "lines")]
struct ThreeFields {
    start: u32,
    end: u32,
}

#[derive(toon::Serialize)]
#[toon(tabular, range("start", "end") = "lines")]
struct Strings {
    start: u32,
    end: u32,
}

#[derive(toon::Serialize)]
#[toon(tabular, range = "lines")]
struct WithoutFields {
    start: u32,
    end: u32,
}

fn main() {}
