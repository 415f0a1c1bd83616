//! `range`: two integers of a row, written as one cell.

use super::level::AtLevels;
use crate::Error;
use crate::partial::key::KeyValue;
use crate::partial::text::KeyTextSeed;
use crate::ser::refuse::refuse;
use alloc::borrow::{Cow, ToOwned};
use alloc::string::{String, ToString};
use core::fmt::{self, Display};
use core::marker::PhantomData;
use serde::de::value::BorrowedStrDeserializer;
use serde::de::{DeserializeSeed, Deserializer, IntoDeserializer, MapAccess, SeqAccess, Unexpected, Visitor};
use serde::forward_to_deserialize_any;
use serde::ser::{Serialize, Serializer};

/// The cell of a range: `24-51`, or a number where both are equal. `T` is the type of the field
/// that it replaces, so that the type parameters of the row stay in use.
pub struct RangeCell<T: ?Sized> {
    start: Result<Integer, Error>,
    end: Result<Integer, Error>,
    name: &'static str,
    levels: &'static [&'static str],
    field: PhantomData<fn(&T)>,
}

impl<T: ?Sized> RangeCell<T> {
    /// Reads the integers from the fields at both ends.
    pub fn new<A: Serialize, B: Serialize>(
        start: &A,
        end: &B,
        name: &'static str,
        levels: &'static [&'static str],
    ) -> Self {
        let (start, end) = (start.serialize(IntegerOnly), end.serialize(IntegerOnly));
        RangeCell { start, end, name, levels, field: PhantomData }
    }
}

impl<T: ?Sized> Serialize for RangeCell<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let RangeCell { start, end, name, levels, .. } = self;
        let cell = Ends { start, end, name };
        if levels.is_empty() {
            cell.serialize(serializer)
        } else {
            AtLevels(&cell, levels).serialize(serializer)
        }
    }
}

struct Ends<'a> {
    start: &'a Result<Integer, Error>,
    end: &'a Result<Integer, Error>,
    name: &'static str,
}

impl Serialize for Ends<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Ends { start, end, name } = self;
        let (start, end) = match (start, end) {
            (Ok(start), Ok(end)) => (start, end),
            (Err(error), _) | (_, Err(error)) => {
                return Err(fault(format_args!("cannot write the range `{name}`: {error}")));
            }
        };
        let (Integer::Natural(from), Integer::Natural(to)) = (*start, *end) else {
            return Err(fault(format_args!(
                "cannot write the range `{name}` from {start} to {end}: neither may be negative"
            )));
        };
        match u64::try_from(from) {
            _ if from > to => Err(fault(format_args!(
                "cannot write the range `{name}` from {start} to {end}: its start is after its end"
            ))),
            Ok(from) if u128::from(from) == to => serializer.serialize_u64(from),
            // A longer number alone would be read as a float.
            _ => serializer.collect_str(&format_args!("{from}-{to}")),
        }
    }
}

#[cold]
fn fault<E: serde::ser::Error>(message: fmt::Arguments<'_>) -> E {
    E::custom(message)
}

#[derive(Clone, Copy)]
enum Integer {
    Natural(u128),
    Negative(i128),
}

impl Display for Integer {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Integer::Natural(value) => value.fmt(formatter),
            Integer::Negative(value) => value.fmt(formatter),
        }
    }
}

/// Accepts only an integer.
struct IntegerOnly;

macro_rules! integers {
    ($($method:ident($ty:ty))*) => {$(
        fn $method(self, value: $ty) -> Result<Integer, Error> {
            let value = i128::from(value);
            Ok(u128::try_from(value).map_or(Integer::Negative(value), Integer::Natural))
        }
    )*};
}

impl Serializer for IntegerOnly {
    type Ok = Integer;
    type Error = Error;

    integers! {
        serialize_i8(i8) serialize_i16(i16) serialize_i32(i32) serialize_i64(i64) serialize_i128(i128)
        serialize_u8(u8) serialize_u16(u16) serialize_u32(u32) serialize_u64(u64)
    }

    fn serialize_u128(self, value: u128) -> Result<Integer, Error> {
        Ok(Integer::Natural(value))
    }

    fn serialize_f32(self, value: f32) -> Result<Integer, Error> {
        self.serialize_f64(value.into())
    }

    fn serialize_f64(self, value: f64) -> Result<Integer, Error> {
        Err(fault(format_args!("{value} is not an integer")))
    }

    fn serialize_some<T: ?Sized + Serialize>(self, value: &T) -> Result<Integer, Error> {
        value.serialize(self)
    }

    fn serialize_newtype_struct<T: ?Sized + Serialize>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<Integer, Error> {
        value.serialize(self)
    }

    refuse! { no_integer:
        bool char str bytes none unit unit_struct unit_variant newtype_variant
        seq tuple tuple_struct tuple_variant map struct struct_variant
    }
}

#[cold]
fn no_integer<T>() -> Result<T, Error> {
    Err(fault(format_args!("both of its fields must be integers")))
}

/// The name of a range, and the names under which its fields are read.
pub struct RangeNames {
    /// The key of the range.
    pub column: &'static str,
    /// The key of its start.
    pub start: &'static str,
    /// The key of its end.
    pub end: &'static str,
}

