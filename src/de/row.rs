//! One row: its cells in order, and the object that the field list makes of them (§9.3).

use super::derived::LastStruct;
use super::fields::{Field, Fields, Members};
use super::key::{KeyDe, KeyText};
use super::object_de::object_deserializer;
use super::source::Source;
use super::split::{Plain, Ready, Stop};
use super::state::State;
use super::token::{Token, TokenDe};
use super::value::{AsMap, EntriesUser, finished, unread};
use crate::error::Step;
use crate::text::find::{find2, find3};
use crate::{Category, Error, ErrorKind, Result};
use alloc::vec::Vec;
use serde::de::{DeserializeSeed, MapAccess, Visitor};

/// So few bytes in front of a line's end are near to it: those of a few cells.
const NEAR_END: usize = 64;

/// Delimiter-separated cells, read from left to right: a row, or the values of an inline array.
#[derive(Clone)]
pub(super) struct Cells<'de> {
    /// What has not been read.
    rest: &'de [u8],
    /// Where it ends.
    end: usize,
    delimiter: u8,
    /// There is a next cell.
    pub(super) more: bool,
}

impl<'de> Cells<'de> {
    /// §11.2: a line of cells has one more than it has delimiters.
    #[inline]
    pub(super) fn new(source: &Source<'de>, start: usize, end: usize, delimiter: u8) -> Self {
        Cells { rest: source.bytes(start, end), end, delimiter, more: start < end }
    }

    /// The bytes that have not been read.
    pub(super) fn remaining(&self) -> usize {
        self.rest.len() + usize::from(self.more)
    }

