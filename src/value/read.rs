//! Reads values from any deserializer.

use super::{Map, Number, Value};
use crate::Error;
use crate::de::context::VALUE;
use crate::de::exact;
use alloc::borrow::ToOwned;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use serde::de::{self, Deserialize, DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};

/// From TOON, with every digit of numbers.
impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // Other formats may write newtypes differently from what is inside them.
        if typeid::of::<D::Error>() == typeid::of::<Error>() {
            deserializer.deserialize_newtype_struct(VALUE, ValueVisitor { is_inside: false })
        } else {
            Inside.deserialize(deserializer)
        }
    }
}

impl<'de> Deserialize<'de> for Map {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Value::deserialize(deserializer)? {
            Value::Object(entries) => Ok(entries),
            other => {
                Err(de::Error::invalid_type(super::de::unexpected(&other, &mut String::new()), &"an object"))
            }
        }
    }
}

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Value::deserialize(deserializer)? {
            Value::Number(number) => Ok(number),
            other => {
                Err(de::Error::invalid_type(super::de::unexpected(&other, &mut String::new()), &"a number"))
            }
        }
    }
}

/// Reads a value inside another one.
struct Inside;

impl<'de> DeserializeSeed<'de> for Inside {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(ValueVisitor { is_inside: true })
    }
}

struct ValueVisitor {
    /// Whether the newtype that asks for numbers as tokens has been read.
    is_inside: bool,
}

impl<'de> Visitor<'de> for ValueVisitor {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_none<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i128<E>(self, value: i128) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u128<E>(self, value: u128) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f32<E>(self, value: f32) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E>(self, string: &str) -> Result<Value, E> {
        Ok(string.into())
    }

    fn visit_string<E>(self, string: String) -> Result<Value, E> {
        Ok(string.into())
    }

    fn visit_bytes<E>(self, bytes: &[u8]) -> Result<Value, E> {
        Ok(bytes.to_vec().into())
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        Inside.deserialize(deserializer)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        // Within a value, our deserializer passes numbers as newtypes, and nothing else.
        if self.is_inside && typeid::of::<D::Error>() == typeid::of::<Error>() {
            return deserializer.deserialize_str(NumberVisitor);
        }
        Inside.deserialize(deserializer)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Value, A::Error> {
        let mut elements = Vec::new();
        while let Some(element) = seq.next_element_seed(Inside)? {
            elements.push(element);
        }
        Ok(Value::Array(elements))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        // How `serde_json` passes digits, and serde's buffers with the feature `arbitrary_precision`. Otherwise,
        // no key in TOON has a special meaning.
        let may_be_number = exact::IS_ON || typeid::of::<A::Error>() != typeid::of::<Error>();
        let mut entries = Map::new();
        while let Some(key) = map.next_key_seed(KeySeed)? {
            if entries.contains_key(&key) {
                return Err(de::Error::custom(format_args!("duplicate key {key:?}")));
            }
            let value = map.next_value_seed(Inside)?;
            if may_be_number && entries.is_empty() && key == exact::NUMBER {
                if let Some(number) = value.as_str().and_then(Number::new) {
                    return Ok(Value::Number(number));
                }
            }
            entries.insert(key, value);
        }
        Ok(Value::Object(entries))
    }
}

/// Reads the token of a number.
struct NumberVisitor;

impl Visitor<'_> for NumberVisitor {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number")
    }

    fn visit_str<E>(self, token: &str) -> Result<Value, E> {
        Ok(Number::new(token).map_or_else(|| token.into(), Value::Number))
    }
}

/// Reads a key as text.
struct KeySeed;

impl<'de> DeserializeSeed<'de> for KeySeed {
    type Value = String;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<String, D::Error> {
        deserializer.deserialize_any(self)
    }
}

macro_rules! keys {
    ($($method:ident($ty:ty))*) => {$(
        fn $method<E>(self, key: $ty) -> Result<String, E> {
            Ok(key.to_string())
        }
    )*};
}

impl Visitor<'_> for KeySeed {
    type Value = String;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a key")
    }

    fn visit_str<E>(self, key: &str) -> Result<String, E> {
        Ok(key.to_owned())
    }

    fn visit_string<E>(self, key: String) -> Result<String, E> {
        Ok(key)
    }

    keys! { visit_bool(bool) visit_i64(i64) visit_i128(i128) visit_u64(u64) visit_u128(u128) }
}
