//! §9.3: the tabular form.

use super::{assert_text, assert_text_in};
use crate::support::disguise::{Costume, disguised};
use crate::support::model::{Layout, encode};
use serde_json::json;
use toon::Delimiter;

#[test]
fn at_each_position() {
    let rows = json!([{"a": 1, "b": "x"}, {"a": 2, "b": "y"}]);
    assert_text(rows.clone(), "[2]{a,b}:\n  1,x\n  2,y");
    assert_text(json!({"t": rows}), "t[2]{a,b}:\n  1,x\n  2,y");
    assert_text(
        json!({"t": rows, "u": rows, "z": 1}),
        "t[2]{a,b}:\n  1,x\n  2,y\nu[2]{a,b}:\n  1,x\n  2,y\nz: 1",
    );
    assert_text(json!({"o": {"t": rows}}), "o:\n  t[2]{a,b}:\n    1,x\n    2,y");
    assert_text(json!([{"t": rows}]), "[1]:\n  - t[2]{a,b}:\n      1,x\n      2,y");
    assert_text(json!([{"t": rows, "z": 1}]), "[1]:\n  - t[2]{a,b}:\n      1,x\n      2,y\n    z: 1");
    assert_text(json!([{"z": 1, "t": rows}]), "[1]:\n  - z: 1\n    t[2]{a,b}:\n      1,x\n      2,y");
    assert_text(json!([{"o": {"t": rows}}]), "[1]:\n  - o:\n      t[2]{a,b}:\n        1,x\n        2,y");
    // As an element of an array, it is not a table.
    assert_text(json!([rows]), "[1]:\n  - [2]:\n    - a: 1\n      b: x\n    - a: 2\n      b: y");
    assert_text(
        json!([[rows]]),
        "[1]:\n  - [1]:\n    - [2]:\n      - a: 1\n        b: x\n      - a: 2\n        b: y",
    );
}

#[test]
fn one_row_or_one_column() {
    assert_text(json!([{"a": 1}]), "[1]{a}:\n  1");
    assert_text(json!([{"a": ""}]), "[1]{a}:\n  \"\"");
    assert_text(json!([{"a": null, "b": null}]), "[1]{a,b}:\n  null,null");
    assert_text(json!([{"a": 1}, {"a": "x"}, {"a": null}]), "[3]{a}:\n  1\n  x\n  null");
}

#[test]
fn rows_in_another_order() {
    assert_text(json!([{"a": 1, "b": 2}, {"b": 3, "a": 4}]), "[2]{a,b}:\n  1,2\n  4,3");
    assert_text(
        json!([{"a": 1, "b": 2, "c": 3}, {"c": 4, "a": 5, "b": 6}, {"b": 7, "c": 8, "a": 9}]),
        "[3]{a,b,c}:\n  1,2,3\n  5,6,4\n  9,7,8",
    );
    assert_text(
        json!([{"long": "x".repeat(40), "b": "1"}, {"b": "y,z", "long": ""}]),
        &format!("[2]{{long,b}}:\n  {},\"1\"\n  \"\",\"y,z\"", "x".repeat(40)),
    );
}

#[test]
fn quoted_names_and_delimiters() {
    let rows = json!([{"a b": "x|y", "c": "p,q"}, {"a b": "\t", "c": "-"}]);
    assert_text(rows.clone(), "[2]{\"a b\",c}:\n  x|y,\"p,q\"\n  \"\\t\",\"-\"");
    let pipe = Layout { delimiter: Delimiter::Pipe, indent: 3, v3: false };
    assert_text_in(pipe, rows.clone(), "[2|]{\"a b\"|c}:\n   \"x|y\"|p,q\n   \"\\t\"|\"-\"");
    let tab = Layout { delimiter: Delimiter::Tab, indent: 1, v3: false };
    assert_text_in(tab, rows, "[2\t]{\"a b\"\tc}:\n x|y\tp,q\n \"\\t\"\t\"-\"");
    assert_text(json!([{"a,b": 1}, {"a,b": 2}]), "[2]{\"a,b\"}:\n  1\n  2");
}

