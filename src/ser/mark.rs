//! Fields that may be left out: `#[toon(tabular)]` rows send all of theirs, since a row cannot know whether it stands in a
//! table, and mark those that another form would not show.
//!
//! In object form a marked field is taken back. In a table it stays, with a mark in front of its cell: a control
//! character, which no text of ours has. At the table's end the marks go, and with them the columns in which every row
//! has its default.

use super::cut;
use super::layout::{Cells, key_token, newline};
use super::scope::{Form, Scope, Watch};
use super::writer::Writer;
use crate::{ErrorKind, Result};
use alloc::string::String;
use alloc::vec::Vec;

/// Why a field may be left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mark {
    /// Its type's `skip_serializing_if` says so. In a table it is `null`.
    Null,
    /// What is asked for does not have it. In a table its column goes.
    Hidden,
    /// It has its default. The leaf itself, or a group so many levels above it.
    Default(u8),
}

/// Levels that marks tell apart: behind them come printable characters.
const LEVELS: u8 = 0x20 - DEFAULT;
const NULL: u8 = 0x01;
const HIDDEN: u8 = 0x02;
/// In front of this there are the characters that end lines and cells.
const DEFAULT: u8 = 0x0e;

impl Mark {
    /// The leaf itself has its default.
    pub(super) const DEFAULT: Self = Mark::Default(0);

    /// A group so many levels above the leaf has its default.
    pub(super) fn default_of(levels: usize) -> Option<Self> {
        u8::try_from(levels).ok().filter(|&level| level < LEVELS).map(Mark::Default)
    }

    fn byte(self) -> Option<u8> {
        match self {
            Mark::Null => Some(NULL),
            Mark::Hidden => Some(HIDDEN),
            Mark::Default(level) if level < LEVELS => Some(DEFAULT + level),
            Mark::Default(_) => None,
        }
    }

