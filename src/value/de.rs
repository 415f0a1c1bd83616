//! Deserializes types from values, by the same rules as from TOON text.

use super::{Map, Number, Value, map};
use crate::de::access::{EnumFrom, no_more, unread};
use crate::de::context::VALUE;
use crate::de::depth::{Depth, UNWRITTEN_OBJECT};
use crate::de::exact;
use crate::de::key_de::{KeyDe, KeyStr};
use crate::de::nullable::NULLABLE_GROUP;
use crate::de::token_de::{as_written, out_of_range, visit_number};
use crate::error::{Segment, quote_value};
use crate::text::number;
use crate::{Error, Result};
use alloc::string::{String, ToString};
use core::slice;
use serde::de::value::{BorrowedStrDeserializer, StringDeserializer};
use serde::de::{DeserializeSeed, Deserializer, Expected, MapAccess, SeqAccess, Unexpected, Visitor};

/// The deserializer for one value.
#[derive(Clone, Copy)]
pub(super) struct TreeValueDe<'v> {
    value: &'v Value,
    depth: Depth,
    /// `deserialize_any` passes numbers on as newtypes of their text.
    number_text: bool,
}

impl<'v> TreeValueDe<'v> {
    pub(super) fn new(value: &'v Value, max_depth: usize) -> Self {
        TreeValueDe { value, depth: Depth::new(max_depth), number_text: false }
    }

    fn any_number<V: Visitor<'v>>(self, number: &'v Number, visitor: V) -> Result<V::Value> {
        if self.number_text {
            return match number.long_text() {
                Some(text) => visitor.visit_newtype_struct(BorrowedStrDeserializer::<Error>::new(text)),
                None => visitor.visit_newtype_struct(StringDeserializer::<Error>::new(number.to_string())),
            };
        }
        match (number.parsed(), number.long_text()) {
            (number::NumberValue::Float(_) | number::NumberValue::Huge, Some(text))
                if exact::are_digits_expected() =>
            {
                exact::visit_digits(BorrowedStrDeserializer::new(text), visitor)
            }
            (number::NumberValue::Huge, Some(text)) => visitor.visit_borrowed_str(text),
            (parsed, _) => number.with_text(|text| visit_number(parsed, text, visitor)),
        }
    }

    /// The same value, inside a container.
    fn nested(mut self) -> Result<Self> {
        self.depth.enter().map(|()| self)
    }

    /// The same value, inside `Some` or a newtype.
    fn unwrapped(mut self) -> Result<Self> {
        self.depth.wrappers.enter().map(|()| self)
    }

    /// A deserializer for another value at the same depth.
    fn at(self, value: &'v Value) -> Self {
        TreeValueDe { value, ..self }
    }

    /// The text of a string, or of a number that exceeds `f64` (§4) if no number was requested.
    fn text(self) -> Option<&'v str> {
        match self.value {
            Value::String(text) => Some(text),
            Value::Number(number) => {
                number.long_text().filter(|_| number.parsed() == number::NumberValue::Huge)
            }
            _ => None,
        }
    }

    fn mismatch<T>(self, expected: &dyn Expected) -> Result<T> {
        Err(serde::de::Error::invalid_type(unexpected(self.value, &mut String::new()), expected))
    }

    fn elements<V: Visitor<'v>>(self, elements: &'v [Value], visitor: V) -> Result<V::Value> {
        let mut access = ArrayAccess { elements: elements.iter(), index: 0, place: self.nested()? };
        let value = visitor.visit_seq(&mut access)?;
        unread(access.elements.len()).map(|()| value)
    }

    fn entries<V: Visitor<'v>>(self, entries: &'v Map, visitor: V) -> Result<V::Value> {
        let mut access = TreeObjectAccess { entries: entries.iter(), value: None, place: self.nested()? };
        let value = visitor.visit_map(&mut access)?;
        unread(access.entries.len()).map(|()| value)
    }

    fn integer<V: Visitor<'v>>(self, visitor: V) -> Result<V::Value> {
        match self.value {
            Value::Number(number) => number.with_text(|text| visit_number(number.parsed(), text, visitor)),
            _ => self.mismatch(&visitor),
        }
    }

    /// The sign and magnitude of an integer, if it fits in 128 bits.
    fn wide(self) -> Option<(bool, u128)> {
        match self.value {
            Value::Number(number) => number.with_text(|text| number::exact_integer(text.as_bytes())),
            _ => None,
        }
    }
}

