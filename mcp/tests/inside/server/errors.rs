//! The errors of the tools.

use super::call;
use rmcp::ErrorData;
use serde_json::{Value, json};

#[track_caller]
fn fault(tool: &str, arguments: Value) -> ErrorData {
    call(tool, arguments).unwrap_err()
}

#[test]
fn text_that_is_no_toon_has_its_place_and_a_suggestion() {
    let error = fault("toon_decode", json!({ "toon": "a: 1\nb: \"x" }));
    assert_eq!(error.code.0, -32602);
    assert_eq!(error.message, "Parse error at line 2, column 4: unterminated string");
    let data = error.data.unwrap();
    assert_eq!((&data["line"], &data["column"]), (&json!(2), &json!(4)));
    assert!(data["suggestion"].as_str().unwrap().starts_with("close the string"));
}

#[test]
fn a_wrong_length_has_both_numbers() {
    let error = fault("toon_decode", json!({ "toon": "items[3]: a,b" }));
    assert_eq!(error.code.0, -32602);
    assert_eq!(error.message, "Array length mismatch: expected 3, found 2");
    let data = error.data.unwrap();
    assert_eq!((&data["expected"], &data["found"]), (&json!(3), &json!(2)));
    assert_eq!(data["line"], 1);
}

#[test]
fn text_that_is_no_json_is_the_callers_fault() {
    for tool in ["toon_encode", "toon_stats"] {
        let error = fault(tool, json!({ "json": "{\"a\": 1,\n}" }));
        assert_eq!(error.code.0, -32602);
        assert!(error.message.starts_with("Invalid JSON: "), "{}", error.message);
        assert!(!error.message.contains("invalid JSON"), "{}", error.message);
        assert_eq!(error.data.unwrap()["line"], 2);
    }
    let error = fault("toon_encode", json!({ "json": "hello" }));
    assert!(error.message.starts_with("Invalid JSON: "), "{}", error.message);
    let error = fault("toon_encode", json!({ "json": "{\"a\": 1, \"a\": 2}" }));
    assert_eq!(error.message, "Invalid JSON: duplicate key \"a\" at line 1 column 10");
}

#[test]
fn json_that_nests_too_deep_cannot_be_encoded() {
    let deep = "[".repeat(1_000) + &"]".repeat(1_000);
    let error = fault("toon_encode", json!({ "json": deep }));
    assert_eq!(error.code.0, -32603);
    assert!(error.message.starts_with("Encoding failed: "), "{}", error.message);
    assert_eq!(error.data.unwrap()["suggestion"], "reduce the nesting");
}

#[test]
fn missing_arguments_and_unknown_tools_are_named() {
    assert_eq!(fault("toon_encode", json!({})).message, "missing argument `json`");
    assert_eq!(fault("toon_decode", json!({})).message, "missing argument `toon`");
    assert_eq!(fault("toon_decode", json!({ "toon": 1 })).message, "argument `toon` must be a string");
    let error = fault("toon_encode", json!({ "json": 1, "options": [] }));
    assert_eq!(error.message, "argument `options` must be an object");
    let error = fault("toon_transmogrify", json!({}));
    assert_eq!((error.code.0, &*error.message), (-32602, "unknown tool \"toon_transmogrify\""));
}

#[test]
fn large_texts_are_refused_before_they_are_read() {
    for (tool, name) in
        [("toon_encode", "json"), ("toon_decode", "toon"), ("toon_validate", "toon"), ("toon_stats", "json")]
    {
        let error = fault(tool, json!({ name: " ".repeat((4 << 20) + 1) }));
        assert_eq!(error.code.0, -32602);
        assert!(error.message.contains("exceeds the limit of 4194304"), "{}", error.message);
    }
}

/// A short text whose JSON would be long: it repeats a long key in every row.
fn explosive() -> String {
    format!("[50000]{{{}}}:\n{}", "k".repeat(50_000), "  1\n".repeat(50_000))
}

#[test]
fn little_text_that_means_much_is_refused() {
    let error = fault("toon_decode", json!({ "toon": explosive() }));
    assert_eq!(
        (error.code.0, &*error.message),
        (-32602, "the result would exceed the limit of 33554432 bytes")
    );
}

#[test]
fn deep_texts_are_errors_and_no_crash() {
    let line = |depth: usize, text: &str| format!("{}{text}\n", "  ".repeat(depth));
    let lists: Vec<String> = (1..2_000).map(|depth| line(depth, "- [1]:")).collect();
    let lists = format!("[1]:\n{}{}", lists.concat(), line(2_000, "- 1"));
    let fields = (0..2_000).map(|depth| line(depth, "a:")).collect::<Vec<String>>().concat();
    let dotted = format!("{}a: 1", "a.".repeat(50_000));
    for toon in [lists, fields, dotted] {
        let error = fault("toon_decode", json!({ "toon": toon, "expand_paths": true }));
        assert_eq!(error.code.0, -32602, "{}", error.message);
        let outcome = call("toon_validate", json!({ "toon": toon })).unwrap();
        assert!(outcome.structured_content.is_some());
    }
}
