//! The text of a document: slices of it, and the positions of errors in it.

use crate::error::shorten;
use crate::text::find::BLOCK;
use crate::text::unescape::BadEscape;
use crate::{Error, ErrorKind, Result};
use core::cell::Cell;

/// The text of a document that is given as bytes (§4).
pub(super) fn text_of(bytes: &[u8]) -> Result<&str> {
    core::str::from_utf8(bytes).map_err(|error| {
        let valid = bytes.get(..error.valid_up_to()).unwrap_or_default();
        let valid = core::str::from_utf8(valid).unwrap_or_default();
        let fault = Source::new(valid).fail(ErrorKind::InvalidUtf8, valid.len());
        if error.error_len().is_none() { fault.set_eof() } else { fault }
    })
}

/// The text. Everything else holds byte offsets into it.
pub(super) struct Source<'de> {
    pub(super) text: &'de str,
    last: Cell<TextPlace>,
    pub(super) left_out: LeftOut,
}

/// The parts of a document that are missing in this text.
#[derive(Clone, Copy, Default)]
pub(super) struct LeftOut {
    /// The number of lines missing before the first one.
    pub(super) before: usize,
    /// The number of lines missing after the first one.
    pub(super) after: usize,
    /// The document continues after the end.
    pub(super) goes_on: bool,
    /// Any other lines may be missing.
    pub(super) is_part: bool,
    /// The text is the beginning of a document: what is open at its end may go on.
    pub(super) is_prefix: bool,
    /// The start of the last line, if that is not complete. Only [events](super::events) respect it.
    pub(super) unfinished: Option<usize>,
    /// The unit of indentation of the whole document, if it has been detected.
    pub(super) unit: Option<usize>,
}

/// The position that was computed last. A caller may swallow thousands of errors; continuing from
/// here keeps that linear.
#[derive(Clone, Copy)]
struct TextPlace {
    offset: usize,
    line: usize,
    column: usize,
}

/// The mark that §12 removes; it does not count as a column of the first line.
pub(super) const BYTE_ORDER_MARK: &str = "\u{feff}";

impl<'de> Source<'de> {
    pub(super) fn new(text: &'de str) -> Self {
        Self::part(text, LeftOut::default())
    }

    /// A part of a document; positions refer to the whole document.
    pub(super) fn part(text: &'de str, left_out: LeftOut) -> Self {
        let last = Cell::new(TextPlace { offset: 0, line: 1, column: 1 });
        let source = Source { text, last, left_out };
        source.last.set(source.first());
        source
    }

    /// Whether nothing but white space follows `offset`.
    pub(super) fn ends_at(&self, offset: usize) -> bool {
        let rest = self.text.get(offset..).unwrap_or_default();
        !self.left_out.goes_on && rest.trim_ascii_start().is_empty()
    }

    /// The start of the first line.
    fn first(&self) -> TextPlace {
        TextPlace { offset: self.start(), line: 1, column: 1 }
    }

    pub(super) fn start(&self) -> usize {
        if self.left_out.before == 0 && self.text.starts_with(BYTE_ORDER_MARK) {
            BYTE_ORDER_MARK.len()
        } else {
            0
        }
    }

