//! Reads columns that are hoisted out of their table (`#[toon(hoist)]`) as fields of each row.

use super::columns::is_joined;
use super::forward::forward;
use super::keyed::AsList;
use super::row::{ExtraValue, Given, RowSeed};
use crate::partial::scalar::Scalar;
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
use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, Error, IntoDeserializer, MapAccess, SeqAccess, Visitor,
};
use serde::forward_to_deserialize_any;

/// The name of a field that is a table, and the names of its hoisted columns.
pub(super) type HoistingTable = (&'static str, &'static [&'static str]);

/// A deserializer for a struct with such tables. Everything else is forwarded.
pub struct Unhoist<D>(pub D, pub &'static [HoistingTable]);

/// A row type with hoisted columns, or a table of such rows.
pub trait Hoists {
    /// The names of the columns.
    const NAMES: &'static [&'static str];
}

macro_rules! hoists {
    ($($(#[$meta:meta])* [$($generics:tt)*] $ty:ty;)*) => {$(
        $(#[$meta])*
        impl<$($generics)*> Hoists for $ty {
            const NAMES: &'static [&'static str] = T::NAMES;
        }
    )*};
}

hoists! {
    [T: Hoists] [T]; [T: Hoists, const N: usize] [T; N]; [T: Hoists] Vec<T>; [T: Hoists] VecDeque<T>;
    [T: Hoists] LinkedList<T>; [T: Hoists] BinaryHeap<T>; [T: Hoists] BTreeSet<T>; [K, T: Hoists] BTreeMap<K, T>;
    #[cfg(feature = "std")] [T: Hoists, S] std::collections::HashSet<T, S>;
    #[cfg(feature = "std")] [K, T: Hoists, S] std::collections::HashMap<K, T, S>;
    [T: Hoists] Option<T>;
    [T: Hoists + ?Sized] &T; [T: Hoists + ?Sized] Box<T>; [T: Hoists + ?Sized] Rc<T>; [T: Hoists + ?Sized] Arc<T>;
    [T: Hoists + ToOwned + ?Sized] Cow<'_, T>;
}

/// Looks up the [`Hoists`] of a type. A type without any gets the `NAMES` of [`NoHoists`], because
/// an inherent constant takes precedence over one from a trait.
pub struct HoistsOf<T: ?Sized>(PhantomData<T>);

impl<T: Hoists + ?Sized> HoistsOf<T> {
    /// The names of the hoisted columns.
    pub const NAMES: &'static [&'static str] = T::NAMES;
}

/// Whether `key` is the name of a hoisted column of the table.
pub const fn is_hoisted(columns: &[&str], table: &str, key: &str) -> bool {
    let mut index = 0;
    while index < columns.len() {
        if is_joined(table, columns[index], key) {
            return true;
        }
        index += 1;
    }
    false
}

/// The fallback for types without hoisted columns.
pub trait NoHoists {
    /// Empty.
    const NAMES: &'static [&'static str] = &[];
}

impl<T: ?Sized> NoHoists for HoistsOf<T> {}

impl<'de, D: Deserializer<'de>> Deserializer<'de> for Unhoist<D> {
    type Error = D::Error;

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.0.deserialize_struct(name, fields, UnhoistVisitor { visitor, names: fields, tables: self.1 })
    }

    forward! { deserialize_newtype_struct(name: &'static str); }
}

struct UnhoistVisitor<V> {
    visitor: V,
    names: &'static [&'static str],
    tables: &'static [HoistingTable],
}

impl<'de, V: Visitor<'de>> Visitor<'de> for UnhoistVisitor<V> {
    type Value = V::Value;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.visitor.expecting(formatter)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<V::Value, A::Error> {
        let UnhoistVisitor { visitor, names, tables } = self;
        visitor.visit_map(UnhoistedEntries { map, names, tables, common: Vec::new(), given: Given::new() })
    }

    fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<V::Value, A::Error> {
        self.visitor.visit_seq(seq)
    }
}

