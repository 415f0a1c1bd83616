//! Rows that a database has sorted and paged.

use super::{Project, format, ids, mistake, params, projects, text, warnings};
use rmcp::model::ErrorCode;
use serde_json::{Value, json};
use toon_rmcp::{ResponseOptions, SortKey, ToolError};

/// The order of a query, in SQL.
fn order(asked: Value, options: &ResponseOptions) -> Result<String, String> {
    let params = params(asked);
    let query = params.page_query::<Project>(options).map_err(|error| error.to_string())?;
    let direction = |key: &SortKey<'_>| if key.is_descending { "DESC" } else { "ASC" };
    let keys: Vec<String> =
        query.sort_by.iter().map(|key| format!("{} {}", key.field, direction(key))).collect();
    Ok(keys.join(", "))
}

#[test]
fn rows_stay_as_they_are() {
    // More than the limit, and not in the requested order: the database decides.
    let result = params(json!({"sortBy": "id", "limit": 1, "page": 2})).respond_page(&projects(), 9).unwrap();
    assert_eq!(ids(&result), [2, 1, 3]);
    assert!(
        text(&result).ends_with("pagination:\n  total: 9\n  page: 2\n  totalPages: 9"),
        "{}",
        text(&result)
    );
    assert_eq!(warnings(&result), [""; 0]);
}

#[test]
fn what_else_is_asked_for() {
    let options = ResponseOptions::new().key("projects");
    let asked = json!({"fields": ["name", "stars"], "responseFormat": "json", "limit": 2, "page": 9});
    let result = params(asked).respond_page_with(&projects()[..1], u64::MAX, &options).unwrap();
    let total = u64::MAX;
    let pages = total.div_ceil(2);
    let expected = format!(
        r#"{{"projects":[{{"name":"loom"}}],"pagination":{{"total":{total},"page":9,"totalPages":{pages}}}}}"#
    );
    assert_eq!(text(&result), expected);
    assert_eq!(format(&result), "json");
    assert_eq!(
        warnings(&result),
        ["Unknown fields were ignored: stars. Known fields: id, name, owner, createdAt, note."]
    );
    let beyond = params(json!({"page": 3})).respond_page::<Project>(&[], 21).unwrap();
    assert_eq!(warnings(&beyond), ["Page 3 does not exist: the last page is 2."]);
}

#[test]
fn numbers_of_rows_go_on() {
    let asked = json!({"responseFormat": "formatted", "fields": ["id"], "page": 3, "limit": 20});
    let result = params(asked).respond_page(&projects()[..1], 41).unwrap();
    assert_eq!(text(&result), "# items: 1 of 41, page 3 of 3\n\n## 41\nid: 2");
}

#[test]
fn what_to_sort_by() {
    let own = ResponseOptions::new();
    assert_eq!(order(json!({}), &own).unwrap(), "");
    assert_eq!(
        order(json!({"sortBy": ["-name", "+id", "createdAt", "name"]}), &own).unwrap(),
        "name DESC, id ASC, createdAt ASC"
    );
    let chosen =
        own.clone().sortable(["owner.login", "name", "rank"]).default_sort(["-createdAt", "owner.age"]);
    assert_eq!(order(json!({}), &chosen).unwrap(), "createdAt DESC, owner.age ASC");
    assert_eq!(
        order(json!({"sortBy": ["owner.login", "-rank"]}), &chosen).unwrap(),
        "owner.login ASC, rank DESC"
    );
    // However a caller spells a field, the query gets the spelling of the author or the type.
    assert_eq!(order(json!({"sortBy": r#"-"owner"."login""#}), &chosen).unwrap(), "owner.login DESC");
    assert_eq!(order(json!({"sortBy": r#""name""#}), &own).unwrap(), "name ASC");
}

#[test]
fn page_and_limit() {
    let options = ResponseOptions::new();
    let asked = |page: u32, limit: u32| {
        let params = params(json!({"page": page, "limit": limit}));
        let query = params.page_query::<Project>(&options).unwrap();
        (query.offset, query.limit)
    };
    assert_eq!(asked(1, 20), (0, 20));
    assert_eq!(asked(4, 7), (21, 7));
    assert_eq!(asked(u32::MAX, 100), (429_496_729_400, 100));
}

/// With the messages of `respond`, both before the query and when the answer is written.
#[test]
fn what_is_refused() {
    let own = ResponseOptions::new();
    let chosen = own.clone().sortable(["name"]);
    let all = "id, name, owner, createdAt, note";
    for (asked, options, message) in [
        (json!({"sortBy": "stars"}), &own, format!("Invalid sort field: stars. Allowed: {all}")),
        // Without rows, nothing shows what is in a field, or prevents SQL from ending up in the
        // query.
        (json!({"sortBy": "owner.login"}), &own, format!("Invalid sort field: owner.login. Allowed: {all}")),
        (json!({"sortBy": "id; --"}), &own, format!("Invalid sort field: id; --. Allowed: {all}")),
        (json!({"sortBy": ["name", "-id"]}), &chosen, "Invalid sort field: id. Allowed: name".to_owned()),
        (
            json!({"sortBy": vec!["id"; 17]}),
            &own,
            "Invalid sortBy: 17 fields exceed the limit of 16".to_owned(),
        ),
        (json!({"page": 0}), &own, "Invalid page 0: it must be at least 1".to_owned()),
        (json!({"limit": 101}), &own, "Invalid limit 101: it must be from 1 to 100".to_owned()),
    ] {
        let params = params(asked);
        let error = params.page_query::<Project>(options).unwrap_err();
        assert_eq!(error, ToolError::Arguments(message.clone()));
        assert_eq!(mistake(&params.respond_page_with::<Project>(&[], 0, options).unwrap()), message);
    }
    let wrong = own.default_sort(["stars"]);
    let error = params(json!({})).page_query::<Project>(&wrong).unwrap_err().into_result().unwrap_err();
    assert_eq!(error.code, ErrorCode::INTERNAL_ERROR);
    assert_eq!(error.message, format!("In the default order: Invalid sort field: stars. Allowed: {all}"));
}

#[test]
fn fields_in_place_of_a_flattened_one_have_to_be_chosen() {
    #[derive(toon::Serialize)]
    struct Row {
        #[toon(level = "minimal")]
        id: u64,
        #[serde(flatten)]
        extra: std::collections::BTreeMap<&'static str, u8>,
    }
    let by_stars = params(json!({"sortBy": "stars"}));
    let error = by_stars.page_query::<Row>(&ResponseOptions::new()).unwrap_err();
    assert_eq!(error.to_string(), "Invalid sort field: stars. Allowed: id");
    let chosen = ResponseOptions::new().sortable(["stars"]);
    assert_eq!(by_stars.page_query::<Row>(&chosen).unwrap().sort_by[0].field, "stars");
    let rows = [Row { id: 1, extra: [("stars", 5)].into() }];
    assert_eq!(ids(&by_stars.respond_page_with(&rows, 1, &chosen).unwrap()), [1]);
}
