//! Converts TOON's values to events, and events to compact JSON text.

use crate::event::Events;
use crate::text::{decimal, quote};
use alloc::string::String;
use core::{fmt, mem};
use serde::de::value::MapDeserializer;
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};

/// The name of `serde_json`'s `RawValue` when it serializes itself, and with which its visitor
/// requests JSON text.
pub(crate) const RAW_VALUE: &str = "$serde_json::private::RawValue";

/// Reads a value and sends it as events, using a [`Deserializer`](crate::Deserializer) that passes
/// numbers on as tokens.
pub(crate) struct EventsOf<'e, E>(pub(crate) &'e mut E);

impl<E: Events> EventsOf<'_, E> {
    pub(crate) fn read<'de, D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de, E: Events> DeserializeSeed<'de> for EventsOf<'_, E> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        self.read(deserializer)
    }
}

impl<'de, E: Events> Visitor<'de> for EventsOf<'_, E> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any value")
    }

    fn visit_unit<R: Error>(self) -> Result<(), R> {
        self.0.word("null").map_err(R::custom)
    }

    fn visit_bool<R: Error>(self, value: bool) -> Result<(), R> {
        self.0.word(if value { "true" } else { "false" }).map_err(R::custom)
    }

    /// Receives a number, as its token.
    fn visit_newtype_struct<D: Deserializer<'de>>(self, token: D) -> Result<(), D::Error> {
        StringSeed(self.0, E::number).deserialize(token)
    }

    fn visit_str<R: Error>(self, string: &str) -> Result<(), R> {
        self.0.string(string).map_err(R::custom)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<(), A::Error> {
        self.0.begin_array().map_err(A::Error::custom)?;
        while elements.next_element_seed(EventsOf(self.0))?.is_some() {}
        self.0.end_array().map_err(A::Error::custom)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<(), A::Error> {
        self.0.begin_object().map_err(A::Error::custom)?;
        while entries.next_key_seed(StringSeed(self.0, E::key))?.is_some() {
            entries.next_value_seed(EventsOf(self.0))?;
        }
        self.0.end_object().map_err(A::Error::custom)
    }
}

/// Passes `json` to the visitor of `serde_json`'s `RawValue`, which expects a map with a single
/// private key.
pub(crate) fn visit_raw_value<'de, V: Visitor<'de>>(json: String, visitor: V) -> crate::Result<V::Value> {
    visitor.visit_map(MapDeserializer::new(core::iter::once((RAW_VALUE, json))))
}

/// Reads a string and sends it with the given method: as a key or a number.
struct StringSeed<'e, E>(&'e mut E, fn(&mut E, &str) -> crate::Result<()>);

impl<'de, E> DeserializeSeed<'de> for StringSeed<'_, E> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl<E> Visitor<'_> for StringSeed<'_, E> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string")
    }

    fn visit_str<R: Error>(self, text: &str) -> Result<(), R> {
        let StringSeed(events, send) = self;
        send(events, text).map_err(R::custom)
    }
}

/// Writes events as compact JSON text.
#[derive(Default)]
pub struct JsonText {
    /// The text so far.
    pub text: String,
    /// Whether a comma is needed before the next value or key.
    comma: bool,
}

impl JsonText {
    /// No text yet, with room for `bytes`.
    pub fn with_capacity(bytes: usize) -> Self {
        JsonText { text: String::with_capacity(bytes), comma: false }
    }

    #[inline]
    fn separate(&mut self) {
        if mem::replace(&mut self.comma, true) {
            self.text.push(',');
        }
    }

    fn open(&mut self, bracket: char) {
        self.separate();
        self.text.push(bracket);
        self.comma = false;
    }

    fn close(&mut self, bracket: char) {
        self.text.push(bracket);
        self.comma = true;
    }
}

impl Events for JsonText {
    fn begin_object(&mut self) -> crate::Result<()> {
        self.open('{');
        Ok(())
    }

    #[inline]
    fn key(&mut self, key: &str) -> crate::Result<()> {
        self.string(key)?;
        self.text.push(':');
        self.comma = false;
        Ok(())
    }

    fn end_object(&mut self) -> crate::Result<()> {
        self.close('}');
        Ok(())
    }

    fn begin_array(&mut self) -> crate::Result<()> {
        self.open('[');
        Ok(())
    }

    fn end_array(&mut self) -> crate::Result<()> {
        self.close(']');
        Ok(())
    }

    #[inline]
    fn string(&mut self, string: &str) -> crate::Result<()> {
        self.separate();
        push_string(&mut self.text, string);
        Ok(())
    }

    /// The canonical form of §2 is valid JSON.
    #[inline]
    fn number(&mut self, number: &str) -> crate::Result<()> {
        self.separate();
        decimal::push_canonical(&mut self.text, number);
        Ok(())
    }

    fn word(&mut self, word: &'static str) -> crate::Result<()> {
        self.separate();
        self.text.push_str(word);
        Ok(())
    }
}

/// Appends `string` like `serde_json`, which has two short escapes that TOON does not have.
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
