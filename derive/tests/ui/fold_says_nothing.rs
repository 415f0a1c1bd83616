use std::collections::BTreeMap;

type Map = BTreeMap<String, u8>;

#[derive(toon::Serialize, toon::Deserialize)]
#[toon(fold)]
enum Kind {
    Inside {
        #[toon(fold)]
        map: Map,
    },
}

#[derive(toon::Serialize)]
struct Pair(#[toon(fold)] Map, u8);

#[derive(toon::Serialize)]
#[toon(fold)]
struct Flattened {
    #[serde(flatten)]
    map: Map,
    other: u8,
}

#[derive(toon::Serialize)]
struct Dotted {
    #[toon(fold)]
    map: Map,
    #[serde(rename = "map.a")]
    other: u8,
}

#[derive(toon::Serialize)]
struct Twice {
    #[toon(fold, fold)]
    map: Map,
}

#[derive(toon::Serialize)]
struct WithValue {
    #[toon(fold = "map")]
    map: Map,
}

#[derive(toon::Serialize)]
#[toon(tabular)]
struct Cells {
    #[toon(fold, cell)]
    cell: Map,
    #[toon(fold, with = "written")]
    written: Map,
    #[toon(fold)]
    #[serde(serialize_with = "written::serialize")]
    written_by_serde: Map,
}

mod written {
    use serde::Serializer;

    pub fn serialize<S: Serializer>(_: &super::Map, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(1)
    }
}

fn main() {}
