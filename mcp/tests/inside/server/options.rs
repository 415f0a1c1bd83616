//! The options of the tools.

use super::{call, marked};
use serde_json::{Value, json};

fn encoded(arguments: Value) -> String {
    marked("toon_encode", "toon", arguments)
}

fn decoded(arguments: Value) -> String {
    marked("toon_decode", "json", arguments)
}

#[test]
fn json_may_be_an_object_an_array_or_text() {
    assert_eq!(encoded(json!({ "json": { "a": [1, 2] } })), "a[2]: 1,2");
    assert_eq!(encoded(json!({ "json": [{ "id": 1 }, { "id": 2 }] })), "[2]{id}:\n  1\n  2");
    assert_eq!(encoded(json!({ "json": "{\"b\": 1, \"a\": [1e2]}" })), "b: 1\na[1]: 100");
    assert_eq!(encoded(json!({ "json": "\"hello\"" })), "hello");
    assert_eq!(encoded(json!({ "json": null })), "null");
    assert_eq!(encoded(json!({ "json": 1.5 })), "1.5");
}

#[test]
fn options_may_stand_beside_the_data_or_in_an_object() {
    let data = json!([{ "a": 1, "b": 2 }]);
    let flat = encoded(json!({ "json": data, "delimiter": "tab", "indent": 4 }));
    assert_eq!(flat, "[1\t]{a\tb}:\n    1\t2");
    let nested = encoded(json!({ "json": data, "options": { "delimiter": "tab", "indent": 4 } }));
    assert_eq!(nested, flat);
    let both = encoded(json!({ "json": data, "options": { "delimiter": "tab" }, "indent": 4 }));
    assert_eq!(both, flat);
    // Models write null for missing values.
    let left_out = json!({ "json": [1], "options": null, "delimiter": null, "flatten_depth": null });
    assert_eq!(encoded(left_out), "[1]: 1");
}

#[test]
fn an_option_in_both_places_is_refused() {
    let arguments = json!({ "json": [1], "options": { "indent": 4 }, "indent": 2 });
    let error = call("toon_encode", arguments).unwrap_err();
    assert_eq!((error.code.0, &*error.message), (-32602, "duplicate option `indent`"));
}

#[test]
fn delimiters_have_three_names() {
    for (name, text) in [("comma", "[2]: 1,2"), ("tab", "[2\t]: 1\t2"), ("pipe", "[2|]: 1|2")] {
        assert_eq!(encoded(json!({ "json": [1, 2], "delimiter": name })), text);
    }
    for wrong in [json!("semicolon"), json!("Comma"), json!(","), json!(1)] {
        let error = call("toon_encode", json!({ "json": [1], "delimiter": wrong })).unwrap_err();
        assert_eq!(error.code.0, -32602);
        assert!(error.message.starts_with("Invalid arguments: "), "{}", error.message);
    }
}

#[test]
fn indentation_is_clamped_to_1_to_8_spaces() {
    for (indent, spaces) in [(0, 1), (1, 1), (2, 2), (8, 8), (9, 8), (255, 8), (u64::MAX, 8)] {
        let text = encoded(json!({ "json": { "a": { "b": 1 } }, "indent": indent }));
        assert_eq!(text, format!("a:\n{}b: 1", " ".repeat(spaces)), "{indent}");
    }
    let nested = json!({ "json": { "a": { "b": 1 } }, "encode_options": { "indent": 100 } });
    let stats = call("toon_stats", nested).unwrap().structured_content.unwrap();
    assert_eq!(stats["toon"]["bytes"], "a:\n        b: 1".len());
    for wrong in [json!(-1), json!(2.5), json!("2")] {
        assert_eq!(call("toon_encode", json!({ "json": 1, "indent": wrong })).unwrap_err().code.0, -32602);
    }
}

#[test]
fn keys_are_folded_where_that_is_asked_for() {
    let data = json!({ "a": { "b": { "c": 1 } } });
    assert_eq!(encoded(json!({ "json": data })), "a:\n  b:\n    c: 1");
    assert_eq!(encoded(json!({ "json": data, "fold_keys": true })), "a.b.c: 1");
    assert_eq!(encoded(json!({ "json": data, "fold_keys": true, "flatten_depth": 2 })), "a.b:\n  c: 1");
    assert_eq!(encoded(json!({ "json": data, "flatten_depth": 2 })), "a:\n  b:\n    c: 1");
}

