//! `tabular(key = "…")`: a list of rows that is written as a map, keyed by one of their fields.

use super::list::{ListRows, ListUser, take_apart};
use super::row::{ExtraValue, FieldOf, row_seed};
use crate::de::key_text::KeyTextSeed;
use crate::projection::adapter::{Adapter, Change, Everything};
use crate::projection::split::rest;
use core::fmt;
use core::marker::PhantomData;
use serde::de::{DeserializeSeed, Deserializer, Expected, MapAccess, SeqAccess, Visitor};
use serde::ser::{Serialize, SerializeMap, Serializer};
use smallvec::smallvec;

/// A list of rows, and the name of the field that becomes their key.
pub struct Keyed<T>(pub T, pub &'static str);

impl<T: Serialize> Serialize for Keyed<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        take_apart(&self.0, ListAsMap { serializer, key: self.1 })
    }
}

/// Writes a list as a map.
struct ListAsMap<S> {
    serializer: S,
    key: &'static str,
}

impl<S: Serializer> ListUser for ListAsMap<S> {
    type Ok = S::Ok;
    type Error = S::Error;
    type Rows = RowEntries<S::SerializeMap>;
    const EXPECTED: &'static str = "expected a list of structs for a table keyed by a field of its rows";

    fn list(self, len: Option<usize>) -> Result<Self::Rows, S::Error> {
        Ok(RowEntries { map: self.serializer.serialize_map(len)?, key: self.key })
    }

    fn none(self) -> Result<S::Ok, S::Error> {
        self.serializer.serialize_none()
    }

    fn is_human_readable(&self) -> bool {
        self.serializer.is_human_readable()
    }
}

/// The entries of the map, one for each row.
struct RowEntries<M> {
    map: M,
    key: &'static str,
}

impl<M: SerializeMap> ListRows for RowEntries<M> {
    type Ok = M::Ok;
    type Error = M::Error;

    fn row<R: ?Sized + Serialize>(&mut self, row: &R) -> Result<(), M::Error> {
        self.map.serialize_entry(&FieldOf { row, name: self.key, what: "key field" }, &rest(row, &[self.key]))
    }

    fn end(self) -> Result<M::Ok, M::Error> {
        self.map.end()
    }
}

/// A deserializer for a list of rows that may be written as a map, and the name of their key field.
pub fn as_list<'de, D: Deserializer<'de>>(
    deserializer: D,
    key: &'static str,
) -> impl Deserializer<'de, Error = D::Error> {
    Adapter { inner: deserializer, change: AsList(key) }
}

/// Turns a map of rows, of which this is the key field, into a list.
pub(super) struct AsList(pub(super) &'static str);

impl<'de> Change<'de> for AsList {
    type Reach = Everything;
    const MAY_BE_NULL: bool = true;

    /// The text determines whether it is a list or a map.
    fn list<D: Deserializer<'de>, V: Visitor<'de>>(
        self,
        deserializer: D,
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        deserializer.deserialize_any(Adapter { inner: visitor, change: self })
    }

    fn tuple<D: Deserializer<'de>, V: Visitor<'de>>(
        self,
        deserializer: D,
        _: usize,
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.list(deserializer, visitor)
    }

    fn expecting(&self, _: &dyn Expected, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "an object of rows keyed by `{}`, or a list of rows", self.0)
    }

    fn object<A: MapAccess<'de>, V: Visitor<'de>>(self, map: A, visitor: V) -> Result<V::Value, A::Error> {
        visitor.visit_seq(KeyedRows { map, key: self.0 })
    }
}

/// The entries of the map as rows.
struct KeyedRows<A> {
    map: A,
    key: &'static str,
}

impl<'de, A: MapAccess<'de>> SeqAccess<'de> for KeyedRows<A> {
    type Error = A::Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, A::Error> {
        let Some(text) = self.map.next_key_seed(KeyTextSeed(PhantomData))? else { return Ok(None) };
        let row = row_seed(seed, smallvec![(self.key, ExtraValue::Key(text))]);
        self.map.next_value_seed(row).map(Some)
    }

    fn size_hint(&self) -> Option<usize> {
        self.map.size_hint()
    }
}
