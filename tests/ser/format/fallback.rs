//! Scopes that look like tables until a later value.

use super::assert_text;
use crate::support::equality::equal;
use crate::support::model::{Layout, as_decoded, encode};
use serde_json::{Map, Value, json};
use toon::{EncodeOptions, KeyFolding};

/// A good row, and what may follow it that ends the table.
fn last_rows() -> Vec<(&'static str, Value)> {
    vec![
        ("a missing key", json!({"a": 1, "g": {"x": 2, "y": 3}})),
        ("the first key missing", json!({"g": {"x": 2, "y": 3}, "z": 4})),
        ("an extra key at the end", json!({"a": 1, "g": {"x": 2, "y": 3}, "z": 4, "more": 5})),
        ("an extra key at the start", json!({"more": 5, "a": 1, "g": {"x": 2, "y": 3}, "z": 4})),
        ("another key", json!({"a": 1, "g": {"x": 2, "y": 3}, "other": 4})),
        ("a missing key in the group", json!({"a": 1, "g": {"x": 2}, "z": 4})),
        ("an extra key in the group", json!({"a": 1, "g": {"x": 2, "y": 3, "w": 0}, "z": 4})),
        ("another key in the group", json!({"a": 1, "g": {"x": 2, "w": 3}, "z": 4})),
        ("an array", json!({"a": [1, 2], "g": {"x": 2, "y": 3}, "z": 4})),
        ("an array of rows", json!({"a": [{"n": 1}, {"n": 2}], "g": {"x": 2, "y": 3}, "z": 4})),
        ("an empty array", json!({"a": [], "g": {"x": 2, "y": 3}, "z": 4})),
        ("an array at the end", json!({"a": 1, "g": {"x": 2, "y": 3}, "z": [4]})),
        ("an array in the group", json!({"a": 1, "g": {"x": [2], "y": 3}, "z": 4})),
        ("an array for the group", json!({"a": 1, "g": [2, 3], "z": 4})),
        ("an empty object", json!({"a": {}, "g": {"x": 2, "y": 3}, "z": 4})),
        ("an empty object in the group", json!({"a": 1, "g": {"x": 2, "y": {}}, "z": 4})),
        ("an empty group", json!({"a": 1, "g": {}, "z": 4})),
        ("an object for a scalar", json!({"a": {"n": 1}, "g": {"x": 2, "y": 3}, "z": 4})),
        (
            "uniform objects for a scalar",
            json!({"a": {"n": {"m": 1}, "o": {"m": 2}}, "g": {"x": 2, "y": 3}, "z": 4}),
        ),
        ("a scalar for the group", json!({"a": 1, "g": 2, "z": 4})),
        ("null for the group", json!({"a": 1, "g": null, "z": 4})),
        ("an object in the group", json!({"a": 1, "g": {"x": 2, "y": {"n": 1}}, "z": 4})),
        ("nothing", json!({})),
        ("a scalar", json!("x, y")),
        ("null", json!(null)),
        ("an array for a row", json!([1, 2])),
        ("an array of rows for a row", json!([{"a": 1}, {"a": 2}])),
        ("an empty array for a row", json!([])),
        ("a reordered row with an extra key", json!({"z": 4, "g": {"y": 3, "x": 2}, "a": 1, "more": 5})),
        ("a reordered row with a missing key", json!({"z": 4, "a": 1})),
        ("a reordered row with an array", json!({"z": 4, "a": [1], "g": {"y": 3, "x": 2}})),
        ("a reordered row with an empty object", json!({"z": 4, "g": {"y": 3, "x": 2}, "a": {}})),
        (
            "a reordered row with an object for a scalar",
            json!({"z": 4, "a": {"n": 1}, "g": {"y": 3, "x": 2}}),
        ),
        ("a reordered row with a scalar for the group", json!({"z": 4, "g": 2, "a": 1})),
        (
            "a reordered row with an object in the group",
            json!({"z": 4, "g": {"y": {"n": 1}, "x": 2}, "a": 1}),
        ),
        ("a good row", json!({"z": 4, "g": {"y": 3, "x": 2}, "a": 1})),
    ]
}