    /// The bytes of a line or token. Offsets come from scanning for ASCII characters, so they are
    /// always in bounds and on character boundaries; a wrong one would yield an empty slice instead
    /// of a panic.
    #[inline]
    pub(super) fn bytes(&self, start: usize, end: usize) -> &'de [u8] {
        self.text.as_bytes().get(start..end).unwrap_or_default()
    }

    /// All bytes from `start` on.
    #[inline]
    pub(super) fn bytes_from(&self, start: usize) -> &'de [u8] {
        self.text.as_bytes().get(start..).unwrap_or_default()
    }

    /// The bytes of a line or token, extended to whole blocks where the text is long enough, for a
    /// faster search.
    #[inline]
    pub(super) fn blocks(&self, start: usize, end: usize) -> &'de [u8] {
        let length = end.wrapping_sub(start).wrapping_add(BLOCK - 1) & !(BLOCK - 1);
        let blocks = self.text.as_bytes().get(start..start.wrapping_add(length));
        blocks.unwrap_or_else(|| self.bytes(start, end))
    }

    #[inline]
    pub(super) fn slice(&self, start: usize, end: usize) -> &'de str {
        match self.text.get(start..end) {
            Some(text) => text,
            None => nothing(),
        }
    }

    /// The eight bytes at `start`.
    #[inline]
    pub(super) fn word(&self, start: usize) -> Option<u64> {
        let word = self.text.as_bytes().get(start..)?.first_chunk()?;
        Some(u64::from_le_bytes(*word))
    }

    /// The block at `start`, if the text is long enough.
    #[inline]
    pub(super) fn block(&self, start: usize) -> Option<&'de [u8; BLOCK]> {
        self.text.as_bytes().get(start..)?.first_chunk()
    }

    #[inline]
    pub(super) fn byte(&self, at: usize) -> Option<u8> {
        self.text.as_bytes().get(at).copied()
    }

    /// An error at `offset`.
    #[cold]
    pub(super) fn fail(&self, kind: ErrorKind, offset: usize) -> Error {
        self.place(Error::new(kind), offset)
    }

    /// An error at `offset`, which is the end of input if nothing but white space follows `end`.
    pub(super) fn fail_short(&self, kind: ErrorKind, offset: usize, end: usize) -> Error {
        let error = self.fail(kind, offset);
        if self.ends_at(end) { error.set_eof() } else { error }
    }

    /// The kind of error for a wrong count in the header whose bracket segment begins at `at`.
    #[cold]
    pub(super) fn miscount(&self, at: usize, declared: u64, found: u64) -> ErrorKind {
        let digits = self.bytes_from(at + 1).iter().take_while(|byte| byte.is_ascii_digit()).count();
        let length = self.slice(at + 1, at + 1 + digits);
        match declared {
            u64::MAX if length.parse::<u64>().is_err() => {
                ErrorKind::HugeCount { declared: shorten(length), found }
            }
            expected => ErrorKind::CountMismatch { expected, found },
        }
    }

    /// The error for an escape sequence in the string whose content begins at `start`.
    pub(super) fn bad_escape(&self, bad: &BadEscape, start: usize) -> Error {
        let at = start + bad.at;
        let escape = shorten(self.slice(at, at + bad.len));
        self.fail(ErrorKind::InvalidEscape { escape }, at)
    }

    /// The start of the line that contains `offset`, which is before `last`. Counts backwards from
    /// there, since most errors are close to the one before.
    fn line_before(&self, last: TextPlace, offset: usize) -> TextPlace {
        let first = self.first();
        let before = self.text.get(first.offset..offset).unwrap_or_default();
        let Some(end) = before.rfind('\n') else { return first };
        let between = self.text.get(offset..last.offset).unwrap_or_default();
        let lines = memchr::memchr_iter(b'\n', between.as_bytes()).count();
        TextPlace { offset: first.offset + end + 1, line: last.line - lines, column: 1 }
    }

    /// Places `error` at `offset`, unless it already has a more precise position.
    #[cold]
    pub(super) fn place(&self, error: Error, offset: usize) -> Error {
        if error.is_placed() {
            return error;
        }
        let (line, column) = self.line_and_column(offset);
        error.set_place(line, column).set_offset(self.last.get().offset)
    }

    /// The line and column of `offset` in the document.
    #[cold]
    pub(super) fn line_and_column(&self, offset: usize) -> (usize, usize) {
        let last = self.last.get();
        let mut place = if last.offset <= offset { last } else { self.line_before(last, offset) };
        let between = self.text.get(place.offset..offset).unwrap_or_default();
        match between.rfind('\n') {
            Some(end) => {
                place.line += memchr::memchr_iter(b'\n', between.as_bytes()).count();
                place.column = 1 + between.get(end + 1..).unwrap_or_default().chars().count();
            }
            None => place.column += between.chars().count(),
        }
        place.offset += between.len();
        self.last.set(place);
        let LeftOut { before, after, .. } = self.left_out;
        let line = place.line + before + if place.line > 1 { after } else { 0 };
        (line, place.column)
    }
}

/// An out-of-bounds slice, which never happens. `cold` keeps it out of the fast path.
#[cold]
fn nothing() -> &'static str {
    ""
}
