//! `hoist` beside a field with `flatten`, and on one.

#[derive(toon::Serialize)]
#[toon(tabular)]
struct Place {
    city: String,
}

#[derive(toon::Serialize)]
#[toon(tabular)]
struct Server {
    #[serde(flatten)]
    place: Place,
    #[toon(hoist)]
    region: String,
}

#[derive(toon::Serialize)]
#[toon(tabular)]
struct Other {
    #[serde(flatten)]
    #[toon(hoist)]
    place: Place,
}

fn main() {}
