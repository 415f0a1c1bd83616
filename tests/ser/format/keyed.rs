//! §9.5: the keyed tabular form.

use super::{assert_text, assert_text_in};
use crate::support::model::Layout;
use serde_json::json;
use toon::Delimiter;

#[test]
fn at_each_position() {
    let rows = json!({"p": {"a": 1, "b": "x"}, "q": {"a": 2, "b": "y"}});
    assert_text(rows.clone(), "[2:]{a,b}:\n  p: 1,x\n  q: 2,y");
    assert_text(json!({"t": rows}), "t[2:]{a,b}:\n  p: 1,x\n  q: 2,y");
    assert_text(json!({"z": 1, "t": rows}), "z: 1\nt[2:]{a,b}:\n  p: 1,x\n  q: 2,y");
    assert_text(json!({"t": rows, "z": 1}), "t[2:]{a,b}:\n  p: 1,x\n  q: 2,y\nz: 1");
    assert_text(json!({"o": {"t": rows, "z": 1}}), "o:\n  t[2:]{a,b}:\n    p: 1,x\n    q: 2,y\n  z: 1");
    assert_text(json!([{"t": rows}, 1]), "[2]:\n  - t[2:]{a,b}:\n      p: 1,x\n      q: 2,y\n  - 1");
    assert_text(
        json!([{"z": [], "t": rows}]),
        "[1]:\n  - z: []\n    t[2:]{a,b}:\n      p: 1,x\n      q: 2,y",
    );
    assert_text(
        json!([{"o": {"t": rows, "z": []}}]),
        "[1]:\n  - o:\n      t[2:]{a,b}:\n        p: 1,x\n        q: 2,y\n      z: []",
    );
    // As an element it is a row, or a list item.
    assert_text(json!([rows]), "[1]{p{a,b},q{a,b}}:\n  1,x,2,y");
    assert_text(
        json!([rows, 1]),
        "[2]:\n  - p:\n      a: 1\n      b: x\n    q:\n      a: 2\n      b: y\n  - 1",
    );
    assert_text(
        json!([[rows]]),
        "[1]:\n  - [1]:\n    - p:\n        a: 1\n        b: x\n      q:\n        a: 2\n        b: y",
    );
}

#[test]
fn groups_order_and_keys() {
    assert_text(
        json!({"p": {"g": {"x": 1, "y": 2}, "z": 3}, "q": {"z": 4, "g": {"y": 5, "x": 6}}}),
        "[2:]{g{x,y},z}:\n  p: 1,2,3\n  q: 6,5,4",
    );
    assert_text(
        json!({"p": {"a": {"x": 1}, "b": {"x": 2}}, "q": {"a": {"x": 3}, "b": {"x": 4}}}),
        "[2:]{a{x},b{x}}:\n  p: 1,2\n  q: 3,4",
    );
    assert_text(
        json!({"": {"a": 1}, "x y": {"a": 2}, "1": {"a": ":"}, "k,l": {"a": ""}}),
        "[4:]{a}:\n  \"\": 1\n  \"x y\": 2\n  \"1\": \":\"\n  \"k,l\": \"\"",
    );
    let pipe = Layout { delimiter: Delimiter::Pipe, ..Layout::DEFAULT };
    assert_text_in(
        pipe,
        json!({"p": {"a": 1, "b": "x|y"}, "q": {"a": 2, "b": ","}}),
        "[2:|]{a|b}:\n  p: 1|\"x|y\"\n  q: 2|,",
    );
    let tab = Layout { delimiter: Delimiter::Tab, ..Layout::DEFAULT };
    assert_text_in(
        tab,
        json!({"t": {"p": {"a": 1, "b": 2}, "q": {"a": 3, "b": 4}}}),
        "t[2:\t]{a\tb}:\n  p: 1\t2\n  q: 3\t4",
    );
}

