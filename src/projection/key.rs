//! The key of a row, deserialized as its field.

use crate::ErrorKind;
use crate::text::number::{self, NumberValue};
use alloc::borrow::Cow;
use core::marker::PhantomData;
use serde::de::{Deserializer, Error, IntoDeserializer, Unexpected, Visitor};

/// The maximum number of newtypes and `Some`s around a key: a type that contains only itself would
/// nest forever.
const LEVELS: usize = 128;

/// A key that can be deserialized as any type, like the keys of maps.
pub(crate) struct KeyValue<'de, E> {
    text: Cow<'de, str>,
    room: usize,
    error: PhantomData<E>,
}

impl<'de, E: Error> KeyValue<'de, E> {
    pub(crate) fn new(text: Cow<'de, str>) -> Self {
        KeyValue { text, room: LEVELS, error: PhantomData }
    }

    fn deeper(self) -> Result<Self, E> {
        match self.room.checked_sub(1) {
            Some(room) => Ok(KeyValue { room, ..self }),
            None => Err(E::custom(ErrorKind::DepthLimit { limit: LEVELS })),
        }
    }

    /// The sign and magnitude of an integer of any length.
    fn integer(&self) -> Option<(bool, u128)> {
        let text = self.text.as_bytes();
        number::scan(text).and_then(|_| number::exact_integer(text))
    }

    fn number<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        match number::parse(self.text.as_bytes()) {
            Some(NumberValue::Unsigned(value)) => visitor.visit_u64(value),
            Some(NumberValue::Negative(value)) => visitor.visit_i64(value),
            Some(NumberValue::Float(value)) => visitor.visit_f64(value),
            Some(NumberValue::Huge) | None => self.deserialize_any(visitor),
        }
    }

    fn float32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        let text = self.text.as_bytes();
        match number::scan(text).map(|_| number::float32(text)) {
            Some(value) if value.is_finite() => visitor.visit_f32(value),
            _ => self.deserialize_any(visitor),
        }
    }

    fn float<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        let text = self.text.as_bytes();
        match number::scan(text).map(|scan| scan.float(text)) {
            Some(value) if value.is_finite() => visitor.visit_f64(value),
            _ => self.deserialize_any(visitor),
        }
    }
}

macro_rules! numbers {
    ($by:ident: $($method:ident)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
            self.$by(visitor)
        }
    )*};
}

impl<'de, E: Error> Deserializer<'de> for KeyValue<'de, E> {
    type Error = E;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        match self.text {
            Cow::Borrowed(text) => visitor.visit_borrowed_str(text),
            Cow::Owned(text) => visitor.visit_string(text),
        }
    }

    numbers! {
        number: deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64
    }
    numbers! { float32: deserialize_f32 }
    numbers! { float: deserialize_f64 }

    fn deserialize_i128<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        match self.integer().and_then(|(is_negative, value)| number::signed(is_negative, value)) {
            Some(value) => visitor.visit_i128(value),
            None => self.number(visitor),
        }
    }

    fn deserialize_u128<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        match self.integer() {
            Some((is_negative, value)) if !is_negative || value == 0 => visitor.visit_u128(value),
            _ => self.number(visitor),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        match &*self.text {
            "true" => visitor.visit_bool(true),
            "false" => visitor.visit_bool(false),
            other => Err(E::invalid_type(Unexpected::Str(other), &visitor)),
        }
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        match self.text {
            Cow::Borrowed(text) => visitor.visit_borrowed_bytes(text.as_bytes()),
            Cow::Owned(text) => visitor.visit_byte_buf(text.into_bytes()),
        }
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        self.deserialize_bytes(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        visitor.visit_some(self.deeper()?)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, E> {
        visitor.visit_newtype_struct(self.deeper()?)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, E> {
        visitor.visit_enum(self.text.into_deserializer())
    }

    serde::forward_to_deserialize_any! {
        char str string unit unit_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}
