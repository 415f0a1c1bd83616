//! TOON's values to compact JSON text, as serde hands them on.

use crate::text::{decimal, quote};
use alloc::string::String;
use core::fmt;
use serde::de::value::MapDeserializer;
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};

/// Appends the value it reads, from a [`Deserializer`](crate::Deserializer) that hands on numbers as their tokens.
pub(crate) struct Value<'o>(pub(crate) &'o mut String);

impl Value<'_> {
    pub(crate) fn read<'de, D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> DeserializeSeed<'de> for Value<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        self.read(deserializer)
    }
}

impl<'de> Visitor<'de> for Value<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any value")
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        self.0.push_str("null");
        Ok(())
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<(), E> {
        self.0.push_str(if value { "true" } else { "false" });
        Ok(())
    }

    /// A number: the canonical form of §2 is one of JSON's.
    fn visit_newtype_struct<D: Deserializer<'de>>(self, token: D) -> Result<(), D::Error> {
        Text(self.0, decimal::push_canonical).deserialize(token)
    }

    fn visit_str<E: Error>(self, string: &str) -> Result<(), E> {
        push_string(self.0, string);
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<(), A::Error> {
        let out = self.0;
        out.push('[');
        let start = out.len();
        while elements.next_element_seed(Value(out))?.is_some() {
            out.push(',');
        }
        close(out, start, ']');
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<(), A::Error> {
        let out = self.0;
        out.push('{');
        let start = out.len();
        while entries.next_key_seed(Text(out, push_string))?.is_some() {
            out.push(':');
            entries.next_value_seed(Value(out))?;
            out.push(',');
        }
        close(out, start, '}');
        Ok(())
    }
}

/// Gives `json` to the visitor of `serde_json`'s `RawValue`, which takes a map of one private entry.
pub(crate) fn visit_raw_value<'de, V: Visitor<'de>>(json: String, visitor: V) -> crate::Result<V::Value> {
    visitor.visit_map(MapDeserializer::new(core::iter::once((super::RAW_VALUE, json))))
}

/// Puts the bracket in the place of the last comma.
fn close(out: &mut String, start: usize, bracket: char) {
    if out.len() > start {
        out.pop();
    }
    out.push(bracket);
}

/// Appends a string that it reads as whatever that string is: a key, or the token of a number.
struct Text<'o>(&'o mut String, fn(&mut String, &str));

impl<'de> DeserializeSeed<'de> for Text<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl Visitor<'_> for Text<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<(), E> {
        let Text(out, push) = self;
        push(out, text);
        Ok(())
    }
}

/// Appends `string` as `serde_json` does: with two short escapes that TOON does not have.
fn push_string(out: &mut String, string: &str) {
    quote::push_escaped(out, string, |byte| match byte {
        0x08 => Some("\\b"),
        0x0c => Some("\\f"),
        _ => None,
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;

    #[test]
    fn strings_as_serde_json_writes_them() {
        let all: String = (0..=0x110).filter_map(char::from_u32).collect();
        for string in ["", "plain", "\"", "a\\b\nc\rd\te\u{8}f\u{c}g\u{1}h\u{1f}\u{7f}é👋\u{2028}/", &all]
        {
            let mut out = String::new();
            push_string(&mut out, string);
            assert_eq!(out, serde_json::to_string(string).unwrap_or_else(|error| format!("{error}")));
        }
    }
}
