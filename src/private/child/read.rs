//! Reads a struct whose tables may have child tables beside them.

use super::super::forward::forward;
use super::buffer::{BufferSeed, Buffered};
use super::deliver::deliver;
use super::join::{Meaning, Table, join};
use super::names::ChildNames;
use crate::partial::text::KeyTextSeed;
use alloc::borrow::{Cow, ToOwned};
use alloc::boxed::Box;
use alloc::collections::{BTreeMap, BTreeSet, BinaryHeap, LinkedList, VecDeque};
use alloc::format;
use alloc::rc::Rc;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;
use serde::de::value::BorrowedStrDeserializer;
use serde::de::{DeserializeSeed, Deserializer, Error, IntoDeserializer, MapAccess, SeqAccess, Visitor};

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

/// A deserializer for a struct with such tables. Everything else is forwarded.
pub struct Rejoin<D>(pub D, pub &'static [ParentTable]);

impl<'de, D: Deserializer<'de>> Deserializer<'de> for Rejoin<D> {
    type Error = D::Error;

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.0.deserialize_struct(name, fields, RejoinVisitor { visitor, tables: self.1 })
    }

    forward! { deserialize_newtype_struct(name: &'static str); }
}

struct RejoinVisitor<V> {
    visitor: V,
    tables: &'static [ParentTable],
}

impl<'de, V: Visitor<'de>> Visitor<'de> for RejoinVisitor<V> {
    type Value = V::Value;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.visitor.expecting(formatter)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<V::Value, A::Error> {
        let tables = self.tables.iter().filter(|(_, children)| !children.is_empty());
        let tables = tables.map(|&(name, children)| Table::new(name, children)).collect();
        self.visitor.visit_map(RejoinedEntries { map, tables, is_joined: false, value: None })
    }

    fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<V::Value, A::Error> {
        self.visitor.visit_seq(seq)
    }
}

/// The entries of the struct. Those of its tables come last, with their child tables in their rows.
struct RejoinedEntries<'de, A> {
    map: A,
    tables: Vec<Table<'de>>,
    is_joined: bool,
    /// The table whose key has been handed out.
    value: Option<Buffered<'de>>,
}

impl<'de, A: MapAccess<'de>> RejoinedEntries<'de, A> {
    /// The rows of the next table, once all entries have been read.
    fn next_table(&mut self) -> Result<Option<(&'static str, Buffered<'de>)>, A::Error> {
        if !self.is_joined {
            self.is_joined = true;
            for table in &mut self.tables {
                join(table, table.name, &mut self.map)?;
            }
        }
        for table in &mut self.tables {
            if let Some(rows) = table.rows.take() {
                return Ok(Some((table.name, rows)));
            }
        }
        Ok(None)
    }
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for RejoinedEntries<'de, A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, A::Error> {
        self.value = None;
        while !self.is_joined {
            let Some(key) = self.map.next_key_seed(KeyTextSeed(PhantomData))? else { break };
            match Table::find(&mut self.tables, &key, false) {
                None => {
                    return match key {
                        Cow::Borrowed(key) => seed.deserialize(BorrowedStrDeserializer::new(key)),
                        Cow::Owned(key) => seed.deserialize(key.into_deserializer()),
                    }
                    .map(Some);
                }
                Some(Meaning::Rows(Some(_)) | Meaning::Of(Some(_))) => {
                    return Err(A::Error::custom(format!("duplicate field `{key}`")));
                }
                Some(Meaning::Rows(rows)) => {
                    *rows = Some(self.map.next_value_seed(BufferSeed(&mut None))?);
                }
                Some(Meaning::Of(of)) => *of = Some(self.map.next_value()?),
            }
        }
        let Some((name, rows)) = self.next_table()? else { return Ok(None) };
        self.value = Some(rows);
        seed.deserialize(BorrowedStrDeserializer::new(name)).map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, A::Error> {
        match self.value.take() {
            Some(value) => deliver(&mut self.map, value, seed),
            None => self.map.next_value_seed(seed),
        }
    }
}
