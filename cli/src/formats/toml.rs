//! TOML. Dates and times become strings, since JSON has no type for them.

use crate::failure::Failure;
use crate::report;
use serde_json::Value;

pub(crate) fn read(name: &str, text: &str) -> Result<Value, Failure> {
    let table: toml::Table = text.parse().map_err(|error: toml::de::Error| {
        let at = error.span().map_or(0, |span| span.start);
        let place = report::place(text.get(..at).unwrap_or_default());
        let help = "write `key = value`, with unique keys, quoted strings and 64-bit integers";
        Failure::at(name, place, error.message(), help)
    })?;
    Ok(json(toml::Value::Table(table)))
}

/// Does not recurse too deeply, since the parser limits nesting.
fn json(value: toml::Value) -> Value {
    match value {
        toml::Value::String(text) => text.into(),
        toml::Value::Integer(number) => number.into(),
        // Infinity and NaN become `null`, as in TOON.
        toml::Value::Float(number) => number.into(),
        toml::Value::Boolean(is) => is.into(),
        toml::Value::Datetime(time) => time.to_string().into(),
        toml::Value::Array(elements) => elements.into_iter().map(json).collect(),
        toml::Value::Table(entries) => {
            Value::Object(entries.into_iter().map(|(key, value)| (key, json(value))).collect())
        }
    }
}
