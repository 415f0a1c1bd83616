//! A model of selections, and random ones.
#![allow(dead_code, unreachable_pub, reason = "each target uses its own part")]

use proptest::prelude::*;
use serde_json::{Map, Value};

/// A selection: fields of an object, or everything.
#[derive(Debug, Default)]
pub struct Wanted {
    is_whole: bool,
    fields: Vec<(String, Wanted)>,
}

impl Wanted {
    pub fn new(paths: &[Vec<String>]) -> Self {
        let mut root = Wanted::default();
        for path in paths {
            let mut node = &mut root;
            for key in path {
                let at = node.fields.iter().position(|(known, _)| known == key).unwrap_or_else(|| {
                    node.fields.push((key.clone(), Wanted::default()));
                    node.fields.len() - 1
                });
                node = &mut node.fields[at].1;
            }
            node.is_whole = true;
        }
        root
    }

    /// The selected parts of `value`.
    pub fn of(&self, value: &Value) -> Value {
        match value {
            value if self.is_whole => value.clone(),
            Value::Array(elements) => elements.iter().map(|element| self.of(element)).collect(),
            Value::Object(entries) => self
                .fields
                .iter()
                .filter_map(|(key, wanted)| Some((key.clone(), wanted.of(entries.get(key)?))))
                .collect::<Map<_, _>>()
                .into(),
            scalar => scalar.clone(),
        }
    }
}

/// Every path in `value`, in the order of first mention.
pub fn paths(value: &Value) -> Vec<Vec<String>> {
    fn collect(value: &Value, path: &mut Vec<String>, paths: &mut Vec<Vec<String>>) {
        match value {
            Value::Array(elements) => elements.iter().for_each(|element| collect(element, path, paths)),
            Value::Object(entries) => {
                for (key, value) in entries {
                    path.push(key.clone());
                    if !paths.contains(path) {
                        paths.push(path.clone());
                    }
                    collect(value, path, paths);
                    path.pop();
                }
            }
            _ => {}
        }
    }
    let mut all = Vec::new();
    collect(value, &mut Vec::new(), &mut all);
    all
}

/// Whether there are objects, but none has a field at one of the paths.
pub fn matches_nothing(value: &Value, paths: &[Vec<String>]) -> bool {
    !paths.is_empty() && paths.iter().all(|path| is_missing(value, path))
}

/// Whether there are objects that could have the first key that is missing.
fn is_missing(value: &Value, path: &[String]) -> bool {
    let mut found = vec![value];
    for key in path {
        let mut objects = Vec::new();
        while let Some(value) = found.pop() {
            match value {
                Value::Array(elements) => found.extend(elements),
                Value::Object(object) => objects.push(object),
                _ => {}
            }
        }
        found.extend(objects.iter().filter_map(|object| object.get(key)));
        if found.is_empty() {
            return !objects.is_empty();
        }
    }
    false
}

/// The path as requested, quoted where necessary.
pub fn asked(path: &[String]) -> String {
    let segments: Vec<_> = path
        .iter()
        .map(|key| if key.is_empty() || key.contains(['.', '"']) { quoted(key) } else { key.clone() })
        .collect();
    segments.join(".")
}

/// `key` in quotes, with escapes that TOON has (§7.1): JSON has more.
fn quoted(key: &str) -> String {
    let escaped = |char: char| match char {
        '"' | '\\' => format!("\\{char}"),
        char if char.is_control() => format!("\\u{:04x}", u32::from(char)),
        char => char.to_string(),
    };
    format!("\"{}\"", key.chars().map(escaped).collect::<String>())
}

/// Some paths of a value in any order, and some that it may not have.
pub fn selected(value: impl Strategy<Value = Value>) -> impl Strategy<Value = (Value, Vec<Vec<String>>)> {
    value.prop_flat_map(|value| {
        let mut all = paths(&value);
        all.extend([vec!["a".to_owned()], vec!["b".to_owned(), "no".to_owned()], vec!["no".to_owned()]]);
        let some = prop::sample::subsequence(all.clone(), 1..=all.len().min(12)).prop_shuffle();
        (Just(value), some)
    })
}
