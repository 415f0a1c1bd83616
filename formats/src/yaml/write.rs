//! Writes YAML.

use crate::error::Error;
use crate::json::walk::{elements, entries, unquoted};
use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};
use serde_json::Number;
use toon::{EncodeOptions, json};

/// Valid JSON whose numbers all keep their digits. No value is built for it.
pub struct Exact<'j>(&'j str);

/// It is an error if a number would lose digits.
///
/// # Errors
/// Fails if the value cannot be written as YAML.
pub fn exact<'j>(name: &str, json: &'j str) -> Result<Exact<'j>, Error> {
    check(json).map(|()| Exact(json)).map_err(|number| {
        let message =
            format!("the number {number} does not fit into 64 bits, so YAML readers would lose digits");
        Error::Unwritable { name: name.to_owned(), message }
    })
}

/// Fails with a number that does not fit into 64 bits. The decoder has limited the nesting to 128
/// levels, so recursion is bounded.
fn check(json: &str) -> Result<(), &str> {
    match json.as_bytes().first() {
        Some(b'{') => entries(json).try_for_each(|(_, json)| check(json)),
        Some(b'[') => elements(json).try_for_each(check),
        Some(b'"' | b't' | b'f' | b'n') => Ok(()),
        _ => number(json).map(|_| ()).ok_or(json),
    }
}

impl Serialize for Exact<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Exact(json) = *self;
        match json.as_bytes().first() {
            Some(b'{') => {
                // The length decides whether an object begins on a line of its own.
                let mut map = serializer.serialize_map(Some(entries(json).count()))?;
                for (key, json) in entries(json) {
                    map.serialize_entry(&key, &Exact(json))?;
                }
                map.end()
            }
            Some(b'[') => {
                let mut list = serializer.serialize_seq(None)?;
                for json in elements(json) {
                    list.serialize_element(&Exact(json))?;
                }
                list.end()
            }
            Some(b'"') => serializer.serialize_str(&unquoted(json)),
            Some(b't' | b'f') => serializer.serialize_bool(json == "true"),
            _ => number(json).serialize(serializer),
        }
    }
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
///
/// # Errors
/// Fails if the value cannot be written as YAML.
pub fn item(name: &str, value: &impl Serialize) -> Result<String, Error> {
    text(name, &[value])
}

/// The YAML text, with its final newline. There are more if a block of text at the end keeps them.
///
/// # Errors
/// Fails if the value cannot be written as YAML.
pub fn text(name: &str, value: &impl Serialize) -> Result<String, Error> {
    serde_saphyr::to_string(value)
        .map_err(|error| Error::Unwritable { name: name.to_owned(), message: error.to_string() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    /// The items of a list are the same as the whole list.
    #[test]
    fn items_and_the_whole() {
        let scalars = r#"[null, true, false, 0, -1.5, 1e300, 18446744073709551615, "", "a", "- a", "1", "null", "a: b", "é 👋", " x ", "\u0000\t", "~"]"#;
        let strings = r##"["a\nb", "a\nb\n", "a\n\n", "\n", " a\nb", "a\n  b\nc\n", "# a\nb", "a\r\nb", "a b c d e f g h i j k l m n o p q r s t u v w x y z a b c d e f g h i j k l m n o p q r s t u v w x y z"]"##;
        let nested = format!(
            r#"[[], {{}}, [[]], [{{}}], {{"a": {{}}}}, {{"a": []}}, [[1, [2, {{"a": [3]}}]], 4], {{"a": {{"b": [{{"c": {{}}, "d": 1}}]}}, "- e": null}}, {scalars}, {strings}, {{"a": {scalars}, "b": {strings}, "": {{"a\nb": {strings}}}}}]"#
        );
        for list in ["[]", scalars, strings, &nested] {
            let whole = exact("", list).and_then(|value| text("", &value)).unwrap_or_default();
            let item = |json| exact("", json).and_then(|value| item("", &value)).unwrap_or_default();
            let items: String = elements(list).map(item).collect();
            assert_eq!(if items.is_empty() { "[]\n".to_owned() } else { items }, whole);
            let value: Value = serde_json::from_str(list).unwrap_or_default();
            assert_eq!(text("", &value).unwrap_or_default(), whole);
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
            assert!(check(number).is_ok(), "{number}");
        }
        for number in ["18446744073709551617", "0.10000000000000000001", "1e400", "-1e400"] {
            assert_eq!(check(&format!("[{number}]")).err(), Some(number));
        }
        let floats = ["0.1", "123.456", "5e-324", "2.2250738585072014e-308", "0.30000000000000004"];
        for float in floats {
            assert_eq!(number(float).and_then(|number| number.as_f64()), float.parse().ok());
        }
    }
}
