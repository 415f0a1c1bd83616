//! Values of TOON text.

use super::quota::Quota;
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use std::fmt;
use toon::{Map, Value};

/// The value of `text`, with at most `depth` levels. `None` if it is not TOON, exceeds the quota, or would be
/// written in another way, so that the text would be lost.
pub(super) fn read(text: &[u8], depth: usize, quota: &mut Quota) -> Option<Value> {
    let mut deserializer = toon::Deserializer::from_slice(text);
    let value = Builder { depth, quota }.deserialize(&mut deserializer).ok()?;
    deserializer.end().ok()?;
    let written = toon::to_string(&value).ok()?;
    (written.as_bytes() == text).then_some(value)
}

/// Builds a value, as long as it does not exceed the quota.
struct Builder<'q> {
    depth: usize,
    quota: &'q mut Quota,
}

impl Builder<'_> {
    /// Pays for a value before it is built.
    fn value<E: Error>(self) -> Result<Self, E> {
        match self.quota.take_value() {
            Some(()) => Ok(self),
            None => Err(E::custom("the values take too much memory")),
        }
    }

    /// For the values within a list or an object.
    fn below<E: Error>(&mut self) -> Result<Builder<'_>, E> {
        match self.depth.checked_sub(1) {
            Some(depth) => Ok(Builder { depth, quota: self.quota }),
            None => Err(E::custom("the value has too many levels")),
        }
    }
}

impl<'de> DeserializeSeed<'de> for Builder<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Builder<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any value")
    }

    fn visit_unit<E: Error>(self) -> Result<Value, E> {
        self.value().map(|_| Value::Null)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Value, E> {
        self.value().map(|_| Value::Bool(value))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Value, E> {
        self.value().map(|_| Value::from(value))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Value, E> {
        self.value().map(|_| Value::from(value))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Value, E> {
        self.value().map(|_| Value::from(value))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Value, E> {
        self.value().map(|_| Value::from(text))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value, A::Error> {
        let mut builder = self.value()?;
        let mut elements = Vec::new();
        while let Some(element) = list.next_element_seed(builder.below()?)? {
            elements.push(element);
        }
        elements.shrink_to_fit();
        Ok(Value::Array(elements))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Value, A::Error> {
        let mut builder = self.value()?;
        let mut entries = Map::new();
        while let Some(key) = object.next_key::<String>()? {
            if builder.quota.take_key(&key).is_none() {
                return Err(A::Error::custom("the keys take too much memory"));
            }
            let value = object.next_value_seed(builder.below()?)?;
            entries.insert(key, value);
        }
        // Most objects of a table have few entries, and room for as many again would add up.
        entries.shrink_to_fit();
        Ok(Value::Object(entries))
    }
}
