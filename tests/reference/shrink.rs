//! Smaller inputs that still differ, so that a report can be read.

use serde_json::{Map, Value};

/// How many candidates are tried for one report.
const MAX_TRIES: usize = 2000;

/// Follows the first smaller input that still differs, until none does.
pub fn smallest<T>(start: T, smaller: impl Fn(&T) -> Vec<T>, mut differs: impl FnMut(&T) -> bool) -> T {
    let mut smallest = start;
    let mut tries = 0;
    loop {
        let next = smaller(&smallest).into_iter().find(|candidate| {
            tries += 1;
            tries <= MAX_TRIES && differs(candidate)
        });
        match next {
            Some(candidate) => smallest = candidate,
            None => return smallest,
        }
    }
}

/// The value without one of its parts, or with a simpler part.
pub fn smaller_values(value: &Value) -> Vec<Value> {
    let mut smaller = Vec::new();
    match value {
        Value::Array(elements) => {
            smaller.extend(elements.iter().cloned());
            for index in 0..elements.len() {
                let mut fewer = elements.clone();
                fewer.remove(index);
                smaller.push(fewer.into());
            }
            for (index, element) in elements.iter().enumerate() {
                for replacement in smaller_values(element) {
                    let mut simpler = elements.clone();
                    simpler[index] = replacement;
                    smaller.push(simpler.into());
                }
            }
        }
        Value::Object(fields) => {
            smaller.extend(fields.values().cloned());
            for key in fields.keys() {
                let mut fewer = fields.clone();
                fewer.shift_remove(key);
                smaller.push(fewer.into());
            }
            for (key, field) in fields {
                for replacement in smaller_values(field) {
                    let mut simpler: Map<String, Value> = fields.clone();
                    simpler[key] = replacement;
                    smaller.push(simpler.into());
                }
            }
        }
        Value::String(text) => smaller.extend(without_characters(text).map(Value::String)),
        Value::Number(number) if number.as_u64().is_none_or(|number| number > 1) => smaller.push(1.into()),
        _ => {}
    }
    smaller
}

/// The document without one of its lines, then without one of its characters.
pub fn smaller_documents(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.split('\n').collect();
    let without_lines = (0..lines.len()).map(|index| {
        let mut fewer = lines.clone();
        fewer.remove(index);
        fewer.join("\n")
    });
    without_lines.filter(|shorter| shorter != text).chain(without_characters(text)).collect()
}

fn without_characters(text: &str) -> impl Iterator<Item = String> {
    text.char_indices()
        .map(|(at, character)| format!("{}{}", &text[..at], &text[at + character.len_utf8()..]))
}
