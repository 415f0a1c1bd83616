//! Builds a value from the nodes of a YAML text.

use crate::lossy::name_of;
use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::map::Entry;
use serde_json::{Map, Value};
use std::fmt;

/// A value, in which each key is the text of a scalar. Numbers that are not finite are null, or strings if they
/// are `NAMED`.
pub(super) struct Node<const NAMED: bool>(pub(super) Value);

impl<'de, const NAMED: bool> Deserialize<'de> for Node<NAMED> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Build::<NAMED>).map(Node)
    }
}

struct Build<const NAMED: bool>;

impl<'de, const NAMED: bool> Visitor<'de> for Build<NAMED> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    /// As `serde_json` reads it, unless it is named.
    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(if NAMED && !value.is_finite() { name_of(value).into() } else { value.into() })
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_string<E>(self, value: String) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_none<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(Node::<NAMED>(value)) = elements.next_element()? {
            list.push(value);
        }
        Ok(Value::Array(list))
    }

    /// An entry may have the same key as one before it, such as `1` and `"1"`, only if it is merged
    /// into the mapping: these come last, and the mapping's own entries count.
    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let mut map = Map::new();
        while let Some((key, Node::<NAMED>(value))) = entries.next_entry::<String, _>()? {
            if let Entry::Vacant(entry) = map.entry(key) {
                entry.insert(value);
            }
        }
        Ok(Value::Object(map))
    }
}
