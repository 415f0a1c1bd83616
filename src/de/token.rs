//! Primitive tokens (§4).

use super::source::Source;
use crate::Result;
use crate::text::find::{BLOCK, find1, is_among_first};
use crate::text::{number, number::NumberValue, unescape};
use alloc::string::String;

/// A primitive token, trimmed.
#[derive(Clone, Copy)]
pub(super) struct Token<'de> {
    /// Its start, including its quote.
    pub(super) at: usize,
    /// The token without its quotes, and with escapes as written. Bytes, since numbers do not need
    /// to be text.
    pub(super) raw: &'de [u8],
    pub(super) form: TokenForm,
}

/// How a token is written. As wide as a pointer, since padding would be copied in pieces.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(usize)]
pub(super) enum TokenForm {
    Bare,
    Quoted,
    /// Quoted, with escape sequences.
    Escaped,
}

impl TokenForm {
    #[inline]
    pub(super) fn quoted(escaped: bool) -> Self {
        if escaped { TokenForm::Escaped } else { TokenForm::Quoted }
    }
}

/// What a bare token is.
pub(super) enum Bare {
    Null,
    Bool(bool),
    Number(NumberValue),
    Text,
}

impl<'de> Token<'de> {
    #[inline]
    pub(super) fn bare(at: usize, raw: &'de [u8]) -> Self {
        Token { at, raw, form: TokenForm::Bare }
    }

    #[inline]
    pub(super) fn quoted(at: usize, raw: &'de [u8], escaped: bool) -> Self {
        Token { at, raw, form: TokenForm::quoted(escaped) }
    }

    /// The text between the quotes, or the bare token.
    #[inline]
    pub(super) fn text(&self, source: &Source<'de>) -> &'de str {
        let start = self.at + usize::from(self.form != TokenForm::Bare);
        source.slice(start, start + self.raw.len())
    }

    /// Whether it is `null`, and not a string.
    #[inline]
    pub(super) fn is_null(&self) -> bool {
        self.form == TokenForm::Bare && self.raw == b"null"
    }

    /// Whether it contains a colon outside quotes.
    #[inline]
    pub(super) fn has_colon(&self, source: &Source<'de>) -> bool {
        self.form == TokenForm::Bare
            && match source.block(self.at) {
                Some(block) if self.raw.len() <= BLOCK => is_among_first(self.raw.len(), block, b':'),
                _ => find1(self.raw, b':') < self.raw.len(),
            }
    }

    /// Checks a token that the target ignores.
    #[inline]
    pub(super) fn check(&self, source: &Source<'de>) -> Result<()> {
        if self.form != TokenForm::Escaped {
            return Ok(());
        }
        unescape::check(self.text(source)).map_err(|bad| source.bad_escape(&bad, self.at + 1))
    }

    #[inline]
    pub(super) fn unescaped(&self, source: &Source<'de>) -> Result<String> {
        let mut text = String::with_capacity(self.raw.len());
        match unescape::unescape_into(self.text(source), &mut text) {
            Ok(()) => Ok(text),
            Err(bad) => Err(source.bad_escape(&bad, self.at + 1)),
        }
    }

    /// What a bare token is. Most are text, which the first byte reveals without a call.
    #[inline]
    pub(super) fn classify(&self) -> Bare {
        match self.raw {
            [b'0'..=b'9' | b'-', ..] => self.classify_number(),
            b"true" => Bare::Bool(true),
            b"false" => Bare::Bool(false),
            b"null" => Bare::Null,
            _ => Bare::Text,
        }
    }

    #[inline(never)]
    fn classify_number(&self) -> Bare {
        match number::parse(self.raw) {
            // §4, the documented policy: a number beyond `f64` is a string, unless the target
            // requests a number.
            Some(NumberValue::Huge) | None => Bare::Text,
            Some(number) => Bare::Number(number),
        }
    }
}
