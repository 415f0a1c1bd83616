//! Splits a row: the value of one field, and the row without some fields.
//!
//! Each part serializes the whole row to a serializer that only passes on the fields of that part.
//! This way, fields keep their hints, and the serializer of a key decides whether its field has a
//! valid type.

use crate::ser::refuse::refuse;
use core::fmt::{self, Display, Write};
use serde::ser::{Error, Serialize, SerializeMap, SerializeStruct, Serializer};

/// Serializes the field of `row` with this name. `None` if the row does not have it.
pub(crate) fn serialize_field<T: ?Sized + Serialize, S: Serializer>(
    row: &T,
    name: &str,
    serializer: S,
) -> Result<Option<S::Ok>, S::Error> {
    row.serialize(OneField { serializer, name })
}

/// The value of the field of `row` with this name, which it should have.
pub(crate) struct FieldOf<'a, T: ?Sized> {
    pub(crate) row: &'a T,
    pub(crate) name: &'static str,
    /// What the field is, for an error.
    pub(crate) what: &'static str,
}

impl<T: ?Sized> Copy for FieldOf<'_, T> {}

impl<T: ?Sized> Clone for FieldOf<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: ?Sized + Serialize> Serialize for FieldOf<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let missing = || S::Error::custom(format_args!("row without its {} `{}`", self.what, self.name));
        serialize_field(self.row, self.name, serializer)?.ok_or_else(missing)
    }
}

/// A row without the fields of these names, all of which it has.
pub(crate) struct Rest<'a, T: ?Sized> {
    pub(crate) row: &'a T,
    pub(crate) without: &'a [&'a str],
}

impl<T: ?Sized + Serialize> Serialize for Rest<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.row.serialize(Others { serializer, without: self.without })
    }
}

fn refused<T, E: Error>() -> Result<T, E> {
    Err(E::custom("expected each row to be a struct or map"))
}

/// Serializes only the value of one field of the row.
struct OneField<'a, S> {
    serializer: S,
    name: &'a str,
}

impl<'a, S: Serializer> Serializer for OneField<'a, S> {
    type Ok = Option<S::Ok>;
    type Error = S::Error;
    type SerializeMap = Search<'a, S>;
    type SerializeStruct = Search<'a, S>;

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Search<'a, S>, S::Error> {
        self.serialize_map(None)
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Search<'a, S>, S::Error> {
        Ok(Search { serializer: Some(self.serializer), found: None, name: self.name, is_next: false })
    }

    fn serialize_some<T: ?Sized + Serialize>(self, value: &T) -> Result<Self::Ok, S::Error> {
        value.serialize(self)
    }

    fn serialize_newtype_struct<T: ?Sized + Serialize>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<Self::Ok, S::Error> {
        value.serialize(self)
    }

    refuse! { refused:
        numbers bool char str bytes none unit unit_struct unit_variant newtype_variant
        seq tuple tuple_struct tuple_variant struct_variant
    }

    fn is_human_readable(&self) -> bool {
        self.serializer.is_human_readable()
    }
}

/// Looks for the field among those of the row.
struct Search<'a, S: Serializer> {
    serializer: Option<S>,
    found: Option<S::Ok>,
    name: &'a str,
    /// Whether the next value is that of the field.
    is_next: bool,
}

impl<S: Serializer> Search<'_, S> {
    fn value<T: ?Sized + Serialize>(&mut self, is_wanted: bool, value: &T) -> Result<(), S::Error> {
        if is_wanted {
            let duplicate = || S::Error::custom(format_args!("duplicate field `{}`", self.name));
            let serializer = self.serializer.take().ok_or_else(duplicate)?;
            self.found = Some(value.serialize(serializer)?);
        }
        Ok(())
    }
}

impl<S: Serializer> SerializeStruct for Search<'_, S> {
    type Ok = Option<S::Ok>;
    type Error = S::Error;

    fn serialize_field<T: ?Sized + Serialize>(
        &mut self,
        name: &'static str,
        value: &T,
    ) -> Result<(), S::Error> {
        self.value(name == self.name, value)
    }

    fn end(self) -> Result<Self::Ok, S::Error> {
        Ok(self.found)
    }
}

