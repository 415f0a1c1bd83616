//! `skip`, `rename`, `with` and `skip_default`: hints that change the fields of an object in TOON,
//! and their names.

use super::round_trip;
use toon::{Deserialize, Serialize};

/// JSON is written as by serde.
fn json<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).unwrap()
}

mod length {
    use serde::{Deserialize, Deserializer, Serializer};

    #[allow(clippy::ptr_arg, reason = "serde calls it with the field's type")]
    pub(super) fn serialize<S: Serializer>(text: &String, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(text.len() as u64)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
        Ok("x".repeat(usize::deserialize(deserializer)?))
    }
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Default)]
#[serde(rename_all = "camelCase")]
struct Issue {
    issue_number: u32,
    #[toon(skip)]
    node_id: String,
    #[toon(rename = "who")]
    assigned_user: String,
    #[serde(rename = "desc")]
    #[toon(rename = "text")]
    description: String,
    #[toon(with = "length")]
    body: String,
}

#[test]
fn skip_rename_and_with() {
    let issue = Issue {
        issue_number: 7,
        node_id: "MDExOlB1bGw".into(),
        assigned_user: "ada".into(),
        description: "d".into(),
        body: "xxx".into(),
    };
    assert_eq!(toon::to_string(&issue).unwrap(), "issueNumber: 7\nwho: ada\ntext: d\nbody: 3");
    assert_eq!(
        json(&issue),
        r#"{"issueNumber":7,"nodeId":"MDExOlB1bGw","assignedUser":"ada","desc":"d","body":"xxx"}"#
    );
    let read: Issue = toon::from_str(&toon::to_string(&issue).unwrap()).unwrap();
    assert_eq!(read, Issue { node_id: String::new(), ..issue });
    assert_eq!(serde_json::from_str::<Issue>(&json(&read)).unwrap(), read);
}

fn forty() -> u8 {
    40
}

