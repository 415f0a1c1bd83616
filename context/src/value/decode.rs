//! Trees of TOON text.

use super::node::{Entries, Node, duplicate_key};
use super::quota::Quota;
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use std::fmt;

/// The tree of `text`, with at most `depth` levels. `None` if it is not TOON, exceeds the quota, or would be
/// written in another way, so that the text would be lost.
pub(super) fn read(text: &[u8], depth: usize, quota: &mut Quota) -> Option<Node> {
    let mut deserializer = toon::Deserializer::from_slice(text);
    let node = Builder { depth, quota }.deserialize(&mut deserializer).ok()?;
    deserializer.end().ok()?;
    let written = toon::to_string(&node).ok()?;
    (written.as_bytes() == text).then_some(node)
}

/// Builds a tree, as long as it does not exceed the quota.
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
    type Value = Node;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Node, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Builder<'_> {
    type Value = Node;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any value")
    }

    fn visit_unit<E: Error>(self) -> Result<Node, E> {
        self.value().map(|_| Node::Null)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Node, E> {
        self.value().map(|_| Node::Bool(value))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Node, E> {
        self.value().map(|_| Node::Integer(value.into()))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Node, E> {
        self.value().map(|_| Node::Integer(value.into()))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Node, E> {
        self.value().map(|_| Node::float(value))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Node, E> {
        self.value().map(|_| Node::Text(text.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Node, A::Error> {
        let mut builder = self.value()?;
        let mut elements = Vec::new();
        while let Some(element) = list.next_element_seed(builder.below()?)? {
            elements.push(element);
        }
        elements.shrink_to_fit();
        Ok(Node::List(elements))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Node, A::Error> {
        let mut builder = self.value()?;
        let mut entries = Entries::new();
        while let Some(key) = object.next_key::<String>()? {
            if builder.quota.take_key(&key).is_none() {
                return Err(A::Error::custom("the keys take too much memory"));
            }
            entries.push((key.into(), object.next_value_seed(builder.below()?)?));
        }
        if let Some(key) = duplicate_key(&entries) {
            return Err(A::Error::custom(format_args!("duplicate key {key:?}")));
        }
        // Most objects of a table have few entries, and room for as many again would add up.
        entries.shrink_to_fit();
        Ok(Node::Object(entries))
    }
}
