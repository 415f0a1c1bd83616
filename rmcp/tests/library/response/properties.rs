//! Properties of all rows and all parameters.

use super::{items, params, text};
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use rmcp::model::CallToolResult;
use serde::Serialize;
use serde_json::{Value, json};
use std::cmp::Ordering;
use toon_rmcp::ResponseOptions;

#[derive(Clone, Debug, toon::Serialize)]
#[serde(rename_all = "camelCase")]
#[toon(tabular)]
struct Row {
    /// The position in the list, which distinguishes equal rows.
    place: usize,
    text: String,
    is_done: bool,
    #[toon(level = "standard")]
    number: i64,
    #[toon(level = "full")]
    ratio: Option<f64>,
    group: Group,
}

#[derive(Clone, Debug, toon::Serialize)]
#[toon(tabular)]
struct Group {
    letter: char,
    count: u64,
}

fn rows() -> impl Strategy<Value = Vec<Row>> {
    // Few values, so that many rows are equal.
    let number = select(vec![i64::MIN, -1, 0, 9_007_199_254_740_992, 9_007_199_254_740_993]);
    let ratio = select(vec![None, Some(-0.5), Some(0.0), Some(1e300)]);
    let count = select(vec![0, u64::MAX - 1, u64::MAX]);
    let text = prop_oneof!["[a-b]{0,2}", "\\PC{0,6}"];
    let row = (text, any::<bool>(), number, ratio, (select(vec!['a', 'Z', 'é']), count));
    let row = row.prop_map(|(text, is_done, number, ratio, (letter, count))| Row {
        place: 0,
        text,
        is_done,
        number,
        ratio,
        group: Group { letter, count },
    });
    prop::collection::vec(row, 0..40).prop_map(|mut rows| {
        for (place, row) in rows.iter_mut().enumerate() {
            row.place = place;
        }
        rows
    })
}

const NAMES: [&str; 7] = ["text", "isDone", "number", "ratio", "group.letter", "group.count", "place"];

fn sort_by() -> impl Strategy<Value = Vec<String>> {
    let signs = prop::collection::vec(select(vec!["", "+", "-"]), NAMES.len());
    let names = subsequence(NAMES.to_vec(), 0..4).prop_shuffle();
    (names, signs).prop_map(|(names, signs)| {
        names.iter().zip(signs).map(|(name, sign)| format!("{sign}{name}")).collect()
    })
}

fn fields() -> impl Strategy<Value = Vec<&'static str>> {
    let names =
        [&NAMES[..], &["group", "unknown", "group.unknown", "text.below", "\"group\".count"]].concat();
    subsequence(names, 0..8).prop_shuffle()
}

/// Compares two rows by one field, without the tested code.
fn compare(one: &Row, other: &Row, name: &str) -> Ordering {
    match name {
        "text" => one.text.chars().cmp(other.text.chars()),
        "isDone" => one.is_done.cmp(&other.is_done),
        "number" => one.number.cmp(&other.number),
        "ratio" => one.ratio.partial_cmp(&other.ratio).unwrap(),
        "group.letter" => one.group.letter.cmp(&other.group.letter),
        "group.count" => one.group.count.cmp(&other.group.count),
        _ => one.place.cmp(&other.place),
    }
}

fn places(result: &CallToolResult) -> Vec<usize> {
    items(result).iter().map(|item| usize::try_from(item["place"].as_u64().unwrap()).unwrap()).collect()
}

fn json_of(result: &CallToolResult) -> Value {
    serde_json::from_str(text(result)).unwrap()
}

