//! Writes a table and its child tables.

use super::super::columns::{FieldKind, RowColumns, RowField};
use super::super::header::TableOrColumns;
use super::super::hint::WithHint;
use super::super::level::AtLevels;
use super::super::list::{ListRows, ListUser, take_apart};
use super::super::row::FieldOf;
use super::names::OF_KEY;
use super::row::counting;
use super::walk::{Descent, EXPECTED, RowCount, RowUser, elements, rows};
use crate::ser::Hint;
use crate::ser::splices;
use alloc::boxed::Box;
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::vec::Vec;
use serde::ser::{Error, Serialize, SerializeMap, SerializeSeq, Serializer};

/// A table with child tables. It serializes as a map of tables where the serializer splices such a
/// map into the object around it, and otherwise as the table itself, whose rows contain their
/// lists.
pub struct WithChildren<T> {
    /// The table.
    pub table: T,
    /// The columns of its rows.
    pub columns: RowColumns,
    /// The hint for the table once its rows contain no lists.
    pub hint: &'static str,
    /// It shows its header even if it is empty, without the column that is the key of the rows.
    pub header: Option<Option<&'static str>>,
}

impl<T: Serialize> Serialize for WithChildren<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if !splices::<S::Ok>() {
            return self.headed(WithHint(&self.table, Hint::TABULAR), serializer);
        }
        let mut tables = serializer.serialize_map(None)?;
        tables.serialize_entry("", &Parents(self))?;
        let mut children = ChildTables { table: &self.table, path: Vec::new(), levels: Vec::new() };
        children.write(self.columns, "", &mut tables)?;
        tables.end()
    }
}

impl<T> WithChildren<T> {
    /// Serializes `table` with the hint to show its header.
    fn headed<S: Serializer>(&self, table: impl Serialize, serializer: S) -> Result<S::Ok, S::Error> {
        match self.header {
            None => table.serialize(serializer),
            Some(key) => {
                let table = TableOrColumns { table, columns: self.columns, key };
                WithHint(table, Hint::HEADER).serialize(serializer)
            }
        }
    }
}

/// The table itself, with counts in place of lists.
struct Parents<'a, T>(&'a WithChildren<T>);

impl<T: Serialize> Serialize for Parents<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let WithChildren { table, columns, hint, .. } = self.0;
        self.0.headed(WithHint(CountingTable(table, *columns), hint), serializer)
    }
}

/// The child tables that have been reached so far.
struct ChildTables<'a, T> {
    table: &'a T,
    /// The names of the lists that lead to the child table.
    path: Vec<&'static str>,
    /// The hints for the levels of these lists.
    levels: Vec<&'static str>,
}

impl<T: Serialize> ChildTables<'_, T> {
    /// Writes the child tables of rows with these columns.
    fn write<M: SerializeMap>(
        &mut self,
        columns: RowColumns,
        parent: &str,
        tables: &mut M,
    ) -> Result<(), M::Error> {
        for field in columns.0.unwrap_or_default() {
            let RowField { name, kind: FieldKind::Child(child), levels, can_be_omitted, .. } = *field else {
                continue;
            };
            self.path.push(name);
            let outer_levels = self.levels.len();
            self.levels.extend(levels);
            let rows = ChildRows { table: self.table, path: &self.path, columns: child.rows, key: child.key };
            // An empty table is left out with `skip_default`, as its column may be.
            if !(can_be_omitted && rows.count::<M::Error>()? == 0) {
                let name = format!("{parent}.{name}");
                if let Some(key) = child.key {
                    rows.check_keys(key)?;
                    tables.serialize_entry(&format!("{name}.{OF_KEY}"), &AtLevels(&key, &self.levels))?;
                }
                let table = WithHint(&rows, child.rows.table_hint(false));
                tables.serialize_entry(&name, &AtLevels(&table, &self.levels))?;
                self.write(child.rows, &name, tables)?;
            }
            self.path.pop();
            self.levels.truncate(outer_levels);
        }
        Ok(())
    }
}

/// The field of a row that its child rows repeat.
fn key_of<'a, R: ?Sized>(row: &'a R, name: &'static str) -> FieldOf<'a, R> {
    FieldOf { row, name, what: "field" }
}

/// The rows of a child table: the elements of a list in each row of its parent.
struct ChildRows<'a, T> {
    table: &'a T,
    /// The names of the lists that lead to it; the last one is its own.
    path: &'a [&'static str],
    columns: RowColumns,
    /// The column of the parent that each row repeats.
    key: Option<&'static str>,
}

impl<T: Serialize> ChildRows<'_, T> {
    /// The number of rows.
    fn count<E: Error>(&self) -> Result<usize, E> {
        let mut descent = Descent { path: self.path, user: RowCount(0) };
        rows::<_, _, E>(self.table, &mut descent)?;
        Ok(descent.user.0)
    }

    /// Fails if two rows of the parent have the same `key`.
    fn check_keys<E: Error>(&self, key: &'static str) -> Result<(), E> {
        let path = self.path.split_last().map_or(self.path, |(_, parents)| parents);
        rows(self.table, &mut Descent { path, user: UniqueKeys { key, seen: BTreeSet::new() } }).map(drop)
    }
}

