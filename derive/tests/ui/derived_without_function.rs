//! `derived` must name a function if the struct is read.

#[derive(toon::Serialize, toon::Deserialize)]
struct Symbol {
    id: String,
    #[toon(derived)]
    file_path: String,
}

fn main() {}
