//! A value that is read before it is known whether it is a group of `null`s.
//!
//! It is only used behind serde's buffers, which have already decided on the types of numbers.

use crate::ErrorKind;
use crate::de::exact;
use crate::de::nullable::NULLABLE_GROUP;
use crate::partial::key::KeyValue;
use crate::partial::scalar::{LEVELS, Scalar, ScalarDe, ScalarVisitor};
use crate::partial::text::KeyTextSeed;
use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::{self, Vec};
use core::fmt;
use core::marker::PhantomData;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};

pub(super) enum Buffered<'de> {
    Scalar(Scalar<'de>),
    Array(Vec<Buffered<'de>>),
    Object(Vec<(Cow<'de, str>, Buffered<'de>)>),
}

impl Buffered<'_> {
    /// Whether it is `null`, or an object that contains nothing else.
    fn is_null(&self) -> bool {
        match self {
            Buffered::Scalar(scalar) => matches!(scalar, Scalar::Null),
            Buffered::Array(_) => false,
            Buffered::Object(entries) => {
                !entries.is_empty() && entries.iter().all(|(_, value)| value.is_null())
            }
        }
    }
}

impl<'de> Deserialize<'de> for Buffered<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(BufferVisitor)
    }
}

struct BufferVisitor;

macro_rules! scalars {
    ($($method:ident($($value:ident: $ty:ty)?))*) => {$(
        fn $method<E: Error>(self, $($value: $ty)?) -> Result<Buffered<'de>, E> {
            ScalarVisitor.$method($($value)?).map(Buffered::Scalar)
        }
    )*};
}

impl<'de> Visitor<'de> for BufferVisitor {
    type Value = Buffered<'de>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a value")
    }

    scalars! {
        visit_bool(value: bool) visit_u64(value: u64) visit_i64(value: i64) visit_f64(value: f64)
        visit_borrowed_str(value: &'de str) visit_str(value: &str) visit_string(value: String)
        visit_none() visit_unit()
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Buffered<'de>, D::Error> {
        Buffered::deserialize(deserializer)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<Buffered<'de>, D::Error> {
        Buffered::deserialize(deserializer)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Buffered<'de>, A::Error> {
        let mut elements = Vec::new();
        while let Some(element) = seq.next_element()? {
            elements.push(element);
        }
        Ok(Buffered::Array(elements))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Buffered<'de>, A::Error> {
        let mut entries = Vec::new();
        while let Some(key) = map.next_key_seed(KeyTextSeed(PhantomData))? {
            if key == exact::NUMBER {
                let digits = map.next_value_seed(KeyTextSeed(PhantomData))?;
                return Ok(Buffered::Scalar(Scalar::Digits(digits)));
            }
            entries.push((key, map.next_value()?));
        }
        Ok(Buffered::Object(entries))
    }
}

/// Deserializes a buffered value as any type.
pub(super) struct BufferedDe<'de, E> {
    value: Buffered<'de>,
    room: usize,
    error: PhantomData<E>,
}

impl<'de, E: Error> BufferedDe<'de, E> {
    pub(super) fn new(value: Buffered<'de>) -> Self {
        BufferedDe { value, room: LEVELS, error: PhantomData }
    }

    fn deeper(self) -> Result<Self, E> {
        match self.room.checked_sub(1) {
            Some(room) => Ok(BufferedDe { room, ..self }),
            None => Err(E::custom(ErrorKind::DepthLimit { limit: LEVELS })),
        }
    }
}

macro_rules! typed {
    ($($method:ident($($argument:ident: $ty:ty),*))*) => {$(
        fn $method<V: Visitor<'de>>(self, $($argument: $ty,)* visitor: V) -> Result<V::Value, E> {
            match self.value {
                Buffered::Scalar(scalar) => ScalarDe::new(scalar).$method($($argument,)* visitor),
                Buffered::Array(elements) => visitor.visit_seq(Elements(elements.into_iter(), PhantomData)),
                Buffered::Object(entries) => visitor.visit_map(Entries::new(entries)),
            }
        }
    )*};
}

impl<'de, E: Error> Deserializer<'de> for BufferedDe<'de, E> {
    type Error = E;

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        match self.value {
            Buffered::Scalar(Scalar::Null) => visitor.visit_none(),
            _ => visitor.visit_some(self.deeper()?),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, E> {
        match name {
            NULLABLE_GROUP if self.value.is_null() => visitor.visit_none(),
            NULLABLE_GROUP => visitor.visit_some(self.deeper()?),
            _ => visitor.visit_newtype_struct(self.deeper()?),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, E> {
        match self.value {
            Buffered::Scalar(scalar) => ScalarDe::new(scalar).deserialize_enum(name, variants, visitor),
            Buffered::Array(elements) => visitor.visit_seq(Elements(elements.into_iter(), PhantomData)),
            Buffered::Object(entries) => {
                MapAccessDeserializer::new(Entries::new(entries)).deserialize_enum(name, variants, visitor)
            }
        }
    }

    typed! {
        deserialize_any() deserialize_bool() deserialize_i8() deserialize_i16() deserialize_i32()
        deserialize_i64() deserialize_i128() deserialize_u8() deserialize_u16() deserialize_u32()
        deserialize_u64() deserialize_u128() deserialize_f32() deserialize_f64() deserialize_char()
        deserialize_str() deserialize_string() deserialize_bytes() deserialize_byte_buf() deserialize_unit()
        deserialize_seq() deserialize_map() deserialize_identifier() deserialize_ignored_any()
        deserialize_unit_struct(name: &'static str) deserialize_tuple(len: usize)
        deserialize_tuple_struct(name: &'static str, len: usize)
        deserialize_struct(name: &'static str, fields: &'static [&'static str])
    }
}

struct Elements<'de, E>(vec::IntoIter<Buffered<'de>>, PhantomData<E>);

impl<'de, E: Error> SeqAccess<'de> for Elements<'de, E> {
    type Error = E;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, E> {
        self.0.next().map(|element| seed.deserialize(BufferedDe::new(element))).transpose()
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.0.len())
    }
}

struct Entries<'de, E> {
    rest: vec::IntoIter<(Cow<'de, str>, Buffered<'de>)>,
    /// The value whose key has been read.
    value: Option<Buffered<'de>>,
    error: PhantomData<E>,
}

impl<'de, E> Entries<'de, E> {
    fn new(entries: Vec<(Cow<'de, str>, Buffered<'de>)>) -> Self {
        Entries { rest: entries.into_iter(), value: None, error: PhantomData }
    }
}

impl<'de, E: Error> MapAccess<'de> for Entries<'de, E> {
    type Error = E;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, E> {
        let Some((key, value)) = self.rest.next() else { return Ok(None) };
        self.value = Some(value);
        seed.deserialize(KeyValue::new(key)).map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, E> {
        match self.value.take() {
            Some(value) => seed.deserialize(BufferedDe::new(value)),
            None => Err(E::custom("a value was requested before its key")),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.rest.len())
    }
}
