//! Cells between delimiters: of a row, or the values of an inline array (§11).

use super::source::Source;
use super::token::Token;
use crate::text::find::{find2, find3};
use crate::{ErrorKind, Result};

/// So few bytes in front of a line's end are near to it: those of a few cells.
const MAX_BYTES_NEAR_END: usize = 64;

/// Delimiter-separated cells, read from left to right: a row, or the values of an inline array.
#[derive(Clone)]
pub(super) struct CellCursor<'de> {
    /// What has not been read.
    pub(super) rest: &'de [u8],
    /// Where it ends.
    pub(super) end: usize,
    pub(super) delimiter: u8,
    /// There is a next cell.
    pub(super) more: bool,
}

impl<'de> CellCursor<'de> {
    /// §11.2: a line of cells has one more than it has delimiters.
    #[inline]
    pub(super) fn new(source: &Source<'de>, start: usize, end: usize, delimiter: u8) -> Self {
        CellCursor { rest: source.bytes(start, end), end, delimiter, more: start < end }
    }

    /// The bytes that have not been read.
    pub(super) fn remaining(&self) -> usize {
        self.rest.len() + usize::from(self.more)
    }

    /// How many there are in front of the line's end, or of one that is wrong.
    pub(super) fn count(mut self, source: &Source<'de>) -> usize {
        let mut count = 0;
        while let Ok(Some(_)) = self.next(source) {
            count += 1;
        }
        count
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
        // Where the line's end is near, it is looked for, too: then the search for the last cell's
        // end, which nothing else follows, ends in as many blocks as that of the others, and nobody
        // has to guess how many they are.
        let length = if rest.len() < MAX_BYTES_NEAR_END {
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