macro_rules! integers {
    ($($method:ident)*) => {$(
        fn $method<V: Visitor<'v>>(self, visitor: V) -> Result<V::Value> {
            self.integer(visitor)
        }
    )*};
}

macro_rules! as_others {
    ($($method:ident($($argument:ty),*) = $other:ident;)*) => {$(
        fn $method<V: Visitor<'v>>(self, $(_: $argument,)* visitor: V) -> Result<V::Value> {
            self.$other(visitor)
        }
    )*};
}

impl<'v> Deserializer<'v> for TreeValueDe<'v> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'v>>(self, visitor: V) -> Result<V::Value> {
        match self.value {
            Value::Null => visitor.visit_unit(),
            Value::Bool(value) => visitor.visit_bool(*value),
            Value::String(text) => visitor.visit_borrowed_str(text),
            Value::Number(number) => self.any_number(number, visitor),
            Value::Array(elements) => self.elements(elements, visitor),
            Value::Object(entries) => self.entries(entries, visitor),
        }
    }

    integers! {
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64
    }

    fn deserialize_i128<V: Visitor<'v>>(self, visitor: V) -> Result<V::Value> {
        match self.wide().and_then(|(is_negative, magnitude)| number::signed(is_negative, magnitude)) {
            Some(value) => visitor.visit_i128(value),
            None => self.integer(visitor),
        }
    }

    fn deserialize_u128<V: Visitor<'v>>(self, visitor: V) -> Result<V::Value> {
        match self.wide() {
            Some((is_negative, value)) if !is_negative || value == 0 => visitor.visit_u128(value),
            _ => self.integer(visitor),
        }
    }

    fn deserialize_f32<V: Visitor<'v>>(self, visitor: V) -> Result<V::Value> {
        let Value::Number(number) = self.value else { return self.mismatch(&visitor) };
        match number.with_text(|text| number::float32(text.as_bytes())) {
            value if value.is_finite() => visitor.visit_f32(value),
            _ => Err(number.with_text(out_of_range)),
        }
    }

    fn deserialize_f64<V: Visitor<'v>>(self, visitor: V) -> Result<V::Value> {
        let Value::Number(number) = self.value else { return self.mismatch(&visitor) };
        match number.as_f64() {
            Some(value) => visitor.visit_f64(value),
            None => Err(number.with_text(out_of_range)),
        }
    }

    fn deserialize_bool<V: Visitor<'v>>(self, visitor: V) -> Result<V::Value> {
        match self.value {
            Value::Bool(value) => visitor.visit_bool(*value),
            _ => self.mismatch(&visitor),
        }
    }

    fn deserialize_str<V: Visitor<'v>>(self, visitor: V) -> Result<V::Value> {
        if let Some(text) = self.text() {
            return visitor.visit_borrowed_str(text);
        }
        let hint = match self.value {
            Value::Number(number) => number.with_text(quote_value),
            Value::Bool(value) => quote_value(if *value { "true" } else { "false" }),
            _ => return self.mismatch(&visitor),
        };
        self.mismatch(&visitor).map_err(|error| error.set_hint(hint))
    }

    fn deserialize_bytes<V: Visitor<'v>>(self, visitor: V) -> Result<V::Value> {
        match self.text() {
            Some(text) => visitor.visit_borrowed_bytes(text.as_bytes()),
            None => self.deserialize_seq(visitor),
        }
    }

    fn deserialize_option<V: Visitor<'v>>(self, visitor: V) -> Result<V::Value> {
        match self.value {
            Value::Null => visitor.visit_none(),
            _ => visitor.visit_some(self.unwrapped()?),
        }
    }

    fn deserialize_unit<V: Visitor<'v>>(self, visitor: V) -> Result<V::Value> {
        match self.value {
            Value::Null => visitor.visit_unit(),
            _ => self.mismatch(&visitor),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'v>>(self, name: &'static str, visitor: V) -> Result<V::Value> {
        #[cfg(feature = "json")]
        if name == crate::json::RAW_VALUE {
            let mut json = crate::json::JsonText::default();
            self.value.send(&mut json)?;
            return crate::json::visit_raw_value(json.text, visitor);
        }
        if name == NULLABLE_GROUP {
            return if is_null_group(self.value) {
                visitor.visit_none()
            } else {
                self.deserialize_option(visitor)
            };
        }
        if name == VALUE {
            let value = TreeValueDe { number_text: true, ..self };
            return visitor.visit_newtype_struct(value.unwrapped()?);
        }
        if name == UNWRITTEN_OBJECT {
            return visitor.visit_newtype_struct(self.nested()?);
        }
        visitor.visit_newtype_struct(self.unwrapped()?)
    }

    fn deserialize_seq<V: Visitor<'v>>(self, visitor: V) -> Result<V::Value> {
        match self.value {
            Value::Array(elements) => self.elements(elements, visitor),
            _ => self.mismatch(&visitor),
        }
    }

    fn deserialize_map<V: Visitor<'v>>(self, visitor: V) -> Result<V::Value> {
        match self.value {
            Value::Object(entries) => self.entries(entries, visitor),
            _ => self.mismatch(&visitor),
        }
    }

    fn deserialize_struct<V: Visitor<'v>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        match self.value {
            Value::Array(elements) => self.elements(elements, visitor),
            _ => self.deserialize_map(visitor),
        }
    }

    fn deserialize_enum<V: Visitor<'v>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        if let Some(text) = self.text() {
            return visitor.visit_enum(BorrowedStrDeserializer::new(text));
        }
        let Value::Object(entries) = self.value else { return self.mismatch(&visitor) };
        let mut access = TreeObjectAccess { entries: entries.iter(), value: None, place: self.nested()? };
        let value = visitor.visit_enum(EnumFrom(&mut access))?;
        no_more(&mut access).map(|()| value)
    }

    fn deserialize_ignored_any<V: Visitor<'v>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_unit()
    }

    as_others! {
        deserialize_char() = deserialize_str;
        deserialize_string() = deserialize_str;
        deserialize_identifier() = deserialize_str;
        deserialize_byte_buf() = deserialize_bytes;
        deserialize_unit_struct(&'static str) = deserialize_unit;
        deserialize_tuple(usize) = deserialize_seq;
        deserialize_tuple_struct(&'static str, usize) = deserialize_seq;
    }
}

/// How errors describe the value. `text` is room for the text of a number.
pub(super) fn unexpected<'a>(value: &'a Value, text: &'a mut String) -> Unexpected<'a> {
    match value {
        Value::Null => Unexpected::Unit,
        Value::Bool(value) => Unexpected::Bool(*value),
        Value::String(text) => Unexpected::Str(text),
        Value::Array(_) => Unexpected::Seq,
        Value::Object(_) => Unexpected::Map,
        Value::Number(number) => match number.parsed() {
            number::NumberValue::Unsigned(value) => Unexpected::Unsigned(value),
            number::NumberValue::Negative(value) => Unexpected::Signed(value),
            number::NumberValue::Float(_) => {
                *text = number.with_text(as_written);
                Unexpected::Other(text)
            }
            number::NumberValue::Huge => {
                *text = number.to_string();
                Unexpected::Str(text)
            }
        },
    }
}

/// Whether it is `null`, or an object that contains nothing else.
fn is_null_group(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Object(entries) => !entries.is_empty() && entries.values().all(is_null_group),
        _ => false,
    }
}

