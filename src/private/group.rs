//! `nullable_group`: groups of columns that are `None` in some rows, which have `null` in each cell.

use super::buffered::Buffered;
use super::columns::{FieldKind, RowColumns, Tabular, any};
use super::deliver::BufferedDe;
use super::hint::WithHint;
use super::sample;
use crate::de::nullable::NULLABLE_GROUP;
use crate::ser::Hint;
use core::cell::Cell;
use core::fmt;
use core::marker::PhantomData;
use serde::de::{Deserialize, Deserializer, Error, SeqAccess, Visitor};
use serde::ser::{Serialize, Serializer};

/// An `Option` of a group of columns.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a nullable group",
    label = "not an `Option` of a struct with `#[toon(tabular)]`"
)]
pub trait NullableGroup {
    /// Used by derived code to check that a type implements this trait.
    const CHECKED: () = ();
    /// The columns of the group.
    const COLUMNS: RowColumns;
}

impl<T: Tabular> NullableGroup for Option<T> {
    const COLUMNS: RowColumns = T::COLUMNS;
}

impl RowColumns {
    /// Whether one of the row's own fields is a cell that is never missing or `null`. `true` if they
    /// are unknown.
    pub const fn has_certain(self) -> bool {
        let Some(fields) = self.0 else { return true };
        any!(fields, field => field.is_certain())
    }

    /// Whether no flattened field, of the row or of its groups, has unknown columns.
    pub const fn are_known(self) -> bool {
        let Some(fields) = self.0 else { return true };
        !any!(fields, field => match field.kind {
            FieldKind::Cell | FieldKind::NullableCell | FieldKind::Child(_) => false,
            FieldKind::Group(columns) => !columns.are_known(),
            FieldKind::Flat(columns) => columns.0.is_none() || !columns.are_known(),
        })
    }

    /// The columns of a group that is a group of `null`s if there is none. Derived code checks this,
    /// too, with better messages, unless the type is generic.
    #[must_use]
    pub const fn of_nullable_group(self) -> Self {
        assert!(self.has_certain(), "a value of a field with `nullable_group` could be written like `None`");
        assert!(self.are_known(), "the columns of a field with `nullable_group` are unknown");
        self
    }
}

/// A group of columns, or a group of `null`s if there is none.
pub struct GroupOrNulls<'a, T>(pub &'a Option<T>, pub RowColumns);

impl<T: Serialize> Serialize for GroupOrNulls<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Some(group) => serializer.serialize_some(group),
            None => WithHint(Nulls(self.1), Hint::NULL_GROUP).serialize(serializer),
        }
    }
}

/// A group that is omitted in objects, and consists of `null`s in rows.
pub fn null_group<S: Serializer>(columns: RowColumns, serializer: S) -> Result<S::Ok, S::Error> {
    WithHint(WithHint(Nulls(columns), Hint::NULL_GROUP), Hint::NULL).serialize(serializer)
}

struct Nulls(RowColumns);

impl Serialize for Nulls {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        sample::serialize(self.0, None, serializer)
    }
}

/// Reads a group that is `None` if it consists of `null`s.
pub fn read_nullable_group<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    deserializer.deserialize_newtype_struct(NULLABLE_GROUP, GroupVisitor(PhantomData))
}

struct GroupVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for GroupVisitor<T> {
    type Value = Option<T>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object or null")
    }

    fn visit_none<E: Error>(self) -> Result<Option<T>, E> {
        Ok(None)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Option<T>, D::Error> {
        T::deserialize(deserializer).map(Some)
    }

    /// A deserializer that does not know the name, such as those of serde's buffers.
    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<Option<T>, D::Error> {
        // Nobody who reads serde's buffers knows a place.
        let failed_at = Cell::new(None);
        let value = Buffered::deserialize(deserializer)?;
        BufferedDe::new(value, &failed_at).deserialize_newtype_struct(NULLABLE_GROUP, self)
    }

    /// The content of a folded key, which is never `null`.
    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Option<T>, A::Error> {
        seq.next_element()
    }
}
