//! The name of the list.

use super::{params, projects, text, warnings};
use rmcp::model::ErrorCode;
use serde_json::json;
use toon_rmcp::ResponseOptions;

#[track_caller]
fn check(key: &str, toon: &str) {
    let options = ResponseOptions::new().key(key);
    let asked = json!({"fields": ["owner.login", "stars", "id"], "limit": 1});
    let result = params(asked.clone()).respond_with(&projects(), &options).unwrap();
    let pagination = "pagination:\n  total: 3\n  page: 1\n  totalPages: 3";
    assert_eq!(text(&result), format!("{toon}[1]{{owner{{login}},id}}:\n  bob,2\n{pagination}"));
    let warning = ["Unknown fields were ignored: stars. Known fields: id, name, owner, createdAt, note."];
    assert_eq!(warnings(&result), warning);

    let mut in_json = params(asked);
    in_json.response_format = toon_rmcp::ResponseFormat::Json;
    let result = in_json.respond_with(&projects(), &options).unwrap();
    let pagination = r#""pagination":{"total":3,"page":1,"totalPages":3}"#;
    let list = r#"[{"owner":{"login":"bob"},"id":2}]"#;
    assert_eq!(text(&result), format!("{{{}:{list},{pagination}}}", json!(key)));
    assert_eq!(warnings(&result), warning);
}

#[test]
fn any_text() {
    check("projects", "projects");
    check("open issues", r#""open issues""#);
    check("a.b", "a.b");
    check("", r#""""#);
    check("\"q\"\\", r#""\"q\"\\""#);
    check("Pagination", "Pagination");
    check("[2]", r#""[2]""#);
}

#[test]
fn with_levels() {
    let options = ResponseOptions::new().key("projects");
    let result = params(json!({"verbosity": "minimal"})).respond_with(&projects(), &options).unwrap();
    assert!(text(&result).starts_with("projects[3]{id,name,owner{login,age}}:\n"), "{}", text(&result));
    let none = params(json!({})).respond_with::<super::Project>(&[], &options).unwrap();
    assert!(text(&none).starts_with("projects: []\npagination:\n"), "{}", text(&none));
}

/// For every request, so that the mistake is noticed at once.
#[test]
fn that_of_the_pagination_is_taken() {
    let options = ResponseOptions::new().key("pagination");
    let message =
        "`pagination` cannot be the name of the list, because the answer uses it for something else";
    let default = params(json!({}));
    let wrong = params(json!({"sortBy": "stars"}));
    for error in [
        default.respond_with(&projects(), &options).unwrap_err(),
        wrong.respond_with(&projects(), &options).unwrap_err(),
        wrong.respond_page_with(&projects(), 3, &options).unwrap_err(),
        wrong.page_query::<super::Project>(&options).unwrap_err().into_result().unwrap_err(),
    ] {
        assert_eq!((error.code, &*error.message), (ErrorCode::INTERNAL_ERROR, message));
    }
}
