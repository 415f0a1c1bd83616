//! Finds quoted spans, and characters outside them (§5.2).

use super::source::Source;
use super::token::Token;
use crate::text::find::{find2, find3};
use crate::{ErrorKind, Result};

/// A quoted token and the offset after its closing quote.
pub(super) struct Quoted<'de> {
    /// Without the quotes.
    pub(super) raw: &'de [u8],
    pub(super) escaped: bool,
    pub(super) after: usize,
}

impl<'de> Source<'de> {
    /// The quoted token that begins at `start` on a line that ends at `end`.
    #[inline]
    pub(super) fn quoted(&self, start: usize, end: usize) -> Result<Quoted<'de>> {
        match self.closing_quote(start, end) {
            Some((close, escaped)) => {
                Ok(Quoted { raw: self.bytes(start + 1, close), escaped, after: close + 1 })
            }
            None => Err(self.fail_short(ErrorKind::UnterminatedString, start, end)),
        }
    }

    /// The end of the quoted span that begins at `start`, and whether it contains an escape
    /// sequence.
    #[inline]
    fn closing_quote(&self, start: usize, end: usize) -> Option<(usize, bool)> {
        let mut at = start + 1;
        let mut escaped = false;
        while at < end {
            at += find2(self.blocks(at, end), b'"', b'\\');
            if at >= end {
                break;
            }
            if self.byte(at) == Some(b'"') {
                return Some((at, escaped));
            }
            escaped = true;
            at += 2;
        }
        None
    }

    /// The first `a` or `b` between `start` and `end` outside quoted spans.
    #[inline]
    pub(super) fn unquoted(&self, mut start: usize, end: usize, a: u8, b: u8) -> Option<usize> {
        loop {
            let found = start + find3(self.blocks(start, end), a, b, b'"');
            if found >= end {
                return None;
            }
            if self.byte(found) != Some(b'"') {
                return Some(found);
            }
            start = self.after_span(found, end);
        }
    }

    /// The offset after the quoted span that begins at `start`. A span without a closing quote
    /// extends to the end of the line.
    #[cold]
    pub(super) fn after_span(&self, start: usize, end: usize) -> usize {
        self.closing_quote(start, end).map_or(end, |(close, _)| close + 1)
    }

    /// The quote that opens a span without a closing quote.
    pub(super) fn unclosed_quote(&self, mut start: usize, end: usize) -> Option<usize> {
        loop {
            start += memchr::memchr(b'"', self.bytes(start, end))?;
            let (close, _) = self.closing_quote(start, end).unwrap_or_default();
            if close == 0 {
                return Some(start);
            }
            start = close + 1;
        }
    }

    /// The trimmed primitive token between `start` and `end`.
    #[inline]
    pub(super) fn token(&self, start: usize, end: usize) -> Result<Token<'de>> {
        let bytes = self.bytes(start, end);
        if bytes.first() != Some(&b'"') {
            return Ok(Token::bare(start, bytes));
        }
        let quoted = self.quoted(start, end)?;
        if quoted.after != end {
            // §7.4: the closing quote is the token's last character.
            return Err(self.fail(ErrorKind::TextAfterQuote, quoted.after));
        }
        Ok(Token::quoted(start, quoted.raw, quoted.escaped))
    }

    #[inline]
    pub(super) fn skip_spaces(&self, start: usize, end: usize) -> usize {
        start + self.bytes(start, end).iter().take_while(|&&byte| byte == b' ').count()
    }

    /// Whether the key between `start` and `end` is neither quoted nor followed by a space or tab.
    #[inline]
    pub(super) fn is_bare_key(&self, start: usize, end: usize) -> bool {
        let key = self.bytes(start, end);
        key.first() != Some(&b'"') && !matches!(key.last(), Some(b' ' | b'\t'))
    }

    #[inline]
    pub(super) fn trim_end(&self, start: usize, end: usize) -> usize {
        end - self.bytes(start, end).iter().rev().take_while(|&&byte| byte == b' ').count()
    }
}
