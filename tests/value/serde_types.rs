//! Values and types: `to_value`, `from_value`, and values within types.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use toon::{Map, Value, from_value, to_value};

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
struct Order<'a> {
    id: u64,
    total: f64,
    note: Option<String>,
    name: &'a str,
    kind: Kind,
    tags: Vec<char>,
    by_year: BTreeMap<u16, i128>,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
enum Kind {
    Plain,
    Newtype(u8),
    Tuple(u8, bool),
    Struct { a: u8 },
}

#[test]
fn a_value_has_the_types_of_its_text() {
    for kind in [Kind::Plain, Kind::Newtype(1), Kind::Tuple(1, true), Kind::Struct { a: 2 }] {
        let order = Order {
            id: u64::MAX,
            total: 12.5,
            note: None,
            name: "Ada",
            kind,
            tags: vec!['x', 'é'],
            by_year: [(2024, i128::MIN), (2025, 1)].into(),
        };
        let value = to_value(&order).unwrap();
        let text = toon::to_string(&order).unwrap();
        assert_eq!(value.to_string(), text);
        assert_eq!(value, toon::from_str::<Value>(&text).unwrap());
        assert_eq!(from_value::<Order<'_>>(&value).unwrap(), order);
    }
}

#[test]
fn errors_have_a_path() {
    #[derive(Deserialize, Debug)]
    #[allow(dead_code, reason = "only read")]
    struct Team {
        users: Vec<User>,
    }
    #[derive(Deserialize, Debug)]
    #[allow(dead_code, reason = "only read")]
    struct User {
        id: u8,
    }
    let value = to_value(&BTreeMap::from([("users", vec![BTreeMap::from([("id", "x")])])])).unwrap();
    let error = from_value::<Team>(&value).unwrap_err();
    assert_eq!(error.to_string(), r#"invalid type: string "x", expected u8, in users[0].id"#);
    assert_eq!(error.path(), Some("users[0].id"));
}

#[test]
fn values_within_types() {
    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    struct Event {
        name: String,
        data: Value,
        extra: Option<Value>,
        more: Map,
    }
    let text = "name: a\ndata[2]: 0.30000000000000000001,x\nextra: 1e+400\nmore:\n  b: 1\n  a: 2";
    let event: Event = toon::from_str(text).unwrap();
    assert_eq!(toon::to_string(&event).unwrap(), text);
    let error = toon::from_str::<Event>("name: a\ndata: 1\nextra: null\nmore: 1").unwrap_err();
    assert_eq!(
        error.to_string(),
        "invalid type: integer `1`, expected an object at line 4 column 7, in more"
    );
    assert_eq!(from_value::<Event>(&to_value(&event).unwrap()).unwrap(), event);
}

/// Also where the reader builds a tree, or reads one row after the other.
#[test]
fn digits_are_kept_in_every_mode() {
    let text = "[2]{id,v}:\n  1,0.30000000000000000001\n  2,18446744073709551616";
    for options in [
        toon::DecodeOptions::new(),
        toon::DecodeOptions::new().strict(false),
        toon::DecodeOptions::new().expand_paths(true),
        toon::DecodeOptions::new().coerce(true),
    ] {
        let value: Value = options.from_str(text).unwrap();
        assert_eq!(value.to_string(), text);
        let rows: Vec<BTreeMap<String, Value>> = options.from_str(text).unwrap();
        assert_eq!(rows[1]["v"].to_string(), "18446744073709551616");
    }
    let rows: Vec<Value> = toon::Rows::new(text.as_bytes()).map(Result::unwrap).collect();
    assert_eq!(Value::from(rows).to_string(), text);
}

#[test]
fn other_formats_read_and_write_values() {
    let json = r#"{"b":[1,2.5,null,"x"],"a":{"c":true}}"#;
    let value: Value = serde_json::from_str(json).unwrap();
    assert_eq!(serde_json::to_string(&value).unwrap(), json);
    let error = serde_json::from_str::<Value>(r#"{"a":1,"a":2}"#).unwrap_err();
    assert_eq!(error.to_string(), r#"duplicate key "a" at line 1 column 10"#);
    let ron: Value = ron::from_str(r#"{"a": Some(1), 2: [1.5, "x"]}"#).unwrap();
    assert_eq!(ron.to_string(), "a: 1\n\"2\"[2]: 1.5,x");
}

/// No key of a document has a special meaning, unless serde's buffers could not pass digits otherwise.
#[cfg(not(feature = "arbitrary_precision"))]
#[test]
fn the_private_key_of_serde_json_is_a_key() {
    let text = "\"$serde_json::private::Number\": \"1\"";
    let value: Value = toon::from_str(text).unwrap();
    assert_eq!(value.to_string(), text);
}

#[test]
fn duplicate_keys_are_an_error() {
    struct Twice;
    impl Serialize for Twice {
        fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.collect_map([("a", 1), ("a", 2)])
        }
    }
    assert_eq!(to_value(&Twice).unwrap_err().to_string(), r#"duplicate key "a""#);
}

#[test]
fn depth_is_limited() {
    let deep = |levels: usize| (0..levels).fold(Value::Null, |value, _| Value::from(vec![value]));
    assert!(to_value(&deep(128)).is_ok());
    assert_eq!(to_value(&deep(129)).unwrap_err().to_string(), "nested deeper than 128 levels");
    assert!(from_value::<Value>(&deep(128)).is_ok());
    assert_eq!(
        from_value::<Value>(&deep(129)).unwrap_err().kind().to_string(),
        "nested deeper than 128 levels"
    );
}

#[cfg(feature = "json")]
mod json {
    use toon::Value;

    #[test]
    fn serde_json_values() {
        let json = serde_json::json!({"b": [1, -2.5, null, "x", u64::MAX], "a": {"c": true}});
        let value = Value::from(json.clone());
        assert_eq!(value["b"][4].as_u64(), Some(u64::MAX));
        assert_eq!(serde_json::Value::try_from(value.clone()).unwrap(), json);
        assert_eq!(value.to_json(), json.to_string());
    }

    #[test]
    fn a_digit_that_would_be_lost_is_an_error() {
        let value = Value::from_json(r#"{"a": [1, 0.30000000000000000001]}"#).unwrap();
        let error = serde_json::Value::try_from(value).unwrap_err();
        assert_eq!(error.to_string(), "number 0.30000000000000000001 is out of range, in a[1]");
        for inexact in ["1e400", "18446744073709551616"] {
            assert!(serde_json::Value::try_from(Value::from_json(inexact).unwrap()).is_err(), "{inexact}");
        }
        for exact in ["1.50", "1e2", "-0.0", "1e300"] {
            let value = Value::from_json(exact).unwrap();
            let json = serde_json::Value::try_from(value.clone()).unwrap();
            assert_eq!(Value::from(json), value);
        }
    }

    #[test]
    fn mistakes_in_json_have_a_place() {
        let error = Value::from_json("{\n  \"a\": 1,\n  \"a\": 2\n}").unwrap_err();
        assert_eq!(error.to_string(), "duplicate key \"a\" at line 3 column 3");
        let error = Value::from_json(&"[".repeat(200)).unwrap_err();
        assert_eq!(error.to_string(), "nested deeper than 128 levels at line 1 column 129");
    }
}