proptest! {
    #[test]
    fn pages_joined_are_the_sorted_whole(rows in rows(), by in sort_by(), limit in 1_usize..50) {
        let mut sorted: Vec<&Row> = rows.iter().collect();
        // Stable sorts, the last key first: another way to sort by several keys.
        for key in by.iter().rev() {
            let name = key.trim_start_matches(['+', '-']);
            sorted.sort_by(|one, other| {
                let ordering = compare(one, other, name);
                if key.starts_with('-') { ordering.reverse() } else { ordering }
            });
        }
        let expected: Vec<usize> = sorted.iter().map(|row| row.place).collect();
        let mut joined = Vec::new();
        for page in 1..=rows.len().div_ceil(limit).max(1) {
            let asked = json!({"sortBy": by, "page": page, "limit": limit, "verbosity": "minimal"});
            let result = params(asked).respond(&rows).unwrap();
            let on_page = places(&result);
            prop_assert!(on_page.len() <= limit);
            joined.extend(on_page);
            let answer: Value = toon::from_str(text(&result)).unwrap();
            let total_pages = rows.len().div_ceil(limit);
            let pagination = json!({"total": rows.len(), "page": page, "totalPages": total_pages});
            prop_assert_eq!(&answer["pagination"], &pagination);
        }
        prop_assert_eq!(&joined, &expected);

        // The same as a default order.
        let options = ResponseOptions::new().default_sort(by);
        let asked = params(json!({"limit": 100, "verbosity": "minimal"}));
        prop_assert_eq!(places(&asked.respond_with(&rows, &options).unwrap()), expected);
    }

    #[test]
    fn toon_and_json_say_the_same(
        rows in rows(),
        by in sort_by(),
        fields in fields(),
        verbosity in select(vec!["minimal", "standard", "full"]),
    ) {
        let answer = |format: &str| {
            let asked = json!({"responseFormat": format, "verbosity": verbosity, "fields": fields, "sortBy": by});
            params(asked).respond(&rows).unwrap()
        };
        let [toon, compact, pretty] = ["toon", "json", "json_pretty"].map(answer);
        let options = toon::DecodeOptions::new();
        let from_toon: Value = serde_json::from_str(&toon::json::from_toon(text(&toon), &options).unwrap()).unwrap();
        let json = json_of(&compact);
        prop_assert_eq!(canonical(&from_toon), canonical(&json));
        prop_assert_eq!(&json, &json_of(&pretty));
        prop_assert_eq!(&toon.meta, &compact.meta);

        // Keys have one order as well: that of the table's header.
        let again = toon::json::to_toon(text(&compact), &toon::EncodeOptions::new()).unwrap();
        prop_assert_eq!(text(&toon), again);
        if !rows.is_empty() {
            let header = format!("items[{}]{{", rows.len().min(20));
            prop_assert!(text(&toon).starts_with(&header));
        }
    }

    /// A database that follows the query gives the same answer.
    #[test]
    fn pages_of_a_database(
        rows in rows(),
        by in subsequence(NAMES.to_vec(), 0..4).prop_shuffle(),
        page in 1_usize..4,
        limit in 1_usize..20,
        format in select(vec!["toon", "legible", "json", "formatted"]),
    ) {
        let by: Vec<String> = by.iter().map(|name| format!("-{name}")).collect();
        let options = ResponseOptions::new().sortable(NAMES).key("rows");
        let params = params(json!({"sortBy": by, "page": page, "limit": limit, "responseFormat": format}));
        let query = params.page_query::<Row>(&options).unwrap();
        let mut found = rows.clone();
        for key in query.sort_by.iter().rev() {
            prop_assert!(key.is_descending);
            found.sort_by(|one, other| compare(other, one, key.field));
        }
        let offset = usize::try_from(query.offset).unwrap();
        let found: Vec<Row> = found.into_iter().skip(offset).take(limit).collect();
        let of_page = params.respond_page_with(&found, rows.len() as u64, &options).unwrap();
        prop_assert_eq!(of_page, params.respond_with(&rows, &options).unwrap());
    }

    /// Pretty JSON is what `serde_json` writes, so nothing is lost.
    #[test]
    fn full_json_is_serdes(rows in rows()) {
        #[derive(Serialize)]
        #[serde(rename_all = "camelCase")]
        struct Answer { items: Vec<Row>, pagination: Pagination }
        #[derive(Serialize)]
        #[serde(rename_all = "camelCase")]
        struct Pagination { total: usize, page: u32, total_pages: usize }

        let pagination = Pagination { total: rows.len(), page: 1, total_pages: rows.len().div_ceil(100) };
        let asked = json!({"responseFormat": "json_pretty", "verbosity": "full", "limit": 100});
        let result = params(asked).respond(&rows).unwrap();
        let expected = serde_json::to_string_pretty(&Answer { items: rows, pagination }).unwrap();
        prop_assert_eq!(text(&result), expected);
    }

    #[test]
    fn whatever_is_named_is_no_panic(
        rows in rows(),
        fields in prop::collection::vec("[a-z.\"\\\\+-]{0,12}|\\PC{0,8}", 0..6),
        by in prop::collection::vec("[a-z.\"+-]{0,8}|\\PC{0,4}", 0..4),
        page in any::<u32>(),
        limit in any::<u32>(),
        format in select(vec!["toon", "legible", "plain", "json", "json_pretty", "formatted"]),
        key in "[a-z.\"\\\\:-]{0,6}|\\PC{0,4}",
    ) {
        let options = ResponseOptions::new().key(key);
        let asked = json!({"responseFormat": format, "fields": fields, "sortBy": by, "page": page, "limit": limit});
        let params = params(asked);
        let _ = params.respond_with(&rows, &options);
        let _ = params.respond_page_with(&rows, 1000, &options);
    }
}

/// A row with anything in it.
#[derive(Clone, Debug, toon::Serialize)]
struct Any {
    #[toon(level = "minimal")]
    id: u8,
    data: Value,
    #[serde(skip_serializing_if = "Value::is_null")]
    more: Value,
}

