//! Puts the rows of child tables back into the rows that they belong to.

use super::super::buffered::{Buffered, BufferedRow};
use super::super::deliver::{error_at, scalar};
use super::super::names::ChildNames;
use super::names::{OF, OF_KEY};
use crate::de::kept::KeptToken;
use crate::projection::scalar::Scalar;
use crate::text::decimal;
use alloc::collections::BTreeMap;
use alloc::collections::btree_map::Entry;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde::de::{Error, MapAccess};

/// A table, or a child table, as far as it has been read.
pub(super) struct JoinedTable<'de> {
    pub(super) name: &'static str,
    pub(super) rows: Option<Buffered<'de>>,
    /// The column of the parent whose value each row repeats.
    of: Option<String>,
    children: Vec<JoinedTable<'de>>,
}

/// What a key stands for.
pub(super) enum Meaning<'t, 'de> {
    Rows(&'t mut Option<Buffered<'de>>),
    Of(&'t mut Option<String>),
}

impl<'de> JoinedTable<'de> {
    pub(super) fn new(name: &'static str, children: &[ChildNames]) -> Self {
        let children = children.iter().map(|child| JoinedTable::new(child.0, child.1)).collect();
        JoinedTable { name, rows: None, of: None, children }
    }

    /// What `key` stands for among `tables`, if it belongs to one of them.
    pub(super) fn find<'t>(tables: &'t mut [Self], key: &str, is_child: bool) -> Option<Meaning<'t, 'de>> {
        for table in tables {
            let Some(rest) = key.strip_prefix(table.name) else { continue };
            if rest.is_empty() {
                return Some(Meaning::Rows(&mut table.rows));
            }
            let Some(rest) = rest.strip_prefix('.') else { continue };
            if is_child && rest == OF_KEY {
                return Some(Meaning::Of(&mut table.of));
            }
            return JoinedTable::find(&mut table.children, rest, true);
        }
        None
    }
}

/// Puts the rows of all child tables of `table`, whose full name is `name`, back into its rows.
pub(super) fn join<'de, A: MapAccess<'de>>(
    table: &mut JoinedTable<'de>,
    name: &str,
    map: &mut A,
) -> Result<(), A::Error> {
    let mut parents = rows_of(&mut table.rows);
    for child in &mut table.children {
        let child_name = format!("{name}.{}", child.name);
        join(child, &child_name, map)?;
        let joint = Joint { parent: name, child: child.name, name: &child_name };
        let rows = match child.rows.take() {
            None => None,
            Some(Buffered::List(rows)) => Some(rows),
            Some(other) => {
                let message = format!("expected a table `{child_name}`, found another value");
                return Err(error_at(map, other.offset(), message));
            }
        };
        match &child.of {
            Some(column) => joint.by_key(&mut parents, rows.unwrap_or_default(), column, map)?,
            None => joint.by_count(&mut parents, rows, map)?,
        }
    }
    Ok(())
}

/// The rows of a table: the elements of a list, or the values of a map.
fn rows_of<'t, 'de>(table: &'t mut Option<Buffered<'de>>) -> Vec<&'t mut BufferedRow<'de>> {
    let rows = match table {
        Some(Buffered::List(elements)) => elements,
        Some(Buffered::Row(map)) => &mut map.cells,
        _ => return Vec::new(),
    };
    let rows = rows.iter_mut().map(|row| match row {
        Buffered::Row(row) => Some(&mut **row),
        _ => None,
    });
    rows.flatten().collect()
}

/// A table and one of its child tables.
struct Joint<'n> {
    /// The full name of the table.
    parent: &'n str,
    /// The field of its rows.
    child: &'static str,
    /// The full name of the child table.
    name: &'n str,
}

