//! The hints that derived code uses.

use crate::ser::Hint;
use serde::{Serialize, Serializer};

/// The value equals its default, so it is omitted. In a table, its column is omitted if all
/// rows have the default.
pub const DEFAULT: &str = Hint::DEFAULT;
/// The value is a cell, although its type does not show it.
pub const CELL: &str = Hint::CELL;
/// The value is a table.
pub const TABULAR: &str = Hint::TABULAR;
/// The value is a table that shows its columns even if it is empty.
pub const HEADER: &str = Hint::HEADER;
/// In a row, the value can be hoisted out of the table.
pub const HOIST: &str = Hint::HOIST;
/// The value is folded.
pub const FOLD: &str = Hint::FOLD;
/// The field is omitted in objects, but its value is still there.
pub const NULL: &str = Hint::NULL;
/// The value can be written as several tables.
pub const TABLES: &str = Hint::TABLES;
/// The same in an object whose other keys cannot equal those of the tables.
pub const TABLES_ANYWHERE: &str = Hint::TABLES_ANYWHERE;

/// A value with a hint.
pub struct WithHint<T>(pub T, pub &'static str);

impl<T: Serialize> Serialize for WithHint<T> {
    #[inline]
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_newtype_struct(self.1, &self.0)
    }
}

/// A field that is omitted in objects, and `null` in rows.
#[inline]
pub fn null<S: Serializer>(serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_newtype_struct(Hint::NULL, &())
}
