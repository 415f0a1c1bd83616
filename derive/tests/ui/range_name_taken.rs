//! `range` with the name of another column.

#[derive(toon::Serialize)]
#[serde(rename_all = "UPPERCASE")]
#[toon(tabular, range(start, end) = "ID")]
struct OfField {
    start: u32,
    end: u32,
    id: u32,
}

#[derive(toon::Serialize, toon::Deserialize)]
#[toon(tabular, range(start, end) = "start")]
struct OfItsField {
    start: u32,
    end: u32,
}

#[derive(toon::Serialize)]
#[toon(tabular, range(start, end) = "lines", range(first, last) = "lines")]
struct OfRange {
    start: u32,
    end: u32,
    first: u32,
    last: u32,
}

#[derive(toon::Serialize)]
#[serde(tag = "kind")]
#[toon(tabular, range(start, end) = "kind")]
struct OfTag {
    start: u32,
    end: u32,
}

#[derive(toon::Deserialize)]
#[toon(tabular, range(start, end) = "key")]
struct OfAlias {
    start: u32,
    end: u32,
    #[serde(alias = "key")]
    id: u32,
}

fn main() {}
