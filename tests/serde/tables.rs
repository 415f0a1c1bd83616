//! The literal texts of what serde's types look like in tables, and what comes back.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::Debug;

#[track_caller]
fn assert_text<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T, text: &str) {
    assert_eq!(toon::to_string(value).unwrap(), text);
    assert_eq!(&toon::from_str::<T>(text).unwrap(), value);
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
enum External {
    Unit,
    New(u32),
    Tuple(u8, u8),
    Struct { x: u8, y: Option<String> },
    Nested(Box<External>),
    Option(Option<u8>),
    Empty {},
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type")]
enum Internal {
    Unit,
    Struct { x: u8 },
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "t", content = "c")]
enum Adjacent {
    Unit,
    New(u8),
    Struct { x: u8 },
    Tuple(u8, u8),
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
enum Untagged {
    Number(u8),
    Struct { x: u8 },
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Row<T> {
    id: u8,
    value: T,
    last: bool,
}

fn row<T>(id: u8, value: T) -> Row<T> {
    Row { id, value, last: id % 2 == 0 }
}

fn map<T, const N: usize>(entries: [(&str, T); N]) -> BTreeMap<String, T> {
    entries.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
}

#[test]
fn external_enums() {
    use External::{Empty, Nested, New, Option, Struct, Tuple, Unit};

    assert_text(&New(1), "New: 1");
    assert_text(&vec![New(1), New(2)], "[2]{New}:\n  1\n  2");
    assert_text(&vec![New(1)], "[1]{New}:\n  1");
    assert_text(&map([("a", New(1)), ("b", New(2))]), "[2:]{New}:\n  a: 1\n  b: 2");
    assert_text(&map([("a", New(1))]), "a:\n  New: 1");
    assert_text(&vec![Unit, Unit], "[2]: Unit,Unit");
    assert_text(&vec![Unit, New(1)], "[2]:\n  - Unit\n  - New: 1");
    assert_text(&vec![New(1), Unit], "[2]:\n  - New: 1\n  - Unit");
    assert_text(&map([("a", Unit), ("b", New(1))]), "a: Unit\nb:\n  New: 1");
    assert_text(&map([("a", New(1)), ("b", Unit)]), "a:\n  New: 1\nb: Unit");
    assert_text(&vec![Tuple(1, 2), Tuple(3, 4)], "[2]:\n  - Tuple[2]: 1,2\n  - Tuple[2]: 3,4");
    let (one, two) = (Struct { x: 1, y: None }, Struct { x: 2, y: Some("a,b".to_owned()) });
    assert_text(&one, "Struct:\n  x: 1\n  y: null");
    assert_text(&vec![one.clone(), two.clone()], "[2]{Struct{x,y}}:\n  1,null\n  2,\"a,b\"");
    assert_text(&map([("a", one.clone()), ("b", two)]), "[2:]{Struct{x,y}}:\n  a: 1,null\n  b: 2,\"a,b\"");
    assert_text(&vec![New(1), one], "[2]:\n  - New: 1\n  - Struct:\n      x: 1\n      y: null");
    assert_text(&vec![Nested(Box::new(New(1))), Nested(Box::new(New(2)))], "[2]{Nested{New}}:\n  1\n  2");
    assert_text(&vec![Nested(Box::new(Unit)), Nested(Box::new(Unit))], "[2]{Nested}:\n  Unit\n  Unit");
    assert_text(
        &vec![Nested(Box::new(Unit)), Nested(Box::new(New(1)))],
        "[2]:\n  - Nested: Unit\n  - Nested:\n      New: 1",
    );
    assert_text(&vec![Option(None), Option(Some(1))], "[2]{Option}:\n  null\n  1");
    assert_text(&vec![Empty {}, Empty {}], "[2]:\n  - Empty:\n  - Empty:");
}

#[test]
fn external_enums_in_rows() {
    use External::{New, Struct, Tuple, Unit};

    assert_text(&vec![row(1, Unit), row(2, Unit)], "[2]{id,value,last}:\n  1,Unit,false\n  2,Unit,true");
    assert_text(&vec![row(1, New(5)), row(2, New(6))], "[2]{id,value{New},last}:\n  1,5,false\n  2,6,true");
    let named = |x| Struct { x, y: None };
    assert_text(
        &vec![row(1, named(5)), row(2, named(6))],
        "[2]{id,value{Struct{x,y}},last}:\n  1,5,null,false\n  2,6,null,true",
    );
    assert_text(
        &vec![row(1, New(5)), row(2, Unit)],
        "[2]:\n  - id: 1\n    value:\n      New: 5\n    last: false\n  - id: 2\n    value: Unit\n    last: true",
    );
    assert_text(
        &vec![row(1, Tuple(5, 6))],
        "[1]:\n  - id: 1\n    value:\n      Tuple[2]: 5,6\n    last: false",
    );
    assert_text(
        &map([("a", row(1, New(5))), ("b", row(2, New(6)))]),
        "[2:]{id,value{New},last}:\n  a: 1,5,false\n  b: 2,6,true",
    );
}

#[test]
fn other_enums() {
    assert_text(
        &vec![Internal::Struct { x: 1 }, Internal::Struct { x: 2 }],
        "[2]{type,x}:\n  Struct,1\n  Struct,2",
    );
    assert_text(&vec![Internal::Unit, Internal::Unit], "[2]{type}:\n  Unit\n  Unit");
    assert_text(
        &vec![Internal::Unit, Internal::Struct { x: 1 }],
        "[2]:\n  - type: Unit\n  - type: Struct\n    x: 1",
    );
    assert_text(&vec![Adjacent::New(1), Adjacent::New(2)], "[2]{t,c}:\n  New,1\n  New,2");
    assert_text(&vec![Adjacent::Struct { x: 1 }], "[1]{t,c{x}}:\n  Struct,1");
    assert_text(&vec![Adjacent::Unit, Adjacent::Unit], "[2]{t}:\n  Unit\n  Unit");
    assert_text(
        &vec![Adjacent::New(1), Adjacent::Tuple(2, 3)],
        "[2]:\n  - t: New\n    c: 1\n  - t: Tuple\n    c[2]: 2,3",
    );
    assert_text(
        &map([("a", Adjacent::New(1)), ("b", Adjacent::New(2))]),
        "[2:]{t,c}:\n  a: New,1\n  b: New,2",
    );
    assert_text(&vec![Untagged::Number(1), Untagged::Number(2)], "[2]: 1,2");
    assert_text(&vec![Untagged::Struct { x: 1 }, Untagged::Struct { x: 2 }], "[2]{x}:\n  1\n  2");
    assert_text(&vec![Untagged::Number(1), Untagged::Struct { x: 2 }], "[2]:\n  - 1\n  - x: 2");
}

#[test]
fn options_newtypes_and_units_are_cells() {
    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Unit;
    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct New<T>(T);

    assert_text(&vec![row(1, None), row(2, Some(5))], "[2]{id,value,last}:\n  1,null,false\n  2,5,true");
    assert_text(&vec![row(1, Unit), row(2, Unit)], "[2]{id,value,last}:\n  1,null,false\n  2,null,true");
    assert_text(&vec![row(1, New(New('x')))], "[1]{id,value,last}:\n  1,x,false");
    assert_text(
        &vec![New(row(1, true)), New(row(2, false))],
        "[2]{id,value,last}:\n  1,true,false\n  2,false,true",
    );
    assert_text(&vec![Some(New(1)), None], "[2]: 1,null");
    assert_text(&vec![Some(row(1, 1)), Some(row(2, 2))], "[2]{id,value,last}:\n  1,1,false\n  2,2,true");
    assert_text(&vec![Some(row(1, 1)), None], "[2]:\n  - id: 1\n    value: 1\n    last: false\n  - null");
}

#[test]
fn tuples_and_bytes() {
    assert_text(&(1, "a".to_owned(), true), "[3]: 1,a,true");
    assert_text(&(row(1, 2), row(3, 4)), "[2]{id,value,last}:\n  1,2,false\n  3,4,false");
    assert_text(&vec![(1, 2), (3, 4)], "[2]:\n  - [2]: 1,2\n  - [2]: 3,4");
    assert_text(&vec![row(1, (1, 2))], "[1]:\n  - id: 1\n    value[2]: 1,2\n    last: false");
    assert_text(&serde_bytes::ByteBuf::from(vec![1, 2, 255]), "[3]: 1,2,255");
    assert_text(&serde_bytes::ByteBuf::from(vec![]), "[]");
    assert_text(&((), ()), "[2]: null,null");
    assert_text(&[0_u8; 0], "[]");
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct WithMap {
    id: u8,
    #[serde(flatten)]
    more: BTreeMap<String, u8>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct WithEnum<E> {
    id: u8,
    #[serde(flatten)]
    choice: E,
}

#[test]
fn flattened_rows() {
    let flat = |id, p| WithMap { id, more: map([("p", p), ("q r", 2)]) };
    assert_text(&vec![flat(1, 5), flat(3, 6)], "[2]{id,p,\"q r\"}:\n  1,5,2\n  3,6,2");
    assert_text(
        &vec![flat(1, 5), WithMap { id: 2, more: map([]) }],
        "[2]:\n  - id: 1\n    p: 5\n    \"q r\": 2\n  - id: 2",
    );

    let flat = |id, x| WithEnum { id, choice: Internal::Struct { x } };
    assert_text(&vec![flat(1, 5), flat(2, 6)], "[2]{id,type,x}:\n  1,Struct,5\n  2,Struct,6");
    let flat = |id, x| WithEnum { id, choice: External::New(x) };
    assert_text(&vec![flat(1, 5), flat(2, 6)], "[2]{id,New}:\n  1,5\n  2,6");
    let flat = |id, x| WithEnum { id, choice: Adjacent::New(x) };
    assert_text(&vec![flat(1, 5), flat(2, 6)], "[2]{id,t,c}:\n  1,New,5\n  2,New,6");
}

#[test]
fn numbers() {
    assert_text(&(u64::MAX, i64::MIN), "[2]: 18446744073709551615,-9223372036854775808");
    assert_text(
        &(u128::MAX, i128::MIN),
        "[2]: 340282366920938463463374607431768211455,-170141183460469231731687303715884105728",
    );
    assert_text(&(1.0, -0.5, 1e20, 1e-6), "[4]: 1,-0.5,100000000000000000000,0.000001");
    assert_text(&(1e21, 1.5e-7, f64::MAX, 5e-324), "[4]: 1e+21,1.5e-7,1.7976931348623157e+308,5e-324");
    assert_text(&(0.1_f32, 16_777_216_f32, f32::MAX), "[3]: 0.1,16777216,3.4028235e+38");
    assert_eq!(toon::to_string(&(-0.0, f64::NAN, f64::INFINITY, f32::NAN)).unwrap(), "[4]: 0,null,null,null");
}
