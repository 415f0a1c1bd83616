//! Trees of JSON text.

use super::digits::Digits;
use super::node::{Entries, MAX_DEPTH, Node, duplicate_key};
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;
use std::fmt;

/// The tree of `text`. `None` if it is not JSON, contains a duplicate key, or is too deep.
pub(super) fn read(text: &str) -> Option<Node> {
    read_below(text, MAX_DEPTH)
}

/// Like [`read`], with at most `depth` levels.
pub(super) fn read_below(text: &str, depth: usize) -> Option<Node> {
    node(serde_json::from_str(text).ok()?, depth)
}

/// Reads one level at a time, since only a [`RawValue`] keeps the digits of a number.
fn node(json: &RawValue, depth: usize) -> Option<Node> {
    let text = json.get();
    Some(match text.as_bytes().first()? {
        b'{' => {
            let depth = depth.checked_sub(1)?;
            let Members(members) = serde_json::from_str(text).ok()?;
            let entry = |(key, value): (String, _)| Some((key.into(), node(value, depth)?));
            let entries: Entries = members.into_iter().map(entry).collect::<Option<_>>()?;
            if duplicate_key(&entries).is_some() {
                return None;
            }
            Node::Object(entries)
        }
        b'[' => {
            let depth = depth.checked_sub(1)?;
            let elements: Vec<&RawValue> = serde_json::from_str(text).ok()?;
            Node::List(elements.into_iter().map(|element| node(element, depth)).collect::<Option<_>>()?)
        }
        b'"' => Node::Text(serde_json::from_str(text).ok()?),
        b't' => Node::Bool(true),
        b'f' => Node::Bool(false),
        b'n' => Node::Null,
        _ => Node::integer(text).or_else(|| float(text)).unwrap_or_else(|| Node::Digits(Digits::new(json))),
    })
}

/// The number, if it is an `f64` that is spelled in the same way.
fn float(text: &str) -> Option<Node> {
    let value: f64 = text.parse().ok()?;
    let spelling = serde_json::to_string(&value).ok()?;
    (spelling == text).then_some(Node::Float(value))
}

/// The members of an object, in order.
struct Members<'a>(Vec<(String, &'a RawValue)>);

impl<'de> Deserialize<'de> for Members<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct MembersVisitor;

        impl<'de> Visitor<'de> for MembersVisitor {
            type Value = Members<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(Members(members))
            }
        }

        deserializer.deserialize_map(MembersVisitor)
    }
}
