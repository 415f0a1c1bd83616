//! Which types can stand in a table, known while compiling.

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

/// A type whose values are columns: one cell, or a group of them.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a column of a table",
    label = "neither a cell nor a struct with `#[toon(tabular)]`",
    note = "a cell is a number, a bool, a char, a string, an `Option` of one, an enum without content or a newtype of a cell, if it derives `toon::Serialize`",
    note = "if its values are scalars all the same, say `#[toon(cell)]` on the field; if TOON can do without it, `#[toon(skip)]`"
)]
pub trait Column {
    /// What the derives name, to see whether a type is one.
    const CHECKED: () = ();
}

/// A type whose values are one cell each.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no single cell of a table",
    label = "not a cell",
    note = "`null` can stand for one cell, not for a group of columns: make the fields of `{Self}` optional instead"
)]
pub trait Leaf {
    /// What the derives name, to see whether a type is one.
    const CHECKED: () = ();
}

/// A struct with `#[toon(tabular)]`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a row of a table",
    label = "not a struct with `#[toon(tabular)]`",
    note = "a row is a struct that derives `toon::Serialize` and has `#[toon(tabular)]`"
)]
pub trait Tabular {
    /// What the derives name, to see whether a type is one.
    const CHECKED: () = ();
    /// Its columns. Nothing is known of those where a mistake has been reported.
    const COLUMNS: Option<Columns> = None;
}

/// The columns of a row.
#[derive(Clone, Copy)]
pub struct Columns {
    /// The names of its own fields.
    pub own: &'static [&'static str],
    /// How many columns there are besides: a tag, and those of other structs in it.
    pub others: usize,
}

impl Columns {
    /// How many columns there are, as far as it is known.
    pub const fn count(columns: Option<Self>) -> usize {
        match columns {
            Some(columns) => columns.own.len() + columns.others,
            None => usize::MAX / 2,
        }
    }

    /// Whether one of the row's own fields has this name, unless nothing is known of them.
    pub const fn has(columns: Option<Self>, name: &str) -> bool {
        let Some(columns) = columns else { return true };
        let mut index = 0;
        while index < columns.own.len() {
            if is_equal(columns.own[index].as_bytes(), name.as_bytes()) {
                return true;
            }
            index += 1;
        }
        false
    }
}

const fn is_equal(a: &[u8], b: &[u8]) -> bool {
    let mut index = 0;
    while index < a.len() && index < b.len() && a[index] == b[index] {
        index += 1;
    }
    index == a.len() && index == b.len()
}

/// A type whose values are lists of rows, which can be written by one of their fields.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a table by a field of its rows",
    label = "not a list of structs with `#[toon(tabular)]`",
    note = "`#[toon(tabular(key = \"…\"))]` stands on a field that is a `Vec`, `VecDeque`, slice or array of rows, or an `Option` of one",
    note = "for a map, whose keys are there already, and for a set, say `#[toon(tabular)]` alone"
)]
pub trait List {
    /// The columns of its rows.
    const COLUMNS: Option<Columns>;
}

/// A type whose values are tables.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no table",
    label = "not a sequence, set or map of structs with `#[toon(tabular)]`",
    note = "`#[toon(tabular)]` stands on a field that is a `Vec`, slice, array, set or map of rows, or an `Option` of one"
)]
pub trait Rows {
    /// What the derives name, to see whether a type is one.
    const CHECKED: () = ();
}

// The compiler is to name the rule and not this list: hence `do_not_recommend`. It stands not where it would hide the type
// inside that is at fault, as in a `Vec` of what is no row.