#[test]
fn one_entry_is_nested() {
    assert_text(json!({"p": {"a": 1}}), "p:\n  a: 1");
    assert_text(json!({"p": {"a": {"b": 1}}}), "p:\n  a:\n    b: 1");
    assert_text(json!({"t": {"p": {"a": 1}}, "z": 1}), "t:\n  p:\n    a: 1\nz: 1");
    assert_text(json!({"t": {"p": {"a": {"x": 1}, "b": {"x": 2}}}}), "t:\n  p[2:]{x}:\n    a: 1\n    b: 2");
    assert_text(json!([{"t": {"p": {"a": 1}}}, 1]), "[2]:\n  - t:\n      p:\n        a: 1\n  - 1");
    assert_text(
        json!({"s": {"t": {"p": {"a": {"x": 1}, "b": {"x": 2}}}}}),
        "s:\n  t:\n    p[2:]{x}:\n      a: 1\n      b: 2",
    );
}

#[test]
fn objects_that_are_no_tables() {
    assert_text(json!({"p": {"a": 1}, "q": {}}), "p:\n  a: 1\nq:");
    assert_text(json!({"p": {}, "q": {"a": 1}}), "p:\nq:\n  a: 1");
    assert_text(json!({"p": {"a": 1}, "q": {"b": 1}}), "p:\n  a: 1\nq:\n  b: 1");
    assert_text(json!({"p": {"a": 1}, "q": {"a": 1, "b": 2}}), "p:\n  a: 1\nq:\n  a: 1\n  b: 2");
    assert_text(json!({"p": {"a": 1, "b": 2}, "q": {"a": 1}}), "p:\n  a: 1\n  b: 2\nq:\n  a: 1");
    assert_text(json!({"p": {"a": 1}, "q": 2}), "p:\n  a: 1\nq: 2");
    assert_text(json!({"p": {"a": 1}, "q": null}), "p:\n  a: 1\nq: null");
    assert_text(json!({"p": {"a": 1}, "q": [2]}), "p:\n  a: 1\nq[1]: 2");
    assert_text(json!({"p": {"a": 1}, "q": []}), "p:\n  a: 1\nq: []");
    assert_text(json!({"p": {"a": 1}, "q": {"a": []}}), "p:\n  a: 1\nq:\n  a: []");
    assert_text(json!({"p": {"a": 1}, "q": {"a": {"b": 1}}}), "p:\n  a: 1\nq:\n  a:\n    b: 1");
    assert_text(json!({"p": {"a": {"b": 1}}, "q": {"a": 1}}), "p:\n  a:\n    b: 1\nq:\n  a: 1");
    assert_text(json!({"p": {"a": [1]}, "q": {"a": [1]}}), "p:\n  a[1]: 1\nq:\n  a[1]: 1");
}

/// Tables within a scope that fell back to a list.
#[test]
fn inner_tables_of_no_table() {
    let inner = json!({"x": {"n": 1}, "y": {"n": 2}});
    assert_text(json!({"p": inner, "q": inner}), "[2:]{x{n},y{n}}:\n  p: 1,2\n  q: 1,2");
    assert_text(json!({"p": inner, "q": 1}), "p[2:]{n}:\n  x: 1\n  y: 2\nq: 1");
    assert_text(json!({"p": inner, "q": {"x": {"n": 1}}}), "p[2:]{n}:\n  x: 1\n  y: 2\nq:\n  x:\n    n: 1");
    assert_text(
        json!({"p": {"t": inner}, "q": {"t": inner, "z": 1}}),
        "p:\n  t[2:]{n}:\n    x: 1\n    y: 2\nq:\n  t[2:]{n}:\n    x: 1\n    y: 2\n  z: 1",
    );
    assert_text(
        json!({"o": {"p": {"t": inner}, "q": {"t": [inner]}}}),
        "o:\n  p:\n    t[2:]{n}:\n      x: 1\n      y: 2\n  q:\n    t[1]{x{n},y{n}}:\n      1,2",
    );
}
