//! A cursor over the cells of a row (§9.3).

use super::cells::CellCursor;
use super::fields::FieldList;
use super::source::Source;
use super::split::{SplitCells, SplitLine, SplitStop};
use super::token::Token;
use crate::text::find::find3;
use crate::{Category, Error, ErrorKind, Result};

/// A row whose cells are handed out in order.
#[derive(Clone)]
pub(super) struct RowCursor<'h, 'de> {
    pub(super) fields: &'h FieldList<'de>,
    cells: CellCursor<'de>,
    /// The start of the row, and of its cells.
    pub(super) at: usize,
    start: usize,
    /// The number of cells read, not counting those before the `ready` ones.
    pub(super) read: usize,
    /// It is a row of a tabular array that has yet to be checked: if a colon comes before its first
    /// delimiter, it is not a row.
    tabular: bool,
    /// The cells that were found in a single pass: the first ones, then the following ones.
    pub(super) ready: SplitCells<'de>,
}

impl<'h, 'de> RowCursor<'h, 'de> {
    /// Creates a cursor, which can then be opened for one row after the other.
    #[inline]
    pub(super) fn new(source: &Source<'de>, fields: &'h FieldList<'de>, delimiter: u8) -> Self {
        let cells = CellCursor { rest: &[], end: 0, delimiter, more: false };
        RowCursor {
            fields,
            cells,
            at: 0,
            start: 0,
            read: 0,
            tabular: false,
            ready: SplitCells::new(source, delimiter),
        }
    }

    /// Opens a row of a tabular array, on this `line`.
    #[inline]
    pub(super) fn open(&mut self, source: &Source<'de>, line: (usize, usize)) {
        self.open_entry(source, line, line.0);
        self.tabular = true;
    }

    /// Opens an entry row on this `line`, whose cells begin at `start`.
    #[inline]
    pub(super) fn open_entry(&mut self, source: &Source<'de>, line: (usize, usize), start: usize) {
        self.cells = CellCursor::new(source, start, line.1, self.cells.delimiter);
        (self.at, self.start) = (line.0, start);
        (self.read, self.tabular) = (0, false);
        self.ready.clear();
    }

    /// Opens a row of a tabular array whose line begins at `start`, if that line is simple, and
    /// returns the start of the next line. Otherwise, use [`open`](Self::open).
    #[inline]
    pub(super) fn open_fast(&mut self, source: &Source<'de>, start: usize) -> Option<usize> {
        let next = self.open_entry_fast(source, start, start)?;
        let first = self.ready.get(0);
        // If there is a colon in the first cell, it is not a row. If that cell was not split,
        // `next` checks it.
        self.tabular = first.is_none();
        if first.is_some_and(|first| first.has_colon(source)) { None } else { Some(next) }
    }

    /// Does the same for an entry row whose line begins at `at` and whose cells begin at `start`.
    #[inline]
    pub(super) fn open_entry_fast(&mut self, source: &Source<'de>, at: usize, start: usize) -> Option<usize> {
        let SplitLine { end, next, rest } = self.ready.split(start, self.fields.leaves)?;
        let cells = source.bytes(rest.unwrap_or(end), end);
        self.cells = CellCursor { rest: cells, end, more: rest.is_some(), ..self.cells };
        (self.at, self.start) = (at, start);
        (self.read, self.tabular) = (0, false);
        Some(next)
    }

