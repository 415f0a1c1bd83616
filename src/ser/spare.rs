//! Memory that has been used, for what comes next.

use super::table::Table;
use alloc::string::String;
use alloc::vec::Vec;

/// Tables and texts that are done with, for their memory.
#[derive(Default)]
pub(super) struct Spare {
    tables: Vec<Table>,
    texts: Vec<String>,
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

    /// An empty text.
    pub(super) fn text(&mut self) -> String {
        // One allocation for most documents.
        self.texts.pop().unwrap_or_else(|| String::with_capacity(256))
    }

    pub(super) fn keep_text(&mut self, mut text: String) {
        text.clear();
        self.texts.push(text);
    }
}