impl Joint<'_> {
    /// Each row has the number of its child rows, which follow in the order of the rows. `rows` is
    /// `None` if there is no child table.
    fn by_count<'de, A: MapAccess<'de>>(
        &self,
        parents: &mut [&mut BufferedRow<'de>],
        rows: Option<Vec<Buffered<'de>>>,
        map: &mut A,
    ) -> Result<(), A::Error> {
        let Joint { parent, child, name } = self;
        let (is_missing, mut rows) = (rows.is_none(), rows.unwrap_or_default().into_iter());
        let mut sum = 0;
        for (index, row) in parents.iter_mut().enumerate() {
            let Some(cell) = row.cell(child) else {
                // The column may be left out if it counts nothing.
                if !is_missing {
                    row.lists.push((child, Vec::new()));
                }
                continue;
            };
            let at = cell.offset();
            let count = match &*cell {
                // The list is in the row.
                Buffered::List(_) | Buffered::Row(_) | Buffered::Removed => continue,
                cell => match scalar::<A::Error>(cell)? {
                    Scalar::Null => continue,
                    Scalar::Unsigned(count) => count,
                    _ => {
                        let message =
                            format!("`{parent}[{index}].{child}` must be the number of its rows in `{name}`");
                        return Err(error_at(map, at, message));
                    }
                },
            };
            let left = rows.len();
            let Some(count) = usize::try_from(count).ok().filter(|count| *count <= left) else {
                let rows = |is_one| if is_one { "row" } else { "rows" };
                let found = if is_missing {
                    format!("the table `{name}` is missing")
                } else {
                    format!("`{name}` has only {left} {} left", rows(left == 1))
                };
                let rows = rows(count == 1);
                let message = format!("`{parent}[{index}].{child}` counts {count} {rows}, but {found}");
                return Err(error_at(map, at, message));
            };
            *cell = Buffered::Removed;
            sum += count;
            row.lists.push((child, rows.by_ref().take(count).collect()));
        }
        match rows.next() {
            None => Ok(()),
            Some(surplus) => {
                let message = format!(
                    "`{name}[{sum}]` does not belong to any row of `{parent}`, whose column `{child}` adds up to {sum}"
                );
                Err(error_at(map, surplus.offset(), message))
            }
        }
    }

    /// Each child row repeats the value of the parent's `column`.
    fn by_key<'de, A: MapAccess<'de>>(
        &self,
        parents: &mut [&mut BufferedRow<'de>],
        rows: Vec<Buffered<'de>>,
        column: &str,
        map: &mut A,
    ) -> Result<(), A::Error> {
        let Joint { parent, child, name } = self;
        // The parent with each key. `None` if there are several.
        let mut by_key = BTreeMap::new();
        let mut lists: Vec<Vec<Buffered<'de>>> = Vec::new();
        // The first parent without the column.
        let mut without = None;
        let mut has_column = false;
        for (index, row) in parents.iter_mut().enumerate() {
            if let Some(cell) = row.cell(child) {
                let at = cell.offset();
                let message = format!(
                    "`{parent}[{index}]` has a column `{child}` beside the table `{name}`, whose rows name their parents: remove one of them"
                );
                return Err(error_at(map, at, message));
            }
            // In an object, a field that would be `null` in a table may be left out.
            let key = if let Some(cell) = row.cell(column) {
                has_column = true;
                ParentKey::of::<A::Error>(cell)?
            } else {
                without.get_or_insert((index, row.offset()));
                ParentKey(NULL.into())
            };
            match by_key.entry(key) {
                Entry::Vacant(entry) => _ = entry.insert(Some(index)),
                Entry::Occupied(mut entry) => _ = entry.insert(None),
            }
            lists.push(Vec::new());
        }
        for (index, mut row) in rows.into_iter().enumerate() {
            let at = row.offset();
            let cell = match &mut row {
                Buffered::Row(row) => row.cell(OF),
                _ => None,
            };
            let Some(cell) = cell else {
                return Err(error_at(map, at, format!("`{name}[{index}]` has no column `{OF}`")));
            };
            let at = cell.offset();
            let key = ParentKey::of::<A::Error>(cell)?;
            *cell = Buffered::Removed;
            let found = by_key.get(&key);
            let Some(list) = found.and_then(|index| lists.get_mut((*index)?)) else {
                // Perhaps it is not the parent that is missing, but its column.
                let is_column = !has_column || key.0 == NULL;
                if let (None, true, Some((index, at))) = (found, is_column, without) {
                    let message =
                        format!("`{parent}[{index}]` has no column `{column}`, which `{name}.of` names");
                    return Err(error_at(map, at, message));
                }
                let (belongs, rows) = match found {
                    Some(_) => ("belongs to several rows", "several rows"),
                    None => ("does not belong to any row", "no row"),
                };
                let message =
                    format!("`{name}[{index}]` {belongs} of `{parent}`: `{column}` is {} in {rows}", key.0);
                return Err(error_at(map, at, message));
            };
            list.push(row);
        }
        for (row, list) in parents.iter_mut().zip(lists) {
            row.lists.push((child, list));
        }
        Ok(())
    }
}

/// The key of rows without one.
const NULL: &str = "null";

/// A scalar that can be compared. Values of different types differ.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct ParentKey(String);

impl ParentKey {
    fn of<E: Error>(cell: &Buffered<'_>) -> Result<Self, E> {
        if let Some(number) = cell.token().and_then(KeptToken::number) {
            return Ok(ParentKey(number));
        }
        Ok(ParentKey(match scalar::<E>(cell)? {
            Scalar::Null => "null".into(),
            Scalar::Bool(value) => value.to_string(),
            Scalar::Unsigned(value) => value.to_string(),
            Scalar::Signed(value) => value.to_string(),
            Scalar::Float(value) => {
                let mut text = String::new();
                decimal::push_f64(&mut text, value);
                text
            }
            Scalar::Digits(digits) => digits.into_owned(),
            Scalar::Text(text) => format!("{text:?}"),
        }))
    }
}
