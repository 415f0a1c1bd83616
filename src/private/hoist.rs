//! Reads columns that are hoisted out of their table (`#[toon(hoist)]`) as fields of each row.

use super::columns::{any, is_joined};
use super::keyed::AsList;
use super::row::{ExtraValue, Given, row_seed};
use crate::projection::adapter::{Adapter, Change, EntryKey, Everything, Structs};
use crate::projection::scalar::Scalar;
use alloc::borrow::Cow;
use alloc::format;
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;
use serde::de::{Deserialize, DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};

/// Whether `key` is the name of a hoisted column of the table.
pub const fn is_hoisted(columns: &[&str], table: &str, key: &str) -> bool {
    any!(columns, column => is_joined(table, column, key))
}

/// The name of a field that is a table, and the names of its hoisted columns.
type HoistingTable = (&'static str, &'static [&'static str]);

/// A deserializer for a struct with such tables.
pub fn unhoist<'de, D: Deserializer<'de>>(
    deserializer: D,
    tables: &'static [HoistingTable],
) -> impl Deserializer<'de, Error = D::Error> {
    let change = Unhoist { names: &[], tables, common: Vec::new(), given: Given::new() };
    Adapter { inner: deserializer, change }
}

/// Takes hoisted columns out of a struct, and adds them to the rows of their tables.
struct Unhoist<'de> {
    /// The names of the struct's fields.
    names: &'static [&'static str],
    tables: &'static [HoistingTable],
    /// Hoisted columns whose table has not been read yet.
    common: Vec<Common<'de>>,
    /// The hoisted columns of the next table.
    given: Given<'de>,
}

/// The value of a hoisted column.
struct Common<'de> {
    table: &'static str,
    column: &'static str,
    scalar: Scalar<'de>,
}

impl Unhoist<'_> {
    /// The table and the column, if `key` is the name of a hoisted column.
    fn column(&self, key: &str) -> Option<(&'static str, &'static str)> {
        if self.names.contains(&key) {
            return None;
        }
        self.tables.iter().find_map(|&(table, columns)| {
            let column = key.strip_prefix(table)?.strip_prefix('_')?;
            columns.iter().find(|name| **name == column).map(|column| (table, *column))
        })
    }
}

impl<'de> Change<'de> for Unhoist<'de> {
    type Reach = Structs;

    fn begin_struct(&mut self, fields: &'static [&'static str]) {
        self.names = fields;
    }

    fn key(&mut self, key: Cow<'de, str>) -> EntryKey<'de> {
        if self.column(&key).is_some() {
            return EntryKey::Taken(key);
        }
        self.given = Given::new();
        if !self.common.is_empty() {
            let common = core::mem::take(&mut self.common).into_iter();
            let (own, others): (Vec<_>, _) = common.partition(|common| common.table == key);
            self.common = others;
            let own = own.into_iter().rev();
            self.given = own.map(|common| (common.column, ExtraValue::Common(common.scalar))).collect();
        }
        EntryKey::Kept(key)
    }

    fn take<A: MapAccess<'de>>(&mut self, key: &str, map: &mut A) -> Result<(), A::Error> {
        let Some((table, column)) = self.column(key) else { return Ok(()) };
        let scalar = map.next_value()?;
        self.common.push(Common { table, column, scalar });
        Ok(())
    }

    fn key_after<A: MapAccess<'de>>(&mut self, _: &mut A) -> Result<Option<&str>, A::Error> {
        let Some(Common { table, column, .. }) = self.common.first() else { return Ok(None) };
        let message = format!("the column `{table}_{column}` must come before its table `{table}`");
        Err(A::Error::custom(message))
    }

    fn value<A: MapAccess<'de>, S: DeserializeSeed<'de>>(
        &mut self,
        map: &mut A,
        seed: S,
    ) -> Result<S::Value, A::Error> {
        let field = HoistingField(core::mem::take(&mut self.given));
        map.next_value_seed(Adapter { inner: seed, change: field })
    }
}

/// Adds hoisted columns to a field if it is read as a table.
struct HoistingField<'de>(Given<'de>);

/// The newtype name by which a table requests its hoisted columns.
const TABLE: &str = "$toon::table";

impl<'de> Change<'de> for HoistingField<'de> {
    type Reach = Structs;

    fn structure<D: Deserializer<'de>, V: Visitor<'de>>(
        self,
        deserializer: D,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        deserializer.deserialize_struct(name, fields, visitor)
    }

    fn newtype<D: Deserializer<'de>, V: Visitor<'de>>(
        self,
        deserializer: D,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        match name {
            TABLE if self.0.is_empty() => visitor.visit_newtype_struct(deserializer),
            TABLE => visitor.visit_newtype_struct(Adapter { inner: deserializer, change: Filled(self.0) }),
            _ => deserializer.deserialize_newtype_struct(name, visitor),
        }
    }
}

/// Reads a field that is a table, in a struct that is read by [`unhoist`].
pub fn read_table<'de, T: Deserialize<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    deserializer.deserialize_newtype_struct(TABLE, TableVisitor(PhantomData))
}

/// Like [`read_table`], for a list that is keyed by one of its fields.
pub fn read_list<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
    key: &'static str,
) -> Result<T, D::Error> {
    let list = Adapter { inner: PhantomData, change: AsList(key) };
    deserializer.deserialize_newtype_struct(TABLE, TableVisitor(list))
}

struct TableVisitor<S>(S);

impl<'de, S: DeserializeSeed<'de>> Visitor<'de> for TableVisitor<S> {
    type Value = S::Value;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a table")
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<S::Value, D::Error> {
        self.0.deserialize(deserializer)
    }
}

/// Adds fields to each row of a table.
struct Filled<'de>(Given<'de>);

impl<'de> Change<'de> for Filled<'de> {
    type Reach = Everything;
    const MAY_BE_NULL: bool = true;
    const READS_KEYS: bool = false;

    fn elements<A: SeqAccess<'de>, V: Visitor<'de>>(self, rows: A, visitor: V) -> Result<V::Value, A::Error> {
        visitor.visit_seq(FilledRows { rows, given: self.0 })
    }

    fn value<A: MapAccess<'de>, S: DeserializeSeed<'de>>(
        &mut self,
        map: &mut A,
        seed: S,
    ) -> Result<S::Value, A::Error> {
        map.next_value_seed(row_seed(seed, self.0.clone()))
    }
}

struct FilledRows<'de, A> {
    rows: A,
    given: Given<'de>,
}

impl<'de, A: SeqAccess<'de>> SeqAccess<'de> for FilledRows<'de, A> {
    type Error = A::Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, A::Error> {
        self.rows.next_element_seed(row_seed(seed, self.given.clone()))
    }

    fn size_hint(&self) -> Option<usize> {
        self.rows.size_hint()
    }
}
