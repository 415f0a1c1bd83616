//! `hoist` on a field of a struct that is no row.

#[derive(toon::Serialize)]
struct Fleet {
    #[toon(hoist)]
    region: String,
}

fn main() {}
