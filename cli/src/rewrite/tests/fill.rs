//! The fields that rows lack become `null`.

use super::{check, fill};
use crate::rewrite::list_form::ListReason;
use crate::rewrite::{Remedy, Rewrite, Survey};
use std::io::Cursor;
use toon::json::to_toon;
use toon::{EncodeOptions, SpecVersion};

/// The value after `fill`, and the number of fields that were added.
#[track_caller]
fn filled(json: &str) -> (String, u64) {
    let rewritten = fill().apply(json, &EncodeOptions::new()).unwrap();
    (rewritten.json, rewritten.survey.added())
}

#[track_caller]
fn unfilled(json: &str) -> Survey {
    let rewritten = fill().apply(json, &EncodeOptions::new()).unwrap();
    assert_eq!(rewritten.json, json);
    assert_eq!(rewritten.survey.added(), 0);
    rewritten.survey
}

#[test]
fn absent_fields_become_null() {
    check(
        &fill(),
        r#"{"log":[{"id":1},{"id":2,"err":"x"},{"err":"y","id":3}]}"#,
        r#"{"log":[{"id":1,"err":null},{"id":2,"err":"x"},{"err":"y","id":3}]}"#,
    );
    check(&fill(), r#"[{"a":1},{},{"a":2}]"#, r#"[{"a":1},{"a":null},{"a":2}]"#);
    // Nothing is absent.
    check(&fill(), r#"[{"a":1,"b":2},{"b":3,"a":4}]"#, r#"[{"a":1,"b":2},{"b":3,"a":4}]"#);
    check(&fill(), r#"[{"a":1.50},{"a":1e2,"b":0}]"#, r#"[{"a":1.5,"b":null},{"a":100,"b":0}]"#);
}

#[test]
fn absent_groups_get_all_their_fields() {
    let json = r#"[{"id":1,"user":{"login":"ada","org":{"id":7}}},{"id":2,"user":{"login":"bob"}},{"id":3}]"#;
    let (json, absent) = filled(json);
    assert_eq!(absent, 3);
    assert_eq!(
        json,
        r#"[{"id":1,"user":{"login":"ada","org":{"id":7}}},{"id":2,"user":{"login":"bob","org":{"id":null}}},{"id":3,"user":{"login":null,"org":{"id":null}}}]"#
    );
    // A group without fields of its own in one row.
    check(
        &fill(),
        r#"[{"a":{},"b":1},{"a":{"x":2},"b":3}]"#,
        r#"[{"a":{"x":null},"b":1},{"a":{"x":2},"b":3}]"#,
    );
}

#[test]
fn only_what_becomes_a_table() {
    unfilled(r#"[{"a":1},{"a":2,"b":[]}]"#);
    unfilled(r#"[{"a":1},{"b":2,"a":3},4]"#);
    unfilled(r#"[{"a":1},{"a":{"x":1}},{"a":2,"b":3}]"#);
    unfilled(r#"[{"a":null},{"a":{"x":1}}]"#);
    unfilled(r#"[{"a":{}},{"a":{}},{"a":{},"b":1}]"#);
    unfilled(r#"[[{"a":1},{"a":2,"b":3}]]"#);
    unfilled(r#"{"a":{"x":1},"b":{"x":2,"y":3}}"#);
    // Lists in rows are filled, even though the rows are not.
    check(
        &fill(),
        r#"[{"items":[{"a":1},{"a":2,"b":3}]},{"x":1,"items":[]}]"#,
        r#"[{"items":[{"a":1,"b":null},{"a":2,"b":3}]},{"x":1,"items":[]}]"#,
    );
}

#[test]
fn not_what_is_sparse() {
    assert_eq!(filled(r#"[{"a":1},{"b":2}]"#).1, 2);
    let survey = unfilled(r#"[{"a":1},{"b":2},{"c":3}]"#);
    let [list] = survey.list_forms() else { panic!("{survey:?}") };
    assert_eq!(list.remedy, Remedy::TooSparse);
    assert_eq!(list.reason, ListReason::Extra { row: 2, field: "b".to_owned() });
}

/// Each row has a field of its own: filled, the size would be quadratic, and even the columns are
/// not all kept.
#[test]
fn sparse_rows_stay_small() {
    let rows: Vec<String> = (0..20_000).map(|n| format!("{{\"id\":{n},\"k{n}\":{n}}}")).collect();
    let json = format!("[{}]", rows.join(","));
    let survey = unfilled(&json);
    assert_eq!(survey.list_forms()[0].remedy, Remedy::TooSparse);
    // One wide row is the input's own size.
    let wide: Vec<String> = (0..20_000).map(|n| format!("\"k{n}\":{n}")).collect();
    let all = format!("{{{}}}", wide.join(","));
    let but_one = format!("{{{}}}", wide[1..].join(","));
    let (json, absent) = filled(&format!("[{all},{but_one}]"));
    assert_eq!(absent, 1);
    assert!(json.ends_with(",\"k0\":null}]"));
}

#[test]
fn specification_3_has_no_groups() {
    let options = EncodeOptions::new().spec(SpecVersion::V3);
    let json = r#"[{"a":1,"u":{"x":1}},{"a":2,"u":{"x":1},"b":3}]"#;
    let rewritten = fill().apply(json, &options).unwrap();
    assert_eq!(rewritten.json, json);
    assert_eq!(rewritten.survey.list_forms()[0].reason, ListReason::Group { row: 1, field: "u".to_owned() });
    assert_eq!(
        fill().apply(r#"[{"a":1},{"a":2,"b":3}]"#, &options).unwrap().json,
        r#"[{"a":1,"b":null},{"a":2,"b":3}]"#
    );
}

#[test]
fn only_selected_fields() {
    let json = r#"[{"id":1,"tags":[1],"u":{"a":1,"b":[]}},{"u":{"b":[]},"err":7,"id":2}]"#;
    let options = EncodeOptions::new().fields(["err", "id", "u.a"]);
    let rewritten = fill().apply(json, &options).unwrap();
    assert_eq!(rewritten.json, r#"[{"id":1,"u":{"a":1},"err":null},{"u":{"a":null},"err":7,"id":2}]"#);
    assert_eq!(to_toon(&rewritten.json, &options).unwrap(), "[2]{err,id,u{a}}:\n  null,1,1\n  7,2,null");
    // Selecting nothing else changes the same as selecting all.
    let plain = Rewrite::new().apply(json, &options).unwrap();
    assert_eq!(to_toon(&plain.json, &options).unwrap(), to_toon(json, &options).unwrap());
}

#[test]
fn mistakes_have_their_places() {
    let all = fill().drop_nulls(true).drop_empty(true);
    for json in ["{\"a\":null,\n\"a\":1}", "[{\"a\":1},\n{\"b\":1,\"b\":null}]", "[{\"a\":\"\"},\n}", ""] {
        let ours = all.apply(json, &EncodeOptions::new()).unwrap_err();
        let plain = to_toon(json, &EncodeOptions::new()).unwrap_err();
        assert_eq!(
            (ours.line(), ours.column(), ours.to_string()),
            (plain.line(), plain.column(), plain.to_string())
        );
        let lines = json.replace('\n', "");
        let ours = all.survey_lines(Cursor::new(&lines), &EncodeOptions::new());
        assert_eq!(ours.is_err(), !json.is_empty(), "{json}");
    }
    let deep = format!("{}{}", "[".repeat(200_000), "]".repeat(200_000));
    assert!(all.apply(&deep, &EncodeOptions::new()).is_err());
    let deep = format!("[{{\"a\":1}},{}1{}]", "{\"a\":".repeat(100_000), "}".repeat(100_000));
    assert!(all.apply(&deep, &EncodeOptions::new()).is_err());
}

/// Groups as deep as values can be by default.
#[test]
fn deep_groups() {
    let deep = format!("{}1{}", "{\"a\":".repeat(126), "}".repeat(126));
    let json = format!("[{deep},{{\"b\":1}},{deep}]");
    super::on_a_small_stack(|| {
        let rewritten = fill().apply(&json, &EncodeOptions::new()).unwrap();
        assert_eq!(rewritten.survey.added(), 3);
        assert_eq!(rewritten.survey.added_fields().len(), 2);
    });
}

/// One optional field in 5 % of the rows.
#[test]
fn smaller_than_json() {
    let row = |n: usize| {
        let err = if n % 20 == 19 { r#","err":"timeout after 30 s""# } else { "" };
        format!(
            r#"{{"ts":"2026-03-{:02}T10:{:02}:{:02}Z","level":"info","service":"api","status":{},"ms":{}{err}}}"#,
            n % 28 + 1,
            n / 60 % 60,
            n % 60,
            200 + n % 5,
            n * 7 % 900
        )
    };
    let json = format!("[{}]", (0..2_000).map(row).collect::<Vec<_>>().join(","));
    let options = EncodeOptions::new();
    let plain = to_toon(&json, &options).unwrap();
    let filled = to_toon(&fill().apply(&json, &options).unwrap().json, &options).unwrap();
    let percent = |toon: &str| toon.len() * 100 / json.len();
    assert!(percent(&plain) >= 95, "{} %", percent(&plain));
    assert!(percent(&filled) <= 60, "{} %", percent(&filled));
}
