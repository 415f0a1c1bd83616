//! Which types can be used in a table, known at compile time.

use crate::ser::{DERIVED_ROW, DERIVED_ROW_WITH_DEFAULTS, DERIVED_STRUCT, Hint, RowSurvey};
use alloc::borrow::{Cow, ToOwned};
use alloc::boxed::Box;
use alloc::collections::{BTreeMap, BTreeSet, BinaryHeap, LinkedList, VecDeque};
use alloc::rc::Rc;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::marker::PhantomData;
use core::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6};
use core::num::Wrapping;

/// A type that can be a table column: a single cell or a field group.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a table column",
    label = "neither a cell nor a struct with `#[toon(tabular)]`",
    note = "a cell is a number, `bool`, `char`, string, an `Option` of these, or an enum without data or a newtype of a cell that derives `toon::Serialize`",
    note = "for a list of scalars, add `#[toon(join)]` to the field; for a type whose values are always scalars, `#[toon(cell)]`; to leave the field out of TOON, `#[toon(skip)]`"
)]
pub trait Column {
    /// Used by derived code to check that a type implements this trait.
    const CHECKED: () = ();
    /// The kind of the column.
    const KIND: FieldKind = FieldKind::Cell;
}

/// A type whose values are single cells.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a single table cell",
    label = "not a cell",
    note = "`Option`, `skip_serializing_if`, `hoist` and `range` apply to a single cell, not to a group of columns",
    note = "if a group may be missing, make its field an `Option` and add `#[toon(nullable_group)]`"
)]
pub trait Leaf {
    /// Used by derived code to check that a type implements this trait.
    const CHECKED: () = ();
    /// Whether its values are integers.
    const IS_INTEGER: bool = false;
}

/// A struct with `#[toon(tabular)]`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a table row",
    label = "not a struct with `#[toon(tabular)]`",
    note = "a row is a struct that derives `toon::Serialize` and has `#[toon(tabular)]`"
)]
pub trait Tabular {
    /// Used by derived code to check that a type implements this trait.
    const CHECKED: () = ();
    /// Its columns.
    const COLUMNS: RowColumns = RowColumns(None);
    /// The name under which TOON sees the struct.
    const STRUCT: &'static str = Self::COLUMNS.struct_name();
}

/// The columns of a row, in order. `None` if a mistake in them has already been reported.
#[derive(Clone, Copy)]
pub struct RowColumns(pub Option<&'static [RowField]>);

/// A field of a row.
#[derive(Clone, Copy)]
pub struct RowField {
    /// The key in TOON. Unused for a field with `flatten`.
    pub name: &'static str,
    /// What kind of columns it is written as.
    pub kind: FieldKind,
    /// The hints for the levels of its type, if the field has a level.
    pub levels: &'static [&'static str],
    /// Whether it has `skip_default`.
    pub can_be_omitted: bool,
    /// Whether it has `hoist`.
    pub hoists: bool,
    /// Whether it has a default when it is read.
    pub has_default: bool,
}

impl RowField {
    /// A field without hints.
    pub const fn new(name: &'static str, kind: FieldKind) -> Self {
        RowField { name, kind, levels: &[], can_be_omitted: false, hoists: false, has_default: false }
    }

    /// The field has a level.
    #[must_use]
    pub const fn with_levels(self, levels: &'static [&'static str]) -> Self {
        RowField { levels, ..self }
    }

    /// The field has `skip_default`.
    #[must_use]
    pub const fn omittable(self) -> Self {
        RowField { can_be_omitted: true, ..self }
    }

    /// The field has `hoist`.
    #[must_use]
    pub const fn which_hoists(self) -> Self {
        RowField { hoists: true, ..self }
    }

    /// The field has a default.
    #[must_use]
    pub const fn with_default(self) -> Self {
        RowField { has_default: true, ..self }
    }

    /// Whether every row has it as a cell that is not `null`.
    pub(super) const fn is_certain(&self) -> bool {
        let may_be_missing = self.can_be_omitted || self.has_default || !self.levels.is_empty();
        matches!(self.kind, FieldKind::Cell) && !may_be_missing
    }
}

