//! Mistakes, in values and in documents.
#![allow(clippy::items_after_statements, reason = "a type next to its use")]

use super::{Symbol, symbol, symbols};
use serde::Serialize;
use serde::de::DeserializeSeed;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use toon::Grouped;

#[track_caller]
fn refuses<T: Serialize>(rows: &[T], fields: &[&str], message: &str) {
    for hoist in [false, true] {
        let grouped = Grouped::new(rows, fields.to_vec()).hoist_single(hoist);
        assert_eq!(toon::to_string(&grouped).unwrap_err().to_string(), message);
        assert_eq!(serde_json::to_string(&grouped).unwrap_err().to_string(), message);
    }
}

#[test]
fn fields_must_exist() {
    let known = "it only has the fields `id`, `module`, `package`, `line`";
    refuses(&symbols(), &["modul"], &format!("cannot group rows[0] by `modul`: {known}"));
    refuses(&symbols(), &["module", "id.x"], &format!("cannot group rows[0] by `id.x`: {known}"));
    let rows = [json!({"a": 1, "b": 2}), json!({"a": 1})];
    refuses(&rows, &["a", "b"], "cannot group rows[1] by `b`: it only has the field `a`");
    refuses(&[json!({})], &["a"], "cannot group rows[0] by `a`: it has no fields");
}

#[test]
fn fields_must_be_scalars() {
    let refuses = |value: Value, found: &str| {
        let rows = [json!({"a": 1}), json!({ "a": value })];
        let message =
            format!("cannot group rows[1] by `a`: expected a string, number or bool, found {found}");
        refuses(&rows, &["a"], &message);
    };
    refuses(Value::Null, "null");
    refuses(json!([1]), "a list");
    refuses(json!({"x": 1}), "an object");
    super::errors::refuses(
        &[Symbol { line: None, ..symbol(1, "a", "b") }],
        &["line"],
        "cannot group rows[0] by `line`: expected a string, number or bool, found null",
    );
    #[derive(Serialize)]
    struct Row<T> {
        a: T,
    }
    super::errors::refuses(
        &[Row { a: f64::NAN }],
        &["a"],
        "cannot group rows[0] by `a`: expected a string, number or bool, found a number that is not finite",
    );
    super::errors::refuses(
        &[Row { a: Ok::<u8, u8>(1) }],
        &["a"],
        "cannot group rows[0] by `a`: expected a string, number or bool, found an object",
    );
}

#[test]
fn values_of_different_kinds_are_not_one_group() {
    let rows = [json!({"a": 1}), json!({"a": "x"}), json!({"a": "1"})];
    refuses(
        &rows,
        &["a"],
        "cannot group rows[2] by `a`: its string 1 and the number 1 of an earlier row would be the same group",
    );
    let rows = [json!({"a": "true"}), json!({"a": true})];
    refuses(
        &rows,
        &["a"],
        "cannot group rows[1] by `a`: its bool true and the string true of an earlier row would be the same group",
    );
}

#[test]
fn fields_are_given_once() {
    refuses(&symbols(), &["module", "id", "module"], "cannot group rows by `module` twice");
    refuses(&symbols(), &[], "expected at least one field to group rows by");
    refuses::<Symbol>(&[], &[], "expected at least one field to group rows by");
    let names: Vec<_> = (0..129).map(|name| name.to_string()).collect();
    let names: Vec<_> = names.iter().map(String::as_str).collect();
    refuses(&symbols(), &names, "expected at most 128 fields to group rows by");
}

#[test]
fn rows_are_structs_or_maps() {
    refuses(&[1], &["a"], "cannot group rows[0] by `a`: expected each row to be a struct or map");
    refuses(
        &[None::<Symbol>],
        &["a"],
        "cannot group rows[0] by `a`: expected each row to be a struct or map",
    );
    refuses(&[("x", 1)], &["a"], "cannot group rows[0] by `a`: expected each row to be a struct or map");
}

/// A flattened map may have a field of the struct again.
#[test]
fn fields_are_in_a_row_once() {
    #[derive(Serialize)]
    struct Row {
        a: u8,
        #[serde(flatten)]
        more: std::collections::BTreeMap<&'static str, u8>,
    }
    let row = Row { a: 1, more: [("a", 2)].into() };
    refuses(&[row], &["a"], "cannot group rows[0] by `a`: duplicate field `a`");
}

