//! Reads a struct whose tables may have child tables beside them.

use super::super::buffered::{BufferSeed, Buffered};
use super::super::deliver::deliver;
use super::super::names::ChildNames;
use super::join::{JoinedTable, Meaning, join};
use crate::projection::adapter::{Adapter, Change, EntryKey, Structs};
use alloc::borrow::Cow;
use alloc::format;
use alloc::vec::Vec;
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess};

/// A field that is a table, and the child tables of its rows.
type ParentTable = (&'static str, &'static [ChildNames]);

/// A deserializer for a struct with such tables.
pub fn rejoin<'de, D: Deserializer<'de>>(
    deserializer: D,
    tables: &'static [ParentTable],
) -> impl Deserializer<'de, Error = D::Error> {
    let tables = tables.iter().filter(|(_, children)| !children.is_empty());
    let tables = tables.map(|&(name, children)| JoinedTable::new(name, children)).collect();
    Adapter { inner: deserializer, change: Rejoin { tables, is_joined: false, value: None } }
}

/// Puts child tables back into the rows of their tables, which become the last fields of the struct.
struct Rejoin<'de> {
    tables: Vec<JoinedTable<'de>>,
    is_joined: bool,
    /// The table whose key has been handed out.
    value: Option<Buffered<'de>>,
}

impl<'de> Change<'de> for Rejoin<'de> {
    type Reach = Structs;

    fn key(&mut self, key: Cow<'de, str>) -> EntryKey<'de> {
        match JoinedTable::find(&mut self.tables, &key, false) {
            None => EntryKey::Kept(key),
            Some(_) => EntryKey::Taken(key),
        }
    }

    fn take<A: MapAccess<'de>>(&mut self, key: &str, map: &mut A) -> Result<(), A::Error> {
        match JoinedTable::find(&mut self.tables, key, false) {
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
