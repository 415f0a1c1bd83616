//! Changing JSON before it is converted: filling rows, leaving out entries, and why lists are not
//! tables.

use crate::effort;
use proptest::prelude::*;
use proptest::sample::subsequence;
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use std::io::{Cursor, Read, Seek, SeekFrom};
use toon::json::{ListReason, Remedy, Rewrite, Survey, lines_to_toon_writer, to_toon};
use toon::{EncodeOptions, SpecVersion};

fn fill() -> Rewrite {
    Rewrite::new().fill(true)
}

#[track_caller]
fn check(rewrite: &Rewrite, json: &str, expected: &str) {
    let rewritten = rewrite.apply(json, &EncodeOptions::new()).unwrap();
    assert_eq!(rewritten.json, expected, "{json}");
}

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
fn entries_left_out() {
    let nulls = Rewrite::new().drop_nulls(true);
    check(&nulls, r#"{"a":null,"b":{"c":null},"d":[null,{"e":null}]}"#, r#"{"b":{},"d":[null,{}]}"#);
    check(&nulls, "null", "null");
    check(&nulls, r#"[null,"",[],{}]"#, r#"[null,"",[],{}]"#);
    let empty = Rewrite::new().drop_empty(true);
    check(&empty, r#"{"a":"","b":[],"c":{},"d":{"e":{"f":""}},"g":[[],{},""]}"#, r#"{"g":[[],{},""]}"#);
    check(&empty, r#"{"a":null,"b":[{"c":""}]}"#, r#"{"a":null,"b":[{}]}"#);
    check(&empty, r#"{"a":{"b":{"c":1,"d":[]},"e":{}},"f":0}"#, r#"{"a":{"b":{"c":1}},"f":0}"#);
    let both = nulls.drop_empty(true);
    check(&both, r#"{"a":{"b":null},"c":[{"d":null}]}"#, r#"{"c":[{}]}"#);
    check(&both, r#"{"a":{"b":null}}"#, "{}");
    // First, entries are left out.
    check(
        &both.fill(true),
        r#"[{"a":1,"u":null},{"a":2,"u":{"x":3}}]"#,
        r#"[{"a":1,"u":{"x":null}},{"a":2,"u":{"x":3}}]"#,
    );
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
    crate::on_a_small_stack(|| {
        let rewritten = fill().apply(&json, &EncodeOptions::new()).unwrap();
        assert_eq!(rewritten.survey.added(), 3);
        assert_eq!(rewritten.survey.added_fields().len(), 2);
    });
}

// ---- reasons ----

#[track_caller]
fn reason(json: &str, expected: &str) {
    let survey = Rewrite::new().survey(json, &EncodeOptions::new()).unwrap();
    let reasons: Vec<String> =
        survey.list_forms().iter().map(|list| format!("{}: {}", list.path, list.reason)).collect();
    assert_eq!(reasons.join("; "), expected, "{json}");
}

#[test]
fn reasons() {
    reason(r#"[{"a":1},{"a":2}]"#, "");
    reason(r#"[{"a":1},{"b":2,"a":1}]"#, ": row 2 has `b`, which row 1 lacks");
    reason(r#"[{"a":1,"b":2},{"a":1}]"#, ": row 2 lacks `b`");
    reason(r#"{"x":[{"a":1},{"a":[]}]}"#, "x: `a` is a list in row 2");
    reason(r#"[{"u":{"b":1}},{"u":{"b":1,"c":2}}]"#, ": row 2 has `u.c`, which row 1 lacks");
    reason(r#"[{"u":{"b":1}},{"u":{}}]"#, ": row 2 lacks `u.b`");
    reason(r#"[{"u":{"b":1}},{"u":7}]"#, ": `u` is not an object in row 2, but is one in the rows before");
    reason(r#"[{"u":7},{"u":{"b":1}}]"#, ": `u` is an object in row 2, but not in the rows before");
    reason(r#"[{"u":{"b":1}},{"u":null}]"#, ": `u` is null in row 2, but an object in other rows");
    reason(r#"[{"a":1},{"u":null},{"u":{"b":1}}]"#, ": `u` is null in row 2, but an object in other rows");
    reason(r#"[{"u":{}},{"u":{}}]"#, ": `u` is an empty object in row 1");
    reason(r#"[{"a":1},{"a":1},3]"#, ": row 3 is not an object");
    reason(r#"[[{"a":1},{"a":1}]]"#, "[]: the list is an element of another list");
    // What prevents a table even if it is filled, first.
    reason(r#"[{"a":1},{"b":1},{"a":[]}]"#, ": `a` is a list in row 3");
    reason(r#"{"a b":[{"x":[{"y.z":1},{}, {"w":1}]}]}"#, "\"a b\"[].x: row 2 lacks `\"y.z\"`");
    // No lists of rows.
    reason(r#"[1,[2],{"a":1}]"#, "");
    reason(r#"[{"a":1},{}]"#, "");
}

#[test]
fn the_largest_list_of_each_kind() {
    let json = r#"{"orders":[
        {"items":[{"a":1},{"b":1}]},
        {"items":[{"a":1},{"a":1,"b":1},{"a":3}]},
        {"items":[{"a":[1]},{"b":1}]}
    ]}"#;
    let survey = Rewrite::new().survey(json, &EncodeOptions::new()).unwrap();
    let lists: Vec<_> = survey
        .list_forms()
        .iter()
        .map(|list| (&*list.path, list.rows, list.scalars, list.remedy, list.lists))
        .collect();
    assert_eq!(
        lists,
        [
            ("orders", 3, 8, Remedy::None, 1),
            ("orders[].items", 3, 4, Remedy::Fill { absent: 2 }, 2),
            ("orders[].items", 2, 2, Remedy::None, 1),
        ]
    );
}

#[test]
fn many_lists() {
    let lists: Vec<String> = (0..1_000).map(|n| format!("\"k{n}\":[{{\"a\":1}},{{\"b\":{n}}}]")).collect();
    let survey = Rewrite::new().survey(&format!("{{{}}}", lists.join(",")), &EncodeOptions::new()).unwrap();
    assert_eq!(survey.list_forms().len(), 100);
    assert_eq!((survey.list_form_count(), survey.sparse_count()), (1_000, 0));
}

// ---- lines ----

fn by_lines(rewrite: &Rewrite, lines: &str, options: &EncodeOptions) -> toon::Result<(String, Survey)> {
    let mut reader = Cursor::new(lines);
    let survey = rewrite.survey_lines(&mut reader, options)?;
    let mut out = Vec::new();
    lines_to_toon_writer(rewrite.lines(reader, &survey, options)?, &mut out, options)?;
    Ok((String::from_utf8(out).unwrap(), survey))
}

#[track_caller]
fn check_lines(rewrite: &Rewrite, lines: &[String], options: &EncodeOptions) {
    let whole = rewrite.apply(&format!("[{}]", lines.join(",")), options).unwrap();
    let (toon, survey) = by_lines(rewrite, &lines.join("\n"), options).unwrap();
    assert_eq!(toon, to_toon(&whole.json, options).unwrap(), "{lines:?}");
    assert_eq!(survey.added(), whole.survey.added());
    assert_eq!(survey.added_fields(), whole.survey.added_fields());
    assert_eq!(survey.list_forms(), whole.survey.list_forms());
}

#[test]
fn blank_lines_and_marks() {
    let (toon, _) = by_lines(&fill(), "\u{feff}\n{\"a\":1}\r\n\n {\"b\":2} ", &EncodeOptions::new()).unwrap();
    assert_eq!(toon, "[2]{a,b}:\n  1,null\n  null,2");
    let (toon, _) = by_lines(&fill(), "", &EncodeOptions::new()).unwrap();
    assert_eq!(toon, "[]");
}

#[test]
fn lines_of_any_length() {
    let rows = |n: usize| match n % 20 {
        7 => format!("{{\"id\":{n},\"err\":\"{}\"}}", "x".repeat(n)),
        _ => format!("{{\"id\":{n}}}"),
    };
    check_lines(&fill(), &(0..20_000).map(|n| rows(n % 3_000)).collect::<Vec<_>>(), &EncodeOptions::new());
}

#[test]
fn lines_that_change() {
    let options = EncodeOptions::new();
    for other in
        ["{\"a\":1}\n{\"c\":2}", "{\"a\":1}\n{\"b\":[2]}", "{\"a\":1}\n{\"b\":{}}", "1\n[[]]", "{", "\u{0}"]
    {
        let survey = fill().survey_lines(Cursor::new("{\"a\":1}\n{\"b\":2}"), &options).unwrap();
        let lines = fill().lines(Cursor::new(other), &survey, &options).unwrap();
        let error = lines_to_toon_writer(lines, Vec::new(), &options).unwrap_err().to_string();
        assert!(error.starts_with("the input changed before it was read again: "), "{other:?}: {error}");
    }
    let survey = fill().survey_lines(Cursor::new("{\"a\":1}\n{\"b\":2}"), &options).unwrap();
    let mut lines = fill().lines(Cursor::new("{\"c\":1}"), &survey, &options).unwrap();
    let error = lines.read_to_string(&mut String::new()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the input changed before it was read again: the value changed after it was surveyed"
    );
    assert!(lines.seek(SeekFrom::End(0)).is_err());
}

// ---- random values ----

const NAMES: [&str; 5] = ["a", "b", "c", "d", "e"];

/// Rows that lack fields, some of which are groups.
fn rows() -> impl Strategy<Value = Value> {
    let group = (subsequence(&["x", "y"][..], 0..=2), 0..5_i32)
        .prop_map(|(names, n)| names.into_iter().map(|name| (name.to_owned(), json!(n))).collect::<Value>());
    let odd = prop_oneof![
        Just(json!(null)),
        Just(json!("")),
        Just(json!([])),
        Just(json!([{"p": 1}, {"q": 2, "p": 3}])),
        Just(json!({})),
    ];
    let row = (subsequence(&NAMES[..], 0..=5), prop::collection::vec(group, 2), 0..9_i32, odd, 0..40_usize);
    let row = row.prop_map(|(names, groups, n, odd, odd_at)| {
        let value = |(index, name): (usize, &'static str)| {
            let value = match name {
                "d" => groups[0].clone(),
                "e" => groups[1].clone(),
                _ => json!(n),
            };
            (name.to_owned(), if index == odd_at { odd.clone() } else { value })
        };
        names.into_iter().enumerate().map(value).collect::<Value>()
    });
    prop::collection::vec(row, 0..6).prop_map(Value::Array)
}

fn any_value() -> impl Strategy<Value = Value> {
    prop_oneof![
        rows(),
        (rows(), rows()).prop_map(|(a, b)| json!({"p": a, "q": {"r": [b]}})),
        prop::collection::vec(rows(), 1..3)
            .prop_map(|lists| lists.into_iter().map(|list| json!({"id": 1, "list": list})).collect()),
        crate::random::value(3),
    ]
}

/// The columns of rows, or why there are none.
#[derive(Debug, Default)]
struct Group(Vec<(String, Option<Group>)>);

impl Group {
    /// Adds the columns of a row. Returns `false` if no table has them.
    fn add(&mut self, row: &Map<String, Value>) -> bool {
        row.iter().all(|(key, value)| {
            let known = self.0.iter().position(|(name, _)| name == key);
            let is_new = known.is_none();
            let at = known.unwrap_or_else(|| {
                self.0.push((key.clone(), None));
                self.0.len() - 1
            });
            match (&mut self.0[at].1, value) {
                (_, Value::Array(_))
                | (Some(_), Value::Bool(_) | Value::Null | Value::Number(_) | Value::String(_)) => false,
                (Some(group), Value::Object(row)) => group.add(row),
                (slot @ None, Value::Object(row)) => is_new && slot.insert(Group::default()).add(row),
                (None, _) => true,
            }
        })
    }

    fn is_complete(&self) -> bool {
        !self.0.is_empty() && self.0.iter().all(|(_, group)| group.as_ref().is_none_or(Group::is_complete))
    }

    fn leaves(&self) -> usize {
        self.0.iter().map(|(_, group)| group.as_ref().map_or(1, Group::leaves)).sum()
    }

    fn absent(&self, row: &Map<String, Value>) -> usize {
        let absent = |(name, group): &(String, Option<Group>)| match (row.get(name), group) {
            (Some(Value::Object(row)), Some(group)) => group.absent(row),
            (None, Some(group)) => group.leaves(),
            (None, None) => 1,
            _ => 0,
        };
        self.0.iter().map(absent).sum()
    }

    fn fill(&self, row: &mut Map<String, Value>) {
        for (name, group) in &self.0 {
            match group {
                Some(group) => {
                    let nested = row.entry(name).or_insert_with(|| json!({}));
                    nested.as_object_mut().into_iter().for_each(|row| group.fill(row));
                }
                None => drop(row.entry(name).or_insert(Value::Null)),
            }
        }
    }
}

/// What is documented, on a tree.
fn model(value: &mut Value, is_element: bool, absent: &mut usize) {
    match value {
        Value::Array(elements) => {
            let mut columns = Group::default();
            let is_table = !is_element
                && elements.iter().all(|row| row.as_object().is_some_and(|row| columns.add(row)))
                && columns.is_complete();
            let count = |row: &Value| columns.absent(row.as_object().unwrap());
            let lacking = if is_table { elements.iter().map(count).sum() } else { 0 };
            if lacking > 0 && lacking * 2 <= columns.leaves() * elements.len() {
                *absent += lacking;
                for row in elements {
                    columns.fill(row.as_object_mut().unwrap());
                }
            } else {
                for element in elements {
                    model(element, true, absent);
                }
            }
        }
        Value::Object(entries) => entries.values_mut().for_each(|value| model(value, false, absent)),
        _ => {}
    }
}

/// The paths of the lists with two objects that have fields, and whether they are written as tables.
fn lists(value: &Value, path: &str, is_element: bool, out: &mut Vec<(String, bool)>) {
    match value {
        Value::Array(elements) => {
            let has_fields = |value: &&Value| value.as_object().is_some_and(|row| !row.is_empty());
            if elements.iter().filter(has_fields).count() >= 2 {
                let toon = to_toon(&json!({"x": value}).to_string(), &EncodeOptions::new()).unwrap();
                let header = toon.lines().next().unwrap();
                out.push((path.to_owned(), header.contains('{') && !is_element));
            }
            for element in elements {
                lists(element, &format!("{path}[]"), true, out);
            }
        }
        Value::Object(entries) => {
            for (key, value) in entries {
                let key = if key.chars().all(|char| char.is_ascii_alphabetic()) && !key.is_empty() {
                    key.clone()
                } else {
                    format!("{key:?}")
                };
                let dot = if path.is_empty() { "" } else { "." };
                lists(value, &format!("{path}{dot}{key}"), false, out);
            }
        }
        _ => {}
    }
}

/// Without entries whose value is left out.
fn without(value: &mut Value, nulls: bool, empty: bool) {
    let is_left_out = |value: &Value| match value {
        Value::Null => nulls,
        Value::String(text) => empty && text.is_empty(),
        Value::Array(elements) => empty && elements.is_empty(),
        Value::Object(entries) => empty && entries.is_empty(),
        _ => false,
    };
    match value {
        Value::Array(elements) => elements.iter_mut().for_each(|element| without(element, nulls, empty)),
        Value::Object(entries) => {
            entries.values_mut().for_each(|value| without(value, nulls, empty));
            entries.retain(|_, value| !is_left_out(value));
        }
        _ => {}
    }
}

/// With the spelling of numbers that the converter writes.
fn canonical(value: &Value) -> Value {
    serde_json::from_str(&Rewrite::new().apply(&value.to_string(), &EncodeOptions::new()).unwrap().json)
        .unwrap()
}

proptest! {
    #![proptest_config(effort::cases(600))]

    #[test]
    fn exactly_the_absent_fields_are_added(value in any_value()) {
        let rewritten = fill().apply(&value.to_string(), &EncodeOptions::new()).unwrap();
        let (mut expected, mut absent) = (value.clone(), 0);
        model(&mut expected, false, &mut absent);
        let found: Value = serde_json::from_str(&rewritten.json).unwrap();
        prop_assert_eq!(&found, &canonical(&expected), "{}", value);
        prop_assert_eq!(rewritten.survey.added(), absent as u64);
        // Once filled, nothing is absent.
        let again = fill().apply(&rewritten.json, &EncodeOptions::new()).unwrap();
        prop_assert_eq!(&again.json, &rewritten.json);
        prop_assert_eq!(again.survey.added(), 0);
        // What is filled becomes a table, and what is not, has its reason.
        let mut tables = Vec::new();
        lists(&found, "", false, &mut tables);
        let plain: BTreeSet<&str> = tables.iter().filter(|(_, is_table)| !is_table).map(|(path, _)| &**path).collect();
        let known: BTreeSet<&str> = rewritten.survey.list_forms().iter().map(|list| &*list.path).collect();
        prop_assert_eq!(known, plain);
    }

    /// A list has a reason exactly if it is not written as a table.
    #[test]
    fn reasons_agree_with_the_writer(value in any_value()) {
        let survey = Rewrite::new().survey(&value.to_string(), &EncodeOptions::new()).unwrap();
        let mut tables = Vec::new();
        lists(&value, "", false, &mut tables);
        let plain: BTreeSet<&str> = tables.iter().filter(|(_, is_table)| !is_table).map(|(path, _)| &**path).collect();
        let known: BTreeSet<&str> = survey.list_forms().iter().map(|list| &*list.path).collect();
        prop_assert_eq!(known, plain, "{}", value);
    }

    #[test]
    fn lines_are_the_array(values in prop_oneof![rows().prop_map(|rows| rows.as_array().unwrap().clone()), prop::collection::vec(any_value(), 0..4)], nulls in any::<bool>(), empty in any::<bool>(), fill in any::<bool>()) {
        let lines: Vec<String> = values.iter().map(Value::to_string).collect();
        check_lines(&Rewrite::new().fill(fill).drop_nulls(nulls).drop_empty(empty), &lines, &EncodeOptions::new());
        check_lines(&Rewrite::new().fill(fill), &lines, &EncodeOptions::new().fields(["a", "d.x", "list"]));
    }

    #[test]
    fn exactly_these_entries_are_left_out(value in any_value(), nulls in any::<bool>(), empty in any::<bool>()) {
        let rewrite = Rewrite::new().drop_nulls(nulls).drop_empty(empty);
        let rewritten = rewrite.apply(&value.to_string(), &EncodeOptions::new()).unwrap();
        let mut expected = value;
        without(&mut expected, nulls, empty);
        prop_assert_eq!(serde_json::from_str::<Value>(&rewritten.json).unwrap(), canonical(&expected));
    }

    #[test]
    fn selecting_twice_is_selecting(value in any_value()) {
        let options = EncodeOptions::new().fields(["b", "d.x", "a", "p.a", "list.b", "id"]);
        let rewritten = Rewrite::new().apply(&value.to_string(), &options).unwrap();
        prop_assert_eq!(to_toon(&rewritten.json, &options).unwrap(), to_toon(&value.to_string(), &options).unwrap());
    }
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