/// The value of a hoisted column.
struct Common<'de> {
    table: &'static str,
    column: &'static str,
    scalar: Scalar<'de>,
}

/// The entries of the struct, without hoisted columns.
struct UnhoistedEntries<'de, A> {
    map: A,
    names: &'static [&'static str],
    tables: &'static [HoistingTable],
    /// Hoisted columns whose table has not been read yet.
    common: Vec<Common<'de>>,
    /// The hoisted columns of the next table.
    given: Given<'de>,
}

impl<A> UnhoistedEntries<'_, A> {
    /// Moves the hoisted columns of `table`, whose key has been read, to `given`.
    fn begin_table(&mut self, table: Option<&'static str>) {
        self.given = Given::new();
        if self.common.is_empty() {
            return;
        }
        let common = core::mem::take(&mut self.common);
        let (own, others): (Vec<_>, _) = common.into_iter().partition(|common| Some(common.table) == table);
        self.common = others;
        let own = own.into_iter().rev();
        self.given = own.map(|common| (common.column, ExtraValue::Common(common.scalar))).collect();
    }
}

/// What a key stands for.
enum Meaning<K> {
    /// A field of the struct, and its name if it is a table.
    Field(K, Option<&'static str>),
    /// A hoisted column: the table and the column.
    Column(&'static str, &'static str),
}

/// Reads a key and determines what it stands for.
struct KeySeed<'s, K> {
    /// Taken once the key turns out to be a field.
    seed: &'s mut Option<K>,
    names: &'static [&'static str],
    tables: &'static [HoistingTable],
}

impl<'de, K: DeserializeSeed<'de>> DeserializeSeed<'de> for KeySeed<'_, K> {
    type Value = Meaning<K::Value>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Meaning<K::Value>, D::Error> {
        let key = KeyTextSeed(PhantomData).deserialize(deserializer)?;
        if !self.names.contains(&&*key) {
            for &(table, columns) in self.tables {
                let column = key.strip_prefix(table).and_then(|rest| rest.strip_prefix('_'));
                if let Some(column) = columns.iter().find(|name| column == Some(**name)) {
                    return Ok(Meaning::Column(table, column));
                }
            }
        }
        let table = self.tables.iter().map(|(table, _)| *table).find(|table| *table == key);
        let Some(seed) = self.seed.take() else { return Err(D::Error::custom("a key was requested twice")) };
        let field = match key {
            Cow::Borrowed(key) => seed.deserialize(BorrowedStrDeserializer::new(key)),
            Cow::Owned(key) => seed.deserialize(key.into_deserializer()),
        };
        Ok(Meaning::Field(field?, table))
    }
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for UnhoistedEntries<'de, A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, A::Error> {
        let mut seed = Some(seed);
        loop {
            let key = KeySeed { seed: &mut seed, names: self.names, tables: self.tables };
            match self.map.next_key_seed(key)? {
                Some(Meaning::Field(key, table)) => {
                    self.begin_table(table);
                    return Ok(Some(key));
                }
                Some(Meaning::Column(table, column)) => {
                    let scalar = self.map.next_value()?;
                    self.common.push(Common { table, column, scalar });
                }
                None => {
                    let Some(Common { table, column, .. }) = self.common.first() else { return Ok(None) };
                    let message =
                        format!("the column `{table}_{column}` must come before its table `{table}`");
                    return Err(A::Error::custom(message));
                }
            }
        }
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, A::Error> {
        self.map.next_value_seed(FieldSeed { seed, given: core::mem::take(&mut self.given) })
    }

    fn size_hint(&self) -> Option<usize> {
        self.map.size_hint()
    }
}

/// Reads the value of a field.
struct FieldSeed<'de, S> {
    seed: S,
    given: Given<'de>,
}

impl<'de, S: DeserializeSeed<'de>> DeserializeSeed<'de> for FieldSeed<'de, S> {
    type Value = S::Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<S::Value, D::Error> {
        self.seed.deserialize(FieldDe(deserializer, self.given))
    }
}