/// A first cell that looks like a key or a list item is quoted.
#[test]
fn cells_like_other_lines() {
    assert_text(
        json!([{"a": "k: v"}, {"a": "- x"}, {"a": "# y"}]),
        "[3]{a}:\n  \"k: v\"\n  \"- x\"\n  \"# y\"",
    );
    assert_text(json!([{"a": "x", "b": "k: v"}]), "[1]{a,b}:\n  x,\"k: v\"");
}

#[test]
fn empty_and_foreign_elements() {
    assert_text(json!([{}]), "[1]:\n  -");
    assert_text(json!([{}, {}]), "[2]:\n  -\n  -");
    assert_text(json!([{"a": 1}, {}]), "[2]:\n  - a: 1\n  -");
    assert_text(json!([{}, {"a": 1}]), "[2]:\n  -\n  - a: 1");
    assert_text(json!([{"a": 1}, 2]), "[2]:\n  - a: 1\n  - 2");
    assert_text(json!([{"a": 1}, [2]]), "[2]:\n  - a: 1\n  - [1]: 2");
    assert_text(json!([{"a": 1}, []]), "[2]:\n  - a: 1\n  - [0]:");
    assert_text(json!([{"a": 1}, null]), "[2]:\n  - a: 1\n  - null");
}

/// Two tables of one or two types, whose first keys suggest the same columns.
#[test]
fn a_table_after_another() {
    let rows = [
        json!({}),
        json!({"a": 1}),
        json!({"a": 1, "b": 2}),
        json!({"a": 1, "b": 2, "id": 3}),
        json!({"a": 1, "id": 3}),
        json!({"b": 2, "a": 1}),
        json!({"a": []}),
        json!({"a": {}}),
        json!({"a": 1, "b": [2]}),
        json!({"a": 1, "a b": 2}),
        json!({"a": {"b": 1, "id": 2}, "name": 3}),
        json!({"a": {"b": 1, "id": 2}, "Z9": 3}),
        json!({"a": {"b": 1, "id": 2, "_": 3}, "name": 4}),
        json!({"a": {"b": 1}, "name": 2}),
        json!({"a": {"id": 1}, "name": 2}),
        json!({"a": {"b": 1, "id": []}}),
        json!({"a": {"b": 1, "id": {"_": 2, "Z9": 3}}, "name": 4}),
        json!({"a": {"b": 1, "id": {"_": 2, "b": 3}}, "name": 4}),
        json!({"a": {"b": 1, "id": {"_": {"Z9": 3}}}}),
        json!({"a": {"b": 1, "id": {"_": {}}}}),
        json!({"a": {"b": 1, "id": {"_": 2}, "true": 3}}),
    ];
    for first in &rows {
        for second in &rows {
            for value in [
                json!({"t": [first, first], "u": [second, second]}),
                json!({"t": [first], "u": {"p": second, "q": second}}),
                json!({"t": {"p": first, "q": first}, "u": [second, first]}),
                json!({"t": [first, second], "u": [second], "v": [first, first, first]}),
            ] {
                let text = encode(&value, Layout::DEFAULT);
                for costume in Costume::wardrobe(0) {
                    let sent = disguised(&value, costume, |value| toon::to_string(value).unwrap());
                    assert_eq!(sent, text, "{costume:?}");
                }
            }
        }
    }
}

#[test]
fn nine_hundred_rows() {
    let rows: Vec<_> = (0..999).map(|n| json!({"n": n, "name": format!("row {n}")})).collect();
    let lines: Vec<_> = (0..999).map(|n| format!("  {n},row {n}")).collect();
    let lines = lines.join("\n");
    assert_text(json!(rows), &format!("[999]{{n,name}}:\n{lines}"));
    assert_text(json!({"t": rows, "z": 1}), &format!("t[999]{{n,name}}:\n{lines}\nz: 1"));
}
