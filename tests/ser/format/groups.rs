//! §9.3: nested field groups.

use super::assert_text;
use serde_json::json;

#[test]
fn groups() {
    assert_text(json!([{"a": {"b": 1}}]), "[1]{a{b}}:\n  1");
    assert_text(
        json!([{"a": {"b": 1, "c": 2}, "d": 3}, {"a": {"b": 4, "c": 5}, "d": 6}]),
        "[2]{a{b,c},d}:\n  1,2,3\n  4,5,6",
    );
    assert_text(json!([{"x": 1, "a": {"b": {"c": {"d": 2}}}, "y": 3}]), "[1]{x,a{b{c{d}}},y}:\n  1,2,3");
    assert_text(json!([{"a": {"x": 1}, "b": {"x": 2}}]), "[1]{a{x},b{x}}:\n  1,2");
    assert_text(json!([{"x": 1, "n": {"x": 2}}]), "[1]{x,n{x}}:\n  1,2");
    assert_text(json!([{"a b": {"c,d": 1}}]), "[1]{\"a b\"{\"c,d\"}}:\n  1");
    assert_text(json!({"t": [{"a": {"b": null}}], "u": 1}), "t[1]{a{b}}:\n  null\nu: 1");
}

/// A keyed table inside a table is a group (§9.5).
#[test]
fn groups_of_uniform_objects() {
    assert_text(
        json!([{"a": {"p": {"x": 1}, "q": {"x": 2}}}, {"a": {"p": {"x": 3}, "q": {"x": 4}}}]),
        "[2]{a{p{x},q{x}}}:\n  1,2\n  3,4",
    );
    assert_text(
        json!([{"a": {"p": {"x": 1}, "q": {"y": 2}}}, {"a": {"p": {"x": 3}, "q": {"y": 4}}}]),
        "[2]{a{p{x},q{y}}}:\n  1,2\n  3,4",
    );
}

#[test]
fn groups_in_another_order() {
    assert_text(
        json!([{"a": {"b": 1, "c": 2}, "d": 3}, {"d": 4, "a": {"c": 5, "b": 6}}]),
        "[2]{a{b,c},d}:\n  1,2,3\n  6,5,4",
    );
    assert_text(
        json!([{"p": {"q": {"r": 1, "s": 2}, "t": 3}, "u": 4}, {"u": 5, "p": {"t": 6, "q": {"s": 7, "r": 8}}}]),
        "[2]{p{q{r,s},t},u}:\n  1,2,3,4\n  8,7,6,5",
    );
}

#[test]
fn groups_that_are_none() {
    // null and objects, either first
    assert_text(json!([{"a": {"b": 1}}, {"a": null}]), "[2]:\n  - a:\n      b: 1\n  - a: null");
    assert_text(json!([{"a": null}, {"a": {"b": 1}}]), "[2]:\n  - a: null\n  - a:\n      b: 1");
    // other keys, fewer, more
    assert_text(json!([{"a": {"b": 1}}, {"a": {"c": 1}}]), "[2]:\n  - a:\n      b: 1\n  - a:\n      c: 1");
    assert_text(
        json!([{"a": {"b": 1, "c": 2}}, {"a": {"b": 1}}]),
        "[2]:\n  - a:\n      b: 1\n      c: 2\n  - a:\n      b: 1",
    );
    assert_text(
        json!([{"a": {"b": 1}}, {"a": {"b": 1, "c": 2}}]),
        "[2]:\n  - a:\n      b: 1\n  - a:\n      b: 1\n      c: 2",
    );
    // empty, array
    assert_text(json!([{"a": {}}, {"a": {}}]), "[2]:\n  - a:\n  - a:");
    assert_text(json!([{"a": {"b": 1}}, {"a": {}}]), "[2]:\n  - a:\n      b: 1\n  - a:");
    assert_text(json!([{"a": {"b": []}}]), "[1]:\n  - a:\n      b: []");
    assert_text(json!([{"a": {"b": 1}}, {"a": []}]), "[2]:\n  - a:\n      b: 1\n  - a: []");
    assert_text(
        json!([{"a": {"b": 1}}, {"a": {"b": {"c": 2}}}]),
        "[2]:\n  - a:\n      b: 1\n  - a:\n      b:\n        c: 2",
    );
}

/// A group may become a keyed table once the rows are list items.
#[test]
fn groups_become_keyed_tables() {
    assert_text(
        json!([{"a": {"p": {"x": 1}, "q": {"x": 2}}}, 5]),
        "[2]:\n  - a[2:]{x}:\n      p: 1\n      q: 2\n  - 5",
    );
    assert_text(
        json!([{"i": 1, "a": {"p": {"x": 1, "y": 2}, "q": {"y": 3, "x": 4}}}, {"i": 2}]),
        "[2]:\n  - i: 1\n    a[2:]{x,y}:\n      p: 1,2\n      q: 4,3\n  - i: 2",
    );
}
