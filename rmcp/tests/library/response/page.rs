//! Pages.

use super::{ask, ids, items, params, refused, text, warnings};
use serde_json::{Value, json};
use toon_rmcp::ResponseParams;

#[test]
fn one_after_another() {
    let first = ask(json!({"sortBy": "id", "limit": 2}));
    assert_eq!(ids(&first), [1, 2]);
    assert!(text(&first).ends_with("pagination:\n  total: 3\n  page: 1\n  totalPages: 2"));
    let second = ask(json!({"sortBy": "id", "limit": 2, "page": 2}));
    assert_eq!(ids(&second), [3]);
    assert!(text(&second).ends_with("pagination:\n  total: 3\n  page: 2\n  totalPages: 2"));
}

#[test]
fn beyond_the_last_one() {
    for page in [3, u32::MAX] {
        let result = ask(json!({"limit": 2, "page": page}));
        assert_eq!(items(&result), [Value::Null; 0]);
        assert_eq!(warnings(&result), [format!("Page {page} does not exist: the last page is 2.")]);
    }
    let none = params(json!({"page": 2})).respond::<super::Project>(&[]).unwrap();
    assert_eq!(warnings(&none), ["Page 2 does not exist: the last page is 1."]);
}

#[test]
fn out_of_range() {
    for (asked, message) in [
        (json!({"page": 0}), "Invalid page 0: it must be at least 1"),
        (json!({"limit": 0}), "Invalid limit 0: it must be from 1 to 100"),
        (json!({"limit": 101}), "Invalid limit 101: it must be from 1 to 100"),
    ] {
        assert_eq!(refused(asked), message);
    }
    assert_eq!(ids(&ask(json!({"limit": 100}))), [2, 1, 3]);
}

#[test]
fn no_number_at_all() {
    for (asked, name) in
        [(json!({"page": -1}), "page"), (json!({"limit": "ten"}), "limit"), (json!({"page": 1.5}), "page")]
    {
        let error = serde_json::from_value::<ResponseParams>(asked).unwrap_err().to_string();
        assert!(error.starts_with(&format!("{name} must be an integer from 1 to ")), "{error}");
    }
}
