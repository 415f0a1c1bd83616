//! `range`: two integers of a row, written as one cell.

use super::level::AtLevels;
use crate::Error;
use crate::projection::adapter::{Adapter, Change, EntryKey, Everything};
use crate::projection::key::KeyValue;
use crate::ser::refuse::refuse;
use alloc::borrow::{Cow, ToOwned};
use alloc::string::{String, ToString};
use core::fmt::{self, Display};
use core::marker::PhantomData;
use serde::de::{DeserializeSeed, Deserializer, MapAccess, Unexpected, Visitor};
use serde::ser::{Serialize, Serializer};

/// The cell of a range: `24-51`, or a number where both are equal. `T` is the type of the field
/// that it replaces, so that the type parameters of the row stay in use.
pub struct RangeCell<T: ?Sized> {
    ends: Ends,
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
        RangeCell { ends: Ends { start, end, name }, levels, field: PhantomData }
    }
}

impl<T: ?Sized> Serialize for RangeCell<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        AtLevels(&self.ends, self.levels).serialize(serializer)
    }
}

struct Ends {
    start: Result<Integer, Error>,
    end: Result<Integer, Error>,
    name: &'static str,
}

impl Serialize for Ends {
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
pub fn unrange<'de, D: Deserializer<'de>>(
    deserializer: D,
    ranges: &'static [RangeNames],
) -> impl Deserializer<'de, Error = D::Error> {
    Adapter { inner: deserializer, change: Unrange { ranges, state: RangeState::Field } }
}

/// Replaces each range by its two fields.
struct Unrange<'de> {
    ranges: &'static [RangeNames],
    state: RangeState<'de>,
}

/// What the next key or value is.
enum RangeState<'de> {
    /// A field as it is in the text.
    Field,
    /// After the key of the start: the range as it is in the text.
    Range(&'static RangeNames),
    /// After the start: the key of the end, and then its value.
    EndKey(&'static RangeNames, Cow<'de, str>),
    End(&'static RangeNames, Cow<'de, str>),
}

impl<'de> Change<'de> for Unrange<'de> {
    type Reach = Everything;

    /// The row is not named as one, since a row with ranges is not read by position.
    fn structure<D: Deserializer<'de>, V: Visitor<'de>>(
        self,
        deserializer: D,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        deserializer.deserialize_struct("", fields, Adapter { inner: visitor, change: self })
    }

    fn key_before(&mut self) -> Option<&'static str> {
        let RangeState::EndKey(range, end) = core::mem::replace(&mut self.state, RangeState::Field) else {
            return None;
        };
        self.state = RangeState::End(range, end);
        Some(range.end)
    }

    fn key(&mut self, key: Cow<'de, str>) -> EntryKey<'de> {
        let Some(range) = self.ranges.iter().find(|range| range.column == key) else {
            return EntryKey::Kept(key);
        };
        self.state = RangeState::Range(range);
        EntryKey::Kept(Cow::Borrowed(range.start))
    }

    fn value<A: MapAccess<'de>, S: DeserializeSeed<'de>>(
        &mut self,
        map: &mut A,
        seed: S,
    ) -> Result<S::Value, A::Error> {
        match core::mem::replace(&mut self.state, RangeState::Field) {
            RangeState::Field => map.next_value_seed(seed),
            RangeState::Range(range) => {
                let (start, end) = map.next_value_seed(RangeSeed(seed))?;
                self.state = RangeState::EndKey(range, end);
                Ok(start)
            }
            RangeState::EndKey(range, end) | RangeState::End(range, end) => {
                let value = seed.deserialize(KeyValue::new(end));
                // The cell has been read, so that the error has no place in it.
                value.map_err(|error: A::Error| {
                    serde::de::Error::custom(format_args!("the end of the range `{}`: {error}", range.column))
                })
            }
        }
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
