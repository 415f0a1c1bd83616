//! Fields that may be left out: `#[toon(tabular)]` rows send all of theirs, since a row cannot know whether it stands in a
//! table, and mark those that another form would not show.
//!
//! In object form a marked field is taken back. In a table it stays, with a mark in front of its cell: a control
//! character, which no text of ours has. At the table's end the marks go, and with them the columns in which every row
//! has its default.

use super::layout::{Cells, key_token, newline};
use super::scope::{Form, Scope};
use super::writer::Writer;
use crate::{ErrorKind, Result};
use alloc::vec::Vec;

/// Why a field may be left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mark {
    /// Its type's `skip_serializing_if` says so. In a table it is `null`.
    Null,
    /// It has its default. The leaf itself, or a group so many levels above it.
    Default(u8),
}

/// Levels that marks tell apart: behind them come printable characters.
const LEVELS: u8 = 0x20 - DEFAULT;
const NULL: u8 = 0x01;
/// In front of this there are the characters that end lines and cells.
const DEFAULT: u8 = 0x0e;

impl Mark {
    fn byte(self) -> Option<u8> {
        match self {
            Mark::Null => Some(NULL),
            Mark::Default(level) if level < LEVELS => Some(DEFAULT + level),
            Mark::Default(_) => None,
        }
    }

    fn from_byte(byte: u8) -> Option<Self> {
        match byte {
            NULL => Some(Mark::Null),
            DEFAULT..0x20 => Some(Mark::Default(byte - DEFAULT)),
            _ => None,
        }
    }

    /// A cell's mark, and the cell without it.
    pub(super) fn split(cell: &str) -> (Option<Self>, &str) {
        match cell.as_bytes().first().and_then(|&byte| Mark::from_byte(byte)) {
            Some(mark) => (Some(mark), &cell[1..]),
            None => (None, cell),
        }
    }
}

/// Where a marked value begins in a row.
pub(super) struct Marked {
    at: usize,
    column: usize,
}

