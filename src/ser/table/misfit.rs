//! Why a row does not fit a table that cannot fall back.

use super::columns::ROOT;
use super::{Assurance, Table};
use crate::{Error, ErrorKind};
use alloc::string::String;

/// What is wrong with a row.
#[derive(Clone, Copy)]
pub(in crate::ser) enum Misfit<'k> {
    /// It is not an object.
    NotAnObject,
    /// This key of the innermost open group, or of the row, is not a column.
    Unexpected(&'k str),
    /// A column of the group or row that ends is missing.
    Missing,
    /// The value of the column whose key came last is an array or object instead of a cell, or a
    /// cell or array instead of a group.
    Value,
}

impl Table {
    /// The error for a row that does not fit.
    #[cold]
    pub(in crate::ser) fn misfit(&self, misfit: Misfit<'_>) -> Error {
        if self.assurance == Assurance::Declared {
            // Its type guarantees the columns.
            return Error::new(ErrorKind::NotACell);
        }
        let group = self.row.group;
        let (column, problem) = match misfit {
            Misfit::NotAnObject => (None, "expected an object"),
            Misfit::Unexpected(key) => (Some(self.path(group, Some(key))), "the table has no such column"),
            Misfit::Missing => match self.missing() {
                Some(column) => (Some(self.path(column, None)), "the column is missing"),
                None if group == ROOT => (None, "expected at least one column"),
                None => (Some(self.path(group, None)), "expected an object that is not empty"),
            },
            Misfit::Value if self.rows == 0 || self.columns.is_leaf(self.row.cursor) => {
                (Some(self.path(self.row.cursor, None)), "expected a scalar, found an array or object")
            }
            Misfit::Value => {
                (Some(self.path(self.row.cursor, None)), "expected an object, as in the first row")
            }
        };
        Error::new(ErrorKind::RowMisfit { row: self.rows + 1, column, problem })
    }

    /// The first missing column of the innermost open group or of the row.
    fn missing(&self) -> Option<usize> {
        if self.rows == 0 {
            return None;
        }
        if self.row.is_in_order {
            return Some(self.row.cursor).filter(|&column| column < self.columns.end(self.row.group));
        }
        let number = self.rows + 1;
        self.columns.children(self.row.group).find(|&column| !self.order.has_seen(column, number))
    }

    /// The names of `column` and the groups around it, and perhaps of a field in it, joined by dots.
    fn path(&self, column: usize, field: Option<&str>) -> String {
        let mut path = String::new();
        let groups = self.columns.groups_to(column);
        let names = groups.iter().map(|&group| self.columns.key(group).as_str());
        for name in names.chain(field) {
            if !path.is_empty() {
                path.push('.');
            }
            path.push_str(name);
        }
        path
    }
}
