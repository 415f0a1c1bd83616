//! Splits a row into two parts: its key field, and the other fields.
//!
//! Each part serializes the whole row to a serializer that only passes on the fields of that part.
//! This way, fields keep their hints, and the map's own key serializer decides whether the key has
//! a valid type.

use crate::ser::refuse::refuse;
use core::fmt::{self, Display, Write};
use serde::ser::{Error, Serialize, SerializeMap, SerializeStruct, Serializer};

/// The field of a row with the given name.
pub(super) struct KeyOf<'a, T: ?Sized>(pub(super) &'a T, pub(super) &'static str);

impl<T: ?Sized + Serialize> Serialize for KeyOf<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(OneField { serializer, key: self.1 })
    }
}

/// All fields of a row except the one with the given name.
pub(super) struct Rest<'a, T: ?Sized>(pub(super) &'a T, pub(super) &'static str);

impl<T: ?Sized + Serialize> Serialize for Rest<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(Others { serializer, key: self.1 })
    }
}

pub(super) fn refused<T, E: Error>() -> Result<T, E> {
    Err(E::custom("expected a list of structs for a table keyed by a field of its rows"))
}

/// Serializes only the value of one field of the row.
struct OneField<S> {
    serializer: S,
    key: &'static str,
}

impl<S: Serializer> Serializer for OneField<S> {
    type Ok = S::Ok;
    type Error = S::Error;
    type SerializeMap = Search<S>;
    type SerializeStruct = Search<S>;

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Search<S>, S::Error> {
        self.serialize_map(None)
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Search<S>, S::Error> {
        Ok(Search { serializer: Some(self.serializer), found: None, key: self.key, is_key: false })
    }

    fn serialize_some<T: ?Sized + Serialize>(self, value: &T) -> Result<S::Ok, S::Error> {
        value.serialize(self)
    }

    fn serialize_newtype_struct<T: ?Sized + Serialize>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<S::Ok, S::Error> {
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

/// Looks for the key among the fields of the row.
struct Search<S: Serializer> {
    serializer: Option<S>,
    found: Option<S::Ok>,
    key: &'static str,
    /// Whether the next value is the key.
    is_key: bool,
}

impl<S: Serializer> Search<S> {
    fn value<T: ?Sized + Serialize>(&mut self, is_key: bool, value: &T) -> Result<(), S::Error> {
        if let Some(serializer) = self.serializer.take_if(|_| is_key) {
            self.found = Some(value.serialize(serializer)?);
        }
        Ok(())
    }

    fn end(self) -> Result<S::Ok, S::Error> {
        let missing = || S::Error::custom(format_args!("row without its key field `{}`", self.key));
        self.found.ok_or_else(missing)
    }
}

impl<S: Serializer> SerializeStruct for Search<S> {
    type Ok = S::Ok;
    type Error = S::Error;

    fn serialize_field<T: ?Sized + Serialize>(
        &mut self,
        name: &'static str,
        value: &T,
    ) -> Result<(), S::Error> {
        self.value(name == self.key, value)
    }

    fn end(self) -> Result<S::Ok, S::Error> {
        self.end()
    }
}

impl<S: Serializer> SerializeMap for Search<S> {
    type Ok = S::Ok;
    type Error = S::Error;

    fn serialize_key<T: ?Sized + Serialize>(&mut self, name: &T) -> Result<(), S::Error> {
        self.is_key = is(name, self.key);
        Ok(())
    }

    fn serialize_value<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<(), S::Error> {
        self.value(self.is_key, value)
    }

    fn end(self) -> Result<S::Ok, S::Error> {
        self.end()
    }
}

/// Serializes the row without one field.
struct Others<S> {
    serializer: S,
    key: &'static str,
}

impl<S: Serializer> Serializer for Others<S> {
    type Ok = S::Ok;
    type Error = S::Error;
    type SerializeMap = OtherFields<S::SerializeMap>;
    type SerializeStruct = OtherFields<S::SerializeStruct>;

    fn serialize_struct(self, name: &'static str, len: usize) -> Result<Self::SerializeStruct, S::Error> {
        let fields = self.serializer.serialize_struct(name, len.saturating_sub(1))?;
        Ok(OtherFields { fields, key: self.key, is_key: false })
    }

    fn serialize_map(self, len: Option<usize>) -> Result<Self::SerializeMap, S::Error> {
        let fields = self.serializer.serialize_map(len.map(|len| len.saturating_sub(1)))?;
        Ok(OtherFields { fields, key: self.key, is_key: false })
    }

    fn serialize_some<T: ?Sized + Serialize>(self, value: &T) -> Result<S::Ok, S::Error> {
        self.serializer.serialize_some(&Rest(value, self.key))
    }

    fn serialize_newtype_struct<T: ?Sized + Serialize>(
        self,
        name: &'static str,
        value: &T,
    ) -> Result<S::Ok, S::Error> {
        self.serializer.serialize_newtype_struct(name, &Rest(value, self.key))
    }

    refuse! { refused:
        numbers bool char str bytes none unit unit_struct unit_variant newtype_variant
        seq tuple tuple_struct tuple_variant struct_variant
    }

    fn is_human_readable(&self) -> bool {
        self.serializer.is_human_readable()
    }
}

/// The fields of the row except the key.
struct OtherFields<C> {
    fields: C,
    key: &'static str,
    /// Whether the next value is the key.
    is_key: bool,
}

impl<C: SerializeStruct> SerializeStruct for OtherFields<C> {
    type Ok = C::Ok;
    type Error = C::Error;

    fn serialize_field<T: ?Sized + Serialize>(
        &mut self,
        name: &'static str,
        value: &T,
    ) -> Result<(), C::Error> {
        if name == self.key { Ok(()) } else { self.fields.serialize_field(name, value) }
    }

    fn skip_field(&mut self, name: &'static str) -> Result<(), C::Error> {
        if name == self.key { Ok(()) } else { self.fields.skip_field(name) }
    }

    fn end(self) -> Result<C::Ok, C::Error> {
        self.fields.end()
    }
}

impl<C: SerializeMap> SerializeMap for OtherFields<C> {
    type Ok = C::Ok;
    type Error = C::Error;

    fn serialize_key<T: ?Sized + Serialize>(&mut self, name: &T) -> Result<(), C::Error> {
        self.is_key = is(name, self.key);
        if self.is_key { Ok(()) } else { self.fields.serialize_key(name) }
    }

    fn serialize_value<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<(), C::Error> {
        if self.is_key { Ok(()) } else { self.fields.serialize_value(value) }
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

    /// serde can format scalars with `Display`.
    struct ScalarText<'a, T: ?Sized>(&'a T);

    impl<T: ?Sized + Serialize> Display for ScalarText<'_, T> {
        fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
            self.0.serialize(formatter)
        }
    }

    let mut expected = Expected(name);
    write!(expected, "{}", ScalarText(key)).is_ok() && expected.0.is_empty()
}
