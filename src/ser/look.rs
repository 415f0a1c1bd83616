//! A look at the rows of a declared table before they are written: which columns are default in all of them and go, and
//! which have one value in all of them and can stand once, in front of the table.
//!
//! The value is serialized as it will be, but of the first row only the shape and the marks are kept, of the others only
//! the columns are asked for that may go yet, and with the last of these the look is over: by an error, which is the only
//! way to tell a `Serialize` to stop.

use super::Serializer;
use super::cut;
use super::declared::Promise;
use super::layout::{newline, push_key};
use super::mark::Mark;
use super::scope::{Form, Watch};
use super::shape::ROOT;
use super::writer::Writer;
use crate::text::quote;
use crate::{ErrorKind, Result};
use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde::ser::Serialize;

/// What is looked for, and what was found.
#[derive(Default)]
#[allow(clippy::struct_excessive_bools, reason = "four facts that have nothing to do with each other")]
pub(super) struct Look {
    /// Columns may be hoisted.
    may_hoist: bool,
    /// For each column, the mark that all rows have had there.
    marks: Vec<Option<Mark>>,
    hoists: Vec<Hoist>,
    /// How many columns may go yet.
    hopes: usize,
    /// It is a table.
    is_table: bool,
    /// The value in hand is not what it is read as.
    is_raw: bool,
    /// It has been stopped, and that is no error.
    is_over: bool,
}

/// A column that may stand once in front of the table.
struct Hoist {
    column: usize,
    /// The text of its cells.
    text: String,
    /// The last row that had it, from 1.
    row: usize,
}

/// A hoisted column whose cell is about to be written at `at`.
pub(super) struct Hoisted {
    at: usize,
    column: usize,
}

impl Serializer<'_> {
    /// Looks at the value of the field whose key has come, and forgets it. If it `hoists`, that is written in front which
    /// can stand there once.
    pub(super) fn look<T: ?Sized + Serialize>(&mut self, value: &T, hoists: bool) -> Result<Promise> {
        let writer = &mut self.writer;
        let (levels, len, keys, scopes) =
            (self.levels, writer.out.len(), writer.keys.len(), writer.scopes.len());
        let (count, margin, watch, folds) = (writer.count, writer.margin, writer.watch, writer.open_folds);
        writer.look = Some(Box::new(Look { may_hoist: hoists, ..Look::default() }));
        writer.promise = Promise::Look;
        let result = value.serialize(&mut *self);

        self.levels = levels;
        let writer = &mut self.writer;
        writer.promise = Promise::None;
        writer.out.truncate(len);
        writer.keys.truncate(keys);
        for _ in scopes..writer.scopes.len() {
            writer.leave();
        }
        (writer.form, writer.count, writer.margin, writer.watch) = (Form::Nested, count, margin, watch);
        writer.open_folds = folds;
        let look = writer.look.take().unwrap_or_default();
        if !look.is_over {
            result?;
        }
        if !look.is_table {
            // It may have ended in the middle of a group, and no table can have this shape.
            writer.table.shape.clear();
            return Ok(Promise::None);
        }
        Ok(Promise::Columns(writer.columns(*look)))
    }
}

