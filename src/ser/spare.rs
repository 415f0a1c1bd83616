//! Memory that has been used, for what comes next.

use super::table::Table;
use alloc::string::String;
use alloc::vec::Vec;
use smallvec::SmallVec;

/// Tables and texts that are done with, for their memory.
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

    /// An empty text, which may have memory.
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