fn good_rows(count: usize) -> Vec<Value> {
    let row = |n: usize| match n % 3 {
        0 => json!({"a": n, "g": {"x": "p,q", "y": null}, "z": true}),
        1 => json!({"z": "r: s", "a": 0.5, "g": {"y": "t", "x": n}}),
        _ => json!({"g": {"x": "", "y": -1}, "z": "u", "a": n}),
    };
    (0..count).map(row).collect()
}

/// A place for an array or object, by its name.
type Position = (&'static str, fn(Value) -> Value);

const POSITIONS: &[Position] = &[
    ("the root", |value| value),
    ("a field", |value| json!({"before": 1, "t": value, "after": {"x": 1}})),
    ("the only field", |value| json!({"t": value})),
    ("a field of a field", |value| json!({"o": {"t": value, "after": []}})),
    ("the first field of a list item", |value| json!([{"t": value, "after": 1}, 2])),
    ("a later field of a list item", |value| json!([{"before": 1, "t": value}, 2])),
    ("a field of a field of a list item", |value| json!([{"o": {"t": value}, "after": 1}])),
    ("a list item", |value| json!([value, "after"])),
    ("a list item of a list item", |value| json!(["before", [value, "after"]])),
    ("a list item's only field", |value| json!([1, {"t": value}])),
    ("a keyed row's field", |value| json!({"p": {"t": value}, "q": {"t": 1}})),
    ("two fields", |value| json!({"t": value, "u": value})),
    ("a cell of two rows", |value| json!([{"t": value, "n": 1}, {"t": value, "n": 2}])),
];

/// Every way to fail, at every position, after no, one and four valid rows, followed by another
/// one.
#[test]
fn every_row_at_every_position() {
    let mut cases = 0;
    for (what, last) in last_rows() {
        for count in [0, 1, 4] {
            for after in [0, 1] {
                let rows = [good_rows(count), vec![last.clone()], good_rows(after)].concat();
                let flat = rows.iter().map(without_group).collect();
                for rows in [rows, flat] {
                    let entries = rows.iter().enumerate().map(|(n, row)| (format!("k{n}"), row.clone()));
                    let scopes = [Value::Object(entries.collect::<Map<_, _>>()), Value::Array(rows)];
                    for (position, place) in POSITIONS {
                        for scope in scopes.clone() {
                            cases += 1;
                            check(&place(scope), &format!("{what} after {count} rows, at {position}"));
                        }
                    }
                }
            }
        }
    }
    assert_eq!(cases, last_rows().len() * 3 * 2 * 2 * POSITIONS.len() * 2);
}

/// The row with the columns of its group as its own.
fn without_group(row: &Value) -> Value {
    let Value::Object(row) = row else { return row.clone() };
    let columns = row.iter().flat_map(|(key, value)| match value {
        Value::Object(group) if key == "g" => group.clone(),
        _ => Map::from_iter([(key.clone(), value.clone())]),
    });
    Value::Object(columns.collect())
}

fn check(value: &Value, what: &str) {
    for layout in [Layout::DEFAULT, Layout { v3: true, indent: 4, ..Layout::DEFAULT }] {
        let text = layout.encode_options().to_string(value).unwrap();
        assert_eq!(text, encode(value, layout), "{what}: {value}");
        let read: Value = layout.decode_options().from_str(&text).unwrap();
        assert!(equal(&read, &as_decoded(value, layout)), "{what}: {value}\n{text}");
    }
}

#[test]
fn after_the_first_row() {
    let list = "[2]:\n  - a: 1\n    b: 2";
    assert_text(json!([{"a": 1, "b": 2}, {"a": 3}]), &format!("{list}\n  - a: 3"));
    assert_text(json!([{"a": 1, "b": 2}, {"b": 3}]), &format!("{list}\n  - b: 3"));
    assert_text(
        json!([{"a": 1, "b": 2}, {"a": 3, "b": 4, "c": 5}]),
        &format!("{list}\n  - a: 3\n    b: 4\n    c: 5"),
    );
    assert_text(json!([{"a": 1, "b": 2}, {"a": 3, "c": 4}]), &format!("{list}\n  - a: 3\n    c: 4"));
    assert_text(json!([{"a": 1, "b": 2}, {"a": 3, "b": [4]}]), &format!("{list}\n  - a: 3\n    b[1]: 4"));
    assert_text(json!([{"a": 1, "b": 2}, {"a": [], "b": 4}]), &format!("{list}\n  - a: []\n    b: 4"));
    assert_text(json!([{"a": 1, "b": 2}, {"a": {}, "b": 4}]), &format!("{list}\n  - a:\n    b: 4"));
    assert_text(
        json!([{"a": 1, "b": 2}, {"a": {"c": 3}, "b": 4}]),
        &format!("{list}\n  - a:\n      c: 3\n    b: 4"),
    );
    assert_text(json!([{"a": 1, "b": 2}, {}]), &format!("{list}\n  -"));
    assert_text(json!([{"a": 1, "b": 2}, "x"]), &format!("{list}\n  - x"));
    assert_text(json!([{"a": 1, "b": 2}, [3]]), &format!("{list}\n  - [1]: 3"));
}

#[test]
fn in_the_first_row() {
    assert_text(json!([{"a": [1], "b": 2}]), "[1]:\n  - a[1]: 1\n    b: 2");
    assert_text(json!([{"a": 1, "b": []}]), "[1]:\n  - a: 1\n    b: []");
    assert_text(json!([{"a": 1, "b": {}}]), "[1]:\n  - a: 1\n    b:");
    assert_text(json!([{"a": 1, "b": {"c": []}}]), "[1]:\n  - a: 1\n    b:\n      c: []");
    assert_text(
        json!([{"a": "x,y", "b": {"c": {"d": null, "e": [[]]}}, "f": 1}]),
        "[1]:\n  - a: \"x,y\"\n    b:\n      c:\n        d: null\n        e[1]:\n          - [0]:\n    f: 1",
    );
    assert_text(json!({"t": [{"a": {"b": []}}], "z": 1}), "t[1]:\n  - a:\n      b: []\nz: 1");
}

/// In the list form, each row has its own order.
#[test]
fn reordered_rows() {
    assert_text(
        json!([{"a": 1, "b": 2}, {"b": 3, "a": 4}, {"a": 5}]),
        "[3]:\n  - a: 1\n    b: 2\n  - b: 3\n    a: 4\n  - a: 5",
    );
    assert_text(
        json!([{"a": {"x": 1, "y": 2}, "b": 3}, {"b": 4, "a": {"y": 5, "x": 6}}, {"a": {"x": 7, "y": 8}, "b": []}]),
        "[3]:\n  - a:\n      x: 1\n      y: 2\n    b: 3\n  - b: 4\n    a:\n      y: 5\n      x: 6\n  - a:\n      x: 7\n      y: 8\n    b: []",
    );
    // Also the current row.
    let first = "[2]:\n  - a: 1\n    b: 2\n    c: 3\n  -";
    assert_text(
        json!([{"a": 1, "b": 2, "c": 3}, {"c": 4, "a": 5, "b": []}]),
        &format!("{first} c: 4\n    a: 5\n    b: []"),
    );
    assert_text(
        json!([{"a": 1, "b": 2, "c": 3}, {"a": 4, "c": "5, \"6\""}]),
        &format!("{first} a: 4\n    c: \"5, \\\"6\\\"\""),
    );
    assert_text(
        json!([{"a": 1, "b": 2, "c": 3}, {"c": 4, "b": 5, "d": 6}]),
        &format!("{first} c: 4\n    b: 5\n    d: 6"),
    );
    assert_text(
        json!({"p": {"a": 1, "b": 2}, "q": {"b": 3, "a": 4}, "r": 5}),
        "p:\n  a: 1\n  b: 2\nq:\n  b: 3\n  a: 4\nr: 5",
    );
    // Keyed tables come back in the order of their own first rows.
    assert_text(
        json!([{"g": {"p": {"a": 1, "b": 2}, "q": {"a": 3, "b": 4}}}, {"g": {"q": {"b": 5, "a": 6}, "p": {"a": 7, "b": 8}}}, 9]),
        "[3]:\n  - g[2:]{a,b}:\n      p: 1,2\n      q: 3,4\n  - g[2:]{b,a}:\n      q: 5,6\n      p: 8,7\n  - 9",
    );
}

/// A table may be a part of what looked like a row of another.
#[test]
fn tables_in_tables_that_fall_back() {
    let rows = json!([{"n": 1}, {"n": 2}]);
    assert_text(
        json!([{"a": 1, "t": rows}, {"a": 2, "t": rows}]),
        "[2]:\n  - a: 1\n    t[2]{n}:\n      1\n      2\n  - a: 2\n    t[2]{n}:\n      1\n      2",
    );
    assert_text(
        json!([{"a": {"t": rows}, "b": {"p": {"n": 1}, "q": {"n": 2}}}]),
        "[1]:\n  - a:\n      t[2]{n}:\n        1\n        2\n    b[2:]{n}:\n      p: 1\n      q: 2",
    );
    assert_text(
        json!({"p": {"x": {"n": 1}, "y": {"n": 2}}, "q": {"x": {"n": 3}, "y": []}}),
        "p[2:]{n}:\n  x: 1\n  y: 2\nq:\n  x:\n    n: 3\n  y: []",
    );
    assert_text(
        json!({"p": {"x": {"n": 1}, "y": {"n": 2}}, "q": {"x": {"n": 3}, "y": {"n": [4]}}, "r": {"x": {"n": 5}, "y": {"n": 6}}}),
        "p[2:]{n}:\n  x: 1\n  y: 2\nq:\n  x:\n    n: 3\n  y:\n    n[1]: 4\nr[2:]{n}:\n  x: 5\n  y: 6",
    );
    // A cell that does not fit the outer table fits the inner one.
    assert_text(
        json!({"p": {"x": {"n": 1}, "y": {"n": {"z": 2}}}, "q": {"x": {"n": 3}, "y": {"n": 4}}}),
        "p:\n  x:\n    n: 1\n  y:\n    n:\n      z: 2\nq[2:]{n}:\n  x: 3\n  y: 4",
    );
}

/// The last value of the innermost level turns all tentative tables around it into lists.
#[test]
fn at_the_end_of_a_long_way() {
    let mut value = json!([]);
    let mut text = "a: []".to_owned();
    for _ in 0..30 {
        value = json!({"a": value});
    }
    for depth in 1..30 {
        text = format!("a:\n{}{text}", "  ".repeat(30 - depth));
    }
    assert_text(value, &text);
    for depth in 1..=6 {
        let mut inner = json!([1, 2]);
        for level in 0..depth {
            inner = json!({"k": {"n": level, "m": inner}, "l": {"n": 1, "m": 2}});
        }
        check(&inner, "keyed in keyed");
        check(&json!([inner, inner]), "keyed in keyed in rows");
        check(&json!({"p": inner, "q": inner}), "keyed in keyed in entries");
    }
}

/// A table that begins like the previous one, in some of its columns or in some of those of its
/// group.
#[test]
fn tables_that_begin_like_another() {
    let names = ["a b", "c.d", "", "e", "f:g", "h"];
    let row = |names: &[&str], more: &[&str]| {
        let columns = names.iter().chain(more).zip(1..).map(|(name, n)| (name.to_string(), json!(n)));
        Value::Object(columns.collect())
    };
    let folding = EncodeOptions::new().key_folding(KeyFolding::Safe);
    for begin in 0..=names.len() {
        for more in [&["x y", "i.j"][..], &["k"], &["x y", "", "k"], &[]] {
            let more: Vec<_> = more.iter().filter(|name| !names[..begin].contains(name)).copied().collect();
            let (first, second) = (row(&names, &[]), row(&names[..begin], &more));
            let groups = |row: &Value| json!({"id": 1, "group": {"a b": 2, "inner": row}, "end of it": 3});
            for (first, second) in [(first.clone(), second.clone()), (groups(&first), groups(&second))] {
                let (first, second) =
                    (json!({"t": [first.clone(), first]}), json!({"u": [second.clone(), second]}));
                let both = json!({"t": first["t"], "u": second["u"]});
                let layout = Layout::DEFAULT;
                assert_eq!(
                    layout.encode_options().to_string(&both).unwrap(),
                    encode(&both, layout),
                    "{both}"
                );
                // The second column without the first does not begin like it.
                let alone = [first, second].map(|table| folding.to_string(&table).unwrap());
                assert_eq!(folding.to_string(&both).unwrap(), alone.join("\n"), "{both}");
            }
        }
    }
}
