//! `toon_stats`.

use super::{call, text};
use serde_json::{Value, json};
use toon_convert::tokens;

#[track_caller]
fn stats(arguments: Value) -> Value {
    let result = call("toon_stats", arguments).unwrap();
    let structured = result.structured_content.clone().unwrap();
    let (text, marker) = text(&result);
    assert_eq!((serde_json::from_str::<Value>(text).unwrap(), marker), (structured.clone(), "json"));
    structured
}

#[test]
fn both_texts_are_measured() {
    let data = json!([{ "id": 1, "name": "Ada" }, { "id": 2, "name": "Bob" }]);
    let (compact, toon) = (data.to_string(), "[2]{id,name}:\n  1,Ada\n  2,Bob");
    let stats = stats(json!({ "json": data }));
    for (name, text) in [("json", compact.as_str()), ("toon", toon)] {
        assert_eq!(stats[name]["bytes"], text.len());
        assert_eq!(stats[name]["tokens"], tokens::count(text));
        assert_eq!(stats[name]["tokens_approx"], tokens::estimate(text));
    }
    let percent = |part: &str| {
        let (json, toon) = (stats["json"][part].as_f64().unwrap(), stats["toon"][part].as_f64().unwrap());
        ((json - toon) / json * 10_000.0).round() / 100.0
    };
    assert_eq!(stats["savings"]["bytes_percent"], percent("bytes"));
    assert_eq!(stats["savings"]["tokens_percent"], percent("tokens"));
    assert_eq!(stats["savings"]["tokens_approx_percent"], percent("tokens_approx"));
}

#[test]
fn the_json_side_is_compact() {
    let spaced = stats(json!({ "json": "{ \"\\u0061\" : [ 1 ,\n 2.0 ] }" }));
    assert_eq!(spaced["json"]["bytes"], r#"{"a":[1,2]}"#.len());
}

#[test]
fn savings_may_be_negative() {
    let stats = stats(json!({ "json": { "a": { "b": { "c": [[1], [2]] } } }, "indent": 8 }));
    assert!(stats["savings"]["bytes_percent"].as_f64().unwrap() < 0.0);
}

#[test]
fn options_may_stand_in_three_places() {
    let data = json!({ "a": { "b": 1 } });
    let flat = stats(json!({ "json": data, "fold_keys": true }));
    assert_eq!(flat["toon"]["bytes"], "a.b: 1".len());
    for nested in ["options", "encode_options"] {
        assert_eq!(stats(json!({ "json": data, nested: { "fold_keys": true } })), flat);
    }
}
