//! `hoist` on a group of columns.

#[derive(toon::Serialize)]
#[toon(tabular)]
struct Place {
    city: String,
}

#[derive(toon::Serialize)]
#[toon(tabular)]
struct Server {
    id: u8,
    #[toon(hoist)]
    place: Place,
}

fn main() {}
