//! TOML. Dates and times, which JSON has not, are strings.

use crate::failure::Failure;
use crate::report;
use serde_json::Value;

pub(crate) fn read(name: &str, text: &str) -> Result<Value, Failure> {
    let table: toml::Table = text.parse().map_err(|error: toml::de::Error| {
        let at = error.span().map_or(0, |span| span.start);
        let place = report::place(text.get(..at).unwrap_or_default());
        let help = "write `key = value`, each key once, with strings in quotes and integers of 64 bits";
        Failure::at(name, place, error.message(), help)
    })?;
    Ok(json(toml::Value::Table(table)))
}

/// The parser refuses what nests deep.
fn json(value: toml::Value) -> Value {
    match value {
        toml::Value::String(text) => text.into(),
        toml::Value::Integer(number) => number.into(),
        // What is not finite is `null`, as in TOON.
        toml::Value::Float(number) => number.into(),
        toml::Value::Boolean(is) => is.into(),
        toml::Value::Datetime(time) => time.to_string().into(),
        toml::Value::Array(elements) => elements.into_iter().map(json).collect(),
        toml::Value::Table(entries) => {
            Value::Object(entries.into_iter().map(|(key, value)| (key, json(value))).collect())
        }
    }
}