    #[inline(always)]
    pub(super) fn next(&mut self, source: &Source<'de>) -> Result<Option<Token<'de>>> {
        if !self.more {
            return Ok(None);
        }
        let mut rest = self.rest;
        while let [b' ', tail @ ..] = rest {
            rest = tail;
        }
        let start = self.end - rest.len();
        // Where the line's end is near, it is looked for, too: then the search for the last cell's end, which nothing else follows,
        // ends in as many blocks as that of the others, and nobody has to guess how many they are.
        let length = if rest.len() < NEAR_END {
            find3(source.bytes_from(start), self.delimiter, b'"', b'\n').min(rest.len())
        } else {
            find2(rest, self.delimiter, b'"')
        };
        let Some((mut cell, tail)) = rest.split_at_checked(length) else { return Ok(None) };
        match tail {
            [] => {
                self.more = false;
                self.rest = tail;
            }
            [b'"', ..] => {
                self.rest = rest;
                let token = if cell.is_empty() { self.quoted(source)? } else { self.mixed(source, length) };
                return Ok(Some(token));
            }
            [_, tail @ ..] => {
                self.rest = tail;
                while let [content @ .., b' '] = cell {
                    cell = content;
                }
            }
        }
        Ok(Some(Token::bare(start, cell)))
    }

    /// A cell whose first character is a quote: §7.4 wants its closing quote to be the last.
    #[inline(always)]
    fn quoted(&mut self, source: &Source<'de>) -> Result<Token<'de>> {
        let start = self.end - self.rest.len();
        let quoted = source.quoted(start, self.end)?;
        let mut rest = source.bytes(quoted.after, self.end);
        while let [b' ', tail @ ..] = rest {
            rest = tail;
        }
        match rest {
            [] => {
                self.more = false;
                self.rest = rest;
            }
            [byte, tail @ ..] if *byte == self.delimiter => self.rest = tail,
            _ => return Err(source.fail(ErrorKind::TextAfterQuote, quoted.after)),
        }
        Ok(Token::quoted(start, quoted.raw, quoted.escaped))
    }

    /// A bare cell with a quote in it: §5.2 makes a delimiter behind that quote part of the cell.
    #[cold]
    fn mixed(&mut self, source: &Source<'de>, quote: usize) -> Token<'de> {
        let start = self.end - self.rest.len();
        let span_end = source.after_span(start + quote, self.end);
        let delimiter = source.unquoted(span_end, self.end, self.delimiter, self.delimiter);
        self.more = delimiter.is_some();
        let end = delimiter.unwrap_or(self.end);
        self.rest = source.bytes(end + 1, self.end);
        Token::bare(start, source.bytes(start, source.trim_end(start, end)))
    }
}

/// A row whose cells are being handed out.
pub(super) struct Row<'h, 'de> {
    fields: &'h Fields<'de>,
    cells: Cells<'de>,
    /// Where the row begins, and where its cells do.
    at: usize,
    start: usize,
    /// Cells read, without those that stand before the ones that are `ready`.
    pub(super) read: usize,
    /// A row of a tabular array, which a colon in front of the first delimiter would make something else.
    tabular: bool,
    /// All cells, where they are not wanted in order.
    shuffled: Vec<Token<'de>>,
    /// Its first cells, and then those behind them, where they were found in one go.
    pub(super) ready: Ready<'de>,
}

impl<'h, 'de> Row<'h, 'de> {
    /// A place for rows, which are read in it one after the other.
    #[inline]
    pub(super) fn new(source: &Source<'de>, fields: &'h Fields<'de>, delimiter: u8) -> Self {
        let cells = Cells { rest: &[], end: 0, delimiter, more: false };
        Row {
            fields,
            cells,
            at: 0,
            start: 0,
            read: 0,
            tabular: false,
            shuffled: Vec::new(),
            ready: Ready::new(source, delimiter),
        }
    }

    /// Becomes the row of a tabular array that is `line`.
    #[inline(always)]
    pub(super) fn open(&mut self, state: &State<'de>, line: (usize, usize)) -> Result<()> {
        self.reset(state, line.0, line, true)
    }

    /// Becomes the entry row that is `line` and whose cells begin at `start`.
    #[inline(always)]
    pub(super) fn open_entry(
        &mut self,
        state: &State<'de>,
        line: (usize, usize),
        start: usize,
    ) -> Result<()> {
        self.reset(state, line.0, (start, line.1), false)
    }

    #[inline(always)]
    fn reset(
        &mut self,
        state: &State<'de>,
        at: usize,
        (start, end): (usize, usize),
        tabular: bool,
    ) -> Result<()> {
        self.cells = Cells::new(&state.source, start, end, self.cells.delimiter);
        self.at = at;
        self.start = start;
        self.read = 0;
        self.tabular = tabular;
        self.ready.clear();
        if self.fields.shuffled { self.shuffle(state) } else { Ok(()) }
    }

    /// Becomes the row of a tabular array whose line begins at `start`, if that line is plain: then this is where the
    /// next line begins. If not, it has to be opened in the general way.
    #[inline(always)]
    pub(super) fn open_plain(&mut self, state: &State<'de>, start: usize) -> Option<usize> {
        let next = self.open_plain_entry(state, start, start)?;
        let first = self.ready.get(0);
        // With a colon in its first cell it is no row. Where that cell is not among those split, `next` looks for it.
        self.tabular = first.is_none();
        if first.is_some_and(|first| first.has_colon(&state.source)) { None } else { Some(next) }
    }

    /// The same of an entry row whose line begins at `at` and whose cells begin at `start`.
    #[inline(always)]
    pub(super) fn open_plain_entry(&mut self, state: &State<'de>, at: usize, start: usize) -> Option<usize> {
        if self.fields.shuffled {
            return None;
        }
        let Plain { end, next, rest } = self.ready.split(start, self.fields.leaves)?;
        let cells = state.source.bytes(rest.unwrap_or(end), end);
        self.cells = Cells { rest: cells, end, more: rest.is_some(), ..self.cells };
        (self.at, self.start) = (at, start);
        (self.read, self.tabular) = (0, false);
        Some(next)
    }

    /// The next cell.
    #[inline(always)]
    fn next(&mut self, state: &State<'de>) -> Result<Option<Token<'de>>> {
        if let Some(token) = self.ready.get(self.read) {
            return Ok(Some(*token));
        }
        if self.tabular {
            self.tabular = false;
            self.check_row(state)?;
        }
        if self.ready.is_full() && self.cells.more {
            self.go_on();
            if let Some(token) = self.ready.get(self.read) {
                return Ok(Some(*token));
            }
        }
        self.cells.next(&state.source)
    }

    /// Finds more cells in one go, when all that were ready are read.
    fn go_on(&mut self) {
        let start = self.cells.end - self.cells.rest.len();
        let most = self.fields.leaves.saturating_sub(self.all_read());
        self.read = 0;
        match self.ready.go_on(start, most) {
            None => (),
            Some(Stop::End(_)) => (self.cells.rest, self.cells.more) = (&[], false),
            Some(Stop::Cell(cell)) => {
                self.cells.rest = self.cells.rest.get(cell - start..).unwrap_or_default();
            }
        }
    }

    /// §9.3: a line whose first colon comes before its first delimiter is no row, and §8 has no place for it.
    fn check_row(&self, state: &State<'de>) -> Result<()> {
        let Cells { rest, end, delimiter, .. } = self.cells;
        match rest.get(find3(rest, delimiter, b':', b'"')) {
            None => Ok(()),
            Some(&byte) if byte == delimiter => Ok(()),
            Some(_) => match state.source.unquoted(end - rest.len(), end, delimiter, b':') {
                Some(colon) if state.source.byte(colon) == Some(b':') => {
                    Err(state.fail(ErrorKind::NotARow, colon))
                }
                _ => Ok(()),
            },
        }
    }

    /// All cells read.
    #[inline(always)]
    pub(super) fn all_read(&self) -> usize {
        self.ready.before + self.read
    }

    #[cold]
    fn shuffle(&mut self, state: &State<'de>) -> Result<()> {
        self.shuffled.clear();
        while let Some(token) = self.next(state)? {
            token.check(state)?;
            self.shuffled.push(token);
        }
        self.read = self.shuffled.len();
        if self.all_read() == self.fields.leaves { Ok(()) } else { Err(self.misfit(state)) }
    }

    /// The cell of a leaf field.
    #[inline(never)]
    fn cell(&mut self, state: &State<'de>, field: &Field<'de>) -> Result<Token<'de>> {
        if self.fields.shuffled {
            return self.shuffled.get(field.cell).copied().ok_or_else(|| self.misfit(state));
        }
        match self.next(state)? {
            Some(token) => {
                self.read += 1;
                Ok(token)
            }
            None => Err(self.misfit(state)),
        }
    }

    /// The value of a field, and of its `members`.
    #[inline(always)]
    pub(super) fn column<S: DeserializeSeed<'de>>(
        &mut self,
        state: &mut State<'de>,
        field: &'h Field<'de>,
        members: Members<'h, 'de>,
        seed: S,
    ) -> Result<S::Value> {
        let at;
        let result = if field.group {
            at = self.at;
            let last = self.fields.groups.get(field.number);
            let end = field.cell + field.cells;
            let object = Object { members, last, end };
            let result = seed.deserialize(RowDe { state: &mut *state, row: &mut *self, object });
            // The target may have swallowed an error, with cells of the group unread behind it.
            if result.is_ok() && self.all_read() < end {
                self.skip_to(state, end).and(result)
            } else {
                result
            }
        } else {
            let odd;
            let token = match self.ready.get(self.read) {
                Some(token) => {
                    self.read += 1;
                    token
                }
                None => match self.cell(state, field) {
                    Ok(token) => {
                        odd = token;
                        &odd
                    }
                    Err(error) => return Err(error.within(&Step::Key(&field.name))),
                },
            };
            at = token.at;
            seed.deserialize(TokenDe { state: &mut *state, token })
        };
        match result {
            Ok(value) => Ok(value),
            Err(error) => Err(state.source.place(error, at).within(&Step::Key(&field.name))),
        }
    }

    /// Reads on past the cells in front of `cell`, checking them.
    fn skip_to(&mut self, state: &State<'de>, cell: usize) -> Result<()> {
        while self.all_read() < cell && !self.fields.shuffled {
            match self.next(state)? {
                Some(token) => token.check(state)?,
                None => return Err(self.misfit(state)),
            }
            self.read += 1;
        }
        Ok(())
    }

    /// The row's end: all cells read, and no more of them than fields.
    #[inline]
    fn close(&mut self, state: &State<'de>) -> Result<()> {
        if self.all_read() == self.fields.leaves && !self.cells.more {
            return Ok(());
        }
        self.skip_to(state, self.fields.leaves)?;
        if self.cells.more { Err(self.misfit(state)) } else { Ok(()) }
    }

    /// The width error of a row that has one: better than the type error of a cell that slipped.
    #[cold]
    #[inline(never)]
    fn explain(&self, state: &State<'de>, error: Error) -> Error {
        let slipped = error.classify() == Category::Data && self.width(state) != self.fields.leaves;
        if slipped { self.misfit(state) } else { error }
    }

    fn width(&self, state: &State<'de>) -> usize {
        let mut cells = Cells::new(&state.source, self.start, self.cells.end, self.cells.delimiter);
        let mut width = 0;
        while let Ok(Some(_)) = cells.next(&state.source) {
            width += 1;
        }
        width
    }

    #[cold]
    #[inline(never)]
    fn misfit(&self, state: &State<'de>) -> Error {
        let (expected, found) = (self.fields.leaves as u64, self.width(state) as u64);
        let kind = ErrorKind::WidthMismatch { expected, found };
        if found < expected {
            state.source.fail_short(kind, self.at, self.cells.end)
        } else {
            state.fail(kind, self.at)
        }
    }

    /// All cells, checked, where they are wanted out of order.
    pub(super) fn all_cells(&mut self, state: &State<'de>) -> Result<&[Token<'de>]> {
        if !self.fields.shuffled {
            self.shuffle(state)?;
        }
        Ok(&self.shuffled)
    }

    /// Lets `read` have the row's object, and closes the row behind it.
    #[inline(always)]
    pub(super) fn object<R>(
        &mut self,
        state: &mut State<'de>,
        read: impl FnOnce(RowDe<'_, 'h, 'de>) -> Result<R>,
    ) -> Result<R> {
        let Fields { ref row, leaves: end, shuffled, .. } = *self.fields;
        let object = Object { members: self.fields.members(), last: Some(row).filter(|_| !shuffled), end };
        match read(RowDe { state: &mut *state, row: &mut *self, object }) {
            Ok(value) => match self.close(state) {
                Ok(()) => Ok(value),
                Err(error) => Err(error),
            },
            Err(error) => Err(self.explain(state, error)),
        }
    }
}

/// What a row, or a field group of it, is in the field list.
#[derive(Clone)]
pub(super) struct Object<'h, 'de> {
    pub(super) members: Members<'h, 'de>,
    /// What it was last, if its cells come in the order of its members.
    last: Option<&'h LastStruct>,
    /// The cell behind its last one.
    pub(super) end: usize,
}

/// Reads the object of a row, or of a field group of a row.
pub(super) struct RowDe<'a, 'h, 'de> {
    pub(super) state: &'a mut State<'de>,
    pub(super) row: &'a mut Row<'h, 'de>,
    pub(super) object: Object<'h, 'de>,
}

impl<'de> RowDe<'_, '_, 'de> {
    #[inline]
    fn entries<U: EntriesUser<'de>>(self, user: U) -> Result<U::Value> {
        let RowDe { state, row, object } = self;
        state.enter()?;
        let mut access = RowAccess { state, row, members: object.members, pending: false };
        let result = finished(&mut access, |access| user.run(access), RowAccess::finish);
        access.state.room += 1;
        result
    }

    #[inline]
    fn structure<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        let Object { members, last, .. } = &self.object;
        if last.is_some_and(|last| last.is_in_order(members, name, fields)) {
            return self.cells(visitor);
        }
        self.entries(AsMap(visitor))
    }