/// The kind of a field of a row.
#[derive(Clone, Copy)]
pub enum FieldKind {
    /// One cell, which is never `null`.
    Cell,
    /// One cell, which may be `null`.
    NullableCell,
    /// A group of columns.
    Group(RowColumns),
    /// The columns of a flattened field, next to those of the row.
    Flat(RowColumns),
    /// A list that is a table of its own, with the number of its rows in a column unless they
    /// repeat a key.
    Child(ChildTable),
}

/// A field of a row that is a table of its own.
#[derive(Clone, Copy)]
pub struct ChildTable {
    /// The columns of its rows.
    pub rows: RowColumns,
    /// The column of the parent that its rows repeat.
    pub key: Option<&'static str>,
}

/// Whether a condition holds for one element of a slice. Constants cannot call closures.
macro_rules! any {
    ($slice:ident, $element:ident => $condition:expr) => {{
        let (mut index, mut holds) = (0, false);
        while index < $slice.len() && !holds {
            let $element = &$slice[index];
            holds = $condition;
            index += 1;
        }
        holds
    }};
}

pub(super) use any;

impl RowColumns {
    /// The number of columns. If it is unknown, a number large enough to pass any check.
    pub const fn count(self) -> usize {
        let Some(fields) = self.0 else { return usize::MAX / 2 };
        let (mut count, mut index) = (0, 0);
        while index < fields.len() {
            count += match fields[index].kind {
                FieldKind::Flat(columns) if columns.0.is_some() => columns.count(),
                FieldKind::Child(ChildTable { key: Some(_), .. }) => 0,
                _ => 1,
            };
            index += 1;
        }
        count
    }

    /// Whether one of the row's own fields has this name. `true` if they are unknown.
    pub const fn has(self, name: &str) -> bool {
        let Some(fields) = self.0 else { return true };
        any!(fields, field => !matches!(field.kind, FieldKind::Flat(_)) && is_equal(field.name, name))
    }

    /// Whether some of its own fields are child tables.
    pub const fn has_children(self) -> bool {
        let Some(fields) = self.0 else { return false };
        any!(fields, field => matches!(field.kind, FieldKind::Child(_)))
    }

    /// The columns, if the rows have child tables.
    pub const fn with_children(self) -> Option<Self> {
        if self.has_children() { Some(self) } else { None }
    }

    /// Whether rows inside the row, as groups of columns or flattened, have child tables.
    pub const fn nests_children(self) -> bool {
        let Some(fields) = self.0 else { return false };
        any!(fields, field => match field.kind {
            FieldKind::Group(columns) | FieldKind::Flat(columns) => {
                columns.has_children() || columns.nests_children()
            }
            _ => false,
        })
    }

    /// Whether the rows of a child table repeat the column `key`.
    pub const fn links_by(self, key: &str) -> bool {
        let Some(fields) = self.0 else { return false };
        any!(fields, field => match field.kind {
            FieldKind::Child(ChildTable { key: Some(own), .. }) => is_equal(own, key),
            _ => false,
        })
    }

    /// Whether `name` is a cell that has a value in each row of a table.
    pub const fn is_cell(self, name: &str) -> bool {
        let Some(fields) = self.0 else { return true };
        any!(fields, field => is_equal(field.name, name)
            && matches!(field.kind, FieldKind::Cell | FieldKind::NullableCell)
            && field.levels.is_empty()
            && !field.can_be_omitted
            && !field.hoists)
    }

    /// The number of child tables that repeat a key, so that the row has no column for them.
    pub(super) fn linked_children(self) -> usize {
        let is_linked =
            |field: &&RowField| matches!(field.kind, FieldKind::Child(ChildTable { key: Some(_), .. }));
        self.0.unwrap_or_default().iter().filter(is_linked).count()
    }

