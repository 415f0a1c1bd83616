//! Random rows.

use super::in_order;
use proptest::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use toon::Grouped;
use toon_testing::effort;

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
struct Row {
    text: String,
    number: i64,
    flag: bool,
    ratio: f64,
    note: Option<String>,
    list: Vec<u8>,
}

const FIELDS: [&str; 4] = ["text", "number", "flag", "ratio"];

fn rows() -> impl Strategy<Value = Vec<Row>> {
    let text = prop_oneof![
        4 => "[a-c]",
        2 => prop::sample::select(vec!["rows", "_by", "text", "number", "flag", "ratio", "", "true", "1", "a b", "a.b"])
            .prop_map(str::to_owned),
        1 => any::<String>(),
    ];
    let number = prop_oneof![4 => 0_i64..3, 1 => any::<i64>()];
    let ratio = prop_oneof![4 => prop::sample::select(vec![0.5, 2.0]), 1 => prop::num::f64::NORMAL];
    let note = prop::option::of("[ -~]{0,4}");
    let row = (text, number, any::<bool>(), ratio, note, prop::collection::vec(any::<u8>(), 0..2))
        .prop_map(|(text, number, flag, ratio, note, list)| Row { text, number, flag, ratio, note, list });
    prop::collection::vec(row, 0..12)
}

/// One to three fields in any order.
fn fields() -> impl Strategy<Value = Vec<&'static str>> {
    prop::sample::subsequence(FIELDS.to_vec(), 1..=3).prop_shuffle()
}

/// The text of a field as the key of a map.
fn key(row: &Row, field: &str) -> String {
    match field {
        "text" => row.text.clone(),
        "number" => row.number.to_string(),
        "flag" => row.flag.to_string(),
        _ => serde_json::to_value(row.ratio).unwrap().to_string(),
    }
}

/// The groups as a tree, one level at a time.
fn naive(rows: &[Row], fields: &[&str], depth: usize) -> Value {
    let Some(field) = fields.get(depth) else {
        let without = |row: &Row| {
            let mut row = serde_json::to_value(row).unwrap();
            strip_row(&mut row, fields);
            row
        };
        return rows.iter().map(without).collect();
    };
    let mut groups = Map::new();
    for row in rows {
        let name = key(row, field);
        if !groups.contains_key(&name) {
            let rows: Vec<_> = rows.iter().filter(|row| key(row, field) == name).cloned().collect();
            groups.insert(name, naive(&rows, fields, depth + 1));
        }
    }
    Value::Object(groups)
}

/// Without the fields that are stated in front of the groups.
fn naive_hoisted(rows: &[Row], fields: &[&str]) -> Value {
    let single = |field: &&str| {
        let first = rows.first().map(|row| key(row, field));
        first.is_some() && rows.iter().all(|row| Some(key(row, field)) == first)
    };
    let mut levels: Vec<_> = fields.iter().copied().filter(|field| !single(field)).collect();
    loop {
        let keys: Vec<_> =
            levels.first().map_or(vec![], |field| rows.iter().map(|row| key(row, field)).collect());
        let stays = |field: &str| keys.iter().any(|key| key == "rows" || key == field);
        let next: Vec<_> =
            fields.iter().copied().filter(|field| levels.contains(field) || stays(field)).collect();
        if next == levels {
            break;
        }
        levels = next;
    }
    let stated: Vec<_> = fields.iter().copied().filter(|field| !levels.contains(field)).collect();
    let mut object = Map::new();
    for field in &stated {
        object.insert((*field).to_owned(), serde_json::to_value(&rows[0]).unwrap()[*field].clone());
    }
    let mut groups = naive(rows, &levels, 0);
    strip(&mut groups, &stated);
    match groups {
        Value::Object(groups) => object.extend(groups),
        rows => drop(object.insert("rows".into(), rows)),
    }
    Value::Object(object)
}

fn strip_row(row: &mut Value, fields: &[&str]) {
    row.as_object_mut().unwrap().retain(|name, _| !fields.contains(&name.as_str()));
}

/// Removes these fields from the rows.
fn strip(value: &mut Value, fields: &[&str]) {
    match value {
        Value::Object(groups) => groups.values_mut().for_each(|group| strip(group, fields)),
        Value::Array(rows) => {
            for row in rows {
                strip_row(row, fields);
            }
        }
        _ => {}
    }
}

/// The entry that states the order of the levels.
fn split_order(json: &str) -> (Option<String>, Value) {
    let mut value: Value = serde_json::from_str(json).unwrap();
    let object = value.as_object_mut().unwrap();
    let order = match object.get("_by") {
        Some(Value::String(order)) => Some(order.clone()),
        _ => None,
    };
    if order.is_some() {
        assert_eq!(object.keys().next().unwrap(), "_by");
        object.shift_remove("_by");
    }
    (order, value)
}

proptest! {
    #![proptest_config(effort::cases(2000))]
    #[test]
    fn rows_are_grouped_and_read_back(rows in rows(), fields in fields(), hoist: bool) {
        let grouped = Grouped::new(&rows, fields.clone()).hoist_single(hoist);
        let json = match serde_json::to_string(&grouped) {
            Ok(json) => json,
            Err(error) => {
                // The only name of a group that is refused.
                prop_assert!(error.to_string().starts_with("a group cannot be called `_by`"), "{error}");
                return Ok(());
            }
        };
        let (order, value) = split_order(&json);
        let expected = if hoist { naive_hoisted(&rows, &fields) } else { naive(&rows, &fields, 0) };
        prop_assert_eq!(value.to_string(), expected.to_string());
        let is_sorted = fields.is_sorted_by_key(|field| FIELDS.iter().position(|name| name == field));
        prop_assert!(order.is_none() || !is_sorted);
        if !hoist && !rows.is_empty() {
            prop_assert_eq!(order.is_none(), is_sorted);
        }

        let levels: Vec<_> = fields.clone();
        let expected = in_order(&rows, |row| levels.iter().map(|field| key(row, field)).collect());
        let text = toon::to_string(&grouped).unwrap();
        let read: Grouped<Vec<Row>> = toon::from_str(&text).unwrap();
        prop_assert_eq!(read.rows(), &expected, "{}", text);
        let read: Grouped<Vec<Row>> = serde_json::from_str(&json).unwrap();
        prop_assert_eq!(read.rows(), &expected, "{}", json);
        prop_assert_eq!(serde_json::to_string(&read.hoist_single(hoist)).unwrap(), json);
    }
}
