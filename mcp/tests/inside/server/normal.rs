//! The normal form, which `toon_decode` expands and `toon_validate` checks.

use super::{call, marked};
use crate::server::{Limits, ToonServer};
use serde_json::{Value, json};

const ORDERS: &str = "\
_form: 1 object
orders.each:
  currency: EUR
  items: []
orders[2]{id}:
  1000
  1001
orders.items.of: id
orders.items[2]{_of,sku}:
  1000,A-1
  1000,B-7";

#[test]
fn a_form_is_expanded() {
    let json = r#"{"orders":[{"id":1000,"currency":"EUR","items":[{"sku":"A-1"},{"sku":"B-7"}]},{"id":1001,"currency":"EUR","items":[]}]}"#;
    assert_eq!(marked("toon_decode", "json", json!({ "toon": ORDERS })), json);
    let pretty = marked("toon_decode", "json", json!({ "toon": ORDERS, "output_format": "json_pretty" }));
    assert_eq!(serde_json::from_str::<Value>(&pretty).unwrap(), serde_json::from_str::<Value>(json).unwrap());
    // What only looks like one is data.
    assert_eq!(marked("toon_decode", "json", json!({ "toon": "_form: a list" })), r#"{"_form":"a list"}"#);
}

/// It is read back as the same value.
#[test]
fn data_that_looks_like_a_form() {
    let json = r#"{"_form":"1 list","list":["a","b"]}"#;
    let toon = marked("toon_encode", "normal", json!({ "json": json }));
    assert!(toon.starts_with("_form: 1 object\n_form.: 1 list\n"), "{toon}");
    assert_eq!(marked("toon_decode", "json", json!({ "toon": toon })), json);
    let error = call("toon_encode", json!({ "json": json, "fold_keys": true })).unwrap_err();
    assert_eq!(error.message, "the normal form does not support key folding");
}

#[test]
fn a_form_that_is_whole_is_valid() {
    let result = call("toon_validate", json!({ "toon": ORDERS })).unwrap();
    assert_eq!(result.structured_content, Some(json!({ "valid": true })));
}

/// The only mistake that `toon_validate` finds.
fn mistake(arguments: Value) -> Value {
    let outcome = call("toon_validate", arguments).unwrap().structured_content.unwrap();
    assert_eq!(outcome["valid"], false);
    outcome["errors"].as_array().unwrap().last().unwrap().clone()
}

#[test]
fn a_broken_form_is_an_error_with_its_place() {
    let broken = ORDERS.replace("1000,B-7", "1002,B-7");
    let found = mistake(json!({ "toon": broken }));
    let line = found["line"].as_u64().unwrap();
    assert!((8..=11).contains(&line), "{found}");
    assert!(found["message"].as_str().unwrap().starts_with("invalid normal form: "), "{found}");
    // In a fence, lines are counted from the top of the text.
    let fenced = mistake(json!({ "toon": format!("```toon\n{broken}\n```") }));
    assert_eq!(fenced["line"], line + 1);
    let error = call("toon_decode", json!({ "toon": broken })).unwrap_err();
    assert_eq!(error.data.unwrap()["line"], line);
    let error = call("toon_decode", json!({ "toon": "_form: 2 list\nlist[1]: a" })).unwrap_err();
    assert!(error.message.contains("version 2 is not supported"), "{error}");
}

#[test]
fn options_that_a_form_does_not_go_with_are_refused() {
    let message = "the normal form does not support non-strict reading";
    assert_eq!(mistake(json!({ "toon": ORDERS, "strict": false }))["message"], message);
    assert_eq!(call("toon_decode", json!({ "toon": ORDERS, "strict": false })).unwrap_err().message, message);
}

#[test]
fn a_form_that_expands_too_far_is_refused() {
    let server = ToonServer::new().limits(Limits::new().output(100));
    for format in ["json", "json_pretty"] {
        let arguments = json!({ "toon": ORDERS, "output_format": format });
        let error = server.call("toon_decode", arguments.as_object().cloned().unwrap()).unwrap_err();
        assert_eq!(error.message, "the result would exceed the limit of 100 bytes");
    }
}
