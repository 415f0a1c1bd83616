//! Rows whose keys do not come in the header's order, as a `HashMap`'s do.

use super::layout::{Cells, Layout};
use super::shape::Shape;
use alloc::string::String;
use alloc::vec::Vec;

/// The order of the row in hand, and those of the rows before it.
#[derive(Default)]
pub(super) struct Disorder {
    /// For each column the last row, counted from 1, in which it has come.
    seen: Vec<usize>,
    /// The leaves of the row in hand as they came, and where their cells begin.
    leaves: Vec<u32>,
    starts: Vec<usize>,
    /// For each leaf its place in the row in hand.
    places: Vec<usize>,
    /// Past rows in an order of their own, which list form would have to show.
    orders: Vec<Order>,
    history: Vec<u32>,
}

/// A row and the range of `history` that has its leaves; rows in the same order may share one.
struct Order {
    row: usize,
    from: usize,
    to: usize,
}

impl Disorder {
    pub(super) fn clear(&mut self) {
        self.seen.clear();
        self.leaves.clear();
        self.starts.clear();
        self.orders.clear();
        self.history.clear();
    }

    /// Begins `row` in the middle: up to column `cursor` it was in order, and `cells` has what came.
    pub(super) fn begin_row(&mut self, shape: &Shape, row: usize, cursor: usize, cells: &str, delimiter: u8) {
        self.seen.resize(shape.len(), 0);
        self.leaves.clear();
        self.starts.clear();
        let mut at = 0;
        let mut cells = Cells::new(cells, delimiter);
        for node in 0..cursor {
            self.seen[node] = row;
            if shape.is_leaf(node) {
                self.push_cell(node, at);
                at += cells.next().map_or(0, str::len) + 1;
            }
        }
    }

    pub(super) fn has_seen(&self, node: usize, row: usize) -> bool {
        self.seen[node] == row
    }

    pub(super) fn see(&mut self, node: usize, row: usize) {
        self.seen[node] = row;
    }

    /// The next cell is that of `leaf`, and begins at `at`.
    pub(super) fn push_cell(&mut self, leaf: usize, at: usize) {
        // A row of more columns than fit into four bytes would not fit into any memory.
        self.leaves.push(u32::try_from(leaf).unwrap_or(u32::MAX));
        self.starts.push(at);
    }

    /// The leaves of the row in hand in the order in which they came.
    pub(super) fn leaves(&self) -> impl Iterator<Item = usize> {
        self.leaves.iter().map(|&leaf| leaf as usize)
    }

    /// Appends the cells of a complete row in the header's order, and remembers its own. `row` counts from 0.
    pub(super) fn end_row(
        &mut self,
        shape: &Shape,
        row: usize,
        cells: &str,
        layout: &Layout,
        out: &mut String,
    ) {
        self.places.resize(shape.len(), 0);
        for (place, &leaf) in self.leaves.iter().enumerate() {
            self.places[leaf as usize] = place;
        }
        for (count, leaf) in shape.leaves(shape.len()).enumerate() {
            if count > 0 {
                layout.push_delimiter(out);
            }
            let place = self.places[leaf];
            // A delimiter stands between a cell and the next.
            let end = self.starts.get(place + 1).map_or(cells.len(), |next| next - 1);
            out.push_str(&cells[self.starts[place]..end]);
        }
        let (from, to) = match self.orders.last() {
            Some(last) if self.history[last.from..last.to] == self.leaves[..] => (last.from, last.to),
            _ => {
                let from = self.history.len();
                self.history.extend_from_slice(&self.leaves);
                (from, self.history.len())
            }
        };
        self.orders.push(Order { row, from, to });
    }

    /// Whether any complete row was in an order of its own.
    pub(super) fn has_orders(&self) -> bool {
        !self.orders.is_empty()
    }

    /// The order in which the leaves of a complete row came, if it is not the header's.
    pub(super) fn order_of(&self, row: usize) -> Option<&[u32]> {
        let at = self.orders.binary_search_by_key(&row, |order| order.row).ok()?;
        self.history.get(self.orders[at].from..self.orders[at].to)
    }
}
