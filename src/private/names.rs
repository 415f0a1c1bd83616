//! The names that reading needs of the rows of a table: those of columns and lists that are not in it.

use alloc::borrow::{Cow, ToOwned};
use alloc::boxed::Box;
use alloc::collections::{BTreeMap, BTreeSet, BinaryHeap, LinkedList, VecDeque};
use alloc::rc::Rc;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::marker::PhantomData;

/// A row type with hoisted columns or child tables, or a table of such rows.
pub trait Outside {
    /// The names of the hoisted columns.
    const HOISTED: &'static [&'static str] = &[];
    /// The fields that are child tables.
    const CHILDREN: &'static [ChildNames] = &[];
}

/// A field of a row that may be a child table, and the child tables of its own rows.
#[derive(Clone, Copy)]
pub struct ChildNames(pub &'static str, pub &'static [ChildNames]);

macro_rules! tables {
    ($($(#[$meta:meta])* [$($generics:tt)*] $ty:ty;)*) => {$(
        $(#[$meta])*
        impl<$($generics)*> Outside for $ty {
            const HOISTED: &'static [&'static str] = T::HOISTED;
            const CHILDREN: &'static [ChildNames] = T::CHILDREN;
        }
    )*};
}

tables! {
    [T: Outside] [T]; [T: Outside, const N: usize] [T; N]; [T: Outside] Vec<T>; [T: Outside] VecDeque<T>;
    [T: Outside] LinkedList<T>; [T: Outside] BinaryHeap<T>; [T: Outside] BTreeSet<T>; [K, T: Outside] BTreeMap<K, T>;
    #[cfg(feature = "std")] [T: Outside, S] std::collections::HashSet<T, S>;
    #[cfg(feature = "std")] [K, T: Outside, S] std::collections::HashMap<K, T, S>;
    [T: Outside] Option<T>;
    [T: Outside + ?Sized] &T; [T: Outside + ?Sized] Box<T>; [T: Outside + ?Sized] Rc<T>; [T: Outside + ?Sized] Arc<T>;
    [T: Outside + ToOwned + ?Sized] Cow<'_, T>;
}

/// Looks up what is [`Outside`] of a type. A type without anything gets the constants of
/// [`NothingOutside`], because inherent constants take precedence over those of a trait.
pub struct OutsideOf<T: ?Sized>(PhantomData<T>);

impl<T: Outside + ?Sized> OutsideOf<T> {
    /// The names of the hoisted columns.
    pub const HOISTED: &'static [&'static str] = T::HOISTED;
    /// The fields that are child tables.
    pub const CHILDREN: &'static [ChildNames] = T::CHILDREN;
}

/// The fallback for types without hoisted columns and child tables.
pub trait NothingOutside {
    /// Empty.
    const HOISTED: &'static [&'static str] = &[];
    /// Empty.
    const CHILDREN: &'static [ChildNames] = &[];
}

impl<T: ?Sized> NothingOutside for OutsideOf<T> {}
