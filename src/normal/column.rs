//! Rows as columns: what the steps that make a table work on.

use super::list_cells::ListCell;
use super::tree::{Str, Tree};
use std::collections::HashSet;
use std::ops::Range;
use std::rc::Rc;

/// A leaf of the rows.
pub(super) struct Column {
    pub(super) path: Vec<Str>,
    /// Its path in side keys and placeholders, if it can be referred to.
    pub(super) name: Option<Str>,
    pub(super) kind: Kind,
    /// For each row; nothing where the key is absent.
    pub(super) cells: Vec<Option<Tree>>,
    /// The rows that have the group it is in.
    pub(super) domain: Domain,
    /// Its cells tell whether its group is `null` or `{}`, so that it stays a column.
    pub(super) is_marker: bool,
    pub(super) place: Place,
}

/// What the cells of a column hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Scalar,
    /// Lists or maps as the text of a cell.
    List(ListCell),
    /// Lists of objects, which have a table of their own.
    Child,
    /// JSON text, and scalars.
    Json,
}

/// Where a column is written.
pub(super) enum Place {
    Own,
    /// As a column, without what its texts have in common.
    Affixed {
        prefix: String,
        suffix: String,
    },
    Legend(Entry),
}

/// What a legend says of a column.
pub(super) enum Entry {
    Constant(Tree),
    Template(String),
    /// The lists are in a child table that names the rows they belong to.
    Children,
}

/// A nested object of the rows.
pub(super) struct Group {
    pub(super) path: Vec<Str>,
    /// Its columns, which stand side by side.
    pub(super) columns: Range<usize>,
    pub(super) states: Vec<State>,
    /// In some rows that could have it, it is not there, `null` or `{}`.
    pub(super) is_irregular: bool,
    /// It is a list, whose indices are its keys.
    pub(super) is_tuple: bool,
}

/// What a row has at the place of a group.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum State {
    Absent,
    Null,
    Empty,
    Present,
}

/// The rows that have a group; all rows where there is none.
pub(super) type Domain = Option<Rc<Vec<bool>>>;

impl Column {
    pub(super) fn is_own(&self) -> bool {
        !matches!(self.place, Place::Legend(_))
    }

    /// Whether it can be the subject of a rule.
    pub(super) fn is_free(&self) -> bool {
        matches!(self.place, Place::Own) && !self.is_marker
    }

    /// Whether a row has the group of the column.
    pub(super) fn has_group(&self, row: usize) -> bool {
        self.domain.as_ref().is_none_or(|domain| domain[row])
    }

    /// The rows that have its group, with their cells.
    pub(super) fn in_group(&self) -> impl Iterator<Item = (usize, Option<&Tree>)> {
        let cells = self.cells.iter().map(Option::as_ref).enumerate();
        cells.filter(|(row, _)| self.has_group(*row))
    }
}

/// Rows, by columns.
pub(super) struct Table {
    pub(super) len: usize,
    pub(super) columns: Vec<Column>,
    pub(super) groups: Vec<Group>,
    /// The top-level keys in the order of the columns.
    pub(super) keys: Vec<Str>,
    /// The rows that have another order.
    pub(super) others: Vec<usize>,
    /// The names of the columns.
    pub(super) names: HashSet<Str>,
}
