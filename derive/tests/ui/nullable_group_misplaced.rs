use toon::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
#[toon(tabular)]
struct Owner {
    login: String,
}

mod by_function {
    pub fn serialize<S: serde::Serializer>(_: &Option<super::Owner>, s: S) -> Result<S::Ok, S::Error> {
        s.serialize_none()
    }

    pub fn deserialize<'de, D: serde::Deserializer<'de>>(_: D) -> Result<Option<super::Owner>, D::Error> {
        Ok(None)
    }
}

#[derive(Serialize, Deserialize)]
struct NoRow {
    #[toon(nullable_group)]
    owner: Option<Owner>,
}

#[derive(Serialize, Deserialize)]
#[toon(tabular)]
struct Row {
    id: u32,
    #[toon(nullable_group)]
    no_option: Owner,
    #[toon(nullable_group)]
    #[serde(with = "by_function")]
    written: Option<Owner>,
    #[toon(nullable_group, cell)]
    cell: Option<Owner>,
    #[toon(nullable_group, hoist)]
    hoisted: Option<Owner>,
    #[toon(nullable_group = "yes")]
    value: Option<Owner>,
}

#[derive(Serialize, Deserialize)]
#[toon(tabular)]
struct Flat {
    id: u32,
    #[toon(nullable_group)]
    #[serde(flatten)]
    flattened: Option<Owner>,
}

fn main() {}
