//! Deserializes keys.

use super::adapters::forwarding;
use super::key::KeyToken;
use super::source::Source;
use super::token_de::visit_number;
use crate::text::number;
use crate::wrappers::Wrappers;
use crate::{Error, Result};
use alloc::borrow::Cow;
use serde::de::value::{BorrowedStrDeserializer, StrDeserializer};
use serde::de::{DeserializeSeed, Deserializer, IntoDeserializer, Unexpected, Visitor};

/// The text of a key.
#[derive(Clone, Copy)]
pub(crate) enum KeyStr<'a, 'de> {
    /// As written in the document.
    Written(&'de str),
    Unescaped(&'a str),
}

impl<'a, 'de> KeyStr<'a, 'de> {
    #[inline]
    pub(super) fn of(text: &'a Cow<'de, str>) -> Self {
        match *text {
            Cow::Borrowed(text) => KeyStr::Written(text),
            Cow::Owned(ref text) => KeyStr::Unescaped(text),
        }
    }

    fn as_str(&self) -> &str {
        match *self {
            KeyStr::Written(text) | KeyStr::Unescaped(text) => text,
        }
    }
}

/// Deserializes a key as any type that the target uses for keys, like `serde_json`.
pub(crate) struct KeyDe<'a, 'de> {
    pub(crate) text: KeyStr<'a, 'de>,
    pub(crate) wrappers: Wrappers,
}

/// Passes the key to `seed`, and places errors at the key.
#[inline]
pub(super) fn read_key<'de, K: DeserializeSeed<'de>>(
    key: &KeyToken<'de>,
    source: &Source<'de>,
    wrappers: Wrappers,
    seed: K,
) -> Result<K::Value> {
    let unescaped;
    let text = if key.is_escaped() {
        unescaped = key.unescaped();
        KeyStr::Unescaped(&unescaped)
    } else {
        KeyStr::Written(key.raw)
    };
    match seed.deserialize(KeyDe { text, wrappers }) {
        Ok(value) => Ok(value),
        Err(error) => Err(source.place(error, key.at)),
    }
}

impl<'de> KeyDe<'_, 'de> {
    /// The same key, as the content of a `Some` or newtype.
    fn unwrapped(mut self) -> Result<Self> {
        self.wrappers.enter().map(|()| self)
    }

    /// The sign and magnitude of an integer that fits 128 bits.
    fn wide_integer(&self) -> Option<(bool, u128)> {
        let bytes = self.text.as_str().as_bytes();
        number::scan(bytes).and_then(|_| number::exact_integer(bytes))
    }

    fn number<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match number::parse(self.text.as_str().as_bytes()) {
            Some(number::NumberValue::Huge) | None => self.deserialize_str(visitor),
            Some(number) => visit_number(number, self.text.as_str(), visitor),
        }
    }

    fn float32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let text = self.text.as_str().as_bytes();
        match number::scan(text).map(|_| number::float32(text)) {
            Some(value) if value.is_finite() => visitor.visit_f32(value),
            _ => self.deserialize_str(visitor),
        }
    }

    fn float<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match number::scan(self.text.as_str().as_bytes()) {
            Some(scan) => match scan.float(self.text.as_str().as_bytes()) {
                value if value.is_finite() => visitor.visit_f64(value),
                _ => self.deserialize_str(visitor),
            },
            None => self.deserialize_str(visitor),
        }
    }
}

#[cold]
fn visit_unescaped<'de, V: Visitor<'de>>(text: &str, visitor: V) -> Result<V::Value> {
    visitor.visit_str(text)
}

impl<'de> Deserializer<'de> for KeyDe<'_, 'de> {
    type Error = Error;

    #[inline]
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.text {
            KeyStr::Written(text) => visitor.visit_borrowed_str(text),
            KeyStr::Unescaped(text) => visit_unescaped(text, visitor),
        }
    }

    forwarding! {
        number:
        deserialize_i8() deserialize_i16() deserialize_i32() deserialize_i64()
        deserialize_u8() deserialize_u16() deserialize_u32() deserialize_u64()
    }

    forwarding! { float32: deserialize_f32() }
    forwarding! { float: deserialize_f64() }
    forwarding! { deserialize_bytes: deserialize_byte_buf() }

    fn deserialize_i128<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.wide_integer().and_then(|(negative, value)| number::signed(negative, value)) {
            Some(value) => visitor.visit_i128(value),
            None => self.number(visitor),
        }
    }

    fn deserialize_u128<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.wide_integer() {
            Some((negative, value)) if !negative || value == 0 => visitor.visit_u128(value),
            _ => self.number(visitor),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.text.as_str() {
            "true" => visitor.visit_bool(true),
            "false" => visitor.visit_bool(false),
            other => Err(serde::de::Error::invalid_type(Unexpected::Str(other), &visitor)),
        }
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.text {
            KeyStr::Written(text) => visitor.visit_borrowed_bytes(text.as_bytes()),
            KeyStr::Unescaped(text) => visitor.visit_bytes(text.as_bytes()),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_some(self.unwrapped()?)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value> {
        visitor.visit_newtype_struct(self.unwrapped()?)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        match self.text {
            KeyStr::Written(text) => visitor.visit_enum(BorrowedStrDeserializer::new(text)),
            KeyStr::Unescaped(text) => {
                let key: StrDeserializer<'_, Error> = text.into_deserializer();
                visitor.visit_enum(key)
            }
        }
    }

    serde::forward_to_deserialize_any! {
        char str string identifier unit unit_struct seq tuple tuple_struct map struct ignored_any
    }
}
