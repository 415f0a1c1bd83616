//! Values of any TOON text.

use super::super::checks::Checks;
use super::super::error::EncodeError;
use crate::value::Value;
use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::{Serialize, Serializer};
use std::fmt;

/// Writes a value as TOON.
pub(super) fn to_toon(value: &impl Serialize, block: usize) -> Result<String, EncodeError> {
    toon::to_string(value).map_err(|error| EncodeError::Data { block, message: error.to_string() })
}

/// The value of TOON text. `None` if it would be written in another way, so that the text is not lost.
pub(super) fn of_toon(text: &[u8], checks: &mut Checks) -> Option<Value> {
    Value::new(&read(text, checks)?).ok()
}

/// The name and the value of the only entry of TOON text that is a list. `None` if there are others, or
/// if it would be written in another way.
pub(super) fn only_list(text: &[u8], checks: &mut Checks) -> Option<(String, Value)> {
    let Any::Object(entries) = read(text, checks)? else { return None };
    let [(name, rows @ Any::List(_))]: [_; 1] = entries.try_into().ok()? else { return None };
    Some((name, Value::new(&rows).ok()?))
}

fn read(text: &[u8], checks: &mut Checks) -> Option<Any> {
    if !checks.allow_values(text) {
        return None;
    }
    let any: Any = toon::from_slice(text).ok()?;
    let written = toon::to_string(&any).ok()?;
    (written.as_bytes() == text).then_some(any)
}

enum Any {
    Null,
    Bool(bool),
    Signed(i64),
    Unsigned(u64),
    Float(f64),
    Text(String),
    List(Vec<Any>),
    Object(Vec<(String, Any)>),
}

impl Serialize for Any {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Any::Null => serializer.serialize_unit(),
            Any::Bool(value) => serializer.serialize_bool(*value),
            Any::Signed(value) => serializer.serialize_i64(*value),
            Any::Unsigned(value) => serializer.serialize_u64(*value),
            Any::Float(value) => serializer.serialize_f64(*value),
            Any::Text(text) => serializer.serialize_str(text),
            Any::List(elements) => serializer.collect_seq(elements),
            Any::Object(entries) => serializer.collect_map(entries.iter().map(|(key, value)| (key, value))),
        }
    }
}

impl<'de> Deserialize<'de> for Any {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(AnyVisitor)
    }
}

struct AnyVisitor;

impl<'de> Visitor<'de> for AnyVisitor {
    type Value = Any;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any value")
    }

    fn visit_unit<E>(self) -> Result<Any, E> {
        Ok(Any::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Any, E> {
        Ok(Any::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Any, E> {
        Ok(Any::Signed(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Any, E> {
        Ok(Any::Unsigned(value))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Any, E> {
        Ok(Any::Float(value))
    }

    fn visit_str<E>(self, text: &str) -> Result<Any, E> {
        Ok(Any::Text(text.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<Any, A::Error> {
        let mut list = Vec::new();
        while let Some(element) = elements.next_element()? {
            list.push(element);
        }
        Ok(Any::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Any, A::Error> {
        let mut object = Vec::new();
        while let Some(entry) = entries.next_entry()? {
            object.push(entry);
        }
        Ok(Any::Object(object))
    }
}
