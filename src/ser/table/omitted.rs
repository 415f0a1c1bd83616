//! Omitted columns: cells of fields that every other form leaves out.
//!
//! Rows of `#[toon(tabular)]` types send all of their fields, because a row cannot know whether it
//! is part of a table, and mark those that can be omitted. A table omits a column that is marked in
//! every row; a table that falls back omits each marked field.

use super::columns::{Columns, ROOT};
use alloc::vec::Vec;

/// Why a field can be omitted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::ser) enum Omission {
    /// `skip_serializing_if` skips it. In a table it is `null`.
    Null,
    /// It is a group that is `null`. In a table, each of its cells is.
    NullGroup,
    /// It is not part of the requested level. In a table, its column is omitted.
    Hidden,
    /// It has its default value: the leaf itself, or the group this many levels above it.
    Default(usize),
}

impl Omission {
    /// The leaf itself has its default value.
    pub(in crate::ser) const DEFAULT: Self = Omission::Default(0);
}

/// The omitted cells of a table's rows.
#[derive(Default)]
pub(in crate::ser) struct Omitted {
    /// The columns of the open row. Columns after the last omitted one may be missing.
    row: Vec<CellState>,
    /// The complete rows up to the last one with an omitted cell, packed into [`BITS`] bits per
    /// column.
    rows: Vec<u8>,
    /// The leaves that all complete rows omit for the same reason, so that the table can omit them.
    /// Empty before the first row.
    common: Vec<(usize, Omission)>,
    /// [`Omitted::keep_row`], once a cell is omitted: a pointer, so that a program that omits
    /// nothing does not contain it.
    keep_row: Option<fn(&mut Omitted, &Columns, usize)>,
}

/// Whether a cell is present, or why it is omitted.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum CellState {
    #[default]
    Present,
    Null,
    NullGroup,
    Hidden,
    Default,
}

impl CellState {
    fn omission(self) -> Option<Omission> {
        match self {
            CellState::Present => None,
            CellState::Null => Some(Omission::Null),
            CellState::NullGroup => Some(Omission::NullGroup),
            CellState::Hidden => Some(Omission::Hidden),
            CellState::Default => Some(Omission::DEFAULT),
        }
    }
}

/// In the order of their discriminants.
const CELL_STATES: [CellState; 5] =
    [CellState::Present, CellState::Null, CellState::NullGroup, CellState::Hidden, CellState::Default];
const BITS: usize = 4;
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

    /// Marks `column` in the open row as omitted.
    pub(in crate::ser) fn set(&mut self, column: usize, omission: Omission) {
        self.keep_row = Some(Omitted::keep_row);
        if self.row.len() <= column {
            self.row.resize(column + 1, CellState::Present);
        }
        self.row[column] = match omission {
            Omission::Null => CellState::Null,
            Omission::NullGroup => CellState::NullGroup,
            Omission::Hidden => CellState::Hidden,
            Omission::Default(_) => CellState::Default,
        };
    }

    /// Ends `row`, counted from 0.
    #[inline]
    pub(in crate::ser) fn end_row(&mut self, columns: &Columns, row: usize) {
        match self.keep_row {
            Some(keep_row) if !self.row.is_empty() => keep_row(self, columns, row),
            _ => self.common.clear(),
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

    /// Ends a row after the first in a survey, which does not ask for hidden columns.
    pub(in crate::ser) fn end_surveyed_row(&mut self, columns: &Columns) {
        let kinds = &self.row;
        self.common.retain(|&(leaf, common)| {
            let kind = |column| kinds.get(column).copied().unwrap_or_default();
            common == Omission::Hidden || omission(columns, leaf, kind) == Some(common)
        });
    }

    /// Whether another row may reduce the omitted columns.
    pub(in crate::ser) fn may_change(&self) -> bool {
        self.common.iter().any(|(_, omission)| *omission != Omission::Hidden)
    }

    /// For each leaf, why the table can omit it.
    pub(in crate::ser) fn common(&self, columns: &Columns) -> Vec<Option<Omission>> {
        let mut common = self.common.iter().peekable();
        let omission = |leaf| common.next_if(|(omitted, _)| *omitted == leaf).map(|&(_, omission)| omission);
        columns.leaves(columns.len()).map(omission).collect()
    }

    pub(super) fn has_common(&self) -> bool {
        !self.common.is_empty()
    }

    /// Why `column` is omitted in the open row.
    pub(super) fn of_open_row(&self, column: usize) -> Option<Omission> {
        self.row.get(column).and_then(|kind| kind.omission())
    }

    /// Why `column` is omitted in a complete row, counted from 0.
    pub(super) fn of_row(&self, columns: &Columns, row: usize, column: usize) -> Option<Omission> {
        let byte = self.rows.get(row * width(columns) + column / PER_BYTE)?;
        let state = usize::from(byte >> (column % PER_BYTE * BITS)) & ((1 << BITS) - 1);
        CELL_STATES.get(state)?.omission()
    }
}

/// The number of bytes per row.
fn width(columns: &Columns) -> usize {
    columns.len().div_ceil(PER_BYTE)
}

/// Why a leaf is omitted, according to itself and the groups around it. Hidden leaves are hidden in
/// every row, whether or not the groups have their defaults. Otherwise the outermost group decides,
/// since its default may contain another value for the leaf.
fn omission(columns: &Columns, leaf: usize, kind: impl Fn(usize) -> CellState) -> Option<Omission> {
    let mut found = kind(leaf).omission();
    if found == Some(Omission::Hidden) {
        return found;
    }
    let (mut group, mut levels) = (columns.parent(leaf), 1);
    while group != ROOT {
        if kind(group) == CellState::Default {
            found = Some(Omission::Default(levels));
        }
        (group, levels) = (columns.parent(group), levels + 1);
    }
    found
}
