//! JSON text whose parts can be chosen. Keys keep their order, and what is no object or list its spelling.

use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;
use std::fmt;

/// How deep a tree goes. What is deeper stays a leaf, since each level is a call on the stack.
const MAX_DEPTH: usize = 128;

#[derive(Debug)]
pub(super) enum Tree<'j> {
    Object(Vec<(String, Tree<'j>)>),
    Array(Vec<Tree<'j>>),
    Leaf(&'j RawValue),
}

impl<'j> Tree<'j> {
    /// The tree of `json`.
    ///
    /// # Errors
    /// If a key is no string of Unicode characters.
    pub(super) fn new(json: &'j RawValue) -> serde_json::Result<Self> {
        Self::below(json, MAX_DEPTH)
    }

    fn below(json: &'j RawValue, depth: usize) -> serde_json::Result<Self> {
        let Some(depth) = depth.checked_sub(1) else { return Ok(Tree::Leaf(json)) };
        match json.get().as_bytes().first() {
            Some(b'{') => {
                let Entries(entries) = serde_json::from_str(json.get())?;
                let below = |(key, value)| Ok((key, Self::below(value, depth)?));
                Ok(Tree::Object(entries.into_iter().map(below).collect::<serde_json::Result<_>>()?))
            }
            Some(b'[') => {
                let elements: Vec<&RawValue> = serde_json::from_str(json.get())?;
                let below = |element| Self::below(element, depth);
                Ok(Tree::Array(elements.into_iter().map(below).collect::<serde_json::Result<_>>()?))
            }
            _ => Ok(Tree::Leaf(json)),
        }
    }
}

impl Serialize for Tree<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Tree::Object(entries) => serializer.collect_map(entries.iter().map(|(key, value)| (key, value))),
            Tree::Array(elements) => serializer.collect_seq(elements),
            Tree::Leaf(json) => json.serialize(serializer),
        }
    }
}

/// The entries of an object in their order, which no map of the standard library keeps.
struct Entries<'j>(Vec<(String, &'j RawValue)>);

impl<'de> Deserialize<'de> for Entries<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct InOrder;

        impl<'de> Visitor<'de> for InOrder {
            type Value = Entries<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Entries<'de>, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    entries.push(entry);
                }
                Ok(Entries(entries))
            }
        }

        deserializer.deserialize_map(InOrder)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::value::to_raw_value;

    #[track_caller]
    fn check(json: &str) {
        let raw: Box<RawValue> = serde_json::from_str(json).unwrap();
        let tree = Tree::new(&raw).unwrap();
        assert_eq!(to_raw_value(&tree).unwrap().get(), json);
    }

    #[test]
    fn order_and_spelling_stay() {
        check(r#"{"b":1.0,"a":[-0.0,1E400,[],{}],"":null,"b":123456789012345678901234567890}"#);
        check(r#""text""#);
        check("true");
        check(r#"{"\"\\":"\u0001"}"#);
    }

    /// Deeper than a stack would be.
    #[test]
    fn depth() {
        let depth = 30_000;
        check(&format!("{}{}", "[".repeat(depth), "]".repeat(depth)));
        check(&format!("{}1{}", r#"{"a":"#.repeat(depth), "}".repeat(depth)));
    }
}