    /// Finds the next cell.
    #[inline]
    fn next(&mut self, source: &Source<'de>) -> Result<Option<Token<'de>>> {
        if let Some(token) = self.ready.get(self.read) {
            return Ok(Some(*token));
        }
        if self.tabular {
            self.tabular = false;
            self.check_row(source)?;
        }
        if self.ready.is_full() && self.cells.more {
            self.go_on();
            if let Some(token) = self.ready.get(self.read) {
                return Ok(Some(*token));
            }
        }
        self.cells.next(source)
    }

    /// Finds more cells in a single pass, once all that were ready have been read.
    fn go_on(&mut self) {
        let start = self.cells.end - self.cells.rest.len();
        let most = self.fields.leaves.saturating_sub(self.all_read());
        self.read = 0;
        match self.ready.go_on(start, most) {
            None => (),
            Some(SplitStop::End(_)) => (self.cells.rest, self.cells.more) = (&[], false),
            Some(SplitStop::Cell(cell)) => {
                self.cells.rest = self.cells.rest.get(cell - start..).unwrap_or_default();
            }
        }
    }

    /// Checks that the line is a row; most have neither a quote nor a colon in their first cell.
    fn check_row(&self, source: &Source<'de>) -> Result<()> {
        let CellCursor { rest, end, delimiter, .. } = self.cells;
        match rest.get(find3(rest, delimiter, b':', b'"')) {
            Some(&byte) if byte != delimiter => check_row(source, end - rest.len(), end, delimiter),
            _ => Ok(()),
        }
    }

    /// The total number of cells read.
    #[inline]
    pub(super) fn all_read(&self) -> usize {
        self.ready.before + self.read
    }

    /// Reads the cell of a leaf field.
    #[inline(never)]
    pub(super) fn cell(&mut self, source: &Source<'de>) -> Result<Token<'de>> {
        match self.next(source)? {
            Some(token) => {
                self.read += 1;
                Ok(token)
            }
            None => Err(self.misfit(source)),
        }
    }

    /// Whether all cells from the next one up to `end` are `null`.
    pub(super) fn is_null_before(&self, source: &Source<'de>, end: usize) -> bool {
        let mut ready = (self.read..).map_while(|index| self.ready.get(index));
        let mut others = self.cells.clone();
        (self.all_read()..end).all(|_| match ready.next() {
            Some(token) => token.is_null(),
            None => matches!(others.next(source), Ok(Some(token)) if token.is_null()),
        })
    }

    /// Skips and checks the cells before `cell`.
    pub(super) fn skip_to(&mut self, source: &Source<'de>, cell: usize) -> Result<()> {
        while self.all_read() < cell {
            match self.next(source)? {
                Some(token) => token.check(source)?,
                None => return Err(self.misfit(source)),
            }
            self.read += 1;
        }
        Ok(())
    }

    /// Closes the row: checks that it has exactly one cell per leaf field.
    #[inline]
    pub(super) fn close(&mut self, source: &Source<'de>) -> Result<()> {
        if self.all_read() == self.fields.leaves && !self.cells.more {
            return Ok(());
        }
        self.skip_to(source, self.fields.leaves)?;
        if self.cells.more { Err(self.misfit(source)) } else { Ok(()) }
    }

    /// Replaces the type error of a misplaced cell with a width error if the row has the wrong
    /// width, which is more helpful.
    #[cold]
    pub(super) fn explain(&self, source: &Source<'de>, error: Error) -> Error {
        let slipped = error.classify() == Category::Data && self.width(source) != self.fields.leaves;
        if slipped { self.misfit(source) } else { error }
    }

    fn width(&self, source: &Source<'de>) -> usize {
        CellCursor::new(source, self.start, self.cells.end, self.cells.delimiter).count(source)
    }

    fn misfit(&self, source: &Source<'de>) -> Error {
        wrong_width(source, (self.at, self.cells.end), self.fields.leaves, self.width(source))
    }
}

/// §14.1: the error for a row that does not have as many cells as the header has leaf fields, on
/// this `line`.
#[cold]
pub(super) fn wrong_width(source: &Source<'_>, line: (usize, usize), expected: usize, found: usize) -> Error {
    let kind = ErrorKind::WidthMismatch { expected: expected as u64, found: found as u64 };
    if found < expected { source.fail_short(kind, line.0, line.1) } else { source.fail(kind, line.0) }
}

/// §9.3: a line whose first colon comes before its first delimiter is not a row, and §8 does not
/// allow a field here.
pub(super) fn check_row(source: &Source<'_>, start: usize, end: usize, delimiter: u8) -> Result<()> {
    match source.unquoted(start, end, delimiter, b':') {
        Some(colon) if source.byte(colon) == Some(b':') => Err(source.fail(ErrorKind::NotARow, colon)),
        _ => Ok(()),
    }
}
