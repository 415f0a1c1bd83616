//! `derived` names a function that does not exist, takes another argument or returns another type,
//! and a type without a default.

#[derive(toon::Serialize, toon::Deserialize)]
struct Missing {
    id: String,
    #[toon(derived = "Self::path_of")]
    path: String,
}

#[derive(toon::Serialize, toon::Deserialize)]
struct OtherArgument {
    id: String,
    #[toon(derived = "length")]
    length: usize,
}

fn length(text: &str) -> usize {
    text.len()
}

#[derive(toon::Serialize, toon::Deserialize)]
struct OtherResult {
    id: String,
    #[toon(derived = "Self::length")]
    length: u8,
}

impl OtherResult {
    fn length(&self) -> usize {
        self.id.len()
    }
}

#[derive(toon::Serialize, toon::Deserialize)]
enum Kind {
    Function,
    Type,
}

#[derive(toon::Serialize, toon::Deserialize)]
struct WithoutDefault {
    id: String,
    #[toon(derived = "Self::kind")]
    kind: Kind,
}

impl WithoutDefault {
    fn kind(&self) -> Kind {
        if self.id.is_empty() { Kind::Function } else { Kind::Type }
    }
}

fn main() {}