/// The elements of a list.
struct ArrayAccess<'v> {
    elements: slice::Iter<'v, Value>,
    /// The index of the next element.
    index: u64,
    /// The deserializer of the list itself. Its elements are at the same depth.
    place: TreeValueDe<'v>,
}

impl<'v> SeqAccess<'v> for ArrayAccess<'v> {
    type Error = Error;

    fn next_element_seed<S: DeserializeSeed<'v>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        let Some(element) = self.elements.next() else { return Ok(None) };
        let index = self.index;
        self.index += 1;
        let value = seed.deserialize(self.place.at(element));
        value.map(Some).map_err(|error| error.within(&Segment::Index(index)))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.elements.len())
    }
}

/// The entries of an object.
struct TreeObjectAccess<'v> {
    entries: map::Iter<'v, Value>,
    /// The last entry whose key was read, until its value is read.
    value: Option<(&'v str, &'v Value)>,
    /// The deserializer of the object itself. Its values are at the same depth.
    place: TreeValueDe<'v>,
}

impl<'v> MapAccess<'v> for TreeObjectAccess<'v> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'v>>(&mut self, seed: K) -> Result<Option<K::Value>> {
        self.value = self.entries.next();
        let Some((key, _)) = self.value else { return Ok(None) };
        let Depth { wrappers, .. } = self.place.depth;
        seed.deserialize(KeyDe { text: KeyStr::Written(key), wrappers }).map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'v>>(&mut self, seed: S) -> Result<S::Value> {
        let Some((key, value)) = self.value.take() else {
            return Err(serde::de::Error::custom("a value was requested before its key"));
        };
        seed.deserialize(self.place.at(value)).map_err(|error| error.within(&Segment::Key(key)))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.entries.len())
    }
}