    /// The hint for a table of such rows. `may_hoist` is whether columns can be hoisted.
    pub const fn table_hint(self, may_hoist: bool) -> &'static str {
        match self.survey(may_hoist) {
            None => Hint::TABULAR,
            Some(RowSurvey::No) => Hint::ROWS,
            Some(RowSurvey::ForDefaults) => Hint::ROWS_WITH_DEFAULTS,
            Some(RowSurvey::ForAll) => Hint::ROWS_WITH_HOISTS,
        }
    }

    /// The name under which TOON sees a row with these columns.
    const fn struct_name(self) -> &'static str {
        // A row that is not in a declared table contains its lists.
        if self.has_children() || self.nests_children() {
            return DERIVED_STRUCT;
        }
        match self.survey(false) {
            None => DERIVED_STRUCT,
            Some(RowSurvey::No) => DERIVED_ROW,
            Some(RowSurvey::ForDefaults | RowSurvey::ForAll) => DERIVED_ROW_WITH_DEFAULTS,
        }
    }

    /// How a table of such rows is surveyed. `None` if rows may differ, because some of their
    /// fields are unknown.
    const fn survey(self, may_hoist: bool) -> Option<RowSurvey> {
        let Some(fields) = self.0 else { return None };
        let mut survey = RowSurvey::No;
        let mut index = 0;
        while index < fields.len() {
            let RowField { kind, can_be_omitted, hoists, .. } = fields[index];
            let inner = match kind {
                FieldKind::Cell | FieldKind::NullableCell | FieldKind::Child(_) => RowSurvey::No,
                FieldKind::Group(columns) | FieldKind::Flat(columns) => match columns.survey(false) {
                    Some(inner) => inner,
                    None => return None,
                },
            };
            survey = match (survey, inner) {
                (RowSurvey::ForAll, _) => RowSurvey::ForAll,
                _ if hoists && may_hoist => RowSurvey::ForAll,
                (RowSurvey::No, RowSurvey::No) if !can_be_omitted => RowSurvey::No,
                _ => RowSurvey::ForDefaults,
            };
            index += 1;
        }
        Some(survey)
    }

    /// Whether `name` is the name of a hoisted column of the table.
    pub const fn hoists_to(self, table: &str, name: &str) -> bool {
        let Some(fields) = self.0 else { return false };
        any!(fields, field => field.hoists && is_joined(table, field.name, name))
    }

    /// Whether a hoisted column has the same name as a hoisted column of another table.
    pub const fn hoists_as(self, table: &str, other: Self, other_table: &str) -> bool {
        let (Some(fields), Some(others)) = (self.0, other.0) else { return false };
        any!(fields, one => any!(others, two => {
            Joined(table, one.name, one.hoists).is(Joined(other_table, two.name, two.hoists))
        }))
    }
}

/// The name under which a column is hoisted: its table, the column, and whether it `hoists` at all.
#[derive(Clone, Copy)]
struct Joined<'a>(&'a str, &'a str, bool);

impl Joined<'_> {
    const fn len(self) -> usize {
        self.0.len() + "_".len() + self.1.len()
    }

    const fn byte(self, at: usize) -> u8 {
        if at < self.0.len() {
            self.0.as_bytes()[at]
        } else if at == self.0.len() {
            b'_'
        } else {
            self.1.as_bytes()[at - self.0.len() - 1]
        }
    }

    const fn is(self, other: Joined<'_>) -> bool {
        let mut at = 0;
        while at < self.len() && at < other.len() && self.byte(at) == other.byte(at) {
            at += 1;
        }
        self.2 && other.2 && at == self.len() && at == other.len()
    }
}

pub(super) const fn is_joined(table: &str, column: &str, name: &str) -> bool {
    let (joined, mut at) = (Joined(table, column, true), 0);
    while at < joined.len() && at < name.len() && joined.byte(at) == name.as_bytes()[at] {
        at += 1;
    }
    at == joined.len() && at == name.len()
}

const fn is_equal(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut index = 0;
    while index < a.len() && index < b.len() && a[index] == b[index] {
        index += 1;
    }
    index == a.len() && index == b.len()
}

/// A list of rows that can be written as a table keyed by one of their fields.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a table keyed by a field of its rows",
    label = "not a list of structs with `#[toon(tabular)]`",
    note = "`#[toon(tabular(key = \"…\"))]` applies to a field that is a `Vec`, `VecDeque`, slice or array of rows, or an `Option` of one",
    note = "for a set, or for a map, which already has keys, use `#[toon(tabular)]` alone"
)]
pub trait List {
    /// The columns of its rows.
    const COLUMNS: RowColumns;
}

