//! Random values against a model on trees.

use super::fill;
use super::lines::check_lines;
use crate::rewrite::Rewrite;
use proptest::prelude::*;
use proptest::sample::subsequence;
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use toon::EncodeOptions;
use toon::json::to_toon;
use toon_testing::effort;

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
        toon_testing::value(3),
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
                let is_bare = key.starts_with(|char: char| char.is_ascii_alphabetic() || char == '_')
                    && key.chars().all(|char| char.is_ascii_alphanumeric() || char == '_');
                let key = if is_bare { key.clone() } else { quoted(key) };
                let dot = if path.is_empty() { "" } else { "." };
                lists(value, &format!("{path}{dot}{key}"), false, out);
            }
        }
        _ => {}
    }
}

/// A key in quotes, with the escapes of TOON (§7.1).
fn quoted(key: &str) -> String {
    let escaped = |char: char| match char {
        '"' | '\\' => format!("\\{char}"),
        '\n' => "\\n".to_owned(),
        '\r' => "\\r".to_owned(),
        '\t' => "\\t".to_owned(),
        '\0'..' ' => format!("\\u{:04x}", u32::from(char)),
        _ => char.to_string(),
    };
    format!("\"{}\"", key.chars().map(escaped).collect::<String>())
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
        // It is an error if no field matches, of both.
        let Ok(rewritten) = Rewrite::new().apply(&value.to_string(), &options) else {
            prop_assert!(to_toon(&value.to_string(), &options).is_err());
            return Ok(());
        };
        prop_assert_eq!(to_toon(&rewritten.json, &options).unwrap(), to_toon(&value.to_string(), &options).unwrap());
    }
}