impl<T: Serialize> Serialize for ChildRows<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Some((field, parents)) = self.path.split_last() else { return Err(S::Error::custom(EXPECTED)) };
        let mut rows = serializer.serialize_seq(Some(self.count()?))?;
        let user = Lists { rows: &mut rows, field, columns: self.columns, key: self.key };
        self::rows(self.table, &mut Descent { path: parents, user })?;
        rows.end()
    }
}

/// Checks that the keys of rows differ.
struct UniqueKeys {
    key: &'static str,
    /// The keys as TOON, in which values of different types differ. There may be many, so without
    /// the spare capacity in which each was written.
    seen: BTreeSet<Box<str>>,
}

impl<E: Error> RowUser<E> for UniqueKeys {
    fn row<R: ?Sized + Serialize>(&mut self, row: &R) -> Result<(), E> {
        let text = crate::to_string(&key_of(row, self.key)).map_err(E::custom)?;
        if self.seen.contains(text.as_str()) {
            return Err(E::custom(format_args!(
                "two rows have the same `{}`, {text}, so their child rows could not be told apart",
                self.key
            )));
        }
        self.seen.insert(text.into_boxed_str());
        Ok(())
    }
}

/// Receives the rows of the parent, and writes the elements of a list in each.
struct Lists<'r, S> {
    rows: &'r mut S,
    field: &'static str,
    columns: RowColumns,
    key: Option<&'static str>,
}

impl<S: SerializeSeq> RowUser<S::Error> for Lists<'_, S> {
    fn row<R: ?Sized + Serialize>(&mut self, parent: &R) -> Result<(), S::Error> {
        let of = self.key.map(|key| key_of(parent, key));
        elements(parent, self.field, &mut ListElements { rows: &mut *self.rows, columns: self.columns, of })
    }
}

/// Receives the elements of one list, which are rows of the child table.
struct ListElements<'r, S, K> {
    rows: &'r mut S,
    columns: RowColumns,
    of: Option<K>,
}

impl<S: SerializeSeq, K: Serialize + Copy> RowUser<S::Error> for ListElements<'_, S, K> {
    fn row<R: ?Sized + Serialize>(&mut self, row: &R) -> Result<(), S::Error> {
        self.rows.serialize_element(&counting(row, self.columns, self.of))
    }
}

/// A table with counts in place of lists.
struct CountingTable<'a, T: ?Sized>(&'a T, RowColumns);

impl<T: ?Sized + Serialize> Serialize for CountingTable<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        take_apart(self.0, ParentWriter { serializer, columns: self.1 })
    }
}

/// Writes the table.
struct ParentWriter<S> {
    serializer: S,
    columns: RowColumns,
}

impl<S: Serializer> ListUser for ParentWriter<S> {
    type Ok = S::Ok;
    type Error = S::Error;
    type Rows = CountingRows<S::SerializeSeq, S::SerializeMap>;
    const EXPECTED: &'static str = EXPECTED;

    fn list(self, len: Option<usize>) -> Result<Self::Rows, S::Error> {
        let rows = TableRows::List(self.serializer.serialize_seq(len)?);
        Ok(CountingRows { rows, columns: self.columns })
    }

    fn map(self, len: Option<usize>) -> Result<Self::Rows, S::Error> {
        let rows = TableRows::Map(self.serializer.serialize_map(len)?);
        Ok(CountingRows { rows, columns: self.columns })
    }

    fn none(self) -> Result<S::Ok, S::Error> {
        self.serializer.serialize_none()
    }

    fn is_human_readable(&self) -> bool {
        self.serializer.is_human_readable()
    }
}

/// Writes the rows of the table.
struct CountingRows<L, M> {
    rows: TableRows<L, M>,
    columns: RowColumns,
}

enum TableRows<L, M> {
    List(L),
    Map(M),
}

impl<L: SerializeSeq, M: SerializeMap<Ok = L::Ok, Error = L::Error>> ListRows for CountingRows<L, M> {
    type Ok = L::Ok;
    type Error = L::Error;

    fn key<K: ?Sized + Serialize>(&mut self, key: &K) -> Result<(), L::Error> {
        match &mut self.rows {
            TableRows::List(_) => Ok(()),
            TableRows::Map(map) => map.serialize_key(key),
        }
    }

    fn row<R: ?Sized + Serialize>(&mut self, row: &R) -> Result<(), L::Error> {
        let row = counting(row, self.columns, None::<()>);
        match &mut self.rows {
            TableRows::List(list) => list.serialize_element(&row),
            TableRows::Map(map) => map.serialize_value(&row),
        }
    }

    fn end(self) -> Result<L::Ok, L::Error> {
        match self.rows {
            TableRows::List(list) => list.end(),
            TableRows::Map(map) => map.end(),
        }
    }
}
