//! `by_variant`: a list of enum values that is written as one table per variant.

mod content;
mod order;
mod read;
mod write;

pub use read::{ReadVariantList, ReadVariants};
pub use write::{ByVariant, VariantList, VariantTable, VariantTables};

use super::columns::Tabular;
use crate::ser::Hint;
use core::marker::PhantomData;

/// Looks up the hint for a table of values of a type. A type that is not [`Tabular`] gets the
/// `HINT` of [`NoColumns`], because an inherent constant takes precedence over one from a trait.
pub struct HintOf<T: ?Sized>(PhantomData<T>);

impl<T: Tabular + ?Sized> HintOf<T> {
    /// The hint for rows with known columns. There is no place for a hoisted one to be read from.
    pub const HINT: &'static str = T::COLUMNS.table_hint(false);
}

/// The fallback for types without known columns.
pub trait NoColumns {
    /// The hint for any table.
    const HINT: &'static str = Hint::TABULAR;
}

impl<T: ?Sized> NoColumns for HintOf<T> {}
