//! Keys and field names.

use super::source::Source;
use super::token::TokenForm;
use crate::text::{key, path, unescape};
use crate::{ErrorKind, Result};
use alloc::borrow::Cow;
use alloc::string::String;

/// A key token. Its escapes have been checked.
#[derive(Clone, Copy)]
pub(super) struct KeyToken<'de> {
    /// The start of the token, including its quote.
    pub(super) at: usize,
    /// The token without its quotes.
    pub(super) raw: &'de str,
    pub(super) form: TokenForm,
}

impl<'de> KeyToken<'de> {
    #[inline]
    pub(super) fn bare(at: usize, raw: &'de str) -> Self {
        KeyToken { at, raw, form: TokenForm::Bare }
    }

    /// A key in quotes, without escapes.
    #[inline]
    pub(super) fn quoted(at: usize, raw: &'de str) -> Self {
        KeyToken { at, raw, form: TokenForm::Quoted }
    }

    /// Replaces `self` with the key between `start` and `end`.
    #[inline]
    pub(super) fn read(&mut self, source: &Source<'de>, start: usize, end: usize) -> Result<()> {
        if source.byte(start) == Some(b'"') && start < end {
            return self.read_quoted(source, start, end);
        }
        *self = KeyToken::bare(start, source.slice(start, end));
        Ok(())
    }

    /// Parses the trimmed key between `start` and `end`: a bare key as written (§7.4), or one
    /// complete quoted token.
    pub(super) fn parse(source: &Source<'de>, start: usize, end: usize) -> Result<Self> {
        if start >= end || source.byte(start) != Some(b'"') {
            return Ok(KeyToken::bare(start, source.slice(start, end)));
        }
        let mut key = KeyToken::bare(start, "");
        key.read_quoted(source, start, end).map(|()| key)
    }

    fn read_quoted(&mut self, source: &Source<'de>, start: usize, end: usize) -> Result<()> {
        let quoted = source.quoted(start, end)?;
        if quoted.after != end {
            return Err(source.fail(ErrorKind::TextAfterQuote, quoted.after));
        }
        let raw = source.slice(start + 1, end - 1);
        if quoted.escaped {
            unescape::check(raw).map_err(|bad| source.bad_escape(&bad, start + 1))?;
        }
        *self = KeyToken { at: start, raw, form: TokenForm::quoted(quoted.escaped) };
        Ok(())
    }

    /// Restores a key that has been read before from its token.
    pub(super) fn again(at: usize, token: &'de str) -> Self {
        match token.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
            Some(raw) => KeyToken { at, raw, form: TokenForm::quoted(raw.contains('\\')) },
            None => KeyToken::bare(at, token),
        }
    }

    #[inline]
    pub(super) fn is_escaped(&self) -> bool {
        self.form == TokenForm::Escaped
    }

    /// The length of the token in bytes, including its quotes.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.raw.len() + if self.form == TokenForm::Bare { 0 } else { 2 }
    }

    /// The key as in the decoded object.
    #[inline]
    pub(super) fn text(&self) -> Cow<'de, str> {
        if self.is_escaped() { Cow::Owned(self.unescaped()) } else { Cow::Borrowed(self.raw) }
    }

    #[cold]
    pub(super) fn unescaped(&self) -> String {
        let mut text = String::with_capacity(self.raw.len());
        // The escapes were checked when the key was read.
        let _ = unescape::unescape_into(self.raw, &mut text);
        text
    }

    /// A hash of the key, which must be at its position in `source` and have no escapes; for
    /// others, see [`hash_unescaped`](Self::hash_unescaped).
    #[inline]
    pub(super) fn hash(&self, source: &Source<'de>) -> u64 {
        let start = self.at + usize::from(self.form != TokenForm::Bare);
        key::hash_before(self.raw, source.word(start))
    }

    /// The hash of the unescaped key.
    pub(super) fn hash_unescaped(&self) -> u64 {
        key::hash(&self.unescaped())
    }

    /// Whether path expansion splits it.
    pub(super) fn is_path(&self) -> bool {
        self.form == TokenForm::Bare && path::is_path(self.raw)
    }

    /// Whether both are the same key, even if only one is quoted or has escapes.
    pub(super) fn is_same(&self, other: &KeyToken<'_>) -> bool {
        if self.is_escaped() || other.is_escaped() {
            return self.text() == other.text();
        }
        self.raw == other.raw
    }
}
