//! §5, §8: the root, and objects in objects.

use super::assert_text;
use serde_json::json;

#[test]
fn roots() {
    assert_text(json!(null), "null");
    assert_text(json!(true), "true");
    assert_text(json!(-1.5), "-1.5");
    assert_text(json!("a b"), "a b");
    assert_text(json!(""), "\"\"");
    assert_text(json!("\u{feff}a"), "\"\u{feff}a\"");
    assert_text(json!({}), "");
    assert_text(json!([]), "[]");
    assert_text(json!({"": ""}), "\"\": \"\"");
}

#[test]
fn fields() {
    assert_text(json!({"a": 1, "b": "x", "c": true, "d": null}), "a: 1\nb: x\nc: true\nd: null");
    assert_text(json!({"a": {}}), "a:");
    assert_text(json!({"a": {}, "b": {}}), "a:\nb:");
    assert_text(json!({"a": []}), "a: []");
    assert_text(json!({"a": {"b": {"c": 1}, "d": 2}, "e": 3}), "a:\n  b:\n    c: 1\n  d: 2\ne: 3");
    assert_text(json!({"a": {"b": {}}, "c": []}), "a:\n  b:\nc: []");
    // The byte-order mark matters only at the root.
    assert_text(json!({"a": "\u{feff}a"}), "a: \u{feff}a");
}

#[test]
fn keys() {
    let bare = "a: 1\n_: 1\nA9: 1\na.b: 1\na_b: 1\ntrue: 1\nnull: 1";
    assert_text(json!({"a": 1, "_": 1, "A9": 1, "a.b": 1, "a_b": 1, "true": 1, "null": 1}), bare);
    let quoted =
        "\"\": 1\n\"1\": 1\n\".a\": 1\n\"a-b\": 1\n\"a b\": 1\n\"é\": 1\n\"#\": 1\n\"a\\nb\": 1\n\"\\\"\": 1";
    assert_text(
        json!({"": 1, "1": 1, ".a": 1, "a-b": 1, "a b": 1, "é": 1, "#": 1, "a\nb": 1, "\"": 1}),
        quoted,
    );
    assert_text(
        json!({"a b": [1], "c d": [{"e f": 1}], "g h": []}),
        "\"a b\"[1]: 1\n\"c d\"[1]{\"e f\"}:\n  1\n\"g h\": []",
    );
    assert_text(json!({"a b": {"c d": {}}}), "\"a b\":\n  \"c d\":");
}
