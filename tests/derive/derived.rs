//! `derived`: fields that follow from others are not written, and are computed when read.

use super::round_trip;
use proptest::prelude::*;
use serde_json::json;
use std::collections::BTreeMap;
use toon::{Describe, Deserialize, EncodeOptions, Serialize};
use toon_testing::effort;

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone, Default)]
#[serde(rename_all = "camelCase")]
#[toon(tabular)]
struct Symbol {
    id: String,
    #[toon(derived = "Self::path_of")]
    file_path: String,
    kind: u8,
    #[toon(derived = "name_of")]
    name: String,
}

impl Symbol {
    fn new(id: &str) -> Self {
        let symbol = Symbol { id: id.into(), file_path: String::new(), kind: 1, name: String::new() };
        let symbol = Symbol { file_path: symbol.path_of(), ..symbol };
        Symbol { name: name_of(&symbol), ..symbol }
    }

    fn path_of(&self) -> String {
        self.id.split(':').next().unwrap_or_default().into()
    }
}

/// Uses a field that has been computed before it.
fn name_of(symbol: &Symbol) -> String {
    symbol.id[symbol.file_path.len()..].trim_start_matches(':').into()
}

#[test]
fn computed_when_read() {
    let symbols = [Symbol::new("src/a.rs:run"), Symbol::new("src/b.rs:stop")];
    assert_eq!(symbols[0].name, "run");
    let text = "[2]{id,kind}:\n  \"src/a.rs:run\",1\n  \"src/b.rs:stop\",1";
    assert_eq!(round_trip(&symbols), text);
    assert_eq!(round_trip(&symbols[0]), "id: \"src/a.rs:run\"\nkind: 1");
    assert_eq!(
        serde_json::to_value(&symbols[0]).unwrap(),
        json!({"id": "src/a.rs:run", "filePath": "src/a.rs", "kind": 1, "name": "run"})
    );
    // Other formats read what they wrote.
    let other = Symbol { name: "other".into(), ..symbols[0].clone() };
    assert_eq!(serde_json::from_value::<Symbol>(serde_json::to_value(&other).unwrap()).unwrap(), other);
    assert_eq!(postcard::from_bytes::<Symbol>(&postcard::to_allocvec(&other).unwrap()).unwrap(), other);
    assert!(serde_json::from_str::<Symbol>(r#"{"id":"a","filePath":"a","kind":1}"#).is_err());
}

#[test]
fn given_values_are_ignored() {
    let symbol = Symbol::new("a:b");
    for text in [
        "id: \"a:b\"\nfilePath: other\nkind: 1",
        "id: \"a:b\"\nfilePath: 7\nname: null\nkind: 1",
        "filePath:\n  a: 1\nid: \"a:b\"\nkind: 1\nname[2]: 1,2",
    ] {
        assert_eq!(toon::from_str::<Symbol>(text).unwrap(), symbol, "{text}");
    }
    let table = "[1]{id,filePath,kind,name}:\n  \"a:b\",x,1,y";
    assert_eq!(toon::from_str::<[Symbol; 1]>(table).unwrap(), [symbol]);
}

/// Fields that would be refused, or read into the flattened map.
#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
#[serde(deny_unknown_fields)]
#[toon(tabular)]
struct Strict {
    id: u8,
    #[serde(rename = "twice", alias = "double")]
    #[toon(derived = "Self::double_of")]
    double: u8,
}

impl Strict {
    fn double_of(&self) -> u8 {
        self.id * 2
    }
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
struct WithRest {
    id: u8,
    #[toon(derived = "count")]
    count: usize,
    #[serde(flatten)]
    rest: BTreeMap<String, u8>,
}

fn count(value: &WithRest) -> usize {
    value.rest.len()
}

#[test]
fn unknown_fields() {
    let strict = Strict { id: 4, double: 8 };
    assert_eq!(round_trip(&[strict.clone()]), "[1]{id}:\n  4");
    for text in ["id: 4", "id: 4\ntwice: text", "double: null\nid: 4"] {
        assert_eq!(toon::from_str::<Strict>(text).unwrap(), strict, "{text}");
    }
    assert_eq!(toon::from_str::<[Strict; 1]>("[1]{id,twice}:\n  4,x").unwrap(), [strict]);
    assert!(toon::from_str::<Strict>("id: 4\nother: 1").is_err());

    let rest = WithRest { id: 4, count: 2, rest: [("a".into(), 1), ("b".into(), 2)].into() };
    assert_eq!(round_trip(&rest), "id: 4\na: 1\nb: 2");
    assert_eq!(toon::from_str::<WithRest>("id: 4\na: 1\ncount: x\nb: 2").unwrap(), rest);
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
#[serde(bound(deserialize = "T: Deserialize<'de> + Default + Clone"))]
#[toon(tabular)]
struct Generic<'a, T: Clone> {
    id: &'a str,
    value: T,
    #[toon(derived = "Self::name_of")]
    name: &'a str,
    #[toon(derived = "Generic::<'_, T>::copy_of")]
    copy: T,
}

impl<'a, T: Clone> Generic<'a, T> {
    fn name_of(&self) -> &'a str {
        self.id.rsplit('/').next().unwrap_or_default()
    }

    fn copy_of(&self) -> T {
        self.value.clone()
    }
}

/// The bound on `T::default` is inferred.
#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
struct Pair<T> {
    first: u8,
    #[serde(default = "one")]
    #[toon(derived = "Pair::second_of")]
    second: u8,
    #[toon(derived = "third_of")]
    third: T,
}

fn one() -> u8 {
    1
}

fn third_of<T: Default>(_: &Pair<T>) -> T {
    T::default()
}

impl<T> Pair<T> {
    fn second_of(&self) -> u8 {
        self.first + self.second
    }
}

#[test]
fn generic_and_borrowing_structs() {
    let text = "[1]{id,value}:\n  src/a.rs,5";
    let rows = [Generic { id: "src/a.rs", value: 5_u8, name: "a.rs", copy: 5 }];
    assert_eq!(toon::to_string(&rows).unwrap(), text);
    assert_eq!(toon::from_str::<[Generic<'_, u8>; 1]>(text).unwrap(), rows);
    let pair = Pair::<u8> { first: 3, second: 4, third: 0 };
    assert_eq!(round_trip(&pair), "first: 3");
}

#[test]
fn described_and_selected() {
    let names: Vec<_> = Symbol::FIELDS.iter().map(toon::Field::name).collect();
    assert_eq!(names, ["id", "kind"]);
    let symbols = [Symbol::new("a:b")];
    let error = EncodeOptions::new().fields(["filePath"]).to_string(&symbols).unwrap_err();
    assert_eq!(error.to_string(), "unknown field \"filePath\", expected one of `id`, `kind`");
}

/// Only written, never read.
#[derive(Serialize)]
struct WriteOnly {
    id: u8,
    #[toon(derived)]
    twice: u8,
}

/// In enums, in flattened structs, and beside other hints.
#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
#[toon(skip_default)]
struct Outer {
    #[serde(flatten)]
    symbol: Symbol,
    #[toon(tabular(key = "id"))]
    keyed: Vec<Symbol>,
    #[toon(tabular(header))]
    none: Vec<Symbol>,
    tagged: Vec<Tagged>,
    #[serde(default)]
    #[toon(derived = "Self::total_of")]
    total: usize,
    last: u8,
}

impl Outer {
    fn total_of(&self) -> usize {
        self.keyed.len() + self.tagged.len()
    }
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
#[serde(tag = "type")]
enum Tagged {
    Symbol(Symbol),
    Strict(Strict),
}

#[test]
fn everywhere() {
    assert_eq!(toon::to_string(&WriteOnly { id: 1, twice: 2 }).unwrap(), "id: 1");
    let outer = Outer {
        symbol: Symbol::new("a:b"),
        keyed: vec![Symbol::new("c:d"), Symbol::new("e:f")],
        none: vec![],
        tagged: vec![Tagged::Symbol(Symbol::new("g:h")), Tagged::Strict(Strict { id: 1, double: 2 })],
        total: 4,
        last: 0,
    };
    assert_eq!(
        round_trip(&outer),
        "\
id: \"a:b\"
kind: 1
keyed[2:]{kind}:
  \"c:d\": 1
  \"e:f\": 1
none[0]{id,kind}:
tagged[2]:
  - type: Symbol
    id: \"g:h\"
    kind: 1
  - type: Strict
    id: 1"
    );
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone, Default)]
struct Random {
    #[toon(derived = "Self::count")]
    count: usize,
    #[toon(tabular)]
    rows: Vec<Row>,
    single: Option<Row>,
    #[serde(flatten)]
    rest: BTreeMap<String, Row>,
}

impl Random {
    fn count(&self) -> usize {
        self.rows.len() + self.rest.len()
    }
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone, Default)]
#[serde(rename_all = "camelCase")]
#[toon(tabular, skip_default)]
struct Row {
    #[toon(derived = "Self::sum_of")]
    the_sum: i64,
    #[toon(hoist)]
    first: i32,
    second: Option<i32>,
    name: String,
    #[toon(derived = "length")]
    name_length: usize,
}

impl Row {
    fn sum_of(&self) -> i64 {
        i64::from(self.first) + i64::from(self.second.unwrap_or_default())
    }
}

fn length(row: &Row) -> usize {
    row.name.len()
}

fn row() -> impl Strategy<Value = Row> {
    (-2..2_i32, any::<Option<i32>>(), "[a-c]{0,2}").prop_map(|(first, second, name)| {
        let row = Row { first, second, name, ..Row::default() };
        Row { the_sum: row.sum_of(), name_length: length(&row), ..row }
    })
}

proptest! {
    #![proptest_config(effort::cases(256))]

    #[test]
    fn read_back(
        rows in proptest::collection::vec(row(), 0..4),
        single in proptest::option::of(row()),
        rest in proptest::collection::btree_map("[x-z]{1,2}", row(), 0..3),
    ) {
        let random = Random { count: 0, rows, single, rest };
        round_trip(&Random { count: random.count(), ..random });
    }
}
