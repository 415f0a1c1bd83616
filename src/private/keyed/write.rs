//! Writes a list of rows as a map.

use crate::partial::split::{Rest, serialize_field};
use crate::ser::refuse::refuse;
use serde::ser::{Error, Serialize, SerializeMap, SerializeSeq, SerializeTuple, Serializer};

/// A list of rows, and the name of the field that becomes their key.
pub struct Keyed<T>(pub T, pub &'static str);

impl<T: Serialize> Serialize for Keyed<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(ListAsMap { serializer, key: self.1 })
    }
}

/// Serializes a list as a map. Wrappers around the list are kept.
struct ListAsMap<S> {
    serializer: S,
    key: &'static str,
}

impl<S: Serializer> Serializer for ListAsMap<S> {
    type Ok = S::Ok;
    type Error = S::Error;
    type SerializeSeq = RowEntries<S::SerializeMap>;
    type SerializeTuple = RowEntries<S::SerializeMap>;

    fn serialize_seq(self, len: Option<usize>) -> Result<Self::SerializeSeq, S::Error> {
        Ok(RowEntries { map: self.serializer.serialize_map(len)?, key: self.key })
    }

    fn serialize_tuple(self, len: usize) -> Result<Self::SerializeTuple, S::Error> {
        self.serialize_seq(Some(len))
    }

    fn serialize_none(self) -> Result<S::Ok, S::Error> {
        self.serializer.serialize_none()
    }

    fn serialize_some<T: ?Sized + Serialize>(self, value: &T) -> Result<S::Ok, S::Error> {
        self.serializer.serialize_some(&Keyed(value, self.key))
    }

    fn serialize_newtype_struct<T: ?Sized + Serialize>(
        self,
        name: &'static str,
        value: &T,
    ) -> Result<S::Ok, S::Error> {
        self.serializer.serialize_newtype_struct(name, &Keyed(value, self.key))
    }

    refuse! { refused:
        numbers bool char str bytes unit unit_struct unit_variant newtype_variant
        tuple_struct tuple_variant map struct struct_variant
    }

    fn is_human_readable(&self) -> bool {
        self.serializer.is_human_readable()
    }
}

fn refused<T, E: Error>() -> Result<T, E> {
    Err(E::custom("expected a list of structs for a table keyed by a field of its rows"))
}

/// The field of a row that is its key.
struct KeyOf<'a, T: ?Sized> {
    row: &'a T,
    name: &'static str,
}

impl<T: ?Sized + Serialize> Serialize for KeyOf<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let missing = || S::Error::custom(format_args!("row without its key field `{}`", self.name));
        serialize_field(self.row, self.name, serializer)?.ok_or_else(missing)
    }
}

/// The entries of the map, one for each row.
struct RowEntries<M> {
    map: M,
    key: &'static str,
}

impl<M: SerializeMap> SerializeSeq for RowEntries<M> {
    type Ok = M::Ok;
    type Error = M::Error;

    fn serialize_element<T: ?Sized + Serialize>(&mut self, row: &T) -> Result<(), M::Error> {
        let rest = Rest { row, without: &[self.key] };
        self.map.serialize_entry(&KeyOf { row, name: self.key }, &rest)
    }

    fn end(self) -> Result<M::Ok, M::Error> {
        self.map.end()
    }
}

impl<M: SerializeMap> SerializeTuple for RowEntries<M> {
    type Ok = M::Ok;
    type Error = M::Error;

    fn serialize_element<T: ?Sized + Serialize>(&mut self, row: &T) -> Result<(), M::Error> {
        SerializeSeq::serialize_element(self, row)
    }

    fn end(self) -> Result<M::Ok, M::Error> {
        SerializeSeq::end(self)
    }
}
