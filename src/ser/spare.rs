//! Recycles buffers.

use super::table::Table;
use alloc::string::String;
use alloc::vec::Vec;
use smallvec::SmallVec;

/// Tables and strings that are no longer in use, kept for their capacity.
#[derive(Default)]
pub(super) struct Spare {
    tables: Vec<Table>,
    texts: SmallVec<[String; 3]>,
}

impl Spare {
    pub(super) fn table(&mut self) -> Table {
        self.tables.pop().unwrap_or_default()
    }

    pub(super) fn keep_table(&mut self, table: Table) {
        if table.has_memory() {
            self.tables.push(table);
        }
    }

    /// An empty string, possibly with capacity.
    pub(super) fn text(&mut self) -> String {
        self.texts.pop().unwrap_or_default()
    }

    pub(super) fn keep_text(&mut self, mut text: String) {
        if text.capacity() > 0 {
            text.clear();
            self.texts.push(text);
        }
    }
}
