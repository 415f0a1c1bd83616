//! The value itself.

use super::map::Entries;
use super::number::Number;
use crate::EncodeOptions;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use serde::ser::{Serialize, Serializer};

/// The entries of an object, in the order in which they were inserted.
///
/// Two maps are equal if they have the same entries in any order.
///
/// ```
/// use toon::{Map, Value};
///
/// let mut map = Map::new();
/// map.insert("b", 1);
/// map.insert("a", "text");
/// assert_eq!(map["b"], 1);
/// assert!(map.keys().eq(["b", "a"]));
/// assert_eq!(map.insert("b", 2), Some(Value::from(1)));
/// assert_eq!(toon::to_string(&map)?, "b: 2\na: text");
/// # Ok::<(), toon::Error>(())
/// ```
pub type Map = Entries<Value>;

/// Any value of JSON's data model.
///
/// It keeps the order of keys and every digit of numbers, so reading it from TOON and writing it
/// again gives the same value.
///
/// ```
/// use toon::Value;
///
/// let text = "\
/// users[2]{id,name}:
///   1,Ada
///   2,Bob
/// ratio: 0.1000000000000000000001";
/// let value: Value = toon::from_str(text)?;
/// assert_eq!(value["users"][1]["name"], "Bob");
/// assert_eq!(value.pointer("/users/0/id").and_then(Value::as_i64), Some(1));
/// assert_eq!(value["nobody"], Value::Null);
/// assert_eq!(value.to_string(), text);
/// # Ok::<(), toon::Error>(())
/// ```
///
/// Values are equal if they mean the same in JSON: the order of keys does not matter, nor does the
/// spelling of numbers.
///
/// It can be used in types of other formats as well, with two exceptions: a number with more digits
/// than the other format can hold cannot be written there, and what serde buffers (in untagged
/// enums and flattened fields) has the digits of an [`f64`], unless the feature
/// `arbitrary_precision` is on.
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub enum Value {
    /// `null`.
    #[default]
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number of any size and precision.
    Number(Number),
    /// A string.
    String(String),
    /// A list of values.
    Array(Vec<Value>),
    /// An object, whose entries have an order.
    Object(Map),
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Value::Null => serializer.serialize_unit(),
            Value::Bool(value) => serializer.serialize_bool(*value),
            Value::Number(number) => number.serialize(serializer),
            Value::String(string) => serializer.serialize_str(string),
            Value::Array(elements) => serializer.collect_seq(elements),
            Value::Object(entries) => entries.serialize(serializer),
        }
    }
}

impl Serialize for Map {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self)
    }
}

/// TOON text.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Any depth that a value can have can be written.
        let text = EncodeOptions::new().max_depth(usize::MAX).to_string(self);
        f.write_str(&text.map_err(|_| fmt::Error)?)
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Null => f.write_str("Null"),
            Value::Bool(value) => write!(f, "Bool({value})"),
            Value::Number(number) => number.fmt(f),
            Value::String(string) => write!(f, "String({string:?})"),
            Value::Array(elements) => {
                f.write_str("Array ")?;
                elements.fmt(f)
            }
            Value::Object(entries) => {
                f.write_str("Object ")?;
                entries.fmt(f)
            }
        }
    }
}
