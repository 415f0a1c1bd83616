//! Why lists have list form.

use crate::rewrite::{Remedy, Rewrite};
use toon::EncodeOptions;

#[track_caller]
fn reason(json: &str, expected: &str) {
    let survey = Rewrite::new().survey(json, &EncodeOptions::new()).unwrap();
    let reasons: Vec<String> =
        survey.list_forms().iter().map(|list| format!("{}: {}", list.path, list.reason)).collect();
    assert_eq!(reasons.join("; "), expected, "{json}");
}

#[test]
fn reasons() {
    reason(r#"[{"a":1},{"a":2}]"#, "");
    reason(r#"[{"a":1},{"b":2,"a":1}]"#, ": row 2 has `b`, which row 1 lacks");
    reason(r#"[{"a":1,"b":2},{"a":1}]"#, ": row 2 lacks `b`");
    reason(r#"{"x":[{"a":1},{"a":[]}]}"#, "x: `a` is a list in row 2");
    reason(r#"[{"u":{"b":1}},{"u":{"b":1,"c":2}}]"#, ": row 2 has `u.c`, which row 1 lacks");
    reason(r#"[{"u":{"b":1}},{"u":{}}]"#, ": row 2 lacks `u.b`");
    reason(r#"[{"u":{"b":1}},{"u":7}]"#, ": `u` is not an object in row 2, but is one in the rows before");
    reason(r#"[{"u":7},{"u":{"b":1}}]"#, ": `u` is an object in row 2, but not in the rows before");
    reason(r#"[{"u":{"b":1}},{"u":null}]"#, ": `u` is null in row 2, but an object in other rows");
    reason(r#"[{"a":1},{"u":null},{"u":{"b":1}}]"#, ": `u` is null in row 2, but an object in other rows");
    reason(r#"[{"u":{}},{"u":{}}]"#, ": `u` is an empty object in row 1");
    reason(r#"[{"a":1},{"a":1},3]"#, ": row 3 is not an object");
    reason(r#"[[{"a":1},{"a":1}]]"#, "[]: the list is an element of another list");
    // What prevents a table even if it is filled, first.
    reason(r#"[{"a":1},{"b":1},{"a":[]}]"#, ": `a` is a list in row 3");
    reason(r#"{"a b":[{"x":[{"y.z":1},{}, {"w":1}]}]}"#, "\"a b\"[].x: row 2 lacks `\"y.z\"`");
    // No lists of rows.
    reason(r#"[1,[2],{"a":1}]"#, "");
    reason(r#"[{"a":1},{}]"#, "");
}

#[test]
fn the_largest_list_of_each_kind() {
    let json = r#"{"orders":[
        {"items":[{"a":1},{"b":1}]},
        {"items":[{"a":1},{"a":1,"b":1},{"a":3}]},
        {"items":[{"a":[1]},{"b":1}]}
    ]}"#;
    let survey = Rewrite::new().survey(json, &EncodeOptions::new()).unwrap();
    let lists: Vec<_> = survey
        .list_forms()
        .iter()
        .map(|list| (&*list.path, list.rows, list.scalars, list.remedy, list.lists))
        .collect();
    assert_eq!(
        lists,
        [
            ("orders", 3, 8, Remedy::None, 1),
            ("orders[].items", 3, 4, Remedy::Fill { absent: 2 }, 2),
            ("orders[].items", 2, 2, Remedy::None, 1),
        ]
    );
}

#[test]
fn many_lists() {
    let lists: Vec<String> = (0..1_000).map(|n| format!("\"k{n}\":[{{\"a\":1}},{{\"b\":{n}}}]")).collect();
    let survey = Rewrite::new().survey(&format!("{{{}}}", lists.join(",")), &EncodeOptions::new()).unwrap();
    assert_eq!(survey.list_forms().len(), 100);
    assert_eq!((survey.list_form_count(), survey.sparse_count()), (1_000, 0));
}
