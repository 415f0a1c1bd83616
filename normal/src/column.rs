//! A table as columns, which the steps of the transformation work on.

use super::list_cells::ListCell;
use super::tree::{Str, Tree};
use std::collections::HashSet;
use std::ops::Range;
use std::rc::Rc;

/// A scalar, list or empty object that the rows have at one path.
pub(super) struct DraftColumn {
    pub(super) path: Vec<Str>,
    /// The path as written in side keys and placeholders. `None` if it cannot be written there.
    pub(super) name: Option<Str>,
    pub(super) kind: ColumnKind,
    /// One per row. `None` if the key is absent.
    pub(super) cells: Vec<Option<Tree>>,
    /// The rows in which the column's group is present.
    pub(super) domain: Domain,
    /// This is a marker column: its cells show whether its group is `null` or `{}`, so it must stay
    /// in the rows.
    pub(super) is_marker: bool,
    pub(super) place: ColumnPlace,
}

/// The kind of values in a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ColumnKind {
    Scalar,
    /// Lists or maps, written as the text of a cell.
    List(ListCell),
    /// Lists of objects, written as a child table.
    Child,
    /// Objects in few rows, written as a child table. Other rows have `null`, or nothing.
    Single,
    /// Anything else. Values that are not scalars are written as JSON text.
    Json,
}

/// Where a column is written.
pub(super) enum ColumnPlace {
    Own,
    /// In the rows, without the prefix and suffix that all its texts share.
    Affixed {
        prefix: String,
        suffix: String,
    },
    Legend(LegendEntry),
}

/// A column's entry in the legend.
pub(super) enum LegendEntry {
    Constant(Tree),
    Template(String),
    /// The lists are in a child table whose rows refer to their parents.
    Children,
}

/// A nested object in the rows.
pub(super) struct DraftGroup {
    pub(super) path: Vec<Str>,
    /// Its columns, which are contiguous.
    pub(super) columns: Range<usize>,
    pub(super) states: Vec<GroupState>,
    /// In some rows whose parent group is present, this group is absent, `null` or `{}`.
    pub(super) is_irregular: bool,
    pub(super) kind: GroupKind,
}

/// What the columns of a group stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GroupKind {
    Object,
    /// A list, whose indices are the keys.
    Tuple,
    /// A list of lists, transposed: the list of their first elements, and so on.
    Transposed,
}

/// The state of a group in a row.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum GroupState {
    Absent,
    Null,
    Empty,
    Present,
}

/// The rows in which a group is present. `None` means all rows.
pub(super) type Domain = Option<Rc<Vec<bool>>>;

impl ColumnKind {
    /// Whether the values are in a table of their own.
    pub(super) fn is_child(self) -> bool {
        matches!(self, ColumnKind::Child | ColumnKind::Single)
    }
}

impl DraftColumn {
    pub(super) fn is_own(&self) -> bool {
        !matches!(self.place, ColumnPlace::Legend(_))
    }

    /// Whether the column can still move to the legend.
    pub(super) fn is_free(&self) -> bool {
        matches!(self.place, ColumnPlace::Own) && !self.is_marker
    }

    /// Whether the column's group is present in a row.
    pub(super) fn has_group(&self, row: usize) -> bool {
        self.domain.as_ref().is_none_or(|domain| domain[row])
    }

    /// The rows in which the column's group is present, with their cells.
    pub(super) fn in_group(&self) -> impl Iterator<Item = (usize, Option<&Tree>)> {
        let cells = self.cells.iter().map(Option::as_ref).enumerate();
        cells.filter(|(row, _)| self.has_group(*row))
    }
}

/// A table in column-major form.
pub(super) struct DraftTable {
    pub(super) len: usize,
    pub(super) columns: Vec<DraftColumn>,
    pub(super) groups: Vec<DraftGroup>,
    /// The top-level keys in column order.
    pub(super) keys: Vec<Str>,
    /// The rows whose keys are in a different order.
    pub(super) others: Vec<usize>,
    /// The paths of all columns, joined by dots: all that a reader could take for a placeholder.
    pub(super) paths: HashSet<Str>,
}
