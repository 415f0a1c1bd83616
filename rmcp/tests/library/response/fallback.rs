//! Answers that cannot be written.

use super::{format, params, text, warnings};
use rmcp::model::ErrorCode;
use serde_json::json;

/// Claims that a list is a cell.
#[derive(toon::Serialize)]
#[toon(tabular)]
struct Row {
    id: u8,
    #[toon(cell)]
    tags: Vec<&'static str>,
}

#[test]
fn what_is_no_toon_is_json() {
    let rows = [Row { id: 2, tags: vec!["b"] }, Row { id: 1, tags: vec!["a"] }];
    let result =
        params(json!({"sortBy": "id", "limit": 1, "fields": ["tags", "id", "x"]})).respond(&rows).unwrap();
    assert_eq!(format(&result), "json");
    assert_eq!(
        text(&result),
        r#"{
  "items": [
    {
      "tags": [
        "a"
      ],
      "id": 1
    }
  ],
  "pagination": {
    "total": 2,
    "page": 1,
    "totalPages": 2
  }
}"#
    );
    let warnings = warnings(&result);
    assert_eq!(warnings.len(), 2);
    assert_eq!(warnings[0], "Unknown fields were ignored: x. Known fields: id, tags.");
    let start = "The answer is JSON, because it could not be written as TOON: ";
    assert!(warnings[1].starts_with(start), "{}", warnings[1]);
    let result = params(json!({"fields": ["id"]})).respond(&rows).unwrap();
    assert_eq!(format(&result), "toon");
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "what serde calls")]
fn refuse<S: serde::Serializer>(_: &u8, _: S) -> Result<S::Ok, S::Error> {
    Err(serde::ser::Error::custom("refused"))
}

#[derive(toon::Serialize)]
#[toon(tabular)]
struct Refused {
    id: u8,
    #[serde(serialize_with = "refuse")]
    #[toon(level = "full")]
    value: u8,
}

#[test]
fn what_is_neither_is_an_error() {
    let rows = [Refused { id: 1, value: 2 }];
    for format in ["toon", "legible", "json", "json_pretty", "formatted"] {
        let error =
            params(json!({"verbosity": "full", "responseFormat": format})).respond(&rows).unwrap_err();
        assert_eq!(error.code, ErrorCode::INTERNAL_ERROR);
        assert_eq!(error.message, "The answer cannot be written: refused");
    }
    let error = params(json!({"sortBy": "value"})).respond(&rows).unwrap_err();
    assert_eq!(error.code, ErrorCode::INTERNAL_ERROR);
    assert_eq!(error.message, "a row cannot be sorted: refused");
    assert!(params(json!({})).respond(&rows).is_ok());
}
