//! Fields with `tabular` whose type is not one of the known collections.
//!
//! Whether a type implements a trait is only known where it is not generic: an inherent constant or
//! method hides that of a trait if its bounds are met.

use super::columns::{Column, RowColumns, TabularRows};
use crate::ser::Hint;
use alloc::borrow::{Cow, ToOwned};
use alloc::boxed::Box;
use alloc::collections::{BTreeMap, BTreeSet, BinaryHeap, LinkedList, VecDeque};
use alloc::rc::Rc;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::marker::PhantomData;

/// What is known about a field of type `T` with `tabular`.
pub struct TableOf<T: ?Sized>(PhantomData<T>);

impl<T: TabularRows + ?Sized> TableOf<T> {
    /// The columns of its rows.
    pub const COLUMNS: RowColumns = T::COLUMNS;
    /// Its hint.
    pub const HINT: &'static str = T::COLUMNS.table_hint(false);
    /// Its hint if columns can be hoisted.
    pub const HINT_WITH_HOISTS: &'static str = T::COLUMNS.table_hint(true);
}

/// The same for any other type: the rows are unknown, and can perhaps be serialized only once.
pub trait OtherTable {
    /// The columns of its rows.
    const COLUMNS: RowColumns = RowColumns(None);
    /// Its hint.
    const HINT: &'static str = Hint::ROWS_ONCE;
    /// Its hint if columns can be hoisted.
    const HINT_WITH_HOISTS: &'static str = Hint::ROWS_ONCE;
}

impl<T: ?Sized> OtherTable for TableOf<T> {}

/// The check of a field of this type with `tabular`. If the type `IS_KNOWN`, it must contain rows.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a table",
    label = "not a sequence, set or map of structs with `#[toon(tabular)]`",
    note = "`#[toon(tabular)]` applies to a field that is a `Vec`, slice, array, set or map of rows, an `Option` of one, or another type that is serialized as rows"
)]
pub trait TableCheck<const IS_KNOWN: bool> {
    /// Used by derived code to check that a type implements this trait.
    const CHECKED: () = ();
}

impl<T: ?Sized> TableCheck<false> for T {}
impl<T: TabularRows + ?Sized> TableCheck<true> for T {}

/// Whether `T` is one of the known collections.
pub struct IsCollection<T: ?Sized>(PhantomData<T>);
/// Whether `T` is a column: a cell or a row.
pub struct IsColumn<T: ?Sized>(PhantomData<T>);
/// Whether `T` is another struct that is known not to be a collection.
pub struct IsObject<T: ?Sized>(PhantomData<T>);

impl<T: Collection + ?Sized> IsCollection<T> {
    /// It is one.
    pub const YES: bool = true;
}
impl<T: Column + ?Sized> IsColumn<T> {
    /// It is one.
    pub const YES: bool = true;
}
impl<T: Object + ?Sized> IsObject<T> {
    /// It is one.
    pub const YES: bool = true;
}

/// The answer for any other type.
pub trait IsUnknown {
    /// It is not one.
    const YES: bool = false;
}

impl<T: ?Sized> IsUnknown for IsCollection<T> {}
impl<T: ?Sized> IsUnknown for IsColumn<T> {}
impl<T: ?Sized> IsUnknown for IsObject<T> {}

/// A struct with fields, which is not a row.
pub trait Object {}

impl<T: Object + ?Sized> Object for &T {}
impl<T: Object + ?Sized> Object for Box<T> {}
impl<T: Object> Object for Option<T> {}

/// A collection for which [`TabularRows`] is decisive.
pub trait Collection {}

impl<T> Collection for [T] {}
impl<T, const N: usize> Collection for [T; N] {}
impl<T> Collection for Vec<T> {}
impl<T> Collection for VecDeque<T> {}
impl<T> Collection for LinkedList<T> {}
impl<T> Collection for BinaryHeap<T> {}
impl<T> Collection for BTreeSet<T> {}
impl<K, T> Collection for BTreeMap<K, T> {}
#[cfg(feature = "std")]
impl<T, S> Collection for std::collections::HashSet<T, S> {}
#[cfg(feature = "std")]
impl<K, T, S> Collection for std::collections::HashMap<K, T, S> {}
impl<T: Collection> Collection for Option<T> {}
impl<T: Collection + ?Sized> Collection for &T {}
impl<T: Collection + ?Sized> Collection for &mut T {}
impl<T: Collection + ?Sized> Collection for Box<T> {}
impl<T: Collection + ?Sized> Collection for Rc<T> {}
impl<T: Collection + ?Sized> Collection for Arc<T> {}
impl<T: Collection + ToOwned + ?Sized> Collection for Cow<'_, T> {}
