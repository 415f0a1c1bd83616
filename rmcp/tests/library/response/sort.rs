//! The order of rows.

use super::{Project, ask, ids, mistake, params, refused};
use serde_json::{Value, json};
use std::cell::Cell;
use toon_rmcp::ResponseOptions;

#[test]
fn up_and_down() {
    for (by, expected) in [
        (json!("id"), [1, 2, 3]),
        (json!("+id"), [1, 2, 3]),
        (json!("-id"), [3, 2, 1]),
        (json!(["name"]), [3, 1, 2]),
        (json!("createdAt"), [3, 2, 1]),
        (json!(["owner.login", "-id"]), [3, 1, 2]),
        (json!(["-owner.login", "+id", "-id"]), [2, 1, 3]),
        // The others are equal in it, and keep their order.
        (json!("owner.age"), [1, 2, 3]),
        (json!("-owner.age"), [2, 3, 1]),
        // Most rows do not have it.
        (json!("-note"), [1, 2, 3]),
        (json!("note"), [2, 3, 1]),
    ] {
        assert_eq!(ids(&ask(json!({"sortBy": by, "fields": ["id"]}))), expected, "{by}");
    }
}

#[test]
fn as_given_unless_told() {
    assert_eq!(ids(&ask(json!({"sortBy": []}))), [2, 1, 3]);
    assert_eq!(ids(&ask(json!({}))), [2, 1, 3]);
}

#[test]
fn fields_that_there_are_not() {
    for field in ["stars", "", "Name", "owner.mail", "id.x", "--id", "+-id"] {
        let text = refused(json!({"sortBy": ["name", field]}));
        let field = field.strip_prefix(['-', '+']).unwrap_or(field);
        // `owner` is a group.
        assert_eq!(text, format!("Invalid sort field: {field}. Allowed: id, name, createdAt, note"));
    }
    assert_eq!(
        refused(json!({"sortBy": "-owner"})),
        "Invalid sort field: owner is a list or an object. Allowed: id, name, createdAt, note"
    );
}

#[test]
fn no_row_is_needed_to_know_them() {
    let respond = |by: &str| params(json!({"sortBy": by})).respond::<Project>(&[]).unwrap();
    let allowed = "id, name, owner, createdAt, note";
    assert_eq!(mistake(&respond("-stars")), format!("Invalid sort field: stars. Allowed: {allowed}"));
    for by in ["name", "-note", "owner.login"] {
        assert_eq!(respond(by).is_error, Some(false), "{by}");
    }
}

#[derive(toon::Serialize)]
#[toon(tabular)]
struct Cells {
    id: u64,
    #[toon(cell)]
    value: Value,
}

#[test]
fn null_bools_numbers_strings() {
    let values = [
        json!("é"),
        json!("a"),
        json!("B"),
        json!(""),
        json!("10"),
        json!(9),
        json!(9_007_199_254_740_993_u64),
        json!(9_007_199_254_740_992_u64),
        json!(9_007_199_254_740_994.0),
        json!(u64::MAX),
        json!(-1),
        json!(-1.5),
        json!(i64::MIN),
        json!(1e300),
        json!(true),
        json!(false),
        Value::Null,
    ];
    let sorted = [
        Value::Null,
        json!(false),
        json!(true),
        json!(i64::MIN),
        json!(-1.5),
        json!(-1),
        json!(9),
        json!(9_007_199_254_740_992_u64),
        json!(9_007_199_254_740_993_u64),
        json!(9_007_199_254_740_994.0),
        json!(u64::MAX),
        json!(1e300),
        json!(""),
        json!("10"),
        json!("B"),
        json!("a"),
        json!("é"),
    ];
    let rows: Vec<Cells> = (0..).zip(values).map(|(id, value)| Cells { id, value }).collect();
    let places: Vec<u64> =
        sorted.iter().map(|value| rows.iter().find(|row| row.value == *value).unwrap().id).collect();
    assert_eq!(ids(&params(json!({"sortBy": "value"})).respond(&rows).unwrap()), places);
    let down: Vec<u64> = places.into_iter().rev().collect();
    assert_eq!(ids(&params(json!({"sortBy": "-value"})).respond(&rows).unwrap()), down);
}

thread_local! {
    static COUNT: Cell<usize> = const { Cell::new(0) };
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "what serde calls")]
fn count<S: serde::Serializer>(value: &u64, serializer: S) -> Result<S::Ok, S::Error> {
    COUNT.set(COUNT.get() + 1);
    serializer.serialize_u64(*value)
}

#[derive(toon::Serialize)]
struct Counted {
    id: u64,
    #[serde(serialize_with = "count")]
    sorted: u64,
    #[serde(serialize_with = "count")]
    #[toon(level = "full")]
    other: u64,
}

