use toon::{Deserialize, Serialize};

type Maybe = Option<u32>;

#[derive(Serialize, Deserialize, PartialEq)]
struct Limit(Option<u32>);

fn is_seven(value: &Maybe) -> bool {
    *value == seven()
}

fn seven() -> Maybe {
    Some(7)
}

fn is_nine(limit: &Limit) -> bool {
    *limit == nine()
}

fn nine() -> Limit {
    Limit(Some(9))
}

#[derive(Serialize, Deserialize)]
#[toon(tabular)]
struct Issue {
    id: u32,
    #[serde(skip_serializing_if = "is_seven", default = "seven")]
    votes: Maybe,
    #[serde(skip_serializing_if = "is_nine", default = "nine")]
    limit: Limit,
    // Both of these are read as they were written.
    #[serde(skip_serializing_if = "is_seven", default = "seven")]
    option: Option<u32>,
    #[serde(skip_serializing_if = "Maybe::is_none", default = "seven")]
    none: Maybe,
}

fn main() {}
