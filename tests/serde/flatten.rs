//! `#[serde(flatten)]` of structs, maps and enums.

use crate::compare::Compare;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashMap};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Meta {
    created: String,
    size: u32,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct WithStruct {
    id: u8,
    #[serde(flatten)]
    meta: Meta,
    last: bool,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Twice {
    #[serde(flatten)]
    outer: WithStruct,
    #[serde(flatten)]
    more: BTreeMap<String, String>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct WithMap<M> {
    id: u8,
    #[serde(flatten)]
    rest: M,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct WithOption {
    id: u8,
    #[serde(flatten)]
    meta: Option<Meta>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
enum External {
    New(u8),
    Struct { x: u8 },
    Tuple(u8, u8),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type")]
enum Internal {
    Unit,
    Struct { x: u8, list: Vec<u8> },
    New(Meta),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "t", content = "c")]
enum Adjacent {
    Unit,
    New(u8),
    Struct { x: u8 },
    Tuple(u8, u8),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
enum Untagged {
    Circle { radius: f64 },
    Square { side: f64 },
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct WithEnum<E> {
    id: u8,
    #[serde(flatten)]
    choice: E,
    after: Option<String>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event")]
enum Event {
    Login {
        user: String,
        #[serde(flatten)]
        meta: Meta,
    },
    Logout {
        #[serde(flatten)]
        rest: BTreeMap<String, u8>,
    },
}

pub fn cases(compare: &mut Compare) {
    let meta = |size| Meta { created: "2026-01-01".to_owned(), size };
    let with_struct = |id| WithStruct { id, meta: meta(u32::from(id)), last: true };
    compare.values("struct", &[with_struct(1), with_struct(2)]);
    compare.values("twice", &[
        Twice { outer: with_struct(1), more: BTreeMap::new() },
        Twice { outer: with_struct(2), more: strings(&["x", "y z"]) },
        Twice { outer: with_struct(3), more: strings(&["x", "y z"]) },
    ]);
    compare.values("map", &[
        WithMap { id: 1, rest: BTreeMap::<String, u32>::new() },
        WithMap { id: 2, rest: BTreeMap::from([("a".to_owned(), 1), ("b".to_owned(), 2)]) },
        WithMap { id: 3, rest: BTreeMap::from([("a".to_owned(), 1), ("b".to_owned(), 2)]) },
    ]);
    compare.values("hash map", &[
        WithMap { id: 1, rest: (0..20).map(|n| (format!("k{n}"), n)).collect::<HashMap<String, u8>>() },
        WithMap { id: 2, rest: (0..20).map(|n| (format!("k{n}"), n)).collect() },
    ]);
    compare.values("map of lists", &[
        WithMap { id: 1, rest: BTreeMap::from([("a".to_owned(), vec![1_u8, 2]), ("b".to_owned(), vec![])]) },
    ]);
    compare.values("map of structs", &[
        WithMap { id: 1, rest: BTreeMap::from([("a".to_owned(), meta(1)), ("b".to_owned(), meta(2))]) },
        WithMap { id: 2, rest: BTreeMap::from([("a".to_owned(), meta(3)), ("b".to_owned(), meta(4))]) },
    ]);
    compare.values("map with integer keys", &[WithMap { id: 1, rest: BTreeMap::from([(1_u8, 2_u8)]) }]);
    compare.values("map of any value", &[
        WithMap { id: 1, rest: BTreeMap::from([("a".to_owned(), json!(1)), ("b".to_owned(), json!([1, "x", null]))]) },
        WithMap { id: 2, rest: BTreeMap::from([("a".to_owned(), json!({"x": {"y": []}}))]) },
        WithMap { id: 3, rest: BTreeMap::<String, Value>::new() },
    ]);
    compare.values("wide integers", &[
        WithMap { id: 1, rest: BTreeMap::from([("a".to_owned(), u128::MAX)]) },
        WithMap { id: 1, rest: BTreeMap::from([("a".to_owned(), u128::from(u64::MAX))]) },
    ]);
    compare.values("Option", &[WithOption { id: 1, meta: Some(meta(1)) }, WithOption { id: 2, meta: None }]);
    enums(compare);
    compare.values("in a variant", &[
        Event::Login { user: "ada".to_owned(), meta: meta(1) },
        Event::Logout { rest: BTreeMap::new() },
        Event::Logout { rest: BTreeMap::from([("a".to_owned(), 1)]) },
    ]);
}

fn enums(compare: &mut Compare) {
    let after = || Some("later".to_owned());
    compare.values("external enum", &[External::New(1), External::Struct { x: 1 }, External::Tuple(1, 2)].map(|choice| {
        WithEnum { id: 1, choice, after: after() }
    }));
    let internal = [
        Internal::Unit,
        Internal::Struct { x: 1, list: vec![1, 2] },
        Internal::New(Meta { created: "now".to_owned(), size: 1 }),
    ];
    compare.values("internal enum", &internal.map(|choice| WithEnum { id: 1, choice, after: after() }));
    let adjacent = [Adjacent::Unit, Adjacent::New(1), Adjacent::Struct { x: 1 }, Adjacent::Tuple(1, 2)];
    compare.values("adjacent enum", &adjacent.map(|choice| WithEnum { id: 1, choice, after: after() }));
    // Whole numbers arrive as integers, which a float takes.
    let untagged = [Untagged::Circle { radius: 1.5 }, Untagged::Square { side: 2.0 }];
    compare.values("untagged enum", &untagged.map(|choice| WithEnum { id: 1, choice, after: None }));
}

fn strings(keys: &[&str]) -> BTreeMap<String, String> {
    keys.iter().map(|key| (key.to_string(), format!("{key},1"))).collect()
}
