//! Values that make exactly the given serde calls, valid or not.

use serde::ser::{Error as _, SerializeMap, SerializeSeq, SerializeStruct};
use serde::{Serialize, Serializer};

/// One call of `Serializer`, or a container and the calls within.
#[derive(Clone, Debug)]
pub enum Event {
    Null,
    None,
    Bool(bool),
    Int(i64),
    Float(f64),
    Text(&'static str),
    Char(char),
    Bytes(&'static [u8]),
    Some(Box<Event>),
    Newtype(Box<Event>),
    Unit(&'static str),
    Seq(Vec<Event>),
    Map(Vec<(Event, Event)>),
    /// `serialize_key` and `serialize_value` in any order.
    Calls(Vec<Call>),
    Struct(Vec<(&'static str, Event)>),
    NewtypeVariant(&'static str, Box<Event>),
    /// Elements of which errors are ignored.
    Deaf(Vec<Event>),
    /// Entries of which errors are ignored.
    DeafMap(Vec<(Event, Event)>),
    /// Fails with its own message.
    Fail(&'static str),
}

/// One call of `SerializeMap`.
#[derive(Clone, Debug)]
pub enum Call {
    Key(Event),
    Value(Event),
}

impl Serialize for Event {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Event::Null => serializer.serialize_unit(),
            Event::None => serializer.serialize_none(),
            Event::Bool(bool) => serializer.serialize_bool(*bool),
            Event::Int(int) => serializer.serialize_i64(*int),
            Event::Float(float) => serializer.serialize_f64(*float),
            Event::Text(text) => serializer.serialize_str(text),
            Event::Char(char) => serializer.serialize_char(*char),
            Event::Bytes(bytes) => serializer.serialize_bytes(bytes),
            Event::Some(inner) => serializer.serialize_some(inner),
            Event::Newtype(inner) => serializer.serialize_newtype_struct("Newtype", inner),
            Event::Unit(variant) => serializer.serialize_unit_variant("Enum", 0, variant),
            Event::Seq(items) => {
                let mut seq = serializer.serialize_seq(None)?;
                items.iter().try_for_each(|item| seq.serialize_element(item))?;
                seq.end()
            }
            Event::Map(entries) => {
                let mut map = serializer.serialize_map(None)?;
                entries.iter().try_for_each(|(key, value)| map.serialize_entry(key, value))?;
                map.end()
            }
            Event::Calls(calls) => {
                let mut map = serializer.serialize_map(None)?;
                for call in calls {
                    match call {
                        Call::Key(key) => map.serialize_key(key)?,
                        Call::Value(value) => map.serialize_value(value)?,
                    }
                }
                map.end()
            }
            Event::Struct(fields) => {
                let mut structure = serializer.serialize_struct("Struct", fields.len())?;
                fields.iter().try_for_each(|(key, value)| structure.serialize_field(key, value))?;
                structure.end()
            }
            Event::NewtypeVariant(variant, inner) => {
                serializer.serialize_newtype_variant("Enum", 0, variant, inner)
            }
            Event::Deaf(items) => {
                let mut seq = serializer.serialize_seq(None)?;
                for item in items {
                    let _ = seq.serialize_element(item);
                }
                seq.end()
            }
            Event::DeafMap(entries) => {
                let mut map = serializer.serialize_map(None)?;
                for (key, value) in entries {
                    let _ = map.serialize_entry(key, value);
                }
                map.end()
            }
            Event::Fail(message) => Err(S::Error::custom(message)),
        }
    }
}

/// An object with these text keys.
pub fn map<const N: usize>(entries: [(&'static str, Event); N]) -> Event {
    Event::Map(entries.map(|(key, value)| (Event::Text(key), value)).into())
}

/// An array.
pub fn seq<const N: usize>(items: [Event; N]) -> Event {
    Event::Seq(items.into())
}

/// A number.
pub fn int(value: i64) -> Event {
    Event::Int(value)
}
