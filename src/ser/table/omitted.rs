//! Omitted columns: cells that stand for fields which any other form leaves out.
//!
//! Rows of `#[toon(tabular)]` types send all of their fields, since a row cannot know whether it is
//! one of a table, and say of some that they may be left out. A column of a table goes where that
//! is so in every row; where the rows have to be written in another form, each of these fields
//! goes.

use super::columns::{Columns, ROOT};
use alloc::vec::Vec;

/// Why a field may be left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::ser) enum Omission {
    /// Its type's `skip_serializing_if` says so. In a table it is `null`.
    Null,
    /// What is asked for does not have it. In a table its column goes.
    Hidden,
    /// It has its default. The leaf itself, or a group so many levels above it.
    Default(usize),
}

impl Omission {
    /// The field itself has its default.
    pub(in crate::ser) const DEFAULT: Self = Omission::Default(0);
}

/// What is omitted in the rows of a table.
#[derive(Default)]
pub(in crate::ser) struct Omitted {
    /// For each column of the open row; columns behind the last that is omitted may be missing.
    row: Vec<CellState>,
    /// The same of the complete rows up to the last that has any, packed into [`BITS`] each.
    rows: Vec<u8>,
    /// The leaves that are omitted alike in all complete rows, and may be left out of the table.
    /// None in front of the first.
    common: Vec<(usize, Omission)>,
}

/// The state of a cell: present, or why it is omitted.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum CellState {
    #[default]
    Present,
    Null,
    Hidden,
    Default,
}

impl CellState {
    fn omission(self) -> Option<Omission> {
        match self {
            CellState::Present => None,
            CellState::Null => Some(Omission::Null),
            CellState::Hidden => Some(Omission::Hidden),
            CellState::Default => Some(Omission::DEFAULT),
        }
    }
}

/// In the order of the numbers that stand for them.
const CELL_STATES: [CellState; 4] =
    [CellState::Present, CellState::Null, CellState::Hidden, CellState::Default];
const BITS: usize = 2;
const PER_BYTE: usize = 8 / BITS;

impl Omitted {
    pub(super) fn clear(&mut self) {
        self.row.clear();
        self.rows.clear();
        self.common.clear();
    }

    pub(in crate::ser) fn begin_row(&mut self) {
        self.row.clear();
    }

    /// The value of `column` in the open row is omitted.
    pub(in crate::ser) fn set(&mut self, column: usize, omission: Omission) {
        if self.row.len() <= column {
            self.row.resize(column + 1, CellState::Present);
        }
        self.row[column] = match omission {
            Omission::Null => CellState::Null,
            Omission::Hidden => CellState::Hidden,
            Omission::Default(_) => CellState::Default,
        };
    }

    /// `row`, counted from 0, is complete.
    #[inline]
    pub(in crate::ser) fn end_row(&mut self, columns: &Columns, row: usize) {
        if self.row.is_empty() {
            self.common.clear();
        } else {
            self.keep_row(columns, row);
        }
    }

    #[cold]
    fn keep_row(&mut self, columns: &Columns, row: usize) {
        let width = width(columns);
        self.rows.resize((row + 1) * width, 0);
        for (column, &kind) in self.row.iter().enumerate() {
            self.rows[row * width + column / PER_BYTE] |= (kind as u8) << (column % PER_BYTE * BITS);
        }
        let kinds = &self.row;
        let omission = |leaf| {
            omission(columns, leaf, |column| kinds.get(column).copied().unwrap_or_default())
                .filter(|omission| *omission != Omission::Null)
        };
        if row == 0 {
            let leaves = columns.leaves(columns.len());
            self.common.extend(leaves.filter_map(|leaf| Some((leaf, omission(leaf)?))));
        } else {
            self.common.retain(|&(leaf, common)| omission(leaf) == Some(common));
        }
    }

    /// A row but the first is complete, in which nothing has come of a hidden column.
    pub(in crate::ser) fn end_surveyed_row(&mut self, columns: &Columns) {
        let kinds = &self.row;
        self.common.retain(|&(leaf, common)| {
            let kind = |column| kinds.get(column).copied().unwrap_or_default();
            common == Omission::Hidden || omission(columns, leaf, kind) == Some(common)
        });
    }

    /// Whether another row may be without one of those that are omitted alike so far.
    pub(in crate::ser) fn may_change(&self) -> bool {
        self.common.iter().any(|(_, omission)| *omission != Omission::Hidden)
    }

    /// For each leaf what lets it be left out of the table.
    pub(in crate::ser) fn common(&self, columns: &Columns) -> Vec<Option<Omission>> {
        let mut common = self.common.iter().peekable();
        let omission = |leaf| common.next_if(|(omitted, _)| *omitted == leaf).map(|&(_, omission)| omission);
        columns.leaves(columns.len()).map(omission).collect()
    }

    pub(super) fn has_common(&self) -> bool {
        !self.common.is_empty()
    }

    /// What is said of `column` in the open row.
    pub(super) fn of_open_row(&self, column: usize) -> Option<Omission> {
        self.row.get(column).and_then(|kind| kind.omission())
    }

    /// The same in a complete row, counted from 0.
    pub(super) fn of_row(&self, columns: &Columns, row: usize, column: usize) -> Option<Omission> {
        let byte = self.rows.get(row * width(columns) + column / PER_BYTE)?;
        CELL_STATES[usize::from(byte >> (column % PER_BYTE * BITS)) % CELL_STATES.len()].omission()
    }
}

/// The bytes of a row.
fn width(columns: &Columns) -> usize {
    columns.len().div_ceil(PER_BYTE)
}

/// What is said of a leaf by itself and by the groups around it. What is hidden is so in all rows,
/// whether the groups have their defaults or not; otherwise the outermost says it all, since its
/// default may have something else in the leaf.
fn omission(columns: &Columns, leaf: usize, kind: impl Fn(usize) -> CellState) -> Option<Omission> {
    let mut found = kind(leaf).omission();
    if found == Some(Omission::Hidden) {
        return found;
    }
    let (mut group, mut levels) = (columns.parent(leaf), 1);
    while group != ROOT {
        if kind(group) != CellState::Present {
            found = Some(Omission::Default(levels));
        }
        (group, levels) = (columns.parent(group), levels + 1);
    }
    found
}
