//! The form does not depend on what `Serialize` types announce.

use crate::support::events::{Call, Event, int, map, seq};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;
use std::fmt;

#[track_caller]
fn assert_event(event: &Event, text: &str) {
    assert_eq!(toon::to_string(event).unwrap(), text);
}

#[test]
fn structs_and_maps_share_a_table() {
    let row = |a, b| Event::Struct(vec![("a", int(a)), ("b", int(b))]);
    assert_event(&seq([row(1, 2), map([("a", int(3)), ("b", int(4))])]), "[2]{a,b}:\n  1,2\n  3,4");
    assert_event(&seq([map([("b", int(3)), ("a", int(4))]), row(1, 2)]), "[2]{b,a}:\n  3,4\n  2,1");
    assert_event(
        &map([("p", row(1, 2)), ("q", map([("b", int(3)), ("a", int(4))]))]),
        "[2:]{a,b}:\n  p: 1,2\n  q: 4,3",
    );
    assert_event(&seq([row(1, 2), map([("a", int(3))])]), "[2]:\n  - a: 1\n    b: 2\n  - a: 3");
}

struct Rows(Vec<Vec<(String, u8)>>);

impl Serialize for Rows {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(|row| Row(row)))
    }
}

/// Sends each key from one buffer, so that all have the same address.
struct Row<'a>(&'a [(String, u8)]);

impl Serialize for Row<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut buffer = String::with_capacity(16);
        let mut map = serializer.serialize_map(None)?;
        for (key, value) in self.0 {
            buffer.clear();
            buffer.push_str(key);
            map.serialize_key(&buffer)?;
            map.serialize_value(value)?;
        }
        map.end()
    }
}

/// The same keys at other addresses, and other keys at the same address.
#[test]
fn keys_are_compared_by_content() {
    let keys: Vec<String> = (0..3).map(|n| format!("key{n}")).collect();
    let rows = (0..3).map(|n| keys.iter().map(|key| (key.clone(), n)).collect()).collect();
    assert_eq!(toon::to_string(&Rows(rows)).unwrap(), "[3]{key0,key1,key2}:\n  0,0,0\n  1,1,1\n  2,2,2");
    let row =
        |first: (&str, u8), second: (&str, u8)| [first, second].map(|(key, n)| (key.to_owned(), n)).into();
    let rows = vec![row(("aa", 1), ("bb", 2)), row(("bb", 3), ("aa", 4))];
    assert_eq!(toon::to_string(&Rows(rows)).unwrap(), "[2]{aa,bb}:\n  1,2\n  4,3");
}

/// A static name may be a part of another: neither its address nor its length is sufficient.
#[test]
fn fields_of_overlapping_names() {
    let names = "abcabc";
    let row = |first, second| Event::Struct(vec![(first, int(1)), (second, int(2))]);
    assert_event(&seq([row(&names[..3], "x"), row(&names[3..], "x")]), "[2]{abc,x}:\n  1,2\n  1,2");
    assert_event(
        &seq([row(&names[..3], "x"), row(&names[..2], "x")]),
        "[2]:\n  - abc: 1\n    x: 2\n  - ab: 1\n    x: 2",
    );
}

#[test]
fn enum_variants() {
    let variant = |name, inner| Event::NewtypeVariant(name, Box::new(inner));
    let row = |x| map([("x", int(x))]);
    assert_event(&variant("A", int(1)), "A: 1");
    assert_event(&variant("A", row(1)), "A:\n  x: 1");
    assert_event(&variant("A", variant("B", row(1))), "A:\n  B:\n    x: 1");
    assert_event(&variant("A", map([("p", row(1)), ("q", row(2))])), "A[2:]{x}:\n  p: 1\n  q: 2");
    assert_event(&seq([variant("A", row(1)), variant("A", row(2))]), "[2]{A{x}}:\n  1\n  2");
    assert_event(
        &seq([variant("A", row(1)), variant("B", row(2))]),
        "[2]:\n  - A:\n      x: 1\n  - B:\n      x: 2",
    );
    assert_event(&seq([variant("A", int(1)), Event::Unit("A")]), "[2]:\n  - A: 1\n  - A");
    assert_event(
        &map([("p", variant("A", int(1))), ("q", variant("A", int(2)))]),
        "[2:]{A}:\n  p: 1\n  q: 2",
    );
    assert_event(&map([("p", variant("A", int(1))), ("q", Event::Unit("B"))]), "p:\n  A: 1\nq: B");
    assert_event(&map([("p", Event::Unit("B")), ("q", variant("A", seq([])))]), "p: B\nq:\n  A: []");
    assert_event(&seq([variant("A", seq([int(1)])), int(2)]), "[2]:\n  - A[1]: 1\n  - 2");
    assert_event(&variant("a b", int(1)), "\"a b\": 1");
}

#[test]
fn keys_of_every_kind() {
    let keys = vec![
        (Event::Text("a"), int(1)),
        (Event::Int(-1), int(2)),
        (Event::Float(1.5), int(3)),
        (Event::Bool(true), int(4)),
        (Event::Char('c'), int(5)),
        (Event::Unit("Unit"), int(6)),
        (Event::Newtype(Box::new(Event::Int(7))), int(7)),
        (Event::Some(Box::new(Event::Text("8 8"))), int(8)),
    ];
    assert_event(
        &Event::Map(keys),
        "a: 1\n\"-1\": 2\n\"1.5\": 3\ntrue: 4\nc: 5\nUnit: 6\n\"7\": 7\n\"8 8\": 8",
    );
    let key = |key| Event::Calls(vec![Call::Key(key), Call::Value(int(1))]);
    assert_event(&seq([key(Event::Int(5)), key(Event::Text("5"))]), "[2]{\"5\"}:\n  1\n  1");
}

/// Text whose quoting does not follow from any single piece.
struct Shown<'a>(&'a str);

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|char| write!(f, "{char}"))
    }
}

impl Serialize for Shown<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[test]
fn displayed_text() {
    for text in
        ["", "a", "a b", "1", "-", "a,b", "true", "a:b", " a", "a ", "1e5", "\n", "\"", "é", "\u{feff}x"]
    {
        assert_eq!(toon::to_string(&Shown(text)).unwrap(), toon::to_string(text).unwrap());
        assert_eq!(toon::to_string(&[Shown(text)]).unwrap(), toon::to_string(&[text]).unwrap());
        let (shown, plain) = (BTreeMap::from([("k", Shown(text))]), BTreeMap::from([("k", text)]));
        assert_eq!(toon::to_string(&shown).unwrap(), toon::to_string(&plain).unwrap());
        assert_eq!(toon::to_string(&[&shown]).unwrap(), toon::to_string(&[&plain]).unwrap());
    }
}

#[test]
fn a_serializer_appends() {
    let mut out = "# ".to_owned();
    let mut serializer = toon::Serializer::new(&mut out);
    BTreeMap::from([("a", 1)]).serialize(&mut serializer).unwrap();
    assert_eq!(out, "# a: 1");
    let mut out = "x".repeat(100);
    seq([map([("a", int(1))]), map([("a", int(2))])])
        .serialize(&mut toon::Serializer::new(&mut out))
        .unwrap();
    assert_eq!(out, format!("{}[2]{{a}}:\n  1\n  2", "x".repeat(100)));
}