const KEYS: [&str; 5] = ["a", "b", "a.b", "", "\"é\""];

fn any_value() -> impl Strategy<Value = Value> {
    // Some floats are rounded by `serde_json`, and lines of text for humans are indented.
    let is_kept = |scalar: &Value| {
        let read: Value = serde_json::from_str(&scalar.to_string()).unwrap();
        read == *scalar && !scalar.as_str().is_some_and(|text| text.contains(['\n', '\r']))
    };
    let scalar = toon_testing::scalar().prop_filter("not as written", is_kept);
    let key = select(&KEYS[..]).prop_map(str::to_owned);
    toon_testing::value_with(&scalar.boxed(), &key.boxed(), 3)
}

fn any_rows() -> impl Strategy<Value = Vec<Any>> {
    let row = (any::<u8>(), any_value(), any_value()).prop_map(|(id, data, more)| Any { id, data, more });
    prop::collection::vec(row, 0..5)
}

/// Paths, many of which exist in such rows.
fn any_paths() -> impl Strategy<Value = Vec<String>> {
    let step = select(vec!["a", "b", "a.b", "\"a.b\"", "\"\"", "\"é\"", r#""\"é\"""#]);
    let path = (select(vec!["id", "data", "more"]), prop::collection::vec(step, 0..4));
    let path =
        path.prop_map(|(first, steps)| std::iter::once(first).chain(steps).collect::<Vec<_>>().join("."));
    prop::collection::vec(path, 1..6)
}

proptest! {
    /// The fields selected in JSON are those that the encoder selects for TOON, in the same order.
    #[test]
    fn one_meaning_of_paths(rows in any_rows(), fields in any_paths()) {
        let answer = |format: &str| {
            params(json!({"responseFormat": format, "fields": fields})).respond(&rows).unwrap()
        };
        let [toon, compact] = ["toon", "json"].map(answer);
        let again = toon::json::to_toon(text(&compact), &toon::EncodeOptions::new()).unwrap();
        prop_assert_eq!(text(&toon), again);
        prop_assert_eq!(&toon.meta, &compact.meta);
    }

    /// The name of the list does not interfere with them.
    #[test]
    fn any_name_of_the_list(
        rows in any_rows(),
        fields in any_paths(),
        key in "[a-z.\"\\\\:#-]{0,6}|\\PC{0,4}|[\u{0}-\u{1f}]{1,2}",
    ) {
        let answer = |format: &str, key: &str| {
            let options = ResponseOptions::new().key(key);
            params(json!({"responseFormat": format, "fields": fields})).respond_with(&rows, &options).unwrap()
        };
        let [toon, compact] = ["toon", "json"].map(|format| answer(format, &key));
        let again = toon::json::to_toon(text(&compact), &toon::EncodeOptions::new()).unwrap();
        prop_assert_eq!(text(&toon), again);
        let mut json = json_of(&compact);
        let list = json.as_object_mut().unwrap().remove(&key).unwrap();
        prop_assert_eq!(list, json_of(&answer("json", "items"))["items"].clone());
    }

    /// The selected fields are in the text for humans, too.
    #[test]
    fn formatted_has_all_of_it(rows in any_rows(), fields in any_paths()) {
        let answer = |format: &str| {
            params(json!({"responseFormat": format, "fields": fields})).respond(&rows).unwrap()
        };
        let [formatted, compact] = ["formatted", "json"].map(answer);
        prop_assert_eq!(&formatted.meta, &compact.meta);
        let mut parts = Vec::new();
        keys_and_scalars(&json_of(&compact)["items"], &mut parts);
        for part in parts {
            prop_assert!(text(&formatted).contains(&part), "{part:?} in {}", text(&formatted));
        }
    }
}

/// All keys and scalars in `value`, as in the text for humans.
fn keys_and_scalars(value: &Value, parts: &mut Vec<String>) {
    match value {
        Value::Array(elements) => elements.iter().for_each(|element| keys_and_scalars(element, parts)),
        Value::Object(entries) => {
            for (key, value) in entries {
                parts.push(format!("{key}:"));
                keys_and_scalars(value, parts);
            }
        }
        Value::String(string) if !string.is_empty() => parts.push(string.clone()),
        _ => parts.push(value.to_string()),
    }
}

/// Equal numbers have one spelling: `0.0` is `0` in TOON.
fn canonical(value: &Value) -> Value {
    match value {
        Value::Number(number) if number.as_f64() == Some(0.0) => json!(0),
        Value::Array(elements) => elements.iter().map(canonical).collect(),
        Value::Object(entries) => {
            Value::Object(entries.iter().map(|(key, value)| (key.clone(), canonical(value))).collect())
        }
        _ => value.clone(),
    }
}
