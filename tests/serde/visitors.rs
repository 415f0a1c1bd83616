//! A hand-written visitor is read in the same way whatever its type is called, even as those of
//! serde's derive are.

use serde::de::{Deserialize, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use std::collections::BTreeMap;
use std::fmt;

#[derive(Debug, PartialEq)]
struct Pair {
    a: u32,
    b: u32,
}

const FIELDS: &[&str] = &["a", "b"];

fn from_entries<'de, A: MapAccess<'de>>(mut entries: A) -> Result<Pair, A::Error> {
    let (mut a, mut b) = (None, None);
    while let Some(key) = entries.next_key::<String>()? {
        match &*key {
            "a" => a = Some(entries.next_value()?),
            "b" => b = Some(entries.next_value()?),
            _ => drop(entries.next_value::<IgnoredAny>()?),
        }
    }
    match (a, b) {
        (Some(a), Some(b)) => Ok(Pair { a, b }),
        _ => Err(Error::custom("a field is missing")),
    }
}

fn from_elements<'de, A: SeqAccess<'de>>(mut elements: A) -> Result<Pair, A::Error> {
    match (elements.next_element()?, elements.next_element()?) {
        (Some(b), Some(a)) => Ok(Pair { a, b }),
        _ => Err(Error::custom("an element is missing")),
    }
}

/// A type that is read by a visitor of this name: by its keys, and with `seq` also in order, but
/// `b` first.
macro_rules! pair {
    ($name:ident, $visitor:ident $(, $seq:ident)?) => {
        #[derive(Debug, PartialEq)]
        struct $name(Pair);

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct $visitor;

                impl<'de> Visitor<'de> for $visitor {
                    type Value = Pair;

                    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                        f.write_str("a pair")
                    }

                    fn visit_map<A: MapAccess<'de>>(self, entries: A) -> Result<Pair, A::Error> {
                        from_entries(entries)
                    }

                    $(fn visit_seq<A: SeqAccess<'de>>(self, $seq: A) -> Result<Pair, A::Error> {
                        from_elements($seq)
                    })?
                }

                deserializer.deserialize_struct("Pair", FIELDS, $visitor).map($name)
            }
        }
    };
}

pair!(Other, Visitor_);
pair!(Derived, __Visitor);
pair!(OtherWithSeq, Visitor_, elements);
pair!(DerivedWithSeq, __Visitor, elements);

/// Asserts that both names give `expected`: the fields, or what the message of the error has in it.
#[track_caller]
fn check<'de, A, B>(text: &'de str, expected: Result<&[(u32, u32)], &str>)
where
    A: Deserialize<'de> + fmt::Debug,
    B: Deserialize<'de> + fmt::Debug,
{
    let results = [
        toon::from_str::<A>(text).map(|value| format!("{value:?}")),
        toon::from_str::<B>(text).map(|value| format!("{value:?}")),
    ];
    for result in results {
        match (result, expected) {
            (Ok(found), Ok(expected)) => {
                let expected = expected.iter().map(|(a, b)| format!("Pair {{ a: {a}, b: {b} }}"));
                let found: Vec<_> =
                    found.match_indices("Pair {").map(|(at, _)| &found[at..at + 19]).collect();
                assert_eq!(found, expected.collect::<Vec<_>>(), "{text}");
            }
            (Err(error), Err(expected)) => assert!(error.to_string().contains(expected), "{error}"),
            (result, expected) => panic!("{text}: {result:?}, expected {expected:?}"),
        }
    }
}

#[test]
fn duplicate_keys() {
    for (text, place) in [
        ("a: 1\nb: 2\na: 3", "at line 3 column 1"),
        ("a: 1\nb: 2\n\"\\u0061\": 3", "at line 3 column 1"),
        ("a: 1\nx: 2\nb: 2\nx: 3", "at line 4 column 1"),
    ] {
        check::<Other, Derived>(text, Err(place));
        check::<OtherWithSeq, DerivedWithSeq>(text, Err(place));
    }
    check::<Vec<Other>, Vec<Derived>>(
        "[1]:\n  - a: 1\n    b: 2\n    a: 3",
        Err("at line 4 column 5, in [0]"),
    );
}

#[test]
fn columns_in_order() {
    for text in ["[2]{a,b}:\n  1,2\n  3,4", "[2]{b,a}:\n  2,1\n  4,3", "[2]{a,x,b}:\n  1,0,2\n  3,0,4"] {
        check::<Vec<Other>, Vec<Derived>>(text, Ok(&[(1, 2), (3, 4)]));
        check::<Vec<OtherWithSeq>, Vec<DerivedWithSeq>>(text, Ok(&[(1, 2), (3, 4)]));
    }
}

#[test]
fn columns_of_groups_and_entries() {
    let text = "[1]{p{a,b}}:\n  1,2";
    check::<Vec<BTreeMap<String, Other>>, Vec<BTreeMap<String, Derived>>>(text, Ok(&[(1, 2)]));
    check::<Vec<BTreeMap<String, OtherWithSeq>>, Vec<BTreeMap<String, DerivedWithSeq>>>(text, Ok(&[(1, 2)]));
    let text = "[1:]{a,b}:\n  k: 1,2";
    check::<BTreeMap<String, OtherWithSeq>, BTreeMap<String, DerivedWithSeq>>(text, Ok(&[(1, 2)]));
}