impl<S: Serializer> SerializeMap for Search<'_, S> {
    type Ok = Option<S::Ok>;
    type Error = S::Error;

    fn serialize_key<T: ?Sized + Serialize>(&mut self, name: &T) -> Result<(), S::Error> {
        self.is_next = is(name, self.name);
        Ok(())
    }

    fn serialize_value<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<(), S::Error> {
        self.value(self.is_next, value)
    }

    fn end(self) -> Result<Self::Ok, S::Error> {
        Ok(self.found)
    }
}

/// Serializes the row without some of its fields.
struct Others<'a, S> {
    serializer: S,
    without: &'a [&'a str],
}

impl<'a, S: Serializer> Serializer for Others<'a, S> {
    type Ok = S::Ok;
    type Error = S::Error;
    type SerializeMap = OtherFields<'a, S::SerializeMap>;
    type SerializeStruct = OtherFields<'a, S::SerializeStruct>;

    fn serialize_struct(self, name: &'static str, len: usize) -> Result<Self::SerializeStruct, S::Error> {
        let Others { serializer, without } = self;
        let fields = serializer.serialize_struct(name, len.saturating_sub(without.len()))?;
        Ok(OtherFields { fields, without, is_left_out: false })
    }

    fn serialize_map(self, len: Option<usize>) -> Result<Self::SerializeMap, S::Error> {
        let Others { serializer, without } = self;
        let fields = serializer.serialize_map(len.map(|len| len.saturating_sub(without.len())))?;
        Ok(OtherFields { fields, without, is_left_out: false })
    }

    fn serialize_some<T: ?Sized + Serialize>(self, value: &T) -> Result<S::Ok, S::Error> {
        self.serializer.serialize_some(&Rest { row: value, without: self.without })
    }

    fn serialize_newtype_struct<T: ?Sized + Serialize>(
        self,
        name: &'static str,
        value: &T,
    ) -> Result<S::Ok, S::Error> {
        self.serializer.serialize_newtype_struct(name, &Rest { row: value, without: self.without })
    }

    refuse! { refused:
        numbers bool char str bytes none unit unit_struct unit_variant newtype_variant
        seq tuple tuple_struct tuple_variant struct_variant
    }

    fn is_human_readable(&self) -> bool {
        self.serializer.is_human_readable()
    }
}

/// The other fields of the row.
struct OtherFields<'a, C> {
    fields: C,
    without: &'a [&'a str],
    /// Whether the next value is left out.
    is_left_out: bool,
}

impl<C: SerializeStruct> SerializeStruct for OtherFields<'_, C> {
    type Ok = C::Ok;
    type Error = C::Error;

    fn serialize_field<T: ?Sized + Serialize>(
        &mut self,
        name: &'static str,
        value: &T,
    ) -> Result<(), C::Error> {
        if self.without.contains(&name) { Ok(()) } else { self.fields.serialize_field(name, value) }
    }

    fn skip_field(&mut self, name: &'static str) -> Result<(), C::Error> {
        if self.without.contains(&name) { Ok(()) } else { self.fields.skip_field(name) }
    }

    fn end(self) -> Result<C::Ok, C::Error> {
        self.fields.end()
    }
}

impl<C: SerializeMap> SerializeMap for OtherFields<'_, C> {
    type Ok = C::Ok;
    type Error = C::Error;

    fn serialize_key<T: ?Sized + Serialize>(&mut self, name: &T) -> Result<(), C::Error> {
        self.is_left_out = self.without.iter().any(|other| is(name, other));
        if self.is_left_out { Ok(()) } else { self.fields.serialize_key(name) }
    }

    fn serialize_value<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<(), C::Error> {
        if self.is_left_out { Ok(()) } else { self.fields.serialize_value(value) }
    }

    fn end(self) -> Result<C::Ok, C::Error> {
        self.fields.end()
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