/// A deserializer for a row with ranges.
pub struct Unrange<D>(pub D, pub &'static [RangeNames]);

impl<'de, D: Deserializer<'de>> Deserializer<'de> for Unrange<D> {
    type Error = D::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.0.deserialize_any(RowVisitor { visitor, ranges: self.1 })
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.0.deserialize_map(RowVisitor { visitor, ranges: self.1 })
    }

    /// The row is not named as one, since a row with ranges is not read by position.
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.0.deserialize_struct("", fields, RowVisitor { visitor, ranges: self.1 })
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct enum identifier ignored_any
    }

    fn is_human_readable(&self) -> bool {
        self.0.is_human_readable()
    }
}

struct RowVisitor<V> {
    visitor: V,
    ranges: &'static [RangeNames],
}

impl<'de, V: Visitor<'de>> Visitor<'de> for RowVisitor<V> {
    type Value = V::Value;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.visitor.expecting(formatter)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<V::Value, A::Error> {
        self.visitor.visit_map(RowEntries { map, ranges: self.ranges, state: State::Field })
    }

    fn visit_seq<A: SeqAccess<'de>>(self, row: A) -> Result<V::Value, A::Error> {
        self.visitor.visit_seq(row)
    }
}

/// The fields of a row. A range is replaced by its two fields.
struct RowEntries<'de, A> {
    map: A,
    ranges: &'static [RangeNames],
    state: State<'de>,
}

/// What the next key or value is.
enum State<'de> {
    /// A field as it is in the text.
    Field,
    /// After the key of the start: the range as it is in the text.
    Range(&'static RangeNames),
    /// After the start: the key of the end, and then its value.
    EndKey(&'static RangeNames, Cow<'de, str>),
    End(&'static RangeNames, Cow<'de, str>),
}

/// Reads a key and determines whether it is the name of a range.
struct KeySeed<K> {
    seed: K,
    ranges: &'static [RangeNames],
}

impl<'de, K: DeserializeSeed<'de>> DeserializeSeed<'de> for KeySeed<K> {
    type Value = (K::Value, Option<&'static RangeNames>);

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        let key = KeyTextSeed(PhantomData).deserialize(deserializer)?;
        let range = self.ranges.iter().find(|range| range.column == key);
        let key = match (range, key) {
            (Some(range), _) => self.seed.deserialize(BorrowedStrDeserializer::new(range.start)),
            (None, Cow::Borrowed(key)) => self.seed.deserialize(BorrowedStrDeserializer::new(key)),
            (None, Cow::Owned(key)) => self.seed.deserialize(key.into_deserializer()),
        };
        Ok((key?, range))
    }
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for RowEntries<'de, A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, A::Error> {
        if let State::EndKey(range, end) = core::mem::replace(&mut self.state, State::Field) {
            self.state = State::End(range, end);
            return seed.deserialize(BorrowedStrDeserializer::new(range.end)).map(Some);
        }
        let key = KeySeed { seed, ranges: self.ranges };
        let Some((key, range)) = self.map.next_key_seed(key)? else { return Ok(None) };
        self.state = range.map_or(State::Field, State::Range);
        Ok(Some(key))
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, A::Error> {
        match core::mem::replace(&mut self.state, State::Field) {
            State::Field => self.map.next_value_seed(seed),
            State::Range(range) => {
                let (start, end) = self.map.next_value_seed(RangeSeed(seed))?;
                self.state = State::EndKey(range, end);
                Ok(start)
            }
            State::EndKey(range, end) | State::End(range, end) => {
                let value = seed.deserialize(KeyValue::new(end));
                // The cell has been read, so that the error has no place in it.
                value.map_err(|error: A::Error| {
                    serde::de::Error::custom(format_args!("the end of the range `{}`: {error}", range.column))
                })
            }
        }
    }

    fn size_hint(&self) -> Option<usize> {
        self.map.size_hint()
    }
}

/// Reads the cell of a range: passes its start to the seed, and returns its end as text.
struct RangeSeed<S>(S);

impl<'de, S: DeserializeSeed<'de>> DeserializeSeed<'de> for RangeSeed<S> {
    type Value = (S::Value, Cow<'de, str>);

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de, S: DeserializeSeed<'de>> Visitor<'de> for RangeSeed<S> {
    type Value = (S::Value, Cow<'de, str>);

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a range such as `24-51`, or one number such as `26`")
    }

    fn visit_u64<E: serde::de::Error>(self, value: u64) -> Result<Self::Value, E> {
        let end: Cow<'de, str> = Cow::Owned(value.to_string());
        Ok((self.0.deserialize(KeyValue::new(end.clone()))?, end))
    }

    fn visit_borrowed_str<E: serde::de::Error>(self, text: &'de str) -> Result<Self::Value, E> {
        let Some((start, end)) = split(text) else {
            return Err(E::invalid_value(Unexpected::Str(text), &self));
        };
        Ok((self.0.deserialize(KeyValue::new(Cow::Borrowed(start)))?, Cow::Borrowed(end)))
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Self::Value, E> {
        let Some((start, end)) = split(text) else {
            return Err(E::invalid_value(Unexpected::Str(text), &self));
        };
        Ok((self.0.deserialize(KeyValue::new(Cow::Owned(start.to_owned())))?, Cow::Owned(end.to_owned())))
    }

    fn visit_string<E: serde::de::Error>(self, text: String) -> Result<Self::Value, E> {
        self.visit_str(&text)
    }
}

/// The start and end of a range, if they are natural numbers in order.
fn split(text: &str) -> Option<(&str, &str)> {
    let (start, end) = text.split_once('-').unwrap_or((text, text));
    (natural(start)? <= natural(end)?).then_some((start, end))
}

fn natural(text: &str) -> Option<u128> {
    // `parse` also accepts a sign and zeros in front.
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    is_plain.then(|| text.parse().ok()).flatten()
}
