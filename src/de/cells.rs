//! Reads cells between delimiters: those of a row, or the values of an inline array (§11).

use super::source::Source;
use super::token::Token;
use crate::text::find::{find2, find3};
use crate::{ErrorKind, Result};

/// With fewer bytes left than this, which is a few cells, the end of the line is near.
const MAX_BYTES_NEAR_END: usize = 64;

/// Delimiter-separated cells, read from left to right: a row, or the values of an inline array.
#[derive(Clone)]
pub(super) struct CellCursor<'de> {
    /// The unread bytes.
    pub(super) rest: &'de [u8],
    /// The offset at which they end.
    pub(super) end: usize,
    pub(super) delimiter: u8,
    /// Whether there is another cell.
    pub(super) more: bool,
}

impl<'de> CellCursor<'de> {
    /// §11.2: a line of cells has one more than it has delimiters.
    #[inline]
    pub(super) fn new(source: &Source<'de>, start: usize, end: usize, delimiter: u8) -> Self {
        CellCursor { rest: source.bytes(start, end), end, delimiter, more: start < end }
    }

    /// An upper bound on the number of unread cells: each takes at least a byte, its delimiter,
    /// except for the last one.
    pub(super) fn remaining(&self) -> usize {
        self.rest.len() + usize::from(self.more)
    }

    /// The number of cells up to the end of the line or the first invalid cell, which counts.
    pub(super) fn count(mut self, source: &Source<'de>) -> usize {
        let mut count = 0;
        loop {
            match self.next(source) {
                Ok(Some(_)) => count += 1,
                Ok(None) => return count,
                Err(_) => return count + 1,
            }
        }
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
        // Near the end of the line, the search includes the line break: then the last cell takes as
        // few blocks as any other, which keeps the branch predictable.
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

    /// A cell that starts with a quote: by §7.4, its closing quote must be its last character.
    #[inline]
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

    /// A bare cell that contains a quote: by §5.2, a delimiter within the quoted span is part of
    /// the cell.
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
