//! `derived` beside other hints, on fields without a key, and outside of structs.

#[derive(toon::Serialize)]
#[toon(tabular)]
struct Row {
    id: String,
    #[toon(derived = "Self::path_of", hoist)]
    path: String,
    #[toon(derived, skip)]
    name: String,
    #[toon(rename = "k", derived = "Self::kind_of")]
    kind: String,
}

#[derive(toon::Serialize)]
struct Part {
    a: u8,
}

#[derive(toon::Serialize)]
struct Flattened {
    #[serde(flatten)]
    #[toon(derived)]
    part: Part,
}

#[derive(toon::Serialize)]
struct Unnamed(#[toon(derived)] u8, u8);

#[derive(toon::Serialize)]
enum Either {
    Symbol {
        id: String,
        #[toon(derived = "path_of")]
        path: String,
    },
}

#[derive(toon::Serialize, toon::Deserialize)]
struct Skipped {
    #[serde(skip)]
    #[toon(derived = "Self::path_of")]
    path: String,
}

#[derive(toon::Serialize)]
#[serde(transparent)]
struct Transparent {
    #[toon(derived)]
    path: String,
}

fn main() {}