    fn skip(self) -> Result<()> {
        self.state.nested(|_| Ok(()))?;
        self.row.skip_to(self.state, self.object.end)
    }
}

impl<'h, 'de> RowDe<'_, 'h, 'de> {
    /// The object as JSON text.
    #[cfg(feature = "json")]
    fn json(self) -> Result<alloc::string::String> {
        let RowDe { state, row, object } = self;
        state.json(|state, value| value.read(RowDe { state, row, object }))
    }

    /// One level down without anything read: the inside of `Some` or of a newtype.
    #[inline]
    fn deeper<R>(self, read: impl FnOnce(RowDe<'_, 'h, 'de>) -> Result<R>) -> Result<R> {
        let RowDe { state, row, object } = self;
        state.nested(|state| read(RowDe { state, row, object }))
    }
}

object_deserializer!(RowDe<'_, '_, 'de>);

/// The fields of a row or group, each with its cell.
struct RowAccess<'a, 'h, 'de> {
    state: &'a mut State<'de>,
    row: &'a mut Row<'h, 'de>,
    /// Those that are left, beginning with the one that is `pending`.
    members: Members<'h, 'de>,
    /// The key has been handed out, its value not.
    pending: bool,
}

impl RowAccess<'_, '_, '_> {
    /// Nothing may be left unread, for the target would not notice.
    #[inline]
    fn finish(&mut self) -> Result<()> {
        if self.members.peek().is_none() { Ok(()) } else { self.unfinished() }
    }

    #[cold]
    fn unfinished(&mut self) -> Result<()> {
        let mut left = 0;
        while self.next_entry::<serde::de::IgnoredAny, serde::de::IgnoredAny>()?.is_some() {
            left += 1;
        }
        unread(left)
    }
}

impl<'de> MapAccess<'de> for RowAccess<'_, '_, 'de> {
    type Error = Error;

    #[inline]
    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>> {
        if self.pending {
            self.next_value::<serde::de::IgnoredAny>()?;
        }
        let Some(field) = self.members.peek() else { return Ok(None) };
        self.pending = true;
        let key = KeyDe { text: KeyText::of(&field.name), room: self.state.room, limit: self.state.limit };
        match seed.deserialize(key) {
            Ok(key) => Ok(Some(key)),
            Err(error) => Err(self.state.source.place(error, field.key.at)),
        }
    }

    #[inline]
    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value> {
        let (true, Some((field, members))) = (self.pending, self.members.next()) else {
            return Err(serde::de::Error::custom("a value was requested before its key"));
        };
        self.pending = false;
        self.row.column(self.state, field, members, seed)
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.members.clone().count())
    }
}
