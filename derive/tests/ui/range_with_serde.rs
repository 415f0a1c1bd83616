//! `range` of fields that serde writes in another way, or not at all.

mod hex {}

#[derive(toon::Serialize)]
struct Part {}

#[derive(toon::Serialize)]
#[toon(tabular, range(start, end) = "lines", range(first, last) = "numbers")]
struct Row {
    #[serde(skip)]
    start: u32,
    #[serde(with = "hex")]
    end: u32,
    #[serde(skip_serializing_if = "is_zero")]
    first: u32,
    #[serde(flatten)]
    last: Part,
}

fn is_zero(value: &u32) -> bool {
    *value == 0
}

fn main() {}
