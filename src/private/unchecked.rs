//! `tabular(unchecked)`: rows with fields of any type.

use super::columns::{Column, FieldKind, RowColumns, Tabular};
use super::hint;
use core::marker::PhantomData;

/// Looks up the columns of a type. A type that is not known to be a column gets the constants of
/// [`UnknownColumn`], because inherent constants take precedence over those of a trait.
pub struct ColumnOf<T: ?Sized>(PhantomData<T>);

impl<T: Column + ?Sized> ColumnOf<T> {
    /// The kind of the column.
    pub const KIND: FieldKind = T::KIND;
    /// None: the type says what it is.
    pub const HINTS: &'static [&'static str] = &[];
}

impl<T: Tabular + ?Sized> ColumnOf<T> {
    /// The columns of a row that is flattened.
    pub const COLUMNS: RowColumns = T::COLUMNS;
}

/// The fallback for types that are not known to be columns: their values must be cells.
pub trait UnknownColumn {
    /// A cell.
    const KIND: FieldKind = FieldKind::NullableCell;
    /// The value must be a cell.
    const HINTS: &'static [&'static str] = &[hint::CELL];
    /// Unknown.
    const COLUMNS: RowColumns = RowColumns(None);
}

impl<T: ?Sized> UnknownColumn for ColumnOf<T> {}
