//! Converts tokens of the wrong type, for [`DecodeOptions::coerce`](crate::DecodeOptions::coerce).
//!
//! Except for options, a conversion is only tried after reading the token as usual has failed.

use super::token::{Bare, Token, TokenForm};
use super::token_de::TokenDe;
use crate::Result;
use crate::text::{number, words};
use serde::de::Visitor;

impl<'de> TokenDe<'_, 'de> {
    /// Whether a bare token is converted to a string: a number, `true` or `false`, but not `null`,
    /// since the string "null" is rarely intended.
    #[cold]
    pub(super) fn is_coerced_to_text(&self) -> bool {
        self.context.coerce && !matches!(self.token.classify(), Bare::Null)
    }

    /// The token between the quotes, if it is a number.
    #[cold]
    pub(super) fn unquoted_number(&self) -> Option<Token<'de>> {
        let Token { at, raw, form } = *self.token;
        let is_number = self.context.coerce && form == TokenForm::Quoted && number::scan(raw).is_some();
        is_number.then(|| Token::bare(at + 1, raw))
    }

    /// The value of a bool in quotes, or in another language's spelling.
    #[cold]
    pub(super) fn coerced_bool(&self) -> Option<bool> {
        if self.context.coerce { words::bool_of(self.token.raw) } else { None }
    }

    /// Whether it is another language's word for `null`.
    #[cold]
    pub(super) fn is_null_word(&self) -> bool {
        self.token.form == TokenForm::Bare && words::is_null(self.token.raw)
    }

    /// Reads a string that contains a JSON array.
    #[cold]
    #[inline(never)]
    #[cfg_attr(
        not(feature = "json"),
        expect(clippy::needless_pass_by_value, reason = "it is consumed with JSON")
    )]
    pub(super) fn json_array<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        #[cfg(feature = "json")]
        if let Some(value) = self.json_container(b'[', b']')? {
            return serde::Deserializer::deserialize_seq(value, visitor).map_err(serde::de::Error::custom);
        }
        Err(self.mismatch(&visitor))
    }

    /// Reads a string that contains a JSON object.
    #[cold]
    #[inline(never)]
    #[cfg_attr(
        not(feature = "json"),
        expect(clippy::needless_pass_by_value, reason = "it is consumed with JSON")
    )]
    pub(super) fn json_object<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        #[cfg(feature = "json")]
        if let Some(value) = self.json_container(b'{', b'}')? {
            return serde::Deserializer::deserialize_map(value, visitor).map_err(serde::de::Error::custom);
        }
        Err(self.mismatch(&visitor))
    }

    #[cfg(feature = "json")]
    fn json_container(&self, open: u8, close: u8) -> Result<Option<serde_json::Value>> {
        use alloc::borrow::Cow;

        if !self.context.coerce
            || self.token.raw.first() != Some(&open)
            || self.token.raw.last() != Some(&close)
        {
            return Ok(None);
        }
        let text = match self.token.form {
            TokenForm::Escaped => Cow::Owned(self.token.unescaped(self.source())?),
            _ => Cow::Borrowed(self.text()),
        };
        let Ok(value) = serde_json::from_str(&text) else { return Ok(None) };
        let depth = self.context.reader.depth;
        if is_deeper(&value, depth.room) {
            return Err(depth.too_deep());
        }
        Ok(Some(value))
    }
}

/// Whether containers in `value` are nested deeper than `levels`. The recursion is bounded, since
/// `serde_json` limits the depth, too.
#[cfg(feature = "json")]
fn is_deeper(value: &serde_json::Value, levels: usize) -> bool {
    let is_inside_deeper = |value| levels == 0 || is_deeper(value, levels - 1);
    match value {
        serde_json::Value::Array(elements) => levels == 0 || elements.iter().any(is_inside_deeper),
        serde_json::Value::Object(entries) => levels == 0 || entries.values().any(is_inside_deeper),
        _ => false,
    }
}
