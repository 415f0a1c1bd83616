//! What the random values have to have among them.
#![allow(clippy::unwrap_used, reason = "a panic is how a test fails")]

use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::TestRunner;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use toon_testing::{KEYS, json, value};

/// The same values in each run.
fn samples<T: std::fmt::Debug>(strategy: &BoxedStrategy<T>, count: usize) -> Vec<T> {
    let mut runner = TestRunner::deterministic();
    (0..count).map(|_| strategy.new_tree(&mut runner).unwrap().current()).collect()
}

/// Every value within `value`, itself included.
fn parts<'v>(value: &'v Value, all: &mut Vec<&'v Value>) {
    all.push(value);
    match value {
        Value::Array(elements) => elements.iter().for_each(|element| parts(element, all)),
        Value::Object(fields) => fields.values().for_each(|field| parts(field, all)),
        _ => {}
    }
}

fn has_group(row: &Map<String, Value>) -> bool {
    row.values().any(|cell| {
        cell.as_object().is_some_and(|group| !group.is_empty() && !group.values().any(Value::is_object))
    })
}

/// What a value is an example of.
fn kinds(value: &Value) -> Vec<&'static str> {
    let objects =
        |values: &[&Value]| values.iter().map(|value| value.as_object().cloned()).collect::<Option<Vec<_>>>();
    let is_scalar = |value: &Value| !value.is_array() && !value.is_object();
    let rows = match value {
        Value::Array(elements) => objects(&elements.iter().collect::<Vec<_>>()),
        Value::Object(fields) => objects(&fields.values().collect::<Vec<_>>()),
        _ => None,
    };
    let mut kinds = Vec::new();
    if let Some(rows) = rows.filter(|rows| rows.len() > 1) {
        let keys = |row: &Map<String, Value>| row.keys().cloned().collect::<Vec<_>>();
        let sorted = |row| {
            let mut keys = keys(row);
            keys.sort_unstable();
            keys
        };
        let is_same = rows.iter().all(|row| sorted(row) == sorted(&rows[0])) && !rows[0].is_empty();
        let is_flat = rows.iter().all(|row| row.values().all(is_scalar));
        match (is_same, is_flat, value.is_array()) {
            (true, true, true) => kinds.push("table"),
            (true, true, false) => kinds.push("keyed table"),
            (true, false, _) if rows.iter().all(has_group) => kinds.push("table with groups"),
            (true, false, _) => kinds.push("rows with a nested cell"),
            (false, ..) => kinds.push("ragged rows"),
        }
        if is_same && rows.iter().any(|row| keys(row) != keys(&rows[0])) {
            kinds.push("rows in several orders");
        }
    }
    match value {
        Value::Null => kinds.push("null"),
        Value::Bool(_) => kinds.push("boolean"),
        Value::Number(number) => kinds.push(match (number.as_i64(), number.as_u64(), number.as_f64()) {
            (Some(-100..=100), ..) => "short integer",
            (Some(_), ..) => "long integer",
            (None, Some(_), _) => "integer beyond i64",
            (.., Some(0.0)) => "float 0",
            (.., Some(float)) if float.abs() >= 1e21 => "large float",
            (.., Some(float)) if float.abs() < 1e-6 => "small float",
            _ => "float",
        }),
        Value::String(text) if text.is_empty() => kinds.push("empty string"),
        Value::String(text) if text.parse::<f64>().is_ok() => kinds.push("string like a number"),
        Value::String(text) if text.contains(['"', '\\', '\n', '\t']) => kinds.push("string with escapes"),
        Value::String(text) if text.contains([',', '|', ':']) => kinds.push("string with delimiters"),
        Value::String(text) if !text.is_ascii() => kinds.push("string beyond ASCII"),
        Value::String(_) => kinds.push("other string"),
        Value::Array(elements) if elements.is_empty() => kinds.push("empty array"),
        Value::Array(elements) if elements.iter().all(is_scalar) => kinds.push("inline array"),
        Value::Array(elements) if elements.iter().all(Value::is_array) => kinds.push("array of arrays"),
        Value::Array(_) => kinds.push("other array"),
        Value::Object(fields) if fields.is_empty() => kinds.push("empty object"),
        Value::Object(fields) => {
            kinds.push("object");
            if fields.len() == 1
                && fields.values().all(|value| value.as_object().is_some_and(|inner| inner.len() == 1))
            {
                kinds.push("chain of objects");
            }
            for key in fields.keys() {
                kinds.push(match key.as_str() {
                    "" => "empty key",
                    key if !KEYS.contains(&key) && !key.contains('.') => "key of any text",
                    key if key.split('.').count() > 1 => "key with a dot",
                    key if key.contains(|char: char| !char.is_ascii_alphanumeric() && char != '_') => {
                        "key in quotes"
                    }
                    _ => "plain key",
                });
            }
        }
    }
    kinds
}

const KINDS: &[&str] = &[
    "table",
    "keyed table",
    "table with groups",
    "rows with a nested cell",
    "ragged rows",
    "rows in several orders",
    "null",
    "boolean",
    "short integer",
    "long integer",
    "integer beyond i64",
    "float 0",
    "large float",
    "small float",
    "float",
    "empty string",
    "string like a number",
    "string with escapes",
    "string with delimiters",
    "string beyond ASCII",
    "other string",
    "empty array",
    "inline array",
    "array of arrays",
    "other array",
    "empty object",
    "object",
    "chain of objects",
    "empty key",
    "key of any text",
    "key with a dot",
    "key in quotes",
    "plain key",
];

#[test]
fn every_kind_of_value_is_frequent() {
    const SAMPLES: usize = 1_000;
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for value in samples(&value(4), SAMPLES) {
        let mut all = Vec::new();
        parts(&value, &mut all);
        let mut found: Vec<_> = all.into_iter().flat_map(kinds).collect();
        found.sort_unstable();
        found.dedup();
        for kind in found {
            *counts.entry(kind).or_default() += 1;
        }
    }
    for kind in KINDS {
        let count = counts.remove(kind).unwrap_or_default();
        assert!(count >= SAMPLES / 50, "{kind}: only in {count} of {SAMPLES} values");
    }
    assert!(counts.is_empty(), "not expected: {counts:?}");
}

#[test]
fn texts_are_compact_json() {
    for text in samples(&json(3), 200) {
        let read = serde_json::from_str::<Value>(&text);
        // Some numbers are beyond what a float holds.
        let is_json =
            read.as_ref().map_or_else(|error| error.to_string().starts_with("number out of range"), |_| true);
        assert!(is_json, "{text}");
    }
}
