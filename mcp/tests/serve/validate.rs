//! `toon_validate`.

use super::{call, text};
use serde_json::{Value, json};

#[track_caller]
fn validated(arguments: Value) -> Value {
    let result = call("toon_validate", arguments).unwrap();
    assert_eq!(result.is_error, Some(false));
    let structured = result.structured_content.clone().unwrap();
    let (text, marker) = text(&result);
    assert_eq!((serde_json::from_str::<Value>(text).unwrap(), marker), (structured.clone(), "json"));
    structured
}

#[test]
fn a_text_in_order_is_valid() {
    for toon in ["", "a: 1", "[2]: 1,2", "users[1]{id,name}:\n  1,Ada", "# only a comment"] {
        assert_eq!(validated(json!({ "toon": toon })), json!({ "valid": true }), "{toon}");
    }
}

#[test]
fn a_text_out_of_order_is_no_error_of_the_tool() {
    let outcome = validated(json!({ "toon": "items[3]: a,b" }));
    assert_eq!(outcome["valid"], false);
    assert_eq!(outcome["error"]["message"], "Array length mismatch: expected 3, found 2");
    assert!(outcome["error"]["suggestion"].is_string());
    let outcome = validated(json!({ "toon": "a: 1\n b: 2" }));
    assert_eq!((&outcome["valid"], &outcome["error"]["line"]), (&json!(false), &json!(2)));
    // What is thrown away is looked at all the same.
    assert_eq!(validated(json!({ "toon": "a: 1\na: 2" }))["error"]["line"], 2);
    assert_eq!(validated(json!({ "toon": "a: \"\\x\"" }))["valid"], false);
}

#[test]
fn what_may_be_mended_is_valid_where_that_is_asked_for() {
    for arguments in [
        json!({ "toon": "items[3]: a,b", "strict": false }),
        json!({ "toon": "items[3]: a,b", "options": { "strict": false } }),
    ] {
        assert_eq!(validated(arguments), json!({ "valid": true }));
    }
    assert_eq!(validated(json!({ "toon": "a: \"x", "strict": false }))["valid"], false);
}
