//! Rows whose keys are not in the order of the header, like those of a `HashMap`.

use super::columns::Columns;
use crate::ser::layout::{Cells, Layout};
use alloc::string::String;
use alloc::vec::Vec;

/// The key order of the open row and of previous rows.
#[derive(Default)]
pub(super) struct RowOrder {
    /// For each column, the last row that contained it, counted from 1.
    seen: Vec<usize>,
    /// The leaves of the open row in their order of arrival, and where their cells begin.
    leaves: Vec<u32>,
    starts: Vec<usize>,
    /// The position of each leaf in the open row.
    places: Vec<usize>,
    /// Previous rows with an order of their own, which list form must preserve.
    orders: Vec<RowPosition>,
    /// The leaves of those rows, in as few bytes each as the number of columns allows.
    history: Vec<u8>,
}

/// A row, and where its leaves begin in `history`. Rows with the same order may share a position.
struct RowPosition {
    row: usize,
    from: usize,
}

/// The number of bytes per leaf in `history`.
fn width(columns: usize) -> usize {
    match columns {
        0..=0x100 => 1,
        0x101..=0x1_0000 => 2,
        _ => 4,
    }
}

impl RowOrder {
    pub(super) fn clear(&mut self) {
        self.seen.clear();
        self.leaves.clear();
        self.starts.clear();
        self.orders.clear();
        self.history.clear();
    }

    /// Begins recording `row` in the middle of it: the columns before `cursor` were in order, and
    /// `cells` are those of them that are not `skipped`.
    pub(super) fn begin_row(
        &mut self,
        columns: &Columns,
        skipped: &[bool],
        row: usize,
        cursor: usize,
        cells: Cells<'_>,
    ) {
        self.seen.resize(columns.len(), 0);
        self.leaves.clear();
        self.starts.clear();
        let mut at = 0;
        let mut cells = cells;
        for column in 0..cursor {
            self.seen[column] = row;
            if columns.is_leaf(column) && skipped.get(column) != Some(&true) {
                self.push_cell(column, at);
                at += cells.next().map_or(0, str::len) + 1;
            }
        }
    }

    pub(super) fn has_seen(&self, column: usize, row: usize) -> bool {
        self.seen[column] == row
    }

    pub(super) fn see(&mut self, column: usize, row: usize) {
        self.seen[column] = row;
    }

    /// Adds a cell of `leaf`, which begins at `at`.
    pub(super) fn push_cell(&mut self, leaf: usize, at: usize) {
        // A row with more columns than that would not fit into memory.
        self.leaves.push(u32::try_from(leaf).unwrap_or(u32::MAX));
        self.starts.push(at);
    }

    /// The leaves of the open row in their order of arrival.
    pub(super) fn leaves(&self) -> impl DoubleEndedIterator<Item = usize> {
        self.leaves.iter().map(|&leaf| leaf as usize)
    }

    /// Appends the cells of a complete row in the order of the header, which has no `skipped`
    /// columns.
    pub(super) fn end_row(
        &mut self,
        columns: &Columns,
        skipped: &[bool],
        cells: &str,
        layout: &Layout,
        out: &mut String,
    ) {
        self.places.resize(columns.len(), 0);
        for (place, &leaf) in self.leaves.iter().enumerate() {
            self.places[leaf as usize] = place;
        }
        let leaves = columns.leaves(columns.len()).filter(|&leaf| skipped.get(leaf) != Some(&true));
        for (count, leaf) in leaves.enumerate() {
            if count > 0 {
                layout.push_delimiter(out);
            }
            let place = self.places[leaf];
            // Cells are separated by one delimiter.
            let end = self.starts.get(place + 1).map_or(cells.len(), |next| next - 1);
            out.push_str(&cells[self.starts[place]..end]);
        }
    }

    /// Remembers the own order of the row that has ended, counted from 0.
    pub(super) fn keep_row(&mut self, columns: &Columns, row: usize) {
        let width = width(columns.len());
        let mut from = self.history.len();
        self.history.extend(self.leaves.iter().flat_map(|leaf| leaf.to_le_bytes().into_iter().take(width)));
        if let Some(last) = self.orders.last() {
            let (past, own) = self.history.split_at(from);
            if past[last.from..] == *own {
                self.history.truncate(from);
                from = last.from;
            }
        }
        self.orders.push(RowPosition { row, from });
    }

    /// The original order of the leaves in a complete row, if it differs from the header.
    pub(super) fn order_of(&self, columns: &Columns, row: usize) -> Option<impl Iterator<Item = usize>> {
        let at = self.orders.binary_search_by_key(&row, |order| order.row).ok()?;
        let leaves = self.history.get(self.orders[at].from..)?.chunks_exact(width(columns.len()));
        let count = columns.leaves(columns.len()).count();
        Some(
            leaves
                .take(count)
                .map(|leaf| leaf.iter().rev().fold(0, |all, &byte| all << 8 | usize::from(byte))),
        )
    }
}