impl Writer<'_> {
    /// The value of the field whose key has come is about to be written, and may be left out. Nothing if it has been; else
    /// [`end_marked`](Self::end_marked) follows it.
    #[cold]
    pub(super) fn begin_marked(&mut self) -> Option<Marked> {
        match self.form {
            Form::Nested | Form::FirstKey => {
                self.take_back_field();
                None
            }
            Form::Entry => {
                self.take_back_entry();
                None
            }
            _ => Some(Marked { at: self.out.len(), column: self.table.cursor }),
        }
    }

    /// Behind the value.
    #[cold]
    pub(super) fn end_marked(&mut self, marked: &Marked, is_null: bool) {
        match self.form {
            Form::Learning | Form::Row | Form::Disorder if self.out.len() > marked.at => {
                self.mark_cells(marked, is_null);
            }
            // Its table has dissolved on it.
            Form::Nested if self.ends_with_own_line() => self.take_back_field(),
            _ => {}
        }
    }

    /// The column whose key has come, for [`check_cell`](Self::check_cell).
    #[cold]
    pub(super) fn column(&self) -> usize {
        self.table.cursor
    }

    /// Whether the value behind the key of `column` has become a cell, or a field on one line.
    #[cold]
    pub(super) fn check_cell(&mut self, column: usize) -> Result<()> {
        let is_cell = match self.form {
            Form::Learning | Form::Row | Form::Disorder => self.table.shape.is_leaf(column),
            Form::Nested => {
                self.ends_with_own_line() && {
                    let line = self.out[self.top().at..].rsplit('\n').next().unwrap_or_default().trim_start();
                    let value = &line[key_token(line).len()..];
                    value.starts_with(": ") && value != ": []"
                }
            }
            // It is no field.
            _ => true,
        };
        if is_cell { Ok(()) } else { self.error(ErrorKind::NotACell) }
    }

    fn mark_cells(&mut self, marked: &Marked, is_null: bool) {
        let is_first = marked.at == self.table.row_at;
        let start = marked.at + usize::from(!is_first);
        if self.form == Form::Disorder && !self.table.shape.is_leaf(marked.column) {
            // Where its cells begin is noted already. Unmarked, they are what they are.
            return;
        }
        let mut text = self.buffer();
        text.push_str(&self.out[start..]);
        self.out.truncate(start);
        let leaves = self.table.leaves_behind(marked.column);
        for (index, (leaf, cell)) in
            leaves.into_iter().zip(Cells::new(&text, self.layout.delimiter)).enumerate()
        {
            if index > 0 {
                self.layout.push_delimiter(self.out);
            }
            // Its own mark says nothing any more: the group's default may have something else there.
            let cell = Mark::split(cell).1;
            let levels = self.table.levels(leaf, marked.column);
            let byte = if is_null { Mark::Null } else { Mark::Default(levels) }.byte();
            self.out.extend(byte.map(char::from));
            self.out.push_str(cell);
        }
        self.recycle(text);
        self.table.is_marked = true;
    }

    /// Whether the last line of the innermost object is that of a field of it.
    fn ends_with_own_line(&self) -> bool {
        let text = &self.out[self.top().at..];
        match text.rfind('\n') {
            Some(at) => {
                let line = &text[at + 1..];
                line.len() - line.trim_start_matches(' ').len() == self.margin
            }
            None => true,
        }
    }

    /// The last field of the innermost object, which is one line as yet, has not come.
    fn take_back_field(&mut self) {
        let &Scope { at, is_item, .. } = self.top();
        let text = &self.out[at..];
        let has_own_line = !is_item && !self.is_root();
        match text.rfind('\n') {
            Some(1) if has_own_line => {
                self.out.truncate(at + ":\n".len() + self.margin);
                self.form = Form::Object;
            }
            Some(line) => self.out.truncate(at + line),
            None => {
                self.out.truncate(at);
                self.form = Form::Object;
            }
        }
        if self.is_map {
            self.keys.pop();
        }
        if self.layout.folds {
            self.take_back_chain();
        }
    }

    /// The same of the entry of a keyed table whose key has come.
    fn take_back_entry(&mut self) {
        let line = self.out.rfind('\n').unwrap_or(self.out.len());
        self.out.truncate(line);
        self.form = Form::Table;
        if self.is_map {
            self.keys.pop();
        }
    }

    /// Writes the open table, which is complete, without marks and without the columns that say nothing.
    #[cold]
    pub(super) fn end_marked_table(&mut self) {
        let text = self.take_back();
        let leaves = self.table.shape.leaves(self.table.shape.len()).count();
        let mut cut = self.columns_to_cut(&text, leaves);
        if cut.iter().all(|&cut| cut) {
            // Every row has a cell.
            cut[0] = false;
        }
        self.layout.push_bracket(self.out, self.count, self.table.is_keyed);
        self.table.shape.push_fields_without(&cut, self.out, &self.layout);
        self.out.push(':');
        for line in self.table.lines(&text) {
            newline(self.out, self.table.margin);
            let (key, cells) = self.entry_of(line);
            self.out.push_str(key);
            let kept = Cells::new(cells, self.layout.delimiter).zip(&cut).filter(|(_, cut)| !**cut);
            for (index, (cell, _)) in kept.enumerate() {
                if index > 0 {
                    self.layout.push_delimiter(self.out);
                }
                self.out.push_str(Mark::split(cell).1);
            }
        }
        self.recycle(text);
    }

    /// For each leaf whether every row has its default there, of the same field.
    fn columns_to_cut(&self, text: &str, leaves: usize) -> Vec<bool> {
        let mut cut = alloc::vec![true; leaves];
        let mut first: Vec<Option<Mark>> = Vec::with_capacity(leaves);
        for (row, line) in self.table.lines(text).enumerate() {
            for (leaf, cell) in Cells::new(self.entry_of(line).1, self.layout.delimiter).enumerate() {
                let mark = Mark::split(cell).0;
                if row == 0 {
                    first.push(mark);
                }
                let is_default = matches!(mark, Some(Mark::Default(_))) && first.get(leaf) == Some(&mark);
                if let Some(cut) = cut.get_mut(leaf) {
                    *cut &= is_default;
                }
            }
        }
        cut
    }

    /// The key of a row of the open table with what stands behind it, if it has one, and its cells.
    fn entry_of<'t>(&self, line: &'t str) -> (&'t str, &'t str) {
        let row = line.get(self.table.margin..).unwrap_or_default();
        let key = if self.table.is_keyed { key_token(row).len() + ": ".len() } else { 0 };
        row.split_at_checked(key).unwrap_or(("", row))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::String;

    #[test]
    fn a_mark_is_a_control_that_ends_nothing() {
        let marks = (0..=u8::MAX).map(Mark::Default).chain([Mark::Null]);
        let mut bytes = Vec::new();
        for mark in marks {
            let Some(byte) = mark.byte() else { continue };
            assert!(byte < 0x20 && !b"\t\n\r".contains(&byte));
            let mut cell = String::from(char::from(byte));
            cell.push('x');
            assert_eq!(Mark::split(&cell), (Some(mark), "x"));
            bytes.push(byte);
        }
        bytes.dedup();
        assert_eq!(bytes.len(), 19);
        assert_eq!(Mark::split("x"), (None, "x"));
        assert_eq!(Mark::split(""), (None, ""));
    }
}
