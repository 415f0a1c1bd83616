//! Writes YAML.

use crate::failure::Failure;
use crate::formats::json::walk::{elements, entries, unquoted};
use serde::Serialize;
use serde_json::{Number, Value};
use toon::{EncodeOptions, json};

/// The value of valid JSON. It is an error if a number would lose digits.
pub(crate) fn exact(name: &str, json: &str) -> Result<Value, Failure> {
    value(json).map_err(|number| {
        let message =
            format!("the number {number} does not fit into 64 bits, so YAML readers would lose digits");
        Failure::Input(format!("{name}: {message}"))
    })
}

/// Fails with a number that does not fit into 64 bits. Does not recurse deeper than the library.
fn value(json: &str) -> Result<Value, &str> {
    Ok(match json.as_bytes().first() {
        Some(b'{') => {
            let entries = entries(json).map(|(key, json)| Ok((key.into_owned(), value(json)?)));
            Value::Object(entries.collect::<Result<_, &str>>()?)
        }
        Some(b'[') => Value::Array(elements(json).map(value).collect::<Result<_, _>>()?),
        Some(b'"') => unquoted(json).into(),
        Some(b't' | b'f') => (json == "true").into(),
        Some(b'n') => Value::Null,
        _ => Value::Number(number(json).ok_or(json)?),
    })
}

fn number(json: &str) -> Option<Number> {
    if let Ok(number) = json.parse::<i64>() {
        return Some(number.into());
    }
    if let Ok(number) = json.parse::<u64>() {
        return Some(number.into());
    }
    let number = Number::from_f64(json.parse().ok()?)?;
    let canonical = |json: &str| json::to_toon(json, &EncodeOptions::new()).ok();
    let written = number.to_string();
    (written == json || canonical(&written) == canonical(json)).then_some(number)
}

/// A value as an item of a list at the root, with its final newline.
pub(crate) fn item(name: &str, value: &Value) -> Result<String, Failure> {
    text(name, &[value])
}

/// The YAML text without its final newline.
pub(crate) fn write(name: &str, value: &Value) -> Result<String, Failure> {
    let mut text = text(name, value)?;
    text.truncate(text.trim_end_matches('\n').len());
    Ok(text)
}

fn text(name: &str, value: &impl Serialize) -> Result<String, Failure> {
    serde_saphyr::to_string(value).map_err(|error| Failure::Input(format!("{name}: {error}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The items of a list are the same as the whole list.
    #[test]
    fn items_and_the_whole() {
        let scalars = r#"[null, true, false, 0, -1.5, 1e300, 18446744073709551615, "", "a", "- a", "1", "null", "a: b", "é 👋", " x ", "\u0000\t", "~"]"#;
        let strings = r##"["a\nb", "a\nb\n", "a\n\n", "\n", " a\nb", "a\n  b\nc\n", "# a\nb", "a\r\nb", "a b c d e f g h i j k l m n o p q r s t u v w x y z a b c d e f g h i j k l m n o p q r s t u v w x y z"]"##;
        let nested = format!(
            r#"[[], {{}}, [[]], [{{}}], {{"a": {{}}}}, {{"a": []}}, [[1, [2, {{"a": [3]}}]], 4], {{"a": {{"b": [{{"c": {{}}, "d": 1}}]}}, "- e": null}}, {scalars}, {strings}, {{"a": {scalars}, "b": {strings}, "": {{"a\nb": {strings}}}}}]"#
        );
        for list in ["[]", scalars, strings, &nested] {
            let whole = exact("", list).and_then(|value| write("", &value)).unwrap_or_default();
            let item = |json| exact("", json).and_then(|value| item("", &value)).unwrap_or_default();
            let items: String = elements(list).map(item).collect();
            assert_eq!(if items.is_empty() { "[]\n".to_owned() } else { items }, format!("{whole}\n"));
        }
    }

    #[test]
    fn digits() {
        for number in [
            "0",
            "-9223372036854775808",
            "18446744073709551615",
            "0.1",
            "1e-7",
            "1.5e300",
            "100000000000000000000",
        ] {
            assert!(value(number).is_ok(), "{number}");
        }
        for number in ["18446744073709551617", "0.10000000000000000001", "1e400", "-1e400"] {
            assert_eq!(value(&format!("[{number}]")).err(), Some(number));
        }
        let floats = ["0.1", "123.456", "5e-324", "2.2250738585072014e-308", "0.30000000000000004"];
        for float in floats {
            assert_eq!(value(float).ok().and_then(|value| value.as_f64()), float.parse().ok());
        }
    }
}
