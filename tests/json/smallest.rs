//! TOON or compact JSON, whichever is smaller.

use serde_json::{Value, json};
use toon::json::{Smallest, smallest, smallest_by};
use toon::{Delimiter, EncodeOptions, ErrorKind};

#[test]
fn by_bytes() {
    for value in [
        json!(null),
        json!([]),
        json!({}),
        json!("text"),
        json!([1, 2]),
        json!(["a", "b", "c", "d", "e", "f"]),
        json!([{"id": 1, "name": "Ada"}, {"id": 2, "name": "Bob"}]),
        json!([[1, 2], [3, 4], [5, 6]]),
        json!({"a": {"b": {"c": {"d": {"e": [1]}}}}}),
        json!([1.0, 0.5]),
    ] {
        let (toon, json) = (toon::to_string(&value).unwrap(), value.to_string());
        let expected = if toon.len() < json.len() { Smallest::Toon(toon) } else { Smallest::Json(json) };
        let found = smallest(&value, &EncodeOptions::new()).unwrap();
        assert_eq!(found, expected);
        assert_eq!(found.is_toon(), matches!(expected, Smallest::Toon(_)));
        assert_eq!(found.to_string(), expected.into_string());
    }
}

#[test]
fn by_a_measure_of_the_callers() {
    let value = json!(["a", "b"]);
    let options = EncodeOptions::new();
    let toon = smallest_by(&value, &options, |text| text.matches('"').count()).unwrap();
    assert_eq!(toon, Smallest::Toon("[2]: a,b".to_string()));
    let json = smallest_by(&value, &options, |text| text.matches(' ').count()).unwrap();
    assert_eq!(json, Smallest::Json(r#"["a","b"]"#.to_string()));
    assert!(!smallest_by(&value, &options, |_| 1).unwrap().is_toon(), "of equals the JSON");
}

#[test]
fn the_options_count() {
    let value = json!([{"a": "x,y", "b": "1,2"}, {"a": "p,q", "b": "3,4"}]);
    let pipes = smallest(&value, &EncodeOptions::new().delimiter(Delimiter::Pipe)).unwrap();
    assert_eq!(pipes.as_str(), "[2|]{a|b}:\n  x,y|1,2\n  p,q|3,4");
}

#[test]
fn what_toon_cannot_have_is_an_error() {
    let deep = (0..200).fold(json!(1), |inner, _| json!([inner]));
    let error = smallest(&deep, &EncodeOptions::new()).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::DepthLimit { .. }));
}

#[test]
fn the_json_is_serde_jsons() {
    let value: Value = json!([1.0, 1e16, "\u{8}"]);
    let text = smallest_by(&value, &EncodeOptions::new(), |text| usize::from(text.contains(": "))).unwrap();
    assert_eq!(text, Smallest::Json(serde_json::to_string(&value).unwrap()));
}

#[test]
fn both_have_the_fields_alone() {
    let value = json!([{"id": 1.5, "name": "Ada", "note": "n"}, {"id": 2, "name": "Bob", "note": "n"}]);
    let options = EncodeOptions::new().fields(["name", "id"]).delimiter(Delimiter::Pipe);
    let toon = "[2|]{name|id}:\n  Ada|1.5\n  Bob|2";
    assert_eq!(smallest(&value, &options).unwrap().as_str(), toon);
    let json = smallest_by(&value, &options, |text| text.lines().count()).unwrap();
    assert_eq!(json.as_str(), r#"[{"name":"Ada","id":1.5},{"name":"Bob","id":2}]"#);
}
