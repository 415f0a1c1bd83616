//! Support for the code that the derives generate. Not part of the public API.

mod buffered;
mod by_variant;
mod child;
mod columns;
mod default;
mod deliver;
mod field;
mod fold;
mod foreign;
mod forward;
mod group;
mod header;
pub mod hint;
mod hinted;
mod hoist;
mod in_parts;
mod join;
mod keyed;
mod level;
mod list;
mod named;
mod names;
mod range;
mod row;
mod sample;
mod table;
mod unchecked;

pub use by_variant::{
    ByVariant, HintOf, NoColumns, ReadVariantList, ReadVariants, VariantList, VariantTable, VariantTables,
};
pub use child::{WithChildren, rejoin};
pub use columns::{
    ChildList, ChildTable, Column, FieldKind, Leaf, List, RowColumns, RowField, Tabular, TabularRows,
};
pub use default::HasDefault;
pub use field::{Read, ReadField, WriteField, Written};
pub use fold::unfold;
pub use group::{GroupOrNulls, NullableGroup, null_group, read_nullable_group};
pub use header::TableOrColumns;
pub use hint::{WithHint, null};
pub use hinted::{FieldHints, Hinted, TableHints, tables};
pub use hoist::{is_hoisted, read_list, read_table, unhoist};
pub use in_parts::{ReadInParts, read_in_parts};
pub use join::{DEFAULT_SEPARATOR, Joined};
pub use keyed::{Keyed, as_list};
pub use level::AtLevels;
pub use named::{Named, STRUCT, TAGGED, is_toon, may_differ, row};
pub use names::{ChildNames, NothingOutside, Outside, OutsideOf};
pub use range::{RangeCell, RangeNames, unrange};
pub use serde;
pub use table::{IsCollection, IsColumn, IsObject, IsUnknown, Object, OtherTable, TableCheck, TableOf};
pub use unchecked::{ColumnOf, UnknownColumn};

/// A substitute for an implementation that serde's derive did not generate because of a mistake in
/// the type.
pub trait Unmade {
    /// Never called in a program that compiles.
    fn serialize<T: ?Sized, S: serde::Serializer>(_: &T, _: S) -> Result<S::Ok, S::Error> {
        const { panic!("serde could not derive `Serialize` here") }
    }

    /// Never called in a program that compiles.
    fn deserialize<'de, T, D: serde::Deserializer<'de>>(_: D) -> Result<T, D::Error> {
        const { panic!("serde could not derive `Deserialize` here") }
    }
}

impl<T: ?Sized> Unmade for T {}
