//! Fields by name.

use super::{Project, ask, params, projects, text, warnings};
use serde_json::json;
use std::collections::BTreeMap;

/// The part of the answer before its pagination, in TOON and in JSON.
#[track_caller]
fn check(fields: &[&str], toon: &str, json: &str) -> Vec<String> {
    let in_toon = ask(json!({"fields": fields, "limit": 2}));
    let end = "pagination:\n  total: 3\n  page: 1\n  totalPages: 2";
    assert_eq!(text(&in_toon), format!("{toon}\n{end}"));
    let in_json = ask(json!({"fields": fields, "limit": 2, "responseFormat": "json"}));
    let end = r#""pagination":{"total":3,"page":1,"totalPages":2}"#;
    assert_eq!(text(&in_json), format!(r#"{{"items":{json},{end}}}"#));
    assert_eq!(warnings(&in_toon), warnings(&in_json));
    warnings(&in_toon)
}

#[test]
fn in_the_order_asked_for() {
    let none = check(
        &["createdAt", "name"],
        "items[2]{createdAt,name}:\n  98,loom\n  99,engine",
        r#"[{"createdAt":98,"name":"loom"},{"createdAt":99,"name":"engine"}]"#,
    );
    assert_eq!(none, [""; 0]);
}

#[test]
fn of_groups() {
    check(
        &["owner.age", "id", "owner.login"],
        "items[2]{owner{age,login},id}:\n  30,bob,2\n  null,ada,1",
        r#"[{"owner":{"age":30,"login":"bob"},"id":2},{"owner":{"age":null,"login":"ada"},"id":1}]"#,
    );
    check(
        &["owner.login", "owner"],
        "items[2]{owner{login,age}}:\n  bob,30\n  ada,null",
        r#"[{"owner":{"login":"bob","age":30}},{"owner":{"login":"ada","age":null}}]"#,
    );
}

/// A field of the level `full` that one of the rows does not have.
#[test]
fn whatever_their_level() {
    let none = check(
        &["id", "note"],
        "items[2]{id,note}:\n  2,null\n  1,Computes.",
        r#"[{"id":2},{"id":1,"note":"Computes."}]"#,
    );
    assert_eq!(none, [""; 0]);
    let result = ask(json!({"fields": ["id"], "verbosity": "full"}));
    assert!(text(&result).starts_with("items[3]{id}:\n"));
}

#[test]
fn unknown_ones_are_ignored() {
    let warning =
        check(&["stars", "id", "owner.mail", "id"], "items[2]{id}:\n  2\n  1", r#"[{"id":2},{"id":1}]"#);
    assert_eq!(
        warning,
        ["Unknown fields were ignored: stars, owner.mail. Known fields: id, name, owner, createdAt, note."]
    );
}

#[test]
fn without_a_known_one_the_verbosity_decides() {
    for fields in [json!([]), json!(["stars"]), json!(["Name", "owner.mail", ""])] {
        let result = ask(json!({"fields": fields, "verbosity": "minimal", "limit": 1}));
        assert!(
            text(&result).starts_with("items[1]{id,name,owner{login,age}}:\n  2,loom,bob,30\n"),
            "{fields}"
        );
        let json =
            ask(json!({"fields": fields, "verbosity": "minimal", "limit": 1, "responseFormat": "json"}));
        let item = r#"{"items":[{"id":2,"name":"loom","owner":{"login":"bob","age":30}}],"#;
        assert!(text(&json).starts_with(item), "{fields}");
        assert_eq!(warnings(&result).len(), usize::from(fields != json!([])));
    }
    assert_eq!(
        warnings(&ask(json!({"fields": ["stars"]}))),
        [
            "Unknown fields: stars. No valid field was given, so verbosity standard was used. Known fields: id, name, owner, createdAt, note."
        ]
    );
}

/// Also for an empty answer.
#[test]
fn the_type_knows_them() {
    let result = params(json!({"fields": ["id", "stars"]})).respond::<Project>(&[]).unwrap();
    assert_eq!(
        warnings(&result),
        ["Unknown fields were ignored: stars. Known fields: id, name, owner, createdAt, note."]
    );
}

/// On another page there are rows that have it.
#[test]
fn known_to_any_row() {
    #[derive(toon::Serialize)]
    struct Row {
        #[toon(level = "minimal")]
        id: u8,
        sizes: BTreeMap<&'static str, u8>,
    }
    let rows = [Row { id: 1, sizes: [("s", 1)].into() }, Row { id: 2, sizes: [("l", 2)].into() }];
    let result = params(json!({"fields": ["id", "sizes.l"], "limit": 1})).respond(&rows).unwrap();
    assert_eq!(warnings(&result), [""; 0]);
    assert!(text(&result).starts_with("items[1]:\n  - id: 1\n    sizes:\n"), "{}", text(&result));
    let result = params(json!({"fields": ["id", "sizes.m"]})).respond(&rows).unwrap();
    assert_eq!(warnings(&result), ["Unknown fields were ignored: sizes.m. Known fields: id, sizes."]);
}

/// Its contents are unknown.
#[test]
fn of_what_all_rows_leave_out() {
    #[derive(toon::Serialize)]
    struct Row {
        #[toon(level = "minimal")]
        id: u8,
        #[serde(skip_serializing_if = "Option::is_none", rename = "a.b")]
        group: Option<Group>,
    }
    #[derive(toon::Serialize)]
    #[toon(tabular)]
    struct Group {
        size: u8,
    }
    let [without, with] = [None, Some(Group { size: 3 })].map(|group| [Row { id: 1, group }]);
    for (rows, unknown) in [(&without, "none.size"), (&with, "\"a.b\".none, none.size")] {
        let asked = json!({"fields": ["id", "\"a.b\".none", "none.size", "\"a.b\".size"]});
        let result = params(asked).respond(rows).unwrap();
        assert_eq!(
            warnings(&result),
            [format!("Unknown fields were ignored: {unknown}. Known fields: id, a.b.")]
        );
    }
}

#[test]
fn in_place_of_a_flattened_one() {
    #[derive(toon::Serialize)]
    struct Row {
        #[toon(level = "minimal")]
        id: u8,
        #[serde(flatten)]
        extra: BTreeMap<&'static str, u8>,
    }
    let rows = [Row { id: 1, extra: [("stars", 5), ("a.b", 6)].into() }];
    for format in ["toon", "json"] {
        let asked = json!({"fields": ["stars", "extra", "\"a.b\"", "id"], "responseFormat": format});
        let result = params(asked).respond(&rows).unwrap();
        let start = match format {
            "toon" => "items[1]{stars,a.b,id}:\n  5,6,1\n",
            _ => r#"{"items":[{"stars":5,"a.b":6,"id":1}],"#,
        };
        assert!(text(&result).starts_with(start), "{}", text(&result));
        assert_eq!(warnings(&result), ["Unknown fields were ignored: extra. Known fields: id."]);
    }
}

#[test]
fn long_paths_and_lists() {
    let deep = vec!["owner"; 200_000].join(".");
    let wide: Vec<String> = (0..20_000).map(|number| format!("owner.{number}")).collect();
    for format in ["toon", "json"] {
        for rows in [projects(), Vec::new()] {
            let fields: Vec<&String> = std::iter::once(&deep).chain(&wide).collect();
            let asked = params(json!({"fields": fields, "responseFormat": format}));
            assert!(asked.respond(&rows).is_ok());
        }
    }
}

#[test]
fn warnings_have_no_more_than_the_start_of_what_was_named() {
    let long: Vec<String> = (0..200).map(|number| format!("{number}{}", "x".repeat(10_000))).collect();
    let result = ask(json!({"fields": long}));
    let warning = &warnings(&result)[0];
    assert!(warning.len() < 2_000 && warning.contains(" and 184 more. "), "{warning}");
}