/// A list of rows that can be a table of its own beside the table that contains it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a child table",
    label = "not a list of structs with `#[toon(tabular)]`",
    note = "`#[toon(child)]` applies to a field that is a `Vec`, `VecDeque`, slice or array of rows, or an `Option` of one"
)]
pub trait ChildList {
    /// Used by derived code to check that a type implements this trait.
    const CHECKED: () = ();
    /// The columns of its rows.
    const COLUMNS: RowColumns;
    /// Whether there may be no list, which is not the same as an empty one.
    const IS_OPTIONAL: bool = false;
}

/// A type that can be written as a table.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a table",
    label = "not a sequence, set or map of structs with `#[toon(tabular)]`",
    note = "`#[toon(tabular)]` applies to a field that is a `Vec`, slice, array, set or map of rows, or an `Option` of one"
)]
pub trait TabularRows {
    /// Used by derived code to check that a type implements this trait.
    const CHECKED: () = ();
    /// The columns of its rows.
    const COLUMNS: RowColumns;
}

// With `do_not_recommend`, the compiler reports the rule instead of this list of types. It is not
// used where it would hide the inner type at fault, as in a `Vec` of something that is not a row.

macro_rules! leaves {
    (integers: $($types:tt)*) => {
        leaves! { @true $($types)* }
    };
    (@$is_integer:literal $($(#[$meta:meta])* $ty:ty),* $(,)?) => {$(
        $(#[$meta])*
        #[diagnostic::do_not_recommend]
        impl $crate::__private::Column for $ty {}
        $(#[$meta])*
        #[diagnostic::do_not_recommend]
        impl $crate::__private::Leaf for $ty {
            const IS_INTEGER: bool = $is_integer;
        }
    )*};
    ($($types:tt)*) => {
        leaves! { @false $($types)* }
    };
}

#[allow(unused_imports, reason = "used by optional features")]
pub(super) use leaves;

leaves! {
    bool, char, str, String,
    f32, f64,
    IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6,
    core::fmt::Arguments<'_>,
    core::sync::atomic::AtomicBool,
    #[cfg(feature = "std")] std::path::Path,
    #[cfg(feature = "std")] std::path::PathBuf,
}

leaves! { integers:
    i8, i16, i32, i64, i128, isize,
    u8, u16, u32, u64, u128, usize,
    core::num::NonZero<i8>, core::num::NonZero<i16>, core::num::NonZero<i32>, core::num::NonZero<i64>, core::num::NonZero<i128>, core::num::NonZero<isize>, core::num::NonZero<u8>, core::num::NonZero<u16>, core::num::NonZero<u32>, core::num::NonZero<u64>, core::num::NonZero<u128>, core::num::NonZero<usize>,
    core::sync::atomic::AtomicI8, core::sync::atomic::AtomicI16, core::sync::atomic::AtomicI32,
    core::sync::atomic::AtomicU8, core::sync::atomic::AtomicU16, core::sync::atomic::AtomicU32,
    core::sync::atomic::AtomicIsize, core::sync::atomic::AtomicUsize,
    #[cfg(target_has_atomic = "64")] core::sync::atomic::AtomicI64,
    #[cfg(target_has_atomic = "64")] core::sync::atomic::AtomicU64,
}

#[diagnostic::do_not_recommend]
impl Column for () {
    const KIND: FieldKind = FieldKind::NullableCell;
}
#[diagnostic::do_not_recommend]
impl Leaf for () {}
#[diagnostic::do_not_recommend]
impl<T: Leaf + ?Sized> Column for PhantomData<T> {
    const KIND: FieldKind = FieldKind::NullableCell;
}
#[diagnostic::do_not_recommend]
impl<T: Leaf + ?Sized> Leaf for PhantomData<T> {}
impl<T: Leaf> Column for Option<T> {
    const KIND: FieldKind = FieldKind::NullableCell;
}
#[diagnostic::do_not_recommend]
impl<T: Leaf> Leaf for Option<T> {}

/// Implements a trait for types that serde serializes like the value inside: references and pointers,
/// and the given others.
macro_rules! transparent {
    ($tr:ident $body:tt $([$($bound:tt)*] $ty:ty),*) => {
        transparent! { @each $tr $body
            [+ ?Sized] &T, [+ ?Sized] &mut T, [+ ?Sized] Box<T>, [+ ?Sized] Rc<T>, [+ ?Sized] Arc<T>,
            $([$($bound)*] $ty),*
        }
    };
    (@each $tr:ident $body:tt $([$($bound:tt)*] $ty:ty),*) => {$(
        #[diagnostic::do_not_recommend]
        impl<T: $tr $($bound)*> $tr for $ty $body
    )*};
}

transparent! { Column { const KIND: FieldKind = T::KIND; } [] Wrapping<T>, [+ ToOwned + ?Sized] Cow<'_, T> }
transparent! { Leaf { const IS_INTEGER: bool = T::IS_INTEGER; } [] Wrapping<T>, [+ ToOwned + ?Sized] Cow<'_, T> }
transparent! { Tabular { const COLUMNS: RowColumns = T::COLUMNS; } [+ Clone] Cow<'_, T> }
transparent! { TabularRows { const COLUMNS: RowColumns = T::COLUMNS; } [+ ToOwned + ?Sized] Cow<'_, T> }
transparent! { List { const COLUMNS: RowColumns = T::COLUMNS; } [+ ToOwned + ?Sized] Cow<'_, T> }
transparent! {
    ChildList { const COLUMNS: RowColumns = T::COLUMNS; const IS_OPTIONAL: bool = T::IS_OPTIONAL; }
    [+ ToOwned + ?Sized] Cow<'_, T>
}

// Not generated by a macro, because the compiler would show the macro in its messages about types
// that are not tables.

impl<T: Tabular> TabularRows for [T] {
    const COLUMNS: RowColumns = T::COLUMNS;
}
impl<T: Tabular, const N: usize> TabularRows for [T; N] {
    const COLUMNS: RowColumns = T::COLUMNS;
}
impl<T: Tabular> TabularRows for Vec<T> {
    const COLUMNS: RowColumns = T::COLUMNS;
}
impl<T: Tabular> TabularRows for VecDeque<T> {
    const COLUMNS: RowColumns = T::COLUMNS;
}
impl<T: Tabular> TabularRows for LinkedList<T> {
    const COLUMNS: RowColumns = T::COLUMNS;
}
impl<T: Tabular> TabularRows for BinaryHeap<T> {
    const COLUMNS: RowColumns = T::COLUMNS;
}
impl<T: Tabular> TabularRows for BTreeSet<T> {
    const COLUMNS: RowColumns = T::COLUMNS;
}
impl<K, T: Tabular> TabularRows for BTreeMap<K, T> {
    const COLUMNS: RowColumns = T::COLUMNS;
}
#[cfg(feature = "std")]
impl<T: Tabular, S> TabularRows for std::collections::HashSet<T, S> {
    const COLUMNS: RowColumns = T::COLUMNS;
}
#[cfg(feature = "std")]
impl<K, T: Tabular, S> TabularRows for std::collections::HashMap<K, T, S> {
    const COLUMNS: RowColumns = T::COLUMNS;
}
impl<T: TabularRows> TabularRows for Option<T> {
    const COLUMNS: RowColumns = T::COLUMNS;
}

macro_rules! lists {
    ($($ty:ty),*) => {$(
        impl<T: Tabular> List for $ty {
            const COLUMNS: RowColumns = T::COLUMNS;
        }
        impl<T: Tabular> ChildList for $ty {
            const COLUMNS: RowColumns = T::COLUMNS;
        }
    )*};
}

lists!([T], Vec<T>, VecDeque<T>, LinkedList<T>);

impl<T: Tabular, const N: usize> List for [T; N] {
    const COLUMNS: RowColumns = T::COLUMNS;
}

impl<T: Tabular, const N: usize> ChildList for [T; N] {
    const COLUMNS: RowColumns = T::COLUMNS;
}

impl<T: List> List for Option<T> {
    const COLUMNS: RowColumns = T::COLUMNS;
}

impl<T: ChildList> ChildList for Option<T> {
    const COLUMNS: RowColumns = T::COLUMNS;
    const IS_OPTIONAL: bool = true;
}