    fn from_byte(byte: u8) -> Option<Self> {
        match byte {
            NULL => Some(Mark::Null),
            HIDDEN => Some(Mark::Hidden),
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
    pub(super) fn end_marked(&mut self, marked: &Marked, mark: Mark) {
        match self.form {
            Form::Learning | Form::Row | Form::Disorder if self.out.len() > marked.at => {
                self.mark_cells(marked, mark);
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

    fn mark_cells(&mut self, marked: &Marked, mark: Mark) {
        let is_first = marked.at == self.table.row_at;
        let start = marked.at + usize::from(!is_first);
        self.table.is_marked = true;
        if self.table.shape.is_leaf(marked.column) {
            if let Some(mark) = mark.byte() {
                self.out.insert(start, char::from(mark));
                self.table.tally.set(marked.column, self.count + 1, Some(mark));
            }
        } else if self.form != Form::Disorder {
            // In such a row it is noted already where the cells begin. Unmarked, they are what they are.
            self.mark_group(marked.column, start);
        }
    }

    /// Marks the cells from `start` on as those of a group that has its default.
    fn mark_group(&mut self, column: usize, start: usize) {
        let mut text = self.buffer();
        text.push_str(&self.out[start..]);
        self.out.truncate(start);
        let end = self.table.shape.next(column).min(self.table.shape.len());
        let leaves: Vec<usize> = (column..end).filter(|&node| self.table.shape.is_leaf(node)).collect();
        let cells = Cells::new(&text, self.layout.delimiter);
        for (index, (leaf, cell)) in leaves.into_iter().zip(cells).enumerate() {
            if index > 0 {
                self.layout.push_delimiter(self.out);
            }
            // Its own mark says nothing any more: the group's default may have something else there. What is hidden is so in
            // all rows, whether the group has its default or not.
            let (own, cell) = Mark::split(cell);
            let mark = Mark::default_of(self.table.shape.levels(leaf, column)).and_then(Mark::byte);
            let tallied = if own == Some(Mark::Hidden) { Some(HIDDEN) } else { mark };
            self.table.tally.set(leaf, self.count + 1, tallied);
            self.out.extend(mark.map(char::from));
            self.out.push_str(cell);
        }
        self.recycle(text);
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
        if self.watch != Watch::No {
            self.keys.pop(self.top().keys);
        }
    }

    /// The same of the entry of a keyed table whose key has come.
    fn take_back_entry(&mut self) {
        let line = self.out.rfind('\n').unwrap_or(self.out.len());
        self.out.truncate(line);
        self.form = Form::Table;
        if self.watch != Watch::No {
            self.keys.pop(self.top().keys);
        }
    }

    /// Writes the open table, which is complete, without marks and without the columns that say nothing.
    #[cold]
    pub(super) fn end_marked_table(&mut self) {
        let text = self.take_back();
        let marks: Vec<Option<Mark>> = self.table.marks(self.count).collect();
        let cut = cut::columns(&self.table.shape, &marks);
        self.layout.push_bracket(self.out, self.count, self.table.is_keyed);
        self.table.shape.push_fields_without(&cut, self.out, &self.layout);
        if cut.contains(&true) {
            self.out.push(':');
            for line in self.table.lines(&text) {
                newline(self.out, self.table.margin);
                let (key, cells) = self.entry_of(line);
                self.out.push_str(key);
                self.push_kept(cells, &cut);
            }
        } else {
            push_without_marks(self.out, text.get(self.table.header_len..).unwrap_or_default());
        }
        self.recycle(text);
    }

    /// The key of a row of the open table with what stands behind it, if it has one, and its cells.
    fn entry_of<'t>(&self, line: &'t str) -> (&'t str, &'t str) {
        let row = line.get(self.table.margin..).unwrap_or_default();
        let key = if self.table.is_keyed { key_token(row).len() + ": ".len() } else { 0 };
        row.split_at_checked(key).unwrap_or(("", row))
    }
}

fn is_mark(byte: u8) -> bool {
    Mark::from_byte(byte).is_some()
}

fn push_without_marks(out: &mut String, text: &str) {
    // A block is looked at byte by byte only if there is one in it.
    const BLOCK: usize = 64;
    let mut from = 0;
    for (index, block) in text.as_bytes().chunks(BLOCK).enumerate() {
        if !block.iter().fold(false, |found, &byte| found | is_mark(byte)) {
            continue;
        }
        for (at, _) in block.iter().enumerate().filter(|(_, byte)| is_mark(**byte)) {
            let at = index * BLOCK + at;
            out.push_str(text.get(from..at).unwrap_or_default());
            from = at + 1;
        }
    }
    out.push_str(text.get(from..).unwrap_or_default());
}

/// How many rows of a table have which mark in which column.
#[derive(Default)]
pub(super) struct Tally(Vec<Marks>);

/// The marks of a column, as long as they are all the same.
#[derive(Clone, Copy, Default)]
struct Marks {
    mark: u8,
    count: usize,
    /// That of the row in hand, which one of a group around it may replace yet.
    last: u8,
    /// The number of that row, from 1.
    row: usize,
}

/// Not all are the same.
const MIXED: u8 = 0;
const NONE: u8 = 0;

impl Marks {
    fn settle(&mut self) {
        if self.last != NONE {
            if self.count == 0 {
                self.mark = self.last;
            } else if self.mark != self.last {
                self.mark = MIXED;
            }
            self.count += 1;
            self.last = NONE;
        }
    }
}

impl Tally {
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// The mark of a cell in a row, in place of what it had.
    fn set(&mut self, column: usize, row: usize, mark: Option<u8>) {
        if self.0.len() <= column {
            self.0.resize(column + 1, Marks::default());
        }
        let marks = &mut self.0[column];
        if marks.row != row {
            marks.settle();
        }
        marks.row = row;
        marks.last = mark.unwrap_or(NONE);
    }

    /// The mark that lets the column go, if all of so many rows have it there.
    pub(super) fn of_all(&mut self, column: usize, rows: usize) -> Option<Mark> {
        let marks = self.0.get_mut(column)?;
        marks.settle();
        let mark = Mark::from_byte(marks.mark).filter(|_| marks.count == rows);
        mark.filter(|mark| *mark != Mark::Null)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_is_a_control_that_ends_nothing() {
        let marks = (0..=u8::MAX).map(Mark::Default).chain([Mark::Null, Mark::Hidden]);
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
        assert_eq!(bytes.len(), 20);
        assert_eq!(Mark::split("x"), (None, "x"));
        assert_eq!(Mark::split(""), (None, ""));
    }
}
