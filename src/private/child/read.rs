//! Reads a struct whose tables may have child tables beside them.

use super::buffer::{BufferSeed, Buffered};
use super::deliver::deliver;
use super::join::{Meaning, Table, join};
use super::names::ChildNames;
use crate::partial::adapter::{Adapter, Change, Key, Structs};
use alloc::borrow::{Cow, ToOwned};
use alloc::boxed::Box;
use alloc::collections::{BTreeMap, BTreeSet, BinaryHeap, LinkedList, VecDeque};
use alloc::format;
use alloc::rc::Rc;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::marker::PhantomData;
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess};

/// A row type with child tables, or a table of such rows.
pub trait Children {
    /// The fields that are child tables.
    const NAMES: &'static [ChildNames];
}

macro_rules! children {
    ($($(#[$meta:meta])* [$($generics:tt)*] $ty:ty;)*) => {$(
        $(#[$meta])*
        impl<$($generics)*> Children for $ty {
            const NAMES: &'static [ChildNames] = T::NAMES;
        }
    )*};
}

children! {
    [T: Children] [T]; [T: Children, const N: usize] [T; N]; [T: Children] Vec<T>; [T: Children] VecDeque<T>;
    [T: Children] LinkedList<T>; [T: Children] BinaryHeap<T>; [T: Children] BTreeSet<T>; [K, T: Children] BTreeMap<K, T>;
    #[cfg(feature = "std")] [T: Children, S] std::collections::HashSet<T, S>;
    #[cfg(feature = "std")] [K, T: Children, S] std::collections::HashMap<K, T, S>;
    [T: Children] Option<T>;
    [T: Children + ?Sized] &T; [T: Children + ?Sized] Box<T>; [T: Children + ?Sized] Rc<T>; [T: Children + ?Sized] Arc<T>;
    [T: Children + ToOwned + ?Sized] Cow<'_, T>;
}

/// Looks up the [`Children`] of a type. A type without any gets the `NAMES` of [`NoChildren`],
/// because an inherent constant takes precedence over one from a trait.
pub struct ChildrenOf<T: ?Sized>(PhantomData<T>);

impl<T: Children + ?Sized> ChildrenOf<T> {
    /// The fields that are child tables.
    pub const NAMES: &'static [ChildNames] = T::NAMES;
}

/// The fallback for types without child tables.
pub trait NoChildren {
    /// Empty.
    const NAMES: &'static [ChildNames] = &[];
}

impl<T: ?Sized> NoChildren for ChildrenOf<T> {}

/// A field that is a table, and the child tables of its rows.
type ParentTable = (&'static str, &'static [ChildNames]);

/// A deserializer for a struct with such tables.
pub fn rejoin<'de, D: Deserializer<'de>>(
    deserializer: D,
    tables: &'static [ParentTable],
) -> impl Deserializer<'de, Error = D::Error> {
    let tables = tables.iter().filter(|(_, children)| !children.is_empty());
    let tables = tables.map(|&(name, children)| Table::new(name, children)).collect();
    Adapter { inner: deserializer, change: Rejoin { tables, is_joined: false, value: None } }
}

/// Puts child tables back into the rows of their tables, which become the last fields of the struct.
struct Rejoin<'de> {
    tables: Vec<Table<'de>>,
    is_joined: bool,
    /// The table whose key has been handed out.
    value: Option<Buffered<'de>>,
}

impl<'de> Change<'de> for Rejoin<'de> {
    type Reach = Structs;

    fn key(&mut self, key: Cow<'de, str>) -> Key<'de> {
        match Table::find(&mut self.tables, &key, false) {
            None => Key::Kept(key),
            Some(_) => Key::Taken(key),
        }
    }

    fn take<A: MapAccess<'de>>(&mut self, key: &str, map: &mut A) -> Result<(), A::Error> {
        match Table::find(&mut self.tables, key, false) {
            Some(Meaning::Rows(rows @ None)) => *rows = Some(map.next_value_seed(BufferSeed(&mut None))?),
            Some(Meaning::Of(of @ None)) => *of = Some(map.next_value()?),
            _ => return Err(A::Error::custom(format!("duplicate field `{key}`"))),
        }
        Ok(())
    }

    /// The next table, once all entries have been read.
    fn key_after<A: MapAccess<'de>>(&mut self, map: &mut A) -> Result<Option<&str>, A::Error> {
        if !self.is_joined {
            self.is_joined = true;
            for table in &mut self.tables {
                join(table, table.name, map)?;
            }
        }
        let next = self.tables.iter_mut().find_map(|table| Some((table.name, table.rows.take()?)));
        let (name, rows) = next.unzip();
        self.value = rows;
        Ok(name)
    }

    fn value<A: MapAccess<'de>, S: DeserializeSeed<'de>>(
        &mut self,
        map: &mut A,
        seed: S,
    ) -> Result<S::Value, A::Error> {
        match self.value.take() {
            Some(value) => deliver(map, value, seed),
            None => map.next_value_seed(seed),
        }
    }
}
