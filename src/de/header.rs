//! Parses the bracket segment of a header, such as `[N|]` in `key[N|]{a,b{c}}:` (§6).

use super::source::Source;
use crate::error::shorten;
use crate::{Error, ErrorKind, Result};

/// A bracket segment.
#[derive(Clone, Copy)]
pub(super) struct Bracket {
    pub(super) at: usize,
    /// The declared length, at most `u64::MAX`.
    pub(super) length: u64,
    pub(super) delimiter: u8,
    pub(super) keyed: bool,
    /// The offset after it.
    pub(super) after: usize,
}

impl Bracket {
    /// `[n]` at `at`, with a single digit.
    #[inline]
    pub(super) fn of_digit(at: usize, digit: u8) -> Self {
        let length = u64::from(digit.wrapping_sub(b'0'));
        Bracket { at, length, delimiter: b',', keyed: false, after: at + "[n]".len() }
    }

    /// The start of the values after a header without a field list, on a line that ends at `end`;
    /// `None` if it has a field list, or is not a header.
    #[inline]
    pub(super) fn values(&self, source: &Source<'_>, end: usize) -> Option<usize> {
        match source.bytes(self.after, end) {
            [b':', ..] if !self.keyed => Some(source.skip_spaces(self.after + 1, end)),
            _ => None,
        }
    }

    /// §14.1: checks the number of values on the header's line, which ends at `end`.
    #[inline]
    pub(super) fn check_values(&self, source: &Source<'_>, found: u64, end: usize) -> Result<()> {
        if found == self.length { Ok(()) } else { Err(self.miscounted(source, found, end)) }
    }

    #[cold]
    fn miscounted(&self, source: &Source<'_>, found: u64, end: usize) -> Error {
        let kind = source.miscount(self.at, self.length, found);
        if found < self.length { source.fail_short(kind, self.at, end) } else { source.fail(kind, self.at) }
    }
}

/// Parses the bracket segment that begins at `at`, on a line that ends at `end`.
pub(super) fn bracket(source: &Source<'_>, at: usize, end: usize) -> Result<Bracket> {
    parse_bracket(source, at, end).ok_or_else(|| invalid_bracket(source, at, end))
}

#[inline]
pub(super) fn parse_bracket(source: &Source<'_>, at: usize, end: usize) -> Option<Bracket> {
    let inside = source.bytes(at + 1, end);
    let mut length = 0_u64;
    let mut rest = inside;
    while let [digit @ b'0'..=b'9', tail @ ..] = rest {
        length = length.saturating_mul(10).saturating_add(u64::from(digit - b'0'));
        rest = tail;
    }
    let digits = inside.len() - rest.len();
    // §6: no leading zeros.
    let is_length = digits == 1 || digits > 1 && inside.first() != Some(&b'0');
    let (keyed, rest) = match rest {
        [b':', rest @ ..] => (true, rest),
        _ => (false, rest),
    };
    let (delimiter, rest) = match rest {
        [delimiter @ (b'\t' | b'|'), rest @ ..] => (*delimiter, rest),
        _ => (b',', rest),
    };
    let is_bracket = is_length && rest.first() == Some(&b']');
    is_bracket.then(|| Bracket { at, length, delimiter, keyed, after: end - rest.len() + 1 })
}

pub(super) fn invalid_bracket(source: &Source<'_>, at: usize, end: usize) -> Error {
    match source.unquoted(at + 1, end, b']', b']') {
        Some(close) => {
            let text = shorten(source.slice(at + 1, close));
            source.fail(ErrorKind::InvalidBracket { text }, at)
        }
        None => source.fail_short(ErrorKind::UnclosedBracket, at, end),
    }
}
