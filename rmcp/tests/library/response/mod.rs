//! `ResponseParams`: the parameters of callers, and the answers.

mod children;
mod database;
mod fallback;
mod fields;
mod formatted;
mod key;
mod normal;
mod page;
mod parameters;
mod properties;
mod sort;
mod verbosity;

use rmcp::model::{CallToolResult, ErrorCode};
use serde_json::{Value, json};
use toon_rmcp::marker::{FORMAT, WARNINGS};
use toon_rmcp::{ResponseOptions, ResponseParams};

#[derive(Clone, Debug, PartialEq, toon::Serialize, toon::Deserialize)]
#[serde(rename_all = "camelCase")]
#[toon(tabular)]
struct Project {
    id: u64,
    name: String,
    owner: Owner,
    #[toon(level = "standard")]
    created_at: u64,
    #[toon(level = "full")]
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

#[derive(Clone, Debug, PartialEq, toon::Serialize, toon::Deserialize)]
#[toon(tabular)]
struct Owner {
    login: String,
    age: Option<u8>,
}

fn project(id: u64, name: &str, login: &str, note: Option<&str>) -> Project {
    let owner = Owner { login: login.into(), age: (id > 1).then_some(30) };
    Project { id, name: name.into(), owner, created_at: 100 - id, note: note.map(Into::into) }
}

/// Three projects, whose orders by id, by name and by owner differ.
fn projects() -> Vec<Project> {
    vec![
        project(2, "loom", "bob", None),
        project(1, "engine", "ada", Some("Computes.")),
        project(3, "abacus", "ada", None),
    ]
}

fn params(params: Value) -> ResponseParams {
    serde_json::from_value(params).unwrap()
}

fn ask(asked: Value) -> CallToolResult {
    params(asked).respond(&projects()).unwrap()
}

fn refused(asked: Value) -> String {
    mistake(&ask(asked)).to_owned()
}

/// The text of a result that reports a mistake of the caller.
#[track_caller]
fn mistake(result: &CallToolResult) -> &str {
    assert_eq!(result.is_error, Some(true));
    assert_eq!(result.content.len(), 1);
    &result.content[0].as_text().unwrap().text
}

#[track_caller]
fn text(result: &CallToolResult) -> &str {
    assert_eq!(result.is_error, Some(false));
    assert_eq!(result.structured_content, None);
    &result.content[0].as_text().unwrap().text
}

fn format(result: &CallToolResult) -> &str {
    result.content[0].as_text().unwrap().meta.as_ref().unwrap()[FORMAT].as_str().unwrap()
}

/// The warnings for programs; those for models must be the same.
#[track_caller]
fn warnings(result: &CallToolResult) -> Vec<String> {
    let Some(meta) = &result.meta else {
        assert_eq!(result.content.len(), 1);
        return Vec::new();
    };
    let warnings: Vec<String> = serde_json::from_value(meta[WARNINGS].clone()).unwrap();
    let lines: Vec<String> = warnings.iter().map(|warning| format!("Warning: {warning}")).collect();
    assert_eq!(result.content.len(), 2);
    assert_eq!(result.content[1].as_text().unwrap().text, lines.join("\n"));
    warnings
}

/// The items of an answer in TOON.
#[track_caller]
fn items(result: &CallToolResult) -> Vec<Value> {
    assert_eq!(format(result), "toon");
    let answer: Value = toon::from_str(text(result)).unwrap();
    answer["items"].as_array().unwrap().clone()
}

/// The ids of the items, in order.
#[track_caller]
fn ids(result: &CallToolResult) -> Vec<u64> {
    items(result).iter().map(|item| item["id"].as_u64().unwrap()).collect()
}

#[test]
fn a_table_and_where_it_is_from() {
    let result = ask(json!({}));
    let expected = "\
items[3]{id,name,owner{login,age},createdAt}:
  2,loom,bob,30,98
  1,engine,ada,null,99
  3,abacus,ada,30,97
pagination:
  total: 3
  page: 1
  totalPages: 1";
    assert_eq!(text(&result), expected);
    assert_eq!(format(&result), "toon");
    assert_eq!(warnings(&result), [""; 0]);
}

#[test]
fn json_on_one_line_and_on_many() {
    let asked = json!({"responseFormat": "json", "limit": 1});
    let result = ask(asked);
    let expected = r#"{"items":[{"id":2,"name":"loom","owner":{"login":"bob","age":30},"createdAt":98}],"pagination":{"total":3,"page":1,"totalPages":3}}"#;
    assert_eq!(text(&result), expected);
    assert_eq!(format(&result), "json");

    let result = ask(json!({"responseFormat": "json_pretty", "limit": 1, "fields": ["name"]}));
    let expected = r#"{
  "items": [
    {
      "name": "loom"
    }
  ],
  "pagination": {
    "total": 3,
    "page": 1,
    "totalPages": 3
  }
}"#;
    assert_eq!(text(&result), expected);
    assert_eq!(format(&result), "json");
}

#[test]
fn no_rows() {
    for asked in [json!({}), json!({"fields": ["name", "owner.login"]}), json!({"verbosity": "minimal"})] {
        let result = params(asked).respond::<Project>(&[]).unwrap();
        assert_eq!(text(&result), "items: []\npagination:\n  total: 0\n  page: 1\n  totalPages: 0");
        assert_eq!(warnings(&result), [""; 0]);
    }
    let result = params(json!({"responseFormat": "json"})).respond::<Project>(&[]).unwrap();
    assert_eq!(text(&result), r#"{"items":[],"pagination":{"total":0,"page":1,"totalPages":0}}"#);
}

#[test]
fn the_author_has_a_say() {
    let options = ResponseOptions::new()
        .default_sort(["owner.login", "-id"])
        .sortable(["name", "owner.login"])
        .encode(toon::EncodeOptions::new().delimiter(toon::Delimiter::Tab));
    let respond = |asked| params(asked).respond_with(&projects(), &options);
    let result = respond(json!({"verbosity": "minimal"})).unwrap();
    let table = "items[3\t]{id\tname\towner{login\tage}}:\n  3\tabacus\tada\t30\n  1\tengine\tada\tnull\n  2\tloom\tbob\t30\n";
    assert!(text(&result).starts_with(table), "{}", text(&result));

    assert_eq!(ids(&respond(json!({"sortBy": "-name"})).unwrap()), [2, 1, 3]);
    let result = respond(json!({"sortBy": "id"})).unwrap();
    assert_eq!(mistake(&result), "Invalid sort field: id. Allowed: name, owner.login");

    let wrong = ResponseOptions::new().default_sort(["stars"]);
    let error = params(json!({})).respond_with(&projects(), &wrong).unwrap_err();
    assert_eq!(error.code, ErrorCode::INTERNAL_ERROR);
    assert!(params(json!({"sortBy": "id"})).respond_with(&projects(), &wrong).is_ok());
}