/// However often rows are compared.
#[test]
fn each_row_is_looked_at_once() {
    let rows: Vec<Counted> = (0..1000).map(|id| Counted { id, sorted: 999 - id, other: id }).collect();
    COUNT.set(0);
    let result = params(json!({"sortBy": "sorted", "fields": ["id"], "limit": 3})).respond(&rows).unwrap();
    assert_eq!(ids(&result), [999, 998, 997]);
    assert_eq!(COUNT.get(), rows.len());
}

#[test]
fn what_all_rows_leave_out() {
    #[derive(toon::Serialize)]
    struct Row {
        #[toon(level = "minimal")]
        id: u64,
        #[serde(skip_serializing_if = "Option::is_none")]
        group: Option<Group>,
    }
    #[derive(toon::Serialize)]
    struct Group {
        size: u8,
    }
    let row = |id, size: Option<u8>| Row { id, group: size.map(|size| Group { size }) };
    let rows = |size: Option<u8>| [row(2, None), row(1, size)];
    let respond = |by: &str, rows: &[Row]| params(json!({"sortBy": by, "fields": ["id"]})).respond(rows);
    assert_eq!(ids(&respond("group.size", &rows(None)).unwrap()), [2, 1]);
    assert_eq!(ids(&respond("-group.size", &rows(Some(1))).unwrap()), [1, 2]);
    assert_eq!(respond("group.none", &rows(None)).unwrap().is_error, Some(false));
    mistake(&respond("group.none", &rows(Some(1))).unwrap());
    mistake(&respond("none.size", &rows(None)).unwrap());
}

#[test]
fn paths_into_what_is_flattened() {
    #[derive(toon::Serialize)]
    struct Row {
        #[toon(level = "minimal")]
        id: u64,
        #[serde(flatten)]
        extra: std::collections::BTreeMap<&'static str, u8>,
    }
    let rows = [Row { id: 1, extra: [("stars", 5)].into() }, Row { id: 2, extra: [("stars", 3)].into() }];
    assert_eq!(ids(&params(json!({"sortBy": "stars"})).respond(&rows).unwrap()), [2, 1]);
    let result = params(json!({"sortBy": "forks"})).respond(&rows).unwrap();
    assert_eq!(mistake(&result), "Invalid sort field: forks. Allowed: id");
}

#[test]
fn strings_in_an_order_of_their_own() {
    let options = ResponseOptions::new().ranked("owner.login", ["zoe", "bob"]).ranked("name", ["loom"]);
    let respond =
        |by| ids(&params(json!({"sortBy": by})).respond_with(&super::projects(), &options).unwrap());
    assert_eq!(respond(json!(["owner.login", "id"])), [2, 1, 3]);
    assert_eq!(respond(json!(["-owner.login", "id"])), [1, 3, 2]);
    assert_eq!(respond(json!("name")), [2, 3, 1]);
    assert_eq!(respond(json!("-id")), [3, 2, 1]);
}

#[test]
fn no_more_than_sixteen() {
    let by = |count| params(json!({"sortBy": vec!["id"; count]})).respond(&super::projects());
    assert_eq!(ids(&by(16).unwrap()), [1, 2, 3]);
    assert_eq!(mistake(&by(17).unwrap()), "Invalid sortBy: 17 fields exceed the limit of 16");
}

/// As in `fields`.
#[test]
fn keys_in_quotes() {
    #[derive(toon::Serialize)]
    struct Row {
        #[toon(level = "minimal")]
        id: u64,
        #[serde(flatten)]
        extra: std::collections::BTreeMap<&'static str, u8>,
        #[serde(rename = "x.y")]
        own: u8,
    }
    let row = |id, extra| Row { id, extra: [("a.b", extra)].into(), own: extra };
    let rows = [row(1, 5), row(2, 3)];
    for by in [r#""a.b""#, r#"+"a.b""#, r#""x.y""#, "x.y", r#"-"id""#] {
        let asked = json!({"sortBy": by, "fields": ["id"]});
        assert_eq!(ids(&params(asked).respond(&rows).unwrap()), [2, 1], "{by}");
    }
    // A path into `a`, which does not exist.
    mistake(&params(json!({"sortBy": "a.b"})).respond(&rows).unwrap());
    assert_eq!(ids(&ask(json!({"sortBy": r#""owner"."login""#, "fields": ["id"]}))), [1, 3, 2]);
    // A field named by the author is found however it is spelled.
    let options = ResponseOptions::new().sortable(["owner.login"]).ranked("owner.login", ["bob", "ada"]);
    let asked = params(json!({"sortBy": r#"owner."login""#, "fields": ["id"]}));
    assert_eq!(ids(&asked.respond_with(&super::projects(), &options).unwrap()), [2, 1, 3]);
}

#[test]
fn errors_have_no_more_than_the_start_of_a_long_name() {
    let text = refused(json!({"sortBy": "x".repeat(1_000_000)}));
    assert!(text.starts_with("Invalid sort field: xxx") && text.len() < 200, "{text}");
}
