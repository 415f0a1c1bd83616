//! Writes a list of rows as a map.

use super::super::list::{ListUser, Rows, take_apart};
use crate::partial::split::{FieldOf, Rest};
use serde::ser::{Serialize, SerializeMap, Serializer};

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

impl<M: SerializeMap> Rows for RowEntries<M> {
    type Ok = M::Ok;
    type Error = M::Error;

    fn row<R: ?Sized + Serialize>(&mut self, row: &R) -> Result<(), M::Error> {
        let rest = Rest { row, without: &[self.key] };
        self.map.serialize_entry(&FieldOf { row, name: self.key, what: "key field" }, &rest)
    }

    fn end(self) -> Result<M::Ok, M::Error> {
        self.map.end()
    }
}