impl Writer<'_> {
    /// Whether the first row has not been seen as a whole: it may be none.
    pub(super) fn is_first_look(&self) -> bool {
        self.look.as_ref().is_some_and(|look| !look.is_table)
    }

    /// Nothing more has to be seen.
    pub(super) fn end_look(&mut self) -> Result<()> {
        if let Some(look) = &mut self.look {
            look.is_over = true;
        }
        self.error(ErrorKind::AlreadyFailed)
    }

    /// The first row has been seen, of so many.
    pub(super) fn look_on(&mut self, count: usize) -> Result<()> {
        let Some(mut look) = self.look.take() else { return self.misplaced() };
        let table = &mut self.table;
        look.is_table = true;
        let leaves: Vec<usize> = table.shape.leaves(table.shape.len()).collect();
        let marks: Vec<Option<Mark>> = table.marks(1).collect();
        look.marks = alloc::vec![None; table.shape.len()];
        for (&leaf, mark) in leaves.iter().zip(marks) {
            look.marks[leaf] = mark;
        }
        let marks = &look.marks;
        let may_go = |column: usize| matches!(marks[column], Some(Mark::Default(_)));
        look.hoists.retain(|hoist| count > 1 && marks[hoist.column].is_none());
        look.hopes = (0..marks.len()).filter(|&column| may_go(column)).count() + look.hoists.len();
        // From here on, what has no hope is passed over.
        let is_hopeless =
            |&leaf: &usize| !may_go(leaf) && look.hoists.iter().all(|hoist| hoist.column != leaf);
        let hopeless: Vec<bool> = leaves.iter().map(is_hopeless).collect();
        table.passed = table.shape.whole_nodes(&hopeless);
        table.row_form = Form::Look;
        let goes_on = look.hopes > 0 && count > 1;
        self.look = Some(look);
        let at = self.top().at;
        self.out.truncate(at);
        if goes_on { Ok(()) } else { self.end_look() }
    }

    /// A row but the first has been seen.
    pub(super) fn end_seen_row(&mut self) -> Result<()> {
        self.form = Form::Table;
        self.count += 1;
        let (at, row) = (self.top().at, self.count);
        self.out.truncate(at);
        let Some(look) = &mut self.look else { return self.misplaced() };
        let hoists = look.hoists.len();
        look.hoists.retain(|hoist| hoist.row == row);
        look.hopes -= hoists - look.hoists.len();
        if look.hopes == 0 { self.end_look() } else { Ok(()) }
    }

    /// The value of the column whose key has come is its default, and need not come.
    pub(super) fn see_default(&mut self) {
        let column = self.table.cursor;
        let end = self.table.shape.next(column);
        for leaf in column..end {
            if self.table.shape.is_leaf(leaf) {
                let mark = Mark::default_of(self.table.shape.levels(leaf, column));
                self.see(leaf, mark);
            }
        }
        self.table.cursor = end;
    }

    /// A cell comes that is no default.
    pub(super) fn see_cell(&mut self) {
        self.see(self.table.cursor, None);
        self.table.cursor += 1;
    }

    fn see(&mut self, leaf: usize, mark: Option<Mark>) {
        let Some(look) = &mut self.look else { return };
        // What is hidden is so in all rows.
        let is_other = |known: &&mut Option<Mark>| **known != mark && **known != Some(Mark::Hidden);
        if let Some(known) = look.marks.get_mut(leaf).filter(is_other) {
            if matches!(known, Some(Mark::Default(_))) {
                look.hopes -= 1;
            }
            *known = None;
        }
    }

    /// The value of the column whose key has come may stand in front of the table, if all rows have the same.
    pub(super) fn begin_hoisted(&mut self) -> Option<Hoisted> {
        if let Some(look) = &mut self.look {
            look.is_raw = false;
        }
        let is_seen = self.look.as_ref().is_some_and(|look| look.may_hoist);
        let is_own = self.table.group == ROOT && self.table.open_groups == 0 && !self.table.has_watched_row();
        if is_seen && is_own && matches!(self.form, Form::Learning | Form::Row | Form::Look) {
            return Some(Hoisted { at: self.out.len(), column: self.table.cursor });
        }
        None
    }

    /// The value in hand is JSON text to its type, which cannot be read of a value.
    #[cfg(feature = "json")]
    pub(super) fn see_raw(&mut self) {
        if let Some(look) = &mut self.look {
            look.is_raw = true;
        }
    }

    pub(super) fn end_hoisted(&mut self, hoisted: &Hoisted) {
        let Hoisted { at, column } = *hoisted;
        let row = self.count + 1;
        let (Some(look), Some(cell)) = (&mut self.look, self.out.get(at..)) else { return };
        match self.form {
            Form::Learning | Form::Row if at >= self.table.row_at && self.table.shape.is_leaf(column) => {
                let text = cell.get(usize::from(at > self.table.row_at)..).unwrap_or_default();
                if is_read_exactly(text) && !look.is_raw {
                    look.hoists.push(Hoist { column, text: text.to_string(), row });
                }
            }
            Form::Look => {
                let is_same = |hoist: &&mut Hoist| hoist.column == column && hoist.text == cell;
                if let Some(hoist) = look.hoists.iter_mut().find(is_same) {
                    hoist.row = row;
                }
            }
            _ => {}
        }
    }

    /// Which leaves are left out. Those that are the same in all rows are written.
    fn columns(&mut self, look: Look) -> Vec<bool> {
        let shape = &self.table.shape;
        let leaves: Vec<usize> = shape.leaves(shape.len()).collect();
        let marks: Vec<Option<Mark>> = leaves.iter().map(|&leaf| look.marks[leaf]).collect();
        let mut cut = cut::columns(shape, &marks);
        let mut hoists = look.hoists;
        // Where its field is folded, the one in front of the table may yet become a part of another; and an object that has been
        // flattened into another reads only what it knows by name.
        if self.open_folds > 0 || self.watch != Watch::No {
            hoists.clear();
        }
        // The struct's own fields have other names, but a tag is not known to it.
        hoists.retain(|hoist| !self.has_key(&self.hoisted_key(hoist)));
        if cut.iter().filter(|cut| !**cut).count() == hoists.len() && !hoists.is_empty() {
            hoists.remove(0);
        }
        for hoist in &hoists {
            if let Ok(index) = leaves.binary_search(&hoist.column) {
                cut[index] = true;
            }
        }
        self.push_hoisted(&hoists);
        cut
    }

    /// The name of the column in front of the table, whose key has come.
    fn hoisted_key(&self, hoist: &Hoist) -> String {
        let table = quote::unquote(&self.out[self.key_at()..]);
        format!("{table}_{}", self.table.shape.key(hoist.column).as_str())
    }

    /// Whether the innermost object has a field of this name so far.
    fn has_key(&self, key: &str) -> bool {
        self.own_keys().any(|own| quote::unquote(own) == key)
    }

    /// Puts fields of their own in front of the one whose key has come.
    fn push_hoisted(&mut self, hoists: &[Hoist]) {
        if hoists.is_empty() {
            return;
        }
        let keys: Vec<String> = hoists.iter().map(|hoist| self.hoisted_key(hoist)).collect();
        let at = self.key_at();
        let table = String::from(&self.out[at..]);
        self.out.truncate(at);
        for (hoist, key) in hoists.iter().zip(keys) {
            push_key(self.out, &key);
            self.out.push_str(": ");
            self.out.push_str(&hoist.text);
            newline(self.out, self.margin);
        }
        self.out.push_str(&table);
    }
}

/// Whether a cell is read as the same value when it is not known what it is to be: not so an integer beyond 64 bits, nor a
/// number that is another `f32` by way of `f64`.
fn is_read_exactly(cell: &str) -> bool {
    let bytes = cell.as_bytes();
    let digits = bytes.strip_prefix(b"-").unwrap_or(bytes);
    if digits.iter().all(u8::is_ascii_digit) {
        return cell.parse::<i64>().is_ok() || cell.parse::<u64>().is_ok();
    }
    match (cell.parse::<f64>(), cell.parse::<f32>()) {
        #[allow(clippy::cast_possible_truncation)]
        (Ok(wide), Ok(narrow)) => (wide as f32).to_bits() == narrow.to_bits(),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::is_read_exactly;

    #[test]
    fn cells_that_are_read_exactly() {
        for cell in
            ["1", "-9223372036854775808", "18446744073709551615", "0.1", "1e+21", "text", "\"1\"", "null"]
        {
            assert!(is_read_exactly(cell), "{cell}");
        }
        for cell in ["-9223372036854775809", "18446744073709551616", "7.038531e-26"] {
            assert!(!is_read_exactly(cell), "{cell}");
        }
    }
}
