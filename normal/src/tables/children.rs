//! The rows of child tables, which are distributed to their parents.

use super::members::take_scalar;
use crate::fault::{At, Outcome, fault};
use crate::keys::{PARENT_KEY, ROW_KEY};
use crate::tree::{Str, Tree};
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;
use toon::__internal::shorten;

/// A child table whose rows have not all been taken by their parents.
pub(crate) struct PendingChild {
    /// Its key in the document.
    key: Str,
    rows: ChildRows,
}

enum ChildRows {
    /// Sorted by parent.
    InOrder { rows: std::vec::IntoIter<Tree>, count: usize },
    /// At most one for each parent, by its number.
    ByRow(BTreeMap<usize, (usize, Tree)>),
    /// By the value in the column of their parent that they refer to.
    Linked(HashMap<Tree, Linked>),
}

/// The rows that belong to one parent.
struct Linked {
    /// The index of the first row in the child table.
    first: usize,
    rows: Vec<Tree>,
    is_taken: bool,
}

impl PendingChild {
    /// Rows sorted by parent. Each parent states how many it has.
    pub(crate) fn in_order(key: &Str, rows: Vec<Tree>) -> Self {
        let count = rows.len();
        PendingChild { key: Rc::clone(key), rows: ChildRows::InOrder { rows: rows.into_iter(), count } }
    }

    /// Groups rows by their `_of` column, which is removed.
    pub(crate) fn by_parent(key: &Str, rows: Vec<Tree>) -> Outcome<Self> {
        let mut linked: HashMap<Tree, Linked> = HashMap::new();
        for (at, row) in rows.into_iter().enumerate() {
            let (value, row) = take_scalar(row, PARENT_KEY).at_index(at)?;
            linked
                .entry(value)
                .or_insert_with(|| Linked { first: at, rows: Vec::new(), is_taken: false })
                .rows
                .push(row);
        }
        Ok(PendingChild { key: Rc::clone(key), rows: ChildRows::Linked(linked) })
    }

    /// Rows by the number of their parent in the column `_row`, which is removed.
    pub(crate) fn by_row(key: &Str, rows: Vec<Tree>) -> Outcome<Self> {
        let mut by_row = BTreeMap::new();
        for (at, row) in rows.into_iter().enumerate() {
            let (number, row) = take_scalar(row, ROW_KEY).at_index(at)?;
            let parent = number.as_integer().and_then(|number| number.parse::<usize>().ok());
            let Some(parent) = parent else {
                return fault("expected the number of a row in `_row`").at_index(at);
            };
            if by_row.insert(parent, (at, row)).is_some() {
                return fault(format!("duplicate number {parent} in `_row`")).at_index(at);
            }
        }
        Ok(PendingChild { key: Rc::clone(key), rows: ChildRows::ByRow(by_row) })
    }

    /// Takes the row that belongs to the parent with this number.
    pub(crate) fn at_row(&mut self, parent: usize) -> Option<Tree> {
        let ChildRows::ByRow(rows) = &mut self.rows else { return None };
        rows.remove(&parent).map(|(_, row)| row)
    }

    /// Takes the next `count` rows.
    pub(crate) fn take(&mut self, count: &str) -> Outcome<Tree> {
        let ChildRows::InOrder { rows, .. } = &mut self.rows else { return Ok(Tree::list(Vec::new())) };
        match count.parse::<usize>() {
            Ok(count) if count <= rows.len() => Ok(Tree::list(rows.take(count).collect())),
            _ => fault(format!(
                "not enough child rows in `{}`: expected {}, found {}",
                shorten(&self.key),
                shorten(count),
                rows.len()
            )),
        }
    }

    /// Takes the rows whose `_of` is `value`.
    pub(crate) fn linked(&mut self, value: &Tree) -> Outcome<Tree> {
        let ChildRows::Linked(rows) = &mut self.rows else { return Ok(Tree::list(Vec::new())) };
        match rows.get_mut(value) {
            None => Ok(Tree::list(Vec::new())),
            Some(linked) if linked.is_taken => {
                fault(format!("two parent rows have the value that links rows of `{}`", shorten(&self.key)))
            }
            Some(linked) => {
                linked.is_taken = true;
                Ok(Tree::list(std::mem::take(&mut linked.rows)))
            }
        }
    }

    /// Checks that all rows have been taken.
    pub(crate) fn finish(self) -> Outcome<()> {
        let left = match &self.rows {
            ChildRows::InOrder { rows, count } => (rows.len() > 0).then(|| count - rows.len()),
            ChildRows::ByRow(rows) => rows.values().map(|(at, _)| *at).min(),
            ChildRows::Linked(rows) => {
                rows.values().filter(|rows| !rows.is_taken).map(|rows| rows.first).min()
            }
        };
        match left {
            None => Ok(()),
            Some(row) => fault("child row without a parent row").at_index(row).at_key(&self.key),
        }
    }
}
