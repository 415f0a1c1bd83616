//! Tables that a type declares: `#[toon(tabular)]` on a field, whose rows are alike by their type.
//!
//! The general way finds out row by row, from the keys as they come. Here the first row settles it: the header goes in
//! front, and from then on nothing is looked at but cells. Where columns may go – those that are default in every row, and
//! those that can stand once in front of the table – the rows are looked at before ([`super::look`]). What turns out to be
//! no table takes the general way.

use super::Serializer;
use super::cut;
use super::hint::Looks;
use super::layout::Cells;
use super::mark::Mark;
use super::pick::Refusal;
use super::scope::Form;
use super::writer::Writer;
use crate::{ErrorKind, Result};
use alloc::vec::Vec;
use serde::ser::Serialize;

/// What is known of the table that comes, or is open.
#[derive(Default)]
pub(super) enum Promise {
    /// Nothing.
    #[default]
    None,
    /// Its rows are alike.
    Rows,
    /// The same, and it is only looked at.
    Look,
    /// The same, its shape, and which of its leaves are left out.
    Columns(Vec<bool>),
    /// The header is written: nothing can change.
    Kept,
}

impl Serializer<'_> {
    /// Writes the value of the field whose key has come, which is a table by its type.
    pub(super) fn declared<T: ?Sized + Serialize>(&mut self, value: &T, looks: Looks) -> Result<()> {
        self.writer.end_bets()?;
        if self.writer.form == Form::Nested {
            self.writer.promise = match looks {
                Looks::No => Promise::Rows,
                Looks::ForDefaults => self.look(value, false)?,
                // Where keys are folded, what stands in front of the table would keep its own from being joined.
                Looks::ForAll => self.look(value, self.folding.is_none())?,
            };
        }
        self.nested(value)?;
        self.writer.promise = Promise::None;
        Ok(())
    }
}

impl Writer<'_> {
    /// A table begins of which all is known: its header goes in front.
    pub(super) fn begin_promised(&mut self, cut: &[bool]) {
        let count = self.top().announced_count();
        self.keep_promise(count, cut);
        self.table.row_at = self.out.len();
        self.form = Form::Cells;
    }

    /// The first row of a table whose rows are alike has come: that is its shape, if it is certain to be a table.
    #[inline(never)]
    pub(super) fn first_row_of_many(&mut self) -> Result<()> {
        let least = if self.table.is_keyed { 2 } else { 1 };
        let Some(count) = self.top().announced().filter(|&count| count >= least) else {
            if let Promise::Look = self.table.promise {
                return self.end_look();
            }
            self.table.promise = Promise::None;
            return Ok(());
        };
        if let Promise::Look = self.table.promise {
            return self.look_on(count);
        }
        // Of a first row alone, only that is known of the others which its type says.
        let hidden = |mark: Option<Mark>| mark.filter(|mark| *mark == Mark::Hidden);
        let marks: Vec<Option<Mark>> = self.table.marks(1).map(hidden).collect();
        let cut = cut::columns(&self.table.shape, &marks);
        if core::mem::take(&mut self.table.is_marked) {
            let mut row = self.buffer();
            row.push_str(&self.out[self.table.row_at..]);
            self.out.truncate(self.table.row_at);
            self.push_kept(&row, &cut);
            self.recycle(row);
        }
        self.keep_promise(count, &cut);
        self.reserve_rows();
        Ok(())
    }

    /// Behind the first row: makes room for the others, as if they were a little longer. The first often is the shortest.
    #[cold]
    fn reserve_rows(&mut self) {
        // Where more is needed, little is gained by asking for it at once.
        const MOST: usize = 256 * 1024;
        if !self.table.streams {
            let row = self.out.len() - self.table.row_at + 1 + self.table.margin;
            let rows = self.top().announced_count().saturating_sub(1);
            self.out.reserve(rows.saturating_mul(row + row / 4).min(MOST));
        }
    }

    /// Inserts the header, without the leaves that are `cut`. All rows behind are nothing but cells.
    fn keep_promise(&mut self, count: usize, cut: &[bool]) {
        let mut header = self.buffer();
        self.layout.push_bracket(&mut header, count, self.table.is_keyed);
        let table = &mut self.table;
        if cut.contains(&true) {
            table.shape.push_fields_without(cut, &mut header, &self.layout);
            table.passed = table.shape.whole_nodes(cut);
        } else {
            table.shape.push_fields(&mut header);
            table.passed.clear();
        }
        table.promise = Promise::Kept;
        table.header_len = header.len();
        table.row_form = Form::Cells;
        let at = self.top().at;
        self.out.insert_str(at, &header);
        self.table.row_at += header.len();
        self.recycle(header);
        self.table.streams = self.may_stream();
        if self.table.streams {
            self.watch_always();
        }
    }

    /// Appends the cells of a row that are not `cut`, without their marks.
    pub(super) fn push_kept(&mut self, cells: &str, cut: &[bool]) {
        let kept = Cells::new(cells, self.layout.delimiter).zip(cut).filter(|(_, cut)| !**cut);
        for (index, (cell, _)) in kept.enumerate() {
            if index > 0 {
                self.layout.push_delimiter(self.out);
            }
            self.out.push_str(Mark::split(cell).1);
        }
    }

    /// The key of a column, whose value is wanted or not.
    #[inline]
    pub(super) fn certain_key(&mut self) -> core::result::Result<(), Refusal> {
        if self.table.passes_over() { Err(Refusal::Unwanted) } else { Ok(()) }
    }

    /// The place of a cell, whatever it may be.
    #[inline]
    pub(super) fn certain_cell(&mut self) {
        self.table.cursor += 1;
        self.push_cell_delimiter();
    }

    pub(super) fn begin_certain_group(&mut self) {
        self.table.cursor += 1;
        self.table.open_groups += 1;
    }

    #[inline]
    pub(super) fn end_certain(&mut self) -> Result<()> {
        let table = &mut self.table;
        if table.open_groups > 0 {
            table.open_groups -= 1;
            return Ok(());
        }
        // Whoever swallows an error of ours leaves a gap.
        if table.cursor != table.shape.len() {
            return self.error(ErrorKind::AlreadyFailed);
        }
        self.form = Form::Table;
        self.count += 1;
        if self.count == 1 {
            self.reserve_rows();
        }
        if self.table.streams { self.stream() } else { Ok(()) }
    }
}
