//! Splits a row: the value of one field, and the row without some fields.
//!
//! Each part serializes the whole row to a serializer that only passes on the fields of that part.
//! This way, fields keep their hints, and the serializer of a key decides whether its field has a
//! valid type.

use super::rewrite::{Rewrite, Rewritten};
use crate::ser::refuse::refuse;
use core::fmt::{self, Display, Write};
use serde::ser::{Error, Serialize, SerializeMap, SerializeStruct, Serializer};

/// Serializes the field of `row` with this name. `None` if the row does not have it.
pub(crate) fn serialize_field<T: ?Sized + Serialize, S: Serializer>(
    row: &T,
    name: &str,
    serializer: S,
) -> Result<Option<S::Ok>, S::Error> {
    let search = Search { serializer: Some(serializer), found: None, name, is_next: false };
    row.serialize(FieldsOnly(search))
}

/// A row without the fields of these names, all of which it has.
pub(crate) fn rest<'a, T: ?Sized>(row: &'a T, without: &'a [&'a str]) -> Rewritten<'a, T, Without<'a>> {
    Rewritten { row, change: Without(without) }
}

/// Leaves out the fields of these names.
#[derive(Clone, Copy)]
pub(crate) struct Without<'a>(&'a [&'a str]);

impl Rewrite for Without<'_> {
    const EXPECTED: &'static str = EXPECTED;

    fn count(&self, len: usize) -> usize {
        len.saturating_sub(self.0.len())
    }

    fn leaves_out(&mut self, name: &'static str) -> bool {
        self.0.contains(&name)
    }

    fn leaves_out_entry<K: ?Sized + Serialize>(&mut self, key: &K) -> bool {
        self.0.iter().any(|name| is(key, name))
    }
}

const EXPECTED: &str = "expected each row to be a struct or map";

fn refused<T, E: Error>() -> Result<T, E> {
    Err(E::custom(EXPECTED))
}

/// Receives the fields of a row that is serialized, a struct or a map.
pub(crate) trait FieldUser {
    type Ok;
    type Error: Error;

    /// Receives the name of a struct's next field.
    fn name(&mut self, name: &'static str);

    /// Receives the key of a map's next entry.
    fn key<K: ?Sized + Serialize>(&mut self, key: &K) -> Result<(), Self::Error>;

    /// Receives the value of that field or entry.
    fn value<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<(), Self::Error>;

    fn end(self) -> Result<Self::Ok, Self::Error>;

    fn is_human_readable(&self) -> bool {
        true
    }
}

/// Serializes nothing but a row, also in options and newtypes, whose fields it passes to their user.
pub(crate) struct FieldsOnly<U>(pub(crate) U);

impl<U: FieldUser> Serializer for FieldsOnly<U> {
    type Ok = U::Ok;
    type Error = U::Error;
    type SerializeMap = Self;
    type SerializeStruct = Self;

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self, U::Error> {
        Ok(self)
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Self, U::Error> {
        Ok(self)
    }

    fn serialize_some<T: ?Sized + Serialize>(self, row: &T) -> Result<U::Ok, U::Error> {
        row.serialize(self)
    }

    fn serialize_newtype_struct<T: ?Sized + Serialize>(
        self,
        _: &'static str,
        row: &T,
    ) -> Result<U::Ok, U::Error> {
        row.serialize(self)
    }

    refuse! { refused:
        numbers bool char str bytes none unit unit_struct unit_variant newtype_variant
        seq tuple tuple_struct tuple_variant struct_variant
    }

    fn is_human_readable(&self) -> bool {
        self.0.is_human_readable()
    }
}

impl<U: FieldUser> SerializeStruct for FieldsOnly<U> {
    type Ok = U::Ok;
    type Error = U::Error;

    fn serialize_field<T: ?Sized + Serialize>(
        &mut self,
        name: &'static str,
        value: &T,
    ) -> Result<(), U::Error> {
        self.0.name(name);
        self.0.value(value)
    }

    fn end(self) -> Result<U::Ok, U::Error> {
        self.0.end()
    }
}

impl<U: FieldUser> SerializeMap for FieldsOnly<U> {
    type Ok = U::Ok;
    type Error = U::Error;

    fn serialize_key<T: ?Sized + Serialize>(&mut self, key: &T) -> Result<(), U::Error> {
        self.0.key(key)
    }

    fn serialize_value<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<(), U::Error> {
        self.0.value(value)
    }

    fn end(self) -> Result<U::Ok, U::Error> {
        self.0.end()
    }
}

/// Serializes only the value of one field of the row.
struct Search<'a, S: Serializer> {
    serializer: Option<S>,
    found: Option<S::Ok>,
    name: &'a str,
    /// Whether the next value is that of the field.
    is_next: bool,
}

impl<S: Serializer> FieldUser for Search<'_, S> {
    type Ok = Option<S::Ok>;
    type Error = S::Error;

    fn name(&mut self, name: &'static str) {
        self.is_next = name == self.name;
    }

    fn key<K: ?Sized + Serialize>(&mut self, key: &K) -> Result<(), S::Error> {
        self.is_next = is(key, self.name);
        Ok(())
    }

    fn value<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<(), S::Error> {
        if self.is_next {
            let duplicate = || S::Error::custom(format_args!("duplicate field `{}`", self.name));
            let serializer = self.serializer.take().ok_or_else(duplicate)?;
            self.found = Some(value.serialize(serializer)?);
        }
        Ok(())
    }

    fn end(self) -> Result<Self::Ok, S::Error> {
        Ok(self.found)
    }

    fn is_human_readable(&self) -> bool {
        self.serializer.as_ref().is_none_or(S::is_human_readable)
    }
}

/// Whether the text of a map key is `name`.
fn is<T: ?Sized + Serialize>(key: &T, name: &str) -> bool {
    /// The part of `name` that is still expected.
    struct Expected<'a>(&'a str);

    impl Write for Expected<'_> {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            self.0 = self.0.strip_prefix(text).ok_or(fmt::Error)?;
            Ok(())
        }
    }

    let mut expected = Expected(name);
    write!(expected, "{}", KeyText(key)).is_ok() && expected.0.is_empty()
}

/// The text of a map key: serde can format scalars with `Display`.
pub(crate) struct KeyText<'a, T: ?Sized>(pub(crate) &'a T);

impl<T: ?Sized + Serialize> Display for KeyText<'_, T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.serialize(formatter)
    }
}