#[test]
fn what_is_decoded_keeps_order_and_digits() {
    let toon = "z: 12345678901234567890123\na: 0.10\nm[2]{y,x}:\n  1,b\n  2,\"2\"";
    assert_eq!(
        decoded(json!({ "toon": toon })),
        r#"{"z":12345678901234567890123,"a":0.1,"m":[{"y":1,"x":"b"},{"y":2,"x":"2"}]}"#,
    );
    let pretty = decoded(json!({ "toon": "b: 1\na[1]: 2", "options": { "output_format": "json_pretty" } }));
    assert_eq!(pretty, "{\n  \"b\": 1,\n  \"a\": [\n    2\n  ]\n}");
    assert_eq!(decoded(json!({ "toon": "b: 1", "output_format": "json" })), r#"{"b":1}"#);
    assert_eq!(
        call("toon_decode", json!({ "toon": "b: 1", "output_format": "yaml" })).unwrap_err().code.0,
        -32602
    );
}

#[test]
fn decoding_is_strict_reads_types_and_expands_nothing_unless_told() {
    assert!(call("toon_decode", json!({ "toon": "a[3]: 1,2" })).is_err());
    assert_eq!(decoded(json!({ "toon": "a[3]: 1,2", "strict": false })), r#"{"a":[1,2]}"#);
    assert_eq!(decoded(json!({ "toon": "a: 1\nb: true" })), r#"{"a":1,"b":true}"#);
    assert_eq!(
        decoded(json!({ "toon": "a: 1\nb: true", "options": { "coerce_types": false } })),
        r#"{"a":"1","b":"true"}"#,
    );
    assert_eq!(decoded(json!({ "toon": "a.b: 1" })), r#"{"a.b":1}"#);
    assert_eq!(decoded(json!({ "toon": "a.b: 1", "expand_paths": true })), r#"{"a":{"b":1}}"#);
}

#[test]
fn unknown_arguments_are_named() {
    for (tool, arguments) in [
        ("toon_encode", json!({ "json": 1, "delimeter": "tab" })),
        ("toon_decode", json!({ "toon": "1", "pretty": true })),
        ("toon_validate", json!({ "toon": "1", "options": { "lenient": true } })),
        ("toon_stats", json!({ "json": 1, "encode_options": { "tab": true } })),
    ] {
        let error = call(tool, arguments).unwrap_err();
        assert_eq!(error.code.0, -32602);
        assert!(error.message.contains("unknown field"), "{}", error.message);
    }
    let long = "x".repeat(1_000_000);
    let error = call("toon_encode", json!({ "json": 1, (long): 1 })).unwrap_err();
    assert!(error.message.len() < 1000, "{}", error.message.len());
    // Some clients cannot call without arguments.
    assert!(call("toon_ping", json!({ "random": "x" })).is_ok());
}

#[test]
fn every_value_comes_back() {
    for data in [
        json!(null),
        json!({}),
        json!([]),
        json!("a, b: c"),
        json!([1, "1", 1.5, true, null, "true"]),
        json!([{ "id": 1, "tags": ["a", "b"] }, { "id": 2, "tags": [] }]),
        json!({ "users": { "ada": { "age": 36 }, "bob": { "age": 41 } } }),
        json!([[1, 2], [], [[3]]]),
        json!({ "a b": "#no comment", "": { "x": ["- y"] } }),
    ] {
        for delimiter in ["comma", "tab", "pipe"] {
            let toon = encoded(json!({ "json": data.to_string(), "delimiter": delimiter }));
            let back: Value = serde_json::from_str(&decoded(json!({ "toon": toon }))).unwrap();
            assert_eq!(back, data);
        }
    }
}

/// Each tool can read what another one writes.
#[test]
fn each_indentation_comes_back() {
    let value = json!({ "a": { "b": [{ "x": 1 }, { "x": 2 }] } });
    for indent in 0..=8 {
        let text = encoded(json!({ "json": value, "indent": indent }));
        let back = decoded(json!({ "toon": text, "detect_indent": true }));
        assert_eq!(serde_json::from_str::<Value>(&back).unwrap(), value, "{indent}");
        let valid = call("toon_validate", json!({ "toon": text, "options": { "detect_indent": true } }));
        assert!(format!("{valid:?}").contains("true"), "{valid:?}");
    }
}

#[test]
fn values_that_are_none_of_an_option_name_it() {
    for (arguments, message) in [
        (
            json!({ "json": 1, "flatten_depth": -1 }),
            "Invalid arguments: flatten_depth: invalid value: integer `-1`, expected u64",
        ),
        (
            json!({ "json": 1, "options": { "fold_keys": "yes" } }),
            "Invalid arguments: fold_keys: invalid type: string \"yes\", expected a boolean",
        ),
    ] {
        assert_eq!(call("toon_encode", arguments).unwrap_err().message, message);
    }
}