#[test]
fn an_order_that_cannot_be_stated() {
    let rows = [json!({"a b": 1, "c": 2})];
    refuses_once(
        &rows,
        &["c", "a b"],
        "cannot state the order of a field called `a b`: group by the fields in the order of the rows",
    );
    assert_eq!(super::json(&Grouped::new(&rows, ["a b", "c"])), r#"{"1":{"2":[{}]}}"#);
    let rows = [json!({"a": 1, "b": "_by"})];
    refuses_once(
        &rows,
        &["b", "a"],
        "a group cannot be called `_by` here: group by the fields in the order of the rows",
    );
    assert_eq!(super::json(&Grouped::new(&rows, ["b"])), r#"{"_by":[{"a":1}]}"#);
}

#[track_caller]
fn refuses_once<T: Serialize>(rows: &[T], fields: &[&str], message: &str) {
    assert_eq!(toon::to_string(&Grouped::new(rows, fields.to_vec())).unwrap_err().to_string(), message);
}

/// Checks the error of reading `text` as grouped symbols.
#[track_caller]
fn unreadable(text: &str, message: &str) {
    let error = toon::from_str::<Grouped<Vec<Symbol>>>(text).unwrap_err().to_string();
    assert_eq!(error, message);
}

#[test]
fn documents_of_another_form() {
    unreadable("core: 5", "expected groups of rows below `core`, found none at line 1 column 1");
    unreadable("_by: a b", "expected groups of rows below `_by`, found none at line 1 column 1");
    unreadable("core: null", "invalid type: null, expected a group of rows at line 1 column 7, in core");
    unreadable("[1]{id}:\n  1", "invalid type: array, expected an object of grouped rows at line 1 column 1");
    unreadable(
        "core:\n  text: 5",
        "expected a group of rows, but `text` is a scalar at line 1 column 1, in core",
    );
    unreadable(
        "core:\n  text[1]: 5",
        "invalid type: integer `5`, expected a row, as an object at line 2 column 12, in core.text[0]",
    );
    unreadable(
        "core:\n  text[1]{id}:\n    1\nmodule: x",
        "cannot tell which fields the groups stand for: there are 2 levels of groups, and the rows lack `module`, `package`, `line`; \
         name the fields with `Grouped::seed` at line 3 column 5, in core.text[0]",
    );
    unreadable(
        "core:\n  text[1]{id,line}:\n    1,null\nmodule: x",
        "`module`, which all rows share, must come before the groups at line 1 column 1",
    );
    unreadable(
        "_by: package\ncore:\n  text[1]{id}:\n    1",
        "expected rows grouped by `package` (1 level), found 2 levels at line 3 column 3, in \
         core.text",
    );
    // The depth of the first rows is that of all.
    unreadable(
        "core:\n  text[1]{id,line}:\n    1,2\n  x:\n    y[1]{id}:\n      2",
        "expected rows grouped by `module`, `package` (2 levels), found 3 levels at line 5 \
         column 5, in core.x.y",
    );
    unreadable(
        "module: x\npackage: y\nrows[1]{id}:\n  1\ny[1]{id}:\n  2",
        "expected rows grouped by no field (0 levels), found 1 level at line 5 column 1, in y",
    );
}

#[test]
fn groups_that_do_not_fit_their_field() {
    unreadable(
        "core:\n  text:\n    x[1]{id}:\n      1",
        "the group \"x\" stands for `line`: invalid type: string \"x\", expected u32 at line 4 column 7, in \
         core.text.x[0]",
    );
    let read = |text: &str| {
        Grouped::<Vec<Value>>::seed(["module"])
            .deserialize(&mut toon::Deserializer::from_str(text))
            .unwrap_err()
            .to_string()
    };
    let duplicate = "duplicate field `module`, which is in the row and outside of it";
    assert_eq!(read("core[1]{id,module}:\n  1,x"), format!("{duplicate} at line 2 column 3, in core[0]"));
    assert_eq!(
        read("module: x\nrows[1]{id,module}:\n  1,x"),
        format!("{duplicate} at line 3 column 3, in rows[0]")
    );
}

#[test]
fn documents_with_other_names() {
    let read = |fields: &[&str], value: Value| {
        Grouped::<Vec<Value>>::seed(fields.to_vec()).deserialize(&value).unwrap_err().to_string()
    };
    assert_eq!(
        read(&["module", "package"], json!({"x": [{"id": 1}]})),
        "expected rows grouped by `module`, `package` (2 levels), found 1 level"
    );
    assert_eq!(
        read(&["module"], json!({"total": 5, "x": [{"id": 1}]})),
        "expected rows grouped by `module`, found `total`"
    );
    assert_eq!(
        read(&["module", "package"], json!({"_by": "package name", "x": {"y": [{"id": 1}]}})),
        "expected rows grouped by `module`, `package`, found ones by `package`, `name`"
    );
    let groups = json!({"x": {"y": [{"id": 1}]}});
    assert_eq!(read(&["module", "module"], groups.clone()), "cannot group rows by `module` twice");
    assert_eq!(read(&[], groups), "expected at least one field to group rows by");
    assert_eq!(
        read(&["module"], json!({"_by": "module module", "x": {"y": [{"id": 1}]}})),
        "cannot group rows by `module` twice"
    );
}

#[test]
fn deep_documents() {
    let mut value = json!([]);
    for _ in 0..200 {
        value = Value::Object([("x".to_owned(), value)].into_iter().collect());
    }
    let error = Grouped::<Vec<Symbol>>::seed(["module"]).deserialize(&value).unwrap_err();
    assert_eq!(error.to_string(), "expected at most 128 levels of groups");
}

/// Keys of rows that `Display` cannot format.
#[test]
fn keys_that_are_not_plain_scalars() {
    let message = "expected the keys of each row to be strings, numbers or bools";
    let row = BTreeMap::from([(Some("a"), 1), (Some("b"), 2)]);
    refuses(&[row], &["a", "b"], message);
    refuses(&[BTreeMap::from([((1, 2), 1)])], &["a"], message);
}

/// Each of them would go into each row.
#[test]
fn too_many_fields_before_the_groups() {
    use std::fmt::Write;
    let mut text = String::new();
    for index in 0..1_000 {
        writeln!(text, "k{index}: 1").unwrap();
    }
    text.push_str("x[1]{id}:\n  1");
    let error = toon::from_str::<Grouped<Vec<Symbol>>>(&text).unwrap_err();
    assert!(error.to_string().starts_with("expected at most 128 fields before the groups"), "{error}");
}
