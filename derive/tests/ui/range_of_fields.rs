//! `range` of fields that do not exist, are the same, or are already in a range.

#[derive(toon::Serialize, toon::Deserialize)]
#[serde(rename_all = "camelCase")]
#[toon(tabular, range(startLine, end_line) = "lines")]
struct Unknown {
    start_line: u32,
    end_line: u32,
}

#[derive(toon::Serialize)]
#[toon(tabular, range(start, start) = "lines")]
struct Same {
    start: u32,
    end: u32,
}

#[derive(toon::Serialize)]
#[toon(tabular, range(start, end) = "lines", range(end, last) = "rest")]
struct Twice {
    start: u32,
    end: u32,
    last: u32,
}

fn main() {}
