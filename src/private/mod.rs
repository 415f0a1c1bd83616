//! Support for the code that the derives generate. Not part of the public API.

mod buffered;
mod by_variant;
mod columns;
mod field;
mod foreign;
mod forward;
mod header;
mod keyed;
mod level;
mod named;
mod nullable;
mod range;
mod row;
mod sample;
mod table;
mod unchecked;
mod unfold;
mod unhoist;

pub use by_variant::{
    ByVariant, HintOf, NoColumns, ReadVariantList, ReadVariants, VariantList, VariantTable, VariantTables,
};
pub use columns::{Column, FieldKind, Leaf, List, RowColumns, RowField, Tabular, TabularRows};
pub use field::{Read, ReadField, WriteField, Written};
pub use header::TableOrColumns;
pub use keyed::{AsList, Keyed};
pub use level::AtLevels;
pub use named::{Named, STRUCT, TAGGED, is_toon, may_differ};
pub use nullable::{GroupOrNulls, NullableGroup, null_group, read_nullable_group};
pub use range::{RangeCell, RangeNames, Unrange};
pub use serde;
pub use table::{IsCollection, IsColumn, IsObject, IsUnknown, Object, OtherTable, TableCheck, TableOf};
pub use unchecked::{ColumnOf, UnknownColumn};
pub use unfold::Unfold;
pub use unhoist::{Hoists, HoistsOf, NoHoists, Unhoist, is_hoisted, read_list, read_table};

use crate::ser::Hint;
use serde::{Serialize, Serializer};

/// The hints that derived code uses.
pub mod hint {
    use crate::ser::Hint;

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
}

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

/// A substitute for an implementation that serde's derive did not generate because of a mistake in
/// the type.
pub trait Unmade {
    /// Never called in a program that compiles.
    fn serialize<T: ?Sized, S: Serializer>(_: &T, _: S) -> Result<S::Ok, S::Error> {
        const { panic!("serde could not derive `Serialize` here") }
    }

    /// Never called in a program that compiles.
    fn deserialize<'de, T, D: serde::Deserializer<'de>>(_: D) -> Result<T, D::Error> {
        const { panic!("serde could not derive `Deserialize` here") }
    }
}

impl<T: ?Sized> Unmade for T {}