/// Reads a field, which may be a table. Everything else is forwarded without wrapping the visitor,
/// so that the compiler can handle recursive structs.
struct FieldDe<'de, D>(D, Given<'de>);

/// The newtype name by which a table requests its hoisted columns.
const TABLE: &str = "$toon::table";

impl<'de, D: Deserializer<'de>> Deserializer<'de> for FieldDe<'de, D> {
    type Error = D::Error;

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        match name {
            TABLE if self.1.is_empty() => visitor.visit_newtype_struct(self.0),
            TABLE => visitor.visit_newtype_struct(Filled { inner: self.0, given: self.1 }),
            _ => self.0.deserialize_newtype_struct(name, visitor),
        }
    }

    forward! { deserialize_struct(name: &'static str, fields: &'static [&'static str]); }
}

/// Reads a field that is a table, in a struct that is read by [`Unhoist`].
pub fn read_table<'de, T: Deserialize<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    deserializer.deserialize_newtype_struct(TABLE, TableVisitor(PhantomData))
}

struct TableVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for TableVisitor<T> {
    type Value = T;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a table")
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        T::deserialize(deserializer)
    }
}

/// Like [`read_table`], for a list that is keyed by one of its fields.
pub fn read_list<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
    key: &'static str,
) -> Result<T, D::Error> {
    deserializer.deserialize_newtype_struct(TABLE, ListVisitor(key, PhantomData))
}

struct ListVisitor<T>(&'static str, PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for ListVisitor<T> {
    type Value = T;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a table")
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        T::deserialize(AsList(deserializer, self.0))
    }
}

/// A table whose rows have additional fields: its deserializer, its visitor, or its rows.
struct Filled<'de, T> {
    inner: T,
    given: Given<'de>,
}

impl<'de, D: Deserializer<'de>> Deserializer<'de> for Filled<'de, D> {
    type Error = D::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.inner.deserialize_any(Filled { inner: visitor, given: self.given })
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.inner.deserialize_seq(Filled { inner: visitor, given: self.given })
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, D::Error> {
        self.inner.deserialize_tuple(len, Filled { inner: visitor, given: self.given })
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.inner.deserialize_map(Filled { inner: visitor, given: self.given })
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.inner.deserialize_option(Filled { inner: visitor, given: self.given })
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct newtype_struct
        tuple_struct struct enum identifier ignored_any
    }

    fn is_human_readable(&self) -> bool {
        self.inner.is_human_readable()
    }
}

impl<'de, V: Visitor<'de>> Visitor<'de> for Filled<'de, V> {
    type Value = V::Value;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.inner.expecting(formatter)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<V::Value, A::Error> {
        self.inner.visit_seq(Filled { inner: seq, given: self.given })
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<V::Value, A::Error> {
        self.inner.visit_map(Filled { inner: map, given: self.given })
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<V::Value, D::Error> {
        self.inner.visit_some(Filled { inner: deserializer, given: self.given })
    }

    fn visit_none<E: Error>(self) -> Result<V::Value, E> {
        self.inner.visit_none()
    }

    fn visit_unit<E: Error>(self) -> Result<V::Value, E> {
        self.inner.visit_unit()
    }
}

impl<'de, A: SeqAccess<'de>> SeqAccess<'de> for Filled<'de, A> {
    type Error = A::Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, A::Error> {
        self.inner.next_element_seed(RowSeed { seed, given: self.given.clone() })
    }

    fn size_hint(&self) -> Option<usize> {
        self.inner.size_hint()
    }
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Filled<'de, A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, A::Error> {
        self.inner.next_key_seed(seed)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, A::Error> {
        self.inner.next_value_seed(RowSeed { seed, given: self.given.clone() })
    }

    fn size_hint(&self) -> Option<usize> {
        self.inner.size_hint()
    }
}
