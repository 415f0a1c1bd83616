//! A value in every position of a document, written and read back.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::Debug;
use toon::{DecodeOptions, EncodeOptions, KeyFolding};

pub trait Value: Serialize + DeserializeOwned + Clone + PartialEq + Debug {}

impl<T: Serialize + DeserializeOwned + Clone + PartialEq + Debug> Value for T {}

#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
struct Row<T> {
    id: u8,
    value: T,
}

#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
struct Newtype<T>(T);

#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
enum Variant<T> {
    Newtype(T),
    Tuple(T, T),
    Struct { value: T },
}

#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
struct Outer<T> {
    id: u8,
    #[serde(flatten)]
    inner: Inner<T>,
}

#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
struct Inner<T> {
    name: String,
    value: T,
}

#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
#[serde(untagged)]
enum Untagged<T> {
    Text(String),
    Value { value: T },
}

#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
#[serde(tag = "kind")]
enum Tagged<T> {
    One { value: T },
}

/// Rows whose value is in front of the table, if all of them have the same.
#[derive(toon::Serialize, toon::Deserialize, Clone, PartialEq, Debug)]
struct Hoisting<T> {
    #[toon(tabular)]
    rows: Vec<HoistedRow<T>>,
}

#[derive(toon::Serialize, toon::Deserialize, Clone, PartialEq, Debug)]
#[toon(tabular)]
struct HoistedRow<T> {
    id: u8,
    #[toon(hoist, cell)]
    value: T,
}

/// Writes `value` and reads it, in all ways.
#[track_caller]
fn there_and_back<T: Value>(value: T) {
    let text = toon::to_string(&value).unwrap();
    assert_eq!(toon::from_str::<T>(&text).unwrap(), value, "{text}");
    // Read by way of a tree.
    for options in [DecodeOptions::new().strict(false), DecodeOptions::new().expand_paths(true)] {
        assert_eq!(options.from_str::<T>(&text).unwrap(), value, "{text}");
    }
    assert_eq!(toon::from_reader::<_, T>(text.as_bytes()).unwrap(), value, "{text}");
    let folded = EncodeOptions::new().key_folding(KeyFolding::Safe).to_string(&value).unwrap();
    assert_eq!(DecodeOptions::new().expand_paths(true).from_str::<T>(&folded).unwrap(), value, "{folded}");
    let normal = toon_normal::to_string(&value).unwrap();
    assert_eq!(toon_normal::from_str::<T>(&normal).unwrap(), value, "{normal}");
    // Nothing differs from serde_json.
    let json = serde_json::to_string(&value).unwrap();
    assert_eq!(serde_json::from_str::<T>(&json).unwrap(), value, "{json}");
    let by_json = toon::json::to_toon(&json, &EncodeOptions::new()).unwrap();
    assert_eq!(by_json, text);
}

/// The positions below the root.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
struct Positions<T> {
    field: T,
    option: Option<T>,
    newtype: Newtype<Option<Newtype<T>>>,
    tuple: (T, String, T),
    list: Vec<T>,
    options: Vec<Option<T>>,
    table: Vec<Row<T>>,
    groups: Vec<Row<Row<T>>>,
    keyed: BTreeMap<String, Row<T>>,
    lists: Vec<Row<Vec<T>>>,
    variants: Vec<Variant<T>>,
    flattened: Vec<Outer<T>>,
    untagged: Vec<Untagged<T>>,
    tagged: Tagged<T>,
}

#[track_caller]
pub fn everywhere<T: Value>(value: &T) {
    let v = || value.clone();
    let row = |id| Row { id, value: v() };
    let positions = Positions {
        field: v(),
        option: Some(v()),
        newtype: Newtype(Some(Newtype(v()))),
        tuple: (v(), "text".to_owned(), v()),
        list: vec![v(), v()],
        options: vec![Some(v()), None],
        table: vec![row(1), row(2)],
        groups: vec![Row { id: 1, value: row(2) }, Row { id: 3, value: row(4) }],
        keyed: BTreeMap::from([("a".to_owned(), row(1)), ("b".to_owned(), row(2))]),
        lists: vec![Row { id: 1, value: vec![v()] }, Row { id: 3, value: vec![] }],
        variants: vec![Variant::Newtype(v()), Variant::Tuple(v(), v()), Variant::Struct { value: v() }],
        flattened: vec![Outer { id: 1, inner: Inner { name: "n".to_owned(), value: v() } }],
        untagged: vec![Untagged::Value { value: v() }],
        tagged: Tagged::One { value: v() },
    };
    there_and_back(v());
    there_and_back(vec![v(), v()]);
    there_and_back(positions);
}

/// As [`everywhere`], for types that can be cells of a table.
#[track_caller]
pub fn hoisted<T: Value>(value: &T) {
    let rows = [1, 2, 3].map(|id| HoistedRow { id, value: value.clone() });
    let table = Hoisting { rows: rows.to_vec() };
    let text = toon::to_string(&table).unwrap();
    assert_eq!(toon::from_str::<Hoisting<T>>(&text).unwrap(), table, "{text}");
}
