//! A scalar that is read before its type is known.

use crate::ErrorKind;
use crate::de::exact;
use crate::de::key_text::KeyTextSeed;
use crate::error::shorten;
use crate::text::number;
use alloc::borrow::{Cow, ToOwned};
use alloc::string::String;
use core::fmt;
use core::marker::PhantomData;
use serde::de::{Deserialize, Deserializer, Error, IntoDeserializer, MapAccess, Unexpected, Visitor};
use serde::forward_to_deserialize_any;

/// The maximum number of newtypes and `Some`s around a scalar: a type that contains only itself
/// would nest forever.
pub(crate) const LEVELS: usize = 128;

#[derive(Clone)]
pub(crate) enum Scalar<'de> {
    Null,
    Bool(bool),
    Unsigned(u64),
    Signed(i64),
    Float(f64),
    /// A number, for targets that keep every digit.
    Digits(Cow<'de, str>),
    Text(Cow<'de, str>),
}

impl<'de> Deserialize<'de> for Scalar<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ScalarVisitor)
    }
}

pub(crate) struct ScalarVisitor;

macro_rules! visits {
    ($($method:ident($ty:ty) = $variant:ident;)*) => {$(
        fn $method<E: Error>(self, value: $ty) -> Result<Scalar<'de>, E> {
            Ok(Scalar::$variant(value.into()))
        }
    )*};
}

impl<'de> Visitor<'de> for ScalarVisitor {
    type Value = Scalar<'de>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a scalar that all rows share")
    }

    visits! {
        visit_bool(bool) = Bool; visit_u64(u64) = Unsigned; visit_i64(i64) = Signed; visit_f64(f64) = Float;
        visit_borrowed_str(&'de str) = Text; visit_string(String) = Text;
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Scalar<'de>, E> {
        Ok(Scalar::Text(value.to_owned().into()))
    }

    fn visit_none<E: Error>(self) -> Result<Scalar<'de>, E> {
        Ok(Scalar::Null)
    }

    fn visit_unit<E: Error>(self) -> Result<Scalar<'de>, E> {
        Ok(Scalar::Null)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Scalar<'de>, A::Error> {
        match map.next_key_seed(KeyTextSeed(PhantomData))?.as_deref() {
            Some(exact::NUMBER) => map.next_value_seed(KeyTextSeed(PhantomData)).map(Scalar::Digits),
            _ => Err(A::Error::invalid_type(Unexpected::Map, &self)),
        }
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Scalar<'de>, D::Error> {
        Scalar::deserialize(deserializer)
    }
}

/// Deserializes a scalar as any type.
pub(crate) struct ScalarDe<'de, E> {
    scalar: Scalar<'de>,
    room: usize,
    error: PhantomData<E>,
}

impl<'de, E: Error> ScalarDe<'de, E> {
    pub(crate) fn new(scalar: Scalar<'de>) -> Self {
        ScalarDe { scalar, room: LEVELS, error: PhantomData }
    }

    /// Passes the value to a target that has asked for a type.
    fn typed<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        let Scalar::Digits(digits) = &self.scalar else { return self.deserialize_any(visitor) };
        match number::scan(digits.as_bytes()).map(|scan| scan.float(digits.as_bytes())) {
            Some(value) if value.is_finite() => visitor.visit_f64(value),
            _ => Err(E::custom(ErrorKind::NumberOutOfRange { number: shorten(digits) })),
        }
    }

    fn deeper(self) -> Result<Self, E> {
        match self.room.checked_sub(1) {
            Some(room) => Ok(ScalarDe { room, ..self }),
            None => Err(E::custom(ErrorKind::DepthLimit { limit: LEVELS })),
        }
    }
}

macro_rules! typed {
    ($($method:ident($($argument:ty),*))*) => {$(
        fn $method<V: Visitor<'de>>(self, $(_: $argument,)* visitor: V) -> Result<V::Value, E> {
            self.typed(visitor)
        }
    )*};
}

impl<'de, E: Error> Deserializer<'de> for ScalarDe<'de, E> {
    type Error = E;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        match self.scalar {
            Scalar::Null => visitor.visit_unit(),
            Scalar::Bool(value) => visitor.visit_bool(value),
            Scalar::Unsigned(value) => visitor.visit_u64(value),
            Scalar::Signed(value) => visitor.visit_i64(value),
            Scalar::Float(value) => visitor.visit_f64(value),
            Scalar::Digits(digits) => exact::visit_digits(digits, visitor),
            Scalar::Text(Cow::Borrowed(text)) => visitor.visit_borrowed_str(text),
            Scalar::Text(Cow::Owned(text)) => visitor.visit_string(text),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        match self.scalar {
            Scalar::Null => visitor.visit_none(),
            _ => visitor.visit_some(self.deeper()?),
        }
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
        match self.scalar {
            Scalar::Text(text) => visitor.visit_enum(text.into_deserializer()),
            _ => Err(E::invalid_type(Unexpected::Other("a value other than a string"), &visitor)),
        }
    }

    typed! {
        deserialize_bool() deserialize_i8() deserialize_i16() deserialize_i32() deserialize_i64() deserialize_i128()
        deserialize_u8() deserialize_u16() deserialize_u32() deserialize_u64() deserialize_u128()
        deserialize_f32() deserialize_f64() deserialize_char() deserialize_str() deserialize_string()
        deserialize_bytes() deserialize_byte_buf() deserialize_unit() deserialize_unit_struct(&'static str)
        deserialize_seq() deserialize_tuple(usize) deserialize_tuple_struct(&'static str, usize)
        deserialize_map() deserialize_struct(&'static str, &'static [&'static str]) deserialize_identifier()
    }

    forward_to_deserialize_any! { ignored_any }
}