fn is_even(value: &u8) -> bool {
    value % 2 == 0
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone, Default)]
#[toon(skip_default)]
struct Settings {
    name: String,
    list: Vec<u8>,
    option: Option<u8>,
    #[serde(default = "forty")]
    forty: u8,
    #[toon(skip_default = "is_even")]
    odd: u8,
    nested: Nested,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
#[serde(default)]
#[toon(skip_default)]
struct Nested {
    three: u8,
    text: String,
}

impl Default for Nested {
    fn default() -> Self {
        Nested { three: 3, text: "t".into() }
    }
}

#[test]
fn fields_with_their_default_are_left_out() {
    let mut settings = Settings { forty: 40, ..Settings::default() };
    assert_eq!(round_trip(&settings), "");
    settings.nested.three = 0;
    settings.option = Some(0);
    assert_eq!(round_trip(&settings), "option: 0\nnested:\n  three: 0");
    settings = Settings { name: "n".into(), list: vec![1], forty: 0, odd: 3, ..settings };
    assert_eq!(
        round_trip(&settings),
        "name: n\nlist[1]: 1\noption: 0\nforty: 0\nodd: 3\nnested:\n  three: 0"
    );
    assert_eq!(
        json(&Settings { forty: 40, ..Settings::default() }),
        r#"{"name":"","list":[],"option":null,"forty":40,"odd":0,"nested":{"three":3,"text":"t"}}"#
    );
    // JSON without them is an error, as with serde.
    assert!(serde_json::from_str::<Settings>("{}").is_err());
}

/// Both a predicate of serde's and the default leave a field out.
#[test]
fn beside_skip_serializing_if() {
    #[derive(Serialize, Deserialize, PartialEq, Debug, Default)]
    struct Both {
        #[serde(skip_serializing_if = "is_seven", default)]
        #[toon(skip_default)]
        a: u8,
    }
    fn is_seven(value: &u8) -> bool {
        *value == 7
    }
    assert_eq!([0, 7, 8].map(|a| toon::to_string(&Both { a }).unwrap()), ["", "", "a: 8"]);
    assert_eq!([0, 7, 8].map(|a| json(&Both { a })), [r#"{"a":0}"#, "{}", r#"{"a":8}"#]);
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
#[serde(tag = "kind")]
enum Event {
    Opened {
        #[toon(skip_default)]
        by: String,
        #[toon(rename = "n")]
        number: u32,
    },
    Closed(Closed),
    Gone,
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Closed {
    #[toon(skip_default)]
    reason: Option<String>,
    at: u32,
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Outer<'a, T, const N: usize> {
    #[toon(skip_default)]
    generic: T,
    #[toon(rename = "words")]
    text: &'a str,
    #[serde(flatten)]
    event: Event,
    #[serde(flatten)]
    closed: Option<Closed>,
    array: [u8; 2],
}

/// Hints reach through adapters of serde's.
#[test]
fn behind_tags_flatten_and_generics() {
    let outer = Outer::<u8, 3> {
        generic: 0,
        text: "a b",
        event: Event::Opened { by: String::new(), number: 4 },
        closed: Some(Closed { reason: None, at: 5 }),
        array: [1, 2],
    };
    let text = toon::to_string(&outer).unwrap();
    assert_eq!(text, "words: a b\nkind: Opened\nn: 4\nat: 5\narray[2]: 1,2");
    assert_eq!(toon::from_str::<Outer<'_, u8, 3>>(&text).unwrap(), outer);
    assert_eq!(
        json(&outer),
        r#"{"generic":0,"text":"a b","kind":"Opened","by":"","number":4,"reason":null,"at":5,"array":[1,2]}"#
    );
    for event in [Event::Gone, Event::Closed(Closed { reason: Some("r".into()), at: 1 })] {
        round_trip(&event);
    }
}

/// The default of a field can be that of its struct, whose type parameters then need none.
#[test]
fn defaults_of_generic_structs() {
    /// Without a default.
    #[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
    struct Id(u8);

    #[derive(Serialize, Deserialize, PartialEq, Debug, Default)]
    #[serde(default)]
    struct Derived<T> {
        id: T,
        #[toon(skip_default)]
        count: u8,
    }

    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    #[serde(default)]
    #[toon(skip_default)]
    struct Own<T> {
        id: T,
        #[toon(skip)]
        skipped: T,
        number: u8,
    }

    impl<T: From<Id>> Default for Own<T> {
        fn default() -> Self {
            Own { id: Id(1).into(), skipped: Id(2).into(), number: 3 }
        }
    }

    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    struct Function<T: From<Id>> {
        #[serde(default = "one")]
        #[toon(skip_default)]
        id: T,
        number: u8,
    }

    fn one<T: From<Id>>() -> T {
        Id(1).into()
    }

    assert_eq!(round_trip(&Derived { id: 0, count: 0 }), "id: 0");
    assert_eq!(round_trip(&Derived { id: 0, count: 1 }), "id: 0\ncount: 1");
    assert_eq!(round_trip(&Own { id: Id(0), ..Own::default() }), "id: 0");
    assert_eq!(round_trip(&Own { id: Id(1), number: 4, ..Own::default() }), "number: 4");
    assert_eq!(round_trip(&Function { id: Id(1), number: 0 }), "number: 0");
    let own = Own { id: Id(1), skipped: Id(5), number: 3 };
    assert_eq!(json(&own), r#"{"id":1,"skipped":5,"number":3}"#);
    assert_eq!(serde_json::from_str::<Own<Id>>(&json(&own)).unwrap(), own);
}

/// A field that serde skips has no default to compare with, and is left alone.
#[test]
fn skip_default_beside_fields_that_serde_skips() {
    #[derive(Debug, Default)]
    struct Cache;

    #[derive(Serialize, Deserialize, Debug, Default)]
    #[toon(skip_default)]
    struct Cached {
        n: u8,
        #[serde(skip)]
        cache: Cache,
    }
    assert_eq!(toon::to_string(&Cached::default()).unwrap(), "");
    assert_eq!(toon::from_str::<Cached>("n: 3").unwrap().n, 3);
}

/// Names inside and outside of a `macro_rules!` do not clash (hygiene).
#[test]
fn in_macros() {
    macro_rules! declare {
        ($name:ident { $field:ident: $ty:ty = $test:literal }) => {
            #[derive(Serialize, Deserialize, PartialEq, Debug)]
            struct $name {
                #[toon(skip_default)]
                $field: $ty,
                #[toon(skip_default = $test)]
                odd: u8,
                #[toon(skip_default)]
                text: String,
            }
        };
    }
    declare!(Made { a: Option<u8> = "is_even" });
    assert_eq!(round_trip(&Made { a: None, odd: 0, text: String::new() }), "");
    assert_eq!(round_trip(&Made { a: Some(1), odd: 3, text: "t".into() }), "a: 1\nodd: 3\ntext: t");
}

/// A library may rename this crate.
mod elsewhere {
    mod library {
        pub(super) use toon as inner;
    }

    #[test]
    fn under_another_path() {
        #[derive(library::inner::Serialize, library::inner::Deserialize, PartialEq, Debug)]
        #[toon(crate = "library::inner", skip_default)]
        struct Here {
            a: u8,
        }
        assert_eq!(super::round_trip(&Here { a: 1 }), "a: 1");
    }
}

/// Predicates may be functions of the type itself.
#[test]
fn predicates_of_the_type_itself() {
    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    struct Own<T> {
        #[serde(skip_serializing_if = "Self::is_zero", default)]
        a: u8,
        #[toon(skip_default = "Self::is_zero")]
        b: u8,
        c: T,
    }
    impl<T> Own<T> {
        fn is_zero(value: &u8) -> bool {
            *value == 0
        }
    }
    assert_eq!(round_trip(&Own { a: 0, b: 0, c: 1 }), "c: 1");
    assert_eq!(json(&Own { a: 0, b: 0, c: 1 }), r#"{"b":0,"c":1}"#);
}

/// Hints on the type apply to the fields that serde does not skip.
#[test]
fn beside_fields_that_serde_skips() {
    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    #[toon(fold, skip_default)]
    struct Skips {
        #[serde(skip)]
        never: u8,
        #[serde(skip_serializing)]
        read: u8,
        #[serde(skip_deserializing)]
        written: u8,
        map: std::collections::BTreeMap<String, u8>,
    }
    let map = || [("x".to_owned(), 1)].into();
    let skips = Skips { never: 1, read: 2, written: 3, map: map() };
    assert_eq!(toon::to_string(&skips).unwrap(), "written: 3\nmap.x: 1");
    let read: Skips = toon::from_str("read: 4\nmap.x: 1").unwrap();
    assert_eq!(read, Skips { never: 0, read: 4, written: 0, map: map() });
}

/// A key that is not written after all is not a key; the ones before it are still known.
#[test]
fn skip_default_behind_many_keys() {
    use std::collections::BTreeMap;

    #[derive(Serialize)]
    struct Flat {
        #[serde(flatten)]
        keys: BTreeMap<String, u32>,
        #[toon(skip_default)]
        z: u32,
        #[serde(rename = "k15")]
        again: Option<u32>,
    }

    #[derive(Serialize)]
    struct Different {
        #[serde(flatten)]
        keys: BTreeMap<String, u32>,
        #[toon(skip_default)]
        z: u32,
        #[toon(skip_default)]
        k15: u32,
    }

    for count in [14, 15, 16, 17, 18, 40] {
        let keys: BTreeMap<_, _> = (0..count).map(|n| (format!("k{n:02}"), n)).collect();
        for z in [0, 1] {
            let value = Flat { keys: keys.clone(), z, again: Some(1) };
            assert_eq!(toon::to_string(&value).is_ok(), count < 16, "{count} {z}");
            let value = Different { keys: keys.clone(), z, k15: 0 };
            let text = toon::to_string(&value).unwrap();
            assert_eq!(text.lines().count(), keys.len() + usize::from(z > 0), "{text}");
        }
    }
}

#[test]
fn fields_that_are_not_aligned() {
    fn is_seven(number: &u32) -> bool {
        *number == 7
    }

    #[derive(Serialize, Deserialize, PartialEq, Debug, Clone, Copy, Default)]
    #[repr(C, packed)]
    #[toon(skip_default)]
    struct Packed {
        small: u8,
        large: u64,
        #[serde(default = "seven")]
        #[toon(skip_default = "is_seven")]
        number: u32,
    }

    fn seven() -> u32 {
        7
    }

    let packed = Packed { small: 1, large: 0, number: 7 };
    assert_eq!(round_trip(&packed), "small: 1");
    assert_eq!(round_trip(&Packed { large: 2, number: 0, ..packed }), "small: 1\nlarge: 2\nnumber: 0");
}
