//! Targets that use `deserialize_any`: `Value`, untagged enums, `IgnoredAny`.

use crate::compare::Compare;
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Number, Value, json};
use std::collections::BTreeMap;

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Holder {
    name: String,
    any: Value,
    object: Map<String, Value>,
    number: Number,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
enum Number2 {
    Int(i64),
    Float(f64),
    Text(String),
}

#[derive(Debug, Deserialize)]
struct Partly {
    a: u8,
    #[allow(dead_code, reason = "read past")]
    skipped: IgnoredAny,
    z: u8,
}

pub fn cases(compare: &mut Compare) {
    compare.values("Value", &values());
    compare.values("Values in a map", &[values().into_iter().enumerate().map(|(n, v)| (n.to_string(), v)).collect::<BTreeMap<_, _>>()]);
    let holders = values().into_iter().map(|any| Holder {
        name: "x".to_owned(),
        object: Map::from_iter([("a".to_owned(), any.clone()), ("b".to_owned(), any.clone())]),
        any,
        number: Number::from(5),
    });
    compare.values("Value in a struct", &holders.collect::<Vec<_>>());
    compare.values("untagged numbers", &[Number2::Int(1), Number2::Float(1.5), Number2::Float(1e-9), Number2::Text("1".to_owned())]);
    whole_floats();
    ignored();
}

/// §2 has one type of number: `1.0` is `1`.
fn whole_floats() {
    let text = toon::to_string(&[Number2::Float(1.0), Number2::Float(-0.0), Number2::Float(1e300)]).unwrap();
    let expected = [Number2::Int(1), Number2::Int(0), Number2::Float(1e300)];
    assert_eq!(toon::from_str::<[Number2; 3]>(&text).unwrap(), expected);
    assert_eq!(toon::from_str::<Value>("[5]: 1.0,-0,1e3,1.50,-2E+2").unwrap(), json!([1, 0, 1000, 1.5, -200]));
    assert_eq!(toon::from_str::<Value>("18446744073709551615").unwrap(), json!(u64::MAX));
    assert_eq!(toon::from_str::<Value>("-9223372036854775808").unwrap(), json!(i64::MIN));
    assert_eq!(toon::from_str::<Value>("18446744073709551616").unwrap(), json!(18_446_744_073_709_551_616.0));
    assert_eq!(toon::from_str::<Value>("1e400").unwrap(), json!("1e400"));
    assert!(toon::from_str::<f64>("1e400").is_err());
    // Also where an integer is asked for.
    assert_eq!(toon::from_str::<Vec<u8>>("[4]: 1.0,1e2,-0,2.50e1").unwrap(), [1, 100, 0, 25]);
    assert!(toon::from_str::<u8>("1.5").is_err());
    assert!(toon::from_str::<u8>("256").is_err());
    assert!(toon::from_str::<u8>("-1").is_err());
}

fn ignored() {
    for value in values() {
        let text = toon::to_string(&json!({"a": 1, "skipped": value, "z": 2})).unwrap();
        let Partly { a, z, .. } = toon::from_str(&text).unwrap();
        assert_eq!((a, z), (1, 2), "{text}");
        let text = toon::to_string(&json!([{"a": 1, "skipped": value, "z": 2}, {"a": 1, "skipped": value, "z": 2}])).unwrap();
        let [_, Partly { a, z, .. }] = toon::from_str(&text).unwrap();
        assert_eq!((a, z), (1, 2), "{text}");
    }
}

fn values() -> Vec<Value> {
    vec![
        Value::Null,
        json!(true),
        json!(0),
        json!(-1),
        json!(1.5),
        json!(u64::MAX),
        json!(i64::MIN),
        json!(""),
        json!("1"),
        json!("text"),
        json!([]),
        json!({}),
        json!([null]),
        json!([1, "a", true, null, 0.5]),
        json!([[], {}]),
        json!([{}, []]),
        json!([{}, {}]),
        json!([[1, 2], [3]]),
        json!([[[]], [[1]]]),
        json!([1, [2, [3, [4]]]]),
        json!({"a": 1}),
        json!({"a": {}}),
        json!({"a": []}),
        json!({"a": {"b": {"c": {"d": {}}}}}),
        json!({"a": {"x": 1}, "b": {"x": 2}}),
        json!({"a": {"x": 1, "y": 2}, "b": {"y": 3, "x": 4}}),
        json!({"a": {"x": 1}, "b": {"y": 2}}),
        json!({"a": {"x": 1}, "b": {"x": [2]}}),
        json!({"a": {"x": {"p": 1}}, "b": {"x": {"p": 2}}}),
        json!({"a": {"x": {"p": 1}}, "b": {"x": {"q": 2}}}),
        json!({"a": {"x": 1}, "b": 2}),
        json!({"b": 2, "a": {"x": 1}}),
        json!([{"a": 1}]),
        json!([{"a": 1}, {"a": 2}]),
        json!([{"a": 1}, {"a": {}}]),
        json!([{"a": 1}, {"a": []}]),
        json!([{"a": 1}, {"a": {"b": 1}}]),
        json!([{"a": {"b": 1}}, {"a": 1}]),
        json!([{"a": {"b": 1}}, {"a": null}]),
        json!([{"a": {"b": 1}}, {"a": {"b": 2}}]),
        json!([{"a": {"b": 1}}, {"a": {"c": 2}}]),
        json!([{"a": {"b": 1, "c": 2}, "d": 3}, {"d": 4, "a": {"c": 5, "b": 6}}]),
        json!([{"a": 1, "b": 2}, {"b": 3, "a": 4}]),
        json!([{"a": 1, "b": 2}, {"b": 3, "a": 4}, {"a": 5}]),
        json!([{"a": 1}, {"a": 2, "b": 3}]),
        json!([{"a": 1, "b": 2}, {"a": 3}]),
        json!([{"a": 1}, 2]),
        json!([1, {"a": 2}]),
        json!([{"a": [1]}, {"a": [2]}]),
        json!([{"a": [{"b": 1}, {"b": 2}], "c": {"x": {"y": 1}, "z": {"y": 2}}}]),
        json!([{"c": {"x": {"y": 1}, "z": {"y": 2}}, "a": [{"b": 1}]}, {}]),
        json!([[{"a": 1}, {"a": 2}], [{"a": 3}]]),
        json!({"list": [{"a": 1}, {"a": 2}], "keyed": {"p": {"a": 1}, "q": {"a": 2}}, "end": null}),
    ]
}
