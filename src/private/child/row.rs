//! A row of a table with child tables, or of a child table.

use super::super::columns::{FieldKind, RowColumns, RowField};
use super::super::hint::WithHint;
use super::super::level::AtLevels;
use super::names::OF;
use super::walk::{Count, EXPECTED, Found, rows};
use crate::ser::Hint;
use crate::ser::refuse::refuse;
use serde::ser::{Error, Serialize, SerializeMap, SerializeStruct, Serializer};

/// A row with the number of their elements in place of the lists that are child tables, after the
/// key of its parent, if it has one.
#[derive(Clone, Copy)]
pub(super) struct CountingRow<'a, R: ?Sized, K> {
    pub(super) row: &'a R,
    pub(super) columns: RowColumns,
    pub(super) of: Option<K>,
}

impl<R: ?Sized + Serialize, K: Serialize + Copy> Serialize for CountingRow<'_, R, K> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.row.serialize(RowSerializer { serializer, columns: self.columns, of: self.of })
    }
}

fn refused<T, E: Error>() -> Result<T, E> {
    Err(E::custom(EXPECTED))
}

struct RowSerializer<S, K> {
    serializer: S,
    columns: RowColumns,
    of: Option<K>,
}

impl<S: Serializer, K: Serialize + Copy> Serializer for RowSerializer<S, K> {
    type Ok = S::Ok;
    type Error = S::Error;
    type SerializeMap = S::SerializeMap;
    type SerializeStruct = Fields<S::SerializeStruct>;

    fn serialize_struct(self, name: &'static str, len: usize) -> Result<Self::SerializeStruct, S::Error> {
        let len = (len + usize::from(self.of.is_some())).saturating_sub(self.columns.linked_children());
        let mut fields = self.serializer.serialize_struct(name, len)?;
        if let Some(of) = &self.of {
            fields.serialize_field(OF, of)?;
        }
        Ok(Fields { inner: fields, columns: self.columns.0.unwrap_or_default(), next: 0 })
    }

    /// A row with a flattened field, which has no child tables.
    fn serialize_map(self, len: Option<usize>) -> Result<Self::SerializeMap, S::Error> {
        let len = len.map(|len| len + usize::from(self.of.is_some()));
        let mut entries = self.serializer.serialize_map(len)?;
        if let Some(of) = &self.of {
            entries.serialize_entry(OF, of)?;
        }
        Ok(entries)
    }

    fn serialize_some<T: ?Sized + Serialize>(self, row: &T) -> Result<S::Ok, S::Error> {
        let RowSerializer { serializer, columns, of } = self;
        serializer.serialize_some(&CountingRow { row, columns, of })
    }

    fn serialize_newtype_struct<T: ?Sized + Serialize>(
        self,
        name: &'static str,
        row: &T,
    ) -> Result<S::Ok, S::Error> {
        let RowSerializer { serializer, columns, of } = self;
        serializer.serialize_newtype_struct(name, &CountingRow { row, columns, of })
    }

    refuse! { refused:
        numbers bool char str bytes none unit unit_struct unit_variant newtype_variant
        seq tuple tuple_struct tuple_variant struct_variant
    }

    fn is_human_readable(&self) -> bool {
        self.serializer.is_human_readable()
    }
}

struct Fields<C> {
    inner: C,
    columns: &'static [RowField],
    /// The index of the column that is likely to be the next field.
    next: usize,
}

impl<C> Fields<C> {
    fn column(&mut self, name: &str) -> Option<&'static RowField> {
        let is_it = |field: &&RowField| field.name == name;
        if let Some(field) = self.columns.get(self.next).filter(is_it) {
            self.next += 1;
            return Some(field);
        }
        self.columns.iter().find(is_it)
    }
}

impl<C: SerializeStruct> SerializeStruct for Fields<C> {
    type Ok = C::Ok;
    type Error = C::Error;

    fn serialize_field<T: ?Sized + Serialize>(
        &mut self,
        name: &'static str,
        value: &T,
    ) -> Result<(), C::Error> {
        match self.column(name).map(|field| (field.kind, field.levels)) {
            Some((FieldKind::Child(child), _)) if child.key.is_some() => Ok(()),
            Some((FieldKind::Child(_), levels)) => {
                let mut count = Count(0);
                let Found { is_list, is_default } = rows(value, &mut count)?;
                let count = is_list.then_some(count.0);
                if is_default && count.unwrap_or_default() == 0 {
                    self.inner.serialize_field(name, &AtLevels(&WithHint(count, Hint::DEFAULT), levels))
                } else {
                    self.inner.serialize_field(name, &AtLevels(&count, levels))
                }
            }
            _ => self.inner.serialize_field(name, value),
        }
    }

    fn skip_field(&mut self, name: &'static str) -> Result<(), C::Error> {
        self.inner.skip_field(name)
    }

    fn end(self) -> Result<C::Ok, C::Error> {
        self.inner.end()
    }
}
