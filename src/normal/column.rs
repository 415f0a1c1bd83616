//! Rows as columns: the data that the steps of a table work on.

use super::list_cells::ListCell;
use super::tree::{Str, Tree};
use std::collections::HashSet;
use std::ops::Range;
use std::rc::Rc;

/// A leaf of the rows.
pub(super) struct DraftColumn {
    pub(super) path: Vec<Str>,
    /// The path in side keys and placeholders, if it can be referred to.
    pub(super) name: Option<Str>,
    pub(super) kind: ColumnKind,
    /// One for each row; `None` if the key is absent.
    pub(super) cells: Vec<Option<Tree>>,
    /// The rows that have the column's group.
    pub(super) domain: Domain,
    /// A marker column: its cells show whether its group is `null` or `{}`, so it must stay a
    /// column.
    pub(super) is_marker: bool,
    pub(super) place: ColumnPlace,
}

/// The kind of values in a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ColumnKind {
    Scalar,
    /// Lists or maps, written as the text of a cell.
    List(ListCell),
    /// Lists of objects, written as a table of their own.
    Child,
    /// Anything else, written as JSON text, except scalars.
    Json,
}

/// Where a column is written.
pub(super) enum ColumnPlace {
    Own,
    /// In the rows, without the common affixes of its texts.
    Affixed {
        prefix: String,
        suffix: String,
    },
    Legend(LegendEntry),
}

/// The entry of a column in a legend.
pub(super) enum LegendEntry {
    Constant(Tree),
    Template(String),
    /// The lists are in a child table that refers to its parent rows.
    Children,
}

/// A nested object of the rows.
pub(super) struct DraftGroup {
    pub(super) path: Vec<Str>,
    /// Its columns, which are adjacent.
    pub(super) columns: Range<usize>,
    pub(super) states: Vec<GroupState>,
    /// In some rows that could have the group, it is absent, `null` or `{}`.
    pub(super) is_irregular: bool,
    /// The group is a list, with its indices as keys.
    pub(super) is_tuple: bool,
}

/// The state of a group in a row.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum GroupState {
    Absent,
    Null,
    Empty,
    Present,
}

/// The rows that have a group; all rows if there is no group.
pub(super) type Domain = Option<Rc<Vec<bool>>>;

impl DraftColumn {
    pub(super) fn is_own(&self) -> bool {
        !matches!(self.place, ColumnPlace::Legend(_))
    }

    /// Whether the column can still be moved to the legend.
    pub(super) fn is_free(&self) -> bool {
        matches!(self.place, ColumnPlace::Own) && !self.is_marker
    }

    /// Whether a row has the column's group.
    pub(super) fn has_group(&self, row: usize) -> bool {
        self.domain.as_ref().is_none_or(|domain| domain[row])
    }

    /// The rows that have the column's group, with their cells.
    pub(super) fn in_group(&self) -> impl Iterator<Item = (usize, Option<&Tree>)> {
        let cells = self.cells.iter().map(Option::as_ref).enumerate();
        cells.filter(|(row, _)| self.has_group(*row))
    }
}

/// A table, stored by columns.
pub(super) struct DraftTable {
    pub(super) len: usize,
    pub(super) columns: Vec<DraftColumn>,
    pub(super) groups: Vec<DraftGroup>,
    /// The top-level keys in the order of the columns.
    pub(super) keys: Vec<Str>,
    /// The rows with a different key order.
    pub(super) others: Vec<usize>,
    /// The names of the columns.
    pub(super) names: HashSet<Str>,
}
