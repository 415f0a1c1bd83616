//! The tree of a value.

use serde::{Serialize, Serializer};
use std::borrow::Cow;
use std::collections::HashSet;

/// The maximum depth of lists and objects, so that no function on trees overflows the stack. It leaves
/// room for objects around the value within the 128 levels that `toon` and `serde_json` read and write.
pub(super) const MAX_DEPTH: usize = 120;

/// A key. That of a struct's field need not be copied.
pub(super) type Key = Cow<'static, str>;

/// The entries of an object, with distinct keys.
pub(super) type Entries = Vec<(Key, Node)>;

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Node {
    Null,
    Bool(bool),
    Integer(i128),
    /// Beyond `i128`.
    Unsigned(u128),
    /// A finite number.
    Float(f64),
    /// A number that none of the others can hold without changing its digits.
    #[cfg(feature = "json")]
    Digits(super::digits::Digits),
    Text(String),
    List(Vec<Node>),
    Object(Entries),
}

impl Node {
    /// A number, or null if it is not finite.
    pub(super) fn float(value: f64) -> Self {
        if value.is_finite() { Node::Float(value) } else { Node::Null }
    }

    /// An integer in its usual spelling.
    pub(super) fn integer(text: &str) -> Option<Self> {
        // `-0` is not an integer.
        let is_usual = |spelling: String| spelling == text;
        let signed = text.parse::<i128>().ok().filter(|value| is_usual(value.to_string()));
        let unsigned = || text.parse::<u128>().ok().filter(|value| is_usual(value.to_string()));
        signed.map(Node::Integer).or_else(|| unsigned().map(Node::Unsigned))
    }

    /// The text of a scalar that is a key. `None` for other values.
    pub(super) fn into_key(self) -> Option<Key> {
        Some(match self {
            Node::Text(text) => text.into(),
            Node::Bool(value) => value.to_string().into(),
            Node::Integer(value) => value.to_string().into(),
            Node::Unsigned(value) => value.to_string().into(),
            // Unlike `Display`, it writes `1.0`.
            Node::Float(value) => format!("{value:?}").into(),
            #[cfg(feature = "json")]
            Node::Digits(digits) => digits.as_str().to_owned().into(),
            Node::Null | Node::List(_) | Node::Object(_) => return None,
        })
    }

    /// Roughly the length of its text.
    pub(super) fn size(&self) -> usize {
        const OTHERS: usize = 4;
        match self {
            Node::Text(text) => text.len() + 2,
            Node::List(elements) => elements.iter().map(|element| element.size() + 1).sum(),
            Node::Object(entries) => entries.iter().map(|(key, value)| key.len() + value.size() + 3).sum(),
            _ => OTHERS,
        }
    }
}

/// The first key that occurs twice.
pub(super) fn duplicate_key(entries: &[(Key, Node)]) -> Option<&Key> {
    // Most objects are small, and then comparing all keys takes less time than hashing them.
    const MAX_COMPARED: usize = 16;
    if entries.len() <= MAX_COMPARED {
        let mut keys = entries.iter().map(|(key, _)| key).enumerate();
        return keys
            .find(|(index, key)| entries.iter().take(*index).any(|(other, _)| other == *key))
            .map(|(_, key)| key);
    }
    let mut seen = HashSet::with_capacity(entries.len());
    entries.iter().map(|(key, _)| key).find(|key| !seen.insert(*key))
}

impl Serialize for Node {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Node::Null => serializer.serialize_unit(),
            Node::Bool(value) => serializer.serialize_bool(*value),
            Node::Integer(value) => serializer.serialize_i128(*value),
            Node::Unsigned(value) => serializer.serialize_u128(*value),
            Node::Float(value) => serializer.serialize_f64(*value),
            #[cfg(feature = "json")]
            Node::Digits(digits) => digits.serialize(serializer),
            Node::Text(text) => serializer.serialize_str(text),
            Node::List(elements) => serializer.collect_seq(elements),
            Node::Object(entries) => serializer.collect_map(entries.iter().map(|(key, value)| (key, value))),
        }
    }
}
