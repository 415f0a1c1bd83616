//! §9.1, §9.2, §9.4, §10: the inline and the list form.

use super::assert_text;
use serde_json::json;

#[test]
fn inline() {
    assert_text(json!([1]), "[1]: 1");
    assert_text(json!([1, "a", true, null]), "[4]: 1,a,true,null");
    assert_text(json!({"a": [""], "b": ["", ""]}), "a[1]: \"\"\nb[2]: \"\",\"\"");
    assert_text(json!({"a": {"b": [1, 2]}}), "a:\n  b[2]: 1,2");
}

#[test]
fn arrays_in_arrays() {
    assert_text(json!([[]]), "[1]:\n  - [0]:");
    assert_text(json!([[1, 2], [], [3]]), "[3]:\n  - [2]: 1,2\n  - [0]:\n  - [1]: 3");
    assert_text(json!({"a": [[], [1]]}), "a[2]:\n  - [0]:\n  - [1]: 1");
    assert_text(json!([[[1], []], [[]]]), "[2]:\n  - [2]:\n    - [1]: 1\n    - [0]:\n  - [1]:\n    - [0]:");
    assert_text(json!([[[[1]]]]), "[1]:\n  - [1]:\n    - [1]:\n      - [1]: 1");
    assert_text(json!([[{"a": 1}, {"a": 2}]]), "[1]:\n  - [2]:\n    - a: 1\n    - a: 2");
    assert_text(json!([[{}], [[], {}]]), "[2]:\n  - [1]:\n    -\n  - [2]:\n    - [0]:\n    -");
}

#[test]
fn mixed() {
    assert_text(
        json!([1, [2], {"a": 3}, "x", {}, []]),
        "[6]:\n  - 1\n  - [1]: 2\n  - a: 3\n  - x\n  -\n  - [0]:",
    );
    assert_text(json!({"a": [1, {}]}), "a[2]:\n  - 1\n  -");
}

/// Values that begin as an inline array, and are not.
#[test]
fn inline_becomes_a_list() {
    assert_text(json!([1, "a,b", null, [2]]), "[4]:\n  - 1\n  - \"a,b\"\n  - null\n  - [1]: 2");
    assert_text(json!([1, {"a": 2}]), "[2]:\n  - 1\n  - a: 2");
    assert_text(json!({"x": [true, {}], "y": 1}), "x[2]:\n  - true\n  -\ny: 1");
    assert_text(json!([[1, 2, [3]], [4, 5]]), "[2]:\n  - [3]:\n    - 1\n    - 2\n    - [1]: 3\n  - [2]: 4,5");
    assert_text(json!([{"a": [1, []]}]), "[1]:\n  - a[2]:\n      - 1\n      - [0]:");
    assert_text(json!([{"b": 1, "a": [1, []]}]), "[1]:\n  - b: 1\n    a[2]:\n      - 1\n      - [0]:");
    assert_text(
        json!({"m": {"a": [1, {"b": [2, {}]}]}}),
        "m:\n  a[2]:\n    - 1\n    - b[2]:\n        - 2\n        -",
    );
}

#[test]
fn objects_as_list_items() {
    assert_text(json!([{"a": []}]), "[1]:\n  - a: []");
    assert_text(json!([{"a": {}}]), "[1]:\n  - a:");
    assert_text(json!([{"a": {}, "b": {}}]), "[1]:\n  - a:\n    b:");
    assert_text(json!([{"a": {"b": {}}, "c": 1}]), "[1]:\n  - a:\n      b:\n    c: 1");
    assert_text(json!([{"a": [[1], []], "b": 2}]), "[1]:\n  - a[2]:\n      - [1]: 1\n      - [0]:\n    b: 2");
    assert_text(json!([{"a": [{"b": [{"c": []}]}]}]), "[1]:\n  - a[1]:\n      - b[1]:\n          - c: []");
    assert_text(json!([{"a": 1, "b": {"c": [1, 2]}}, {}]), "[2]:\n  - a: 1\n    b:\n      c[2]: 1,2\n  -");
}