macro_rules! leaves {
    ($($(#[$meta:meta])* $ty:ty),* $(,)?) => {$(
        $(#[$meta])*
        #[diagnostic::do_not_recommend]
        impl Column for $ty {}
        $(#[$meta])*
        #[diagnostic::do_not_recommend]
        impl Leaf for $ty {}
    )*};
}

leaves! {
    bool, char, str, String, (),
    i8, i16, i32, i64, i128, isize,
    u8, u16, u32, u64, u128, usize,
    f32, f64,
    IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6,
    core::num::NonZero<i8>, core::num::NonZero<i16>, core::num::NonZero<i32>, core::num::NonZero<i64>, core::num::NonZero<i128>, core::num::NonZero<isize>, core::num::NonZero<u8>, core::num::NonZero<u16>, core::num::NonZero<u32>, core::num::NonZero<u64>, core::num::NonZero<u128>, core::num::NonZero<usize>,
    core::fmt::Arguments<'_>,
    core::sync::atomic::AtomicBool,
    core::sync::atomic::AtomicI8, core::sync::atomic::AtomicI16, core::sync::atomic::AtomicI32,
    core::sync::atomic::AtomicU8, core::sync::atomic::AtomicU16, core::sync::atomic::AtomicU32,
    core::sync::atomic::AtomicIsize, core::sync::atomic::AtomicUsize,
    #[cfg(target_has_atomic = "64")] core::sync::atomic::AtomicI64,
    #[cfg(target_has_atomic = "64")] core::sync::atomic::AtomicU64,
    #[cfg(feature = "std")] std::path::Path,
    #[cfg(feature = "std")] std::path::PathBuf,
}

#[diagnostic::do_not_recommend]
impl<T: Leaf + ?Sized> Column for PhantomData<T> {}
#[diagnostic::do_not_recommend]
impl<T: Leaf + ?Sized> Leaf for PhantomData<T> {}
impl<T: Leaf> Column for Option<T> {}
#[diagnostic::do_not_recommend]
impl<T: Leaf> Leaf for Option<T> {}

/// What serde writes as the value inside.
macro_rules! transparent {
    ($(#[$meta:meta])* $tr:ident: $($ty:ty),*) => {$(
        #[diagnostic::do_not_recommend]
        impl<T: $tr + ?Sized> $tr for $ty {}
    )*};
    ($tr:ident with COLUMNS: $($ty:ty),*) => {$(
        #[diagnostic::do_not_recommend]
        impl<T: $tr + ?Sized> $tr for $ty {
            const COLUMNS: Option<Columns> = T::COLUMNS;
        }
    )*};
}

transparent!(Column: &T, &mut T, Box<T>, Rc<T>, Arc<T>);
transparent!(Leaf: &T, &mut T, Box<T>, Rc<T>, Arc<T>);
transparent!(Rows: &T, &mut T, Box<T>, Rc<T>, Arc<T>);
transparent!(Tabular with COLUMNS: &T, &mut T, Box<T>, Rc<T>, Arc<T>);
transparent!(List with COLUMNS: &T, &mut T, Box<T>, Rc<T>, Arc<T>);

#[diagnostic::do_not_recommend]
impl<T: Column> Column for Wrapping<T> {}
#[diagnostic::do_not_recommend]
impl<T: Leaf> Leaf for Wrapping<T> {}
#[diagnostic::do_not_recommend]
impl<T: Column + ToOwned + ?Sized> Column for Cow<'_, T> {}
#[diagnostic::do_not_recommend]
impl<T: Leaf + ToOwned + ?Sized> Leaf for Cow<'_, T> {}
#[diagnostic::do_not_recommend]
impl<T: Tabular + Clone> Tabular for Cow<'_, T> {
    const COLUMNS: Option<Columns> = T::COLUMNS;
}
#[diagnostic::do_not_recommend]
impl<T: Rows + ToOwned + ?Sized> Rows for Cow<'_, T> {}
#[diagnostic::do_not_recommend]
impl<T: List + ToOwned + ?Sized> List for Cow<'_, T> {
    const COLUMNS: Option<Columns> = T::COLUMNS;
}

impl<T: Tabular> Rows for [T] {}
impl<T: Tabular, const N: usize> Rows for [T; N] {}
impl<T: Tabular> Rows for Vec<T> {}
impl<T: Tabular> Rows for VecDeque<T> {}
impl<T: Tabular> Rows for LinkedList<T> {}
impl<T: Tabular> Rows for BinaryHeap<T> {}
impl<T: Tabular> Rows for BTreeSet<T> {}
impl<K, T: Tabular> Rows for BTreeMap<K, T> {}
#[cfg(feature = "std")]
impl<T: Tabular, S> Rows for std::collections::HashSet<T, S> {}
#[cfg(feature = "std")]
impl<K, T: Tabular, S> Rows for std::collections::HashMap<K, T, S> {}
impl<T: Rows> Rows for Option<T> {}

macro_rules! lists {
    ($($ty:ty),*) => {$(
        impl<T: Tabular> List for $ty {
            const COLUMNS: Option<Columns> = T::COLUMNS;
        }
    )*};
}

lists!([T], Vec<T>, VecDeque<T>, LinkedList<T>);

impl<T: Tabular, const N: usize> List for [T; N] {
    const COLUMNS: Option<Columns> = T::COLUMNS;
}

impl<T: List> List for Option<T> {
    const COLUMNS: Option<Columns> = T::COLUMNS;
}
