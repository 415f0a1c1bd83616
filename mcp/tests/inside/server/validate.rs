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
    // Ignored parts are checked as well.
    assert_eq!(validated(json!({ "toon": "a: 1\na: 2" }))["error"]["line"], 2);
    assert_eq!(validated(json!({ "toon": "a: \"\\x\"" }))["valid"], false);
}

/// The places and messages in `errors`.
fn listed(outcome: &Value) -> Vec<(u64, u64, &str)> {
    let errors = outcome["errors"].as_array().unwrap();
    let place = |error: &Value, name: &str| error[name].as_u64().unwrap();
    errors
        .iter()
        .map(|error| (place(error, "line"), place(error, "column"), error["message"].as_str().unwrap()))
        .collect()
}

#[test]
fn all_mistakes_are_listed_and_the_first_one_again() {
    let outcome = validated(json!({ "toon": "a[3]: 1,\"\\x\"\nb[1]{x,y}:\n  1\na: 2" }));
    assert_eq!(outcome["valid"], false);
    let errors = listed(&outcome);
    let places: Vec<_> = errors.iter().map(|(line, column, _)| (*line, *column)).collect();
    assert_eq!(places, [(1, 2), (1, 10), (3, 3), (4, 1)]);
    assert_eq!(errors[0].2, "Array length mismatch: expected 3, found 2");
    assert!(outcome["errors"].as_array().unwrap().iter().all(|error| error["suggestion"].is_string()));
    assert_eq!(outcome["error"], outcome["errors"][0]);
    assert!(outcome["more"].is_null());
}

#[test]
fn at_most_50_mistakes_are_listed_and_the_rest_counted() {
    for (rows, more) in [(50, json!(null)), (51, json!(1)), (1_000, json!(950))] {
        let toon = format!("[{rows}]{{x,y}}:\n{}", "  1\n".repeat(rows));
        let outcome = validated(json!({ "toon": toon }));
        assert_eq!((outcome["errors"].as_array().unwrap().len(), &outcome["more"]), (50, &more));
    }
    let fenced = format!("```\n[60]{{x,y}}:\n{}```", "  1\n".repeat(60));
    let outcome = validated(json!({ "toon": fenced }));
    assert_eq!((outcome["errors"].as_array().unwrap().len(), &outcome["more"]), (50, &json!(11)));
}

/// The result of `toon_decode` for a text that may or may not be JSON, if it can be read.
fn decoded(toon: &str) -> Option<Value> {
    let result = call("toon_decode", json!({ "toon": toon })).ok()?;
    Some(serde_json::from_str(text(&result).0).unwrap())
}

#[test]
fn json_is_noticed() {
    for json in [
        "{\n  \"a\": 1\n}",
        "{\"a\":1}",
        "[{\"id\":1},{\"id\":2}]",
        "[1, 2]",
        "[1]",
        "{}",
        "[\n]",
        "{\"a\": \"x\"}",
    ] {
        let outcome = validated(json!({ "toon": json }));
        assert_eq!(outcome["valid"], false, "{json}");
        assert_eq!(listed(&outcome), [(1, 1, "this is JSON, not TOON")], "{json}");
        assert!(outcome["error"]["suggestion"].as_str().unwrap().contains("toon_encode"));
        // Some of it can be read as TOON, but then it means something else.
        assert_ne!(decoded(json), serde_json::from_str(json).ok(), "{json}");
    }
    assert_eq!(listed(&validated(json!({ "toon": "\n\n {\"a\": 1}" }))), [(3, 1, "this is JSON, not TOON")]);
}

#[test]
fn json_that_means_the_same_in_toon_is_valid() {
    for both in ["[]", "[]\n", "\"a\"", "42", "-1.5", "null", "true"] {
        assert_eq!(validated(json!({ "toon": both })), json!({ "valid": true }), "{both}");
        assert_eq!(decoded(both), serde_json::from_str(both).ok(), "{both}");
    }
}

#[test]
fn what_only_looks_like_json_is_not_taken_for_it() {
    for toon in ["[2]: 1,2", "{a: 1}", "[1]{a}:\n  1"] {
        assert_eq!(validated(json!({ "toon": toon })), json!({ "valid": true }), "{toon}");
    }
}

/// Nobody intends a key `{"a"` in TOON.
#[test]
fn broken_json_is_json() {
    for broken in ["{\n  \"a\": 1,\n}", "{\"a\":1", "{ \"a"] {
        let mistakes = validated(json!({ "toon": broken }));
        assert_eq!(mistakes["error"]["message"], "this is JSON, not TOON", "{broken}");
    }
}

const FENCED: &str = "the text is wrapped in a Markdown code fence";

#[test]
fn markdown_fences_are_noticed() {
    for fenced in [
        "```toon\na: 1\n```",
        "```\nusers[1]{id}:\n  1\n```\n",
        "~~~ toon\na: 1\n~~~",
        "````\r\na: 1\r\n````\r\n",
        "```toon\n```",
        "```toon\na: 1\nb: 2",
    ] {
        let outcome = validated(json!({ "toon": fenced }));
        assert_eq!(outcome["valid"], false, "{fenced}");
        assert_eq!(listed(&outcome), [(1, 1, FENCED)], "{fenced}");
        let suggestion = outcome["error"]["suggestion"].as_str().unwrap();
        assert!(suggestion.starts_with("remove the fence lines"), "{suggestion}");
        assert!(suggestion.ends_with("is valid TOON"), "{suggestion}");
    }
}

#[test]
fn what_is_wrong_between_fences_is_listed_too() {
    let outcome = validated(json!({ "toon": "\n```toon\na: 1\nb[3]: 1\nc: \"\\q\"\n```\n" }));
    let places: Vec<_> = listed(&outcome).iter().map(|(line, column, _)| (*line, *column)).collect();
    assert_eq!(places, [(2, 1), (4, 2), (5, 5)]);
    assert_eq!(outcome["error"]["suggestion"], "remove the fence lines");
    let outcome = validated(json!({ "toon": "```json\n{\"a\": 1}\n```" }));
    assert_eq!(listed(&outcome), [(1, 1, FENCED), (2, 1, "this is JSON, not TOON")]);
}

#[test]
fn text_that_only_has_backticks_is_no_fence() {
    for toon in ["```", "```toon: 1\nb: 2", "a: ```\nb: ```"] {
        assert_eq!(validated(json!({ "toon": toon })), json!({ "valid": true }), "{toon}");
    }
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
