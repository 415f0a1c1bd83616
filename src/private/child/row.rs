//! A row of a table with child tables, or of a child table.

use super::super::columns::{FieldKind, RowColumns, RowField};
use super::super::hint::WithHint;
use super::super::level::AtLevels;
use super::names::OF;
use super::walk::{EXPECTED, Found, RowCount, rows};
use crate::projection::rewrite::{Rewrite, Rewritten};
use crate::ser::Hint;
use serde::ser::{Serialize, SerializeMap, SerializeStruct};

/// A row with the number of their elements in place of the lists that are child tables, after the
/// key of its parent, if it has one.
pub(super) fn counting<R: ?Sized, K>(
    row: &R,
    columns: RowColumns,
    of: Option<K>,
) -> Rewritten<'_, R, Counting<K>> {
    Rewritten { row, change: Counting { columns, of, next: 0 } }
}

#[derive(Clone, Copy)]
pub(super) struct Counting<K> {
    columns: RowColumns,
    of: Option<K>,
    /// The index of the column that is likely to be the next field.
    next: usize,
}

impl<K> Counting<K> {
    fn column(&mut self, name: &str) -> Option<&'static RowField> {
        let (columns, is_it) = (self.columns.0.unwrap_or_default(), |field: &&RowField| field.name == name);
        if let Some(field) = columns.get(self.next).filter(is_it) {
            self.next += 1;
            return Some(field);
        }
        columns.iter().find(is_it)
    }
}

impl<K: Serialize + Copy> Rewrite for Counting<K> {
    const EXPECTED: &'static str = EXPECTED;

    fn count(&self, len: usize) -> usize {
        (len + usize::from(self.of.is_some())).saturating_sub(self.columns.linked_children())
    }

    fn begin_struct<R: SerializeStruct>(&self, row: &mut R) -> Result<(), R::Error> {
        self.of.iter().try_for_each(|of| row.serialize_field(OF, of))
    }

    /// A row with a flattened field, which has no child tables.
    fn begin_map<R: SerializeMap>(&self, row: &mut R) -> Result<(), R::Error> {
        self.of.iter().try_for_each(|of| row.serialize_entry(OF, of))
    }

    fn field<R: SerializeStruct, T: ?Sized + Serialize>(
        &mut self,
        row: &mut R,
        name: &'static str,
        value: &T,
    ) -> Result<(), R::Error> {
        match self.column(name).map(|field| (field.kind, field.levels)) {
            Some((FieldKind::Child(child), _)) if child.key.is_some() => Ok(()),
            Some((FieldKind::Child(_), levels)) => {
                let mut count = RowCount(0);
                let Found { is_list, is_default } = rows(value, &mut count)?;
                let count = is_list.then_some(count.0);
                if is_default && count.unwrap_or_default() == 0 {
                    row.serialize_field(name, &AtLevels(&WithHint(count, Hint::DEFAULT), levels))
                } else {
                    row.serialize_field(name, &AtLevels(&count, levels))
                }
            }
            _ => row.serialize_field(name, value),
        }
    }
}
