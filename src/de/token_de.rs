//! Deserializes primitive tokens (§4).

use super::adapters::forwarding;
use super::context::Context;
use super::exact;
use super::keep::{KEEP, TokenAccess};
use super::nullable::NULLABLE_GROUP;
use super::source::Source;
use super::token::{Bare, Token, TokenForm};
use crate::error::{quote_value, shorten};
use crate::text::{number, number::NumberValue};
use crate::{Error, ErrorKind, Result};
use alloc::format;
use alloc::string::{String, ToString};
use serde::de::value::{BorrowedStrDeserializer, StringDeserializer};
use serde::de::{Deserializer, Expected, IntoDeserializer, Unexpected, Visitor};

/// Deserializes one primitive token.
pub(crate) struct TokenDe<'a, 'de> {
    pub(super) context: &'a mut Context<'de>,
    pub(super) token: &'a Token<'de>,
}

impl<'de> TokenDe<'_, 'de> {
    #[inline]
    pub(super) fn source(&self) -> &Source<'de> {
        &self.context.reader.source
    }

    #[inline]
    pub(super) fn text(&self) -> &'de str {
        self.token.text(self.source())
    }

    #[cold]
    pub(super) fn mismatch(&self, expected: &dyn Expected) -> Error {
        let error = |unexpected| serde::de::Error::invalid_type(unexpected, expected);
        if self.token.form != TokenForm::Bare {
            return match self.token.unescaped(self.source()) {
                Ok(text) => error(Unexpected::Str(&text)),
                Err(error) => error,
            };
        }
        match self.token.classify() {
            Bare::Null => error(Unexpected::Unit),
            Bare::Bool(value) => error(Unexpected::Bool(value)),
            Bare::Number(NumberValue::Unsigned(value)) => error(Unexpected::Unsigned(value)),
            Bare::Number(NumberValue::Negative(value)) => error(Unexpected::Signed(value)),
            Bare::Number(NumberValue::Float(_)) => error(Unexpected::Other(&as_written(self.text()))),
            Bare::Number(NumberValue::Huge) | Bare::Text => error(Unexpected::Str(self.text())),
        }
    }

    /// The error for a bare token that is not a string where the target expects one.
    fn unquoted_string(&self, expected: &dyn Expected) -> Error {
        let error = self.mismatch(expected);
        // A string "null" is rarely intended.
        if self.token.raw == b"null" {
            return error;
        }
        error.set_hint(quote_value(self.text()))
    }

    /// Whether a few instructions are enough to recognize it as text without escapes. A single
    /// branch covers the rare alternatives; comparing with literals would branch on the
    /// unpredictable length.
    #[inline(always)]
    fn is_surely_text(&self) -> bool {
        let Token { at, form, .. } = *self.token;
        // If the token is quoted, the word begins with the quote, and so matches none of these.
        self.source().word(at).is_some_and(|word| {
            let [first, ..] = word.to_le_bytes();
            let may_be_number = first.wrapping_sub(b'0') < 10 || first == b'-';
            !(form == TokenForm::Escaped || may_be_number || begins_like_literal(word))
        })
    }

    /// Reads a token that is not [surely](Self::is_surely_text) text, where the target expects a
    /// string.
    #[inline(never)]
    fn str_slow<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.token.form == TokenForm::Escaped {
            return visitor.visit_string(self.token.unescaped(self.source())?);
        }
        if self.is_text() || self.is_coerced_to_text() {
            return visitor.visit_borrowed_str(self.text());
        }
        Err(self.unquoted_string(&visitor))
    }

    /// Passes the token itself to `visitor`.
    pub(super) fn keep<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let Token { at, raw, form } = *self.token;
        let quotes = if form == TokenForm::Bare { 0 } else { 2 };
        let text = self.source().slice(at, at + raw.len() + quotes);
        let mode = u64::from(self.context.infer_types) * 2 + u64::from(self.context.coerce);
        visitor.visit_enum(TokenAccess { text, place: at as u64 * 4 + mode })
    }

    #[inline]
    fn is_text(&self) -> bool {
        if self.token.form != TokenForm::Bare || !self.context.infer_types {
            return true;
        }
        match self.token.raw {
            b"true" | b"false" | b"null" => false,
            [b'0'..=b'9' | b'-', ..] => {
                !number::may_be_number(self.token.raw) || matches!(self.token.classify(), Bare::Text)
            }
            _ => true,
        }
    }

    #[inline]
    fn scan(&self) -> Option<number::Scan> {
        if self.token.form == TokenForm::Bare { number::scan(self.token.raw) } else { None }
    }

    #[inline(always)]
    fn integer<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.short(number::integer_of_word) {
            Some((false, value)) => visitor.visit_u64(value),
            Some((true, value)) => visit_negative(value, visitor),
            None => self.longer_integer(visitor),
        }
    }

    /// The sign of a bare token, and the value of up to eight characters after it, which `read`
    /// parses without a loop from a whole word of the text.
    #[inline(always)]
    fn short<T>(&self, read: impl FnOnce(u64, usize) -> Option<T>) -> Option<(bool, T)> {
        let Token { at, raw, form } = *self.token;
        let negative = raw.first() == Some(&b'-');
        let sign = usize::from(negative);
        let value = read(self.source().word(at + sign)?, raw.len() - sign)?;
        if form == TokenForm::Bare { Some((negative, value)) } else { None }
    }

    #[inline(never)]
    fn longer_integer<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match number::plain_integer(self.token.raw).filter(|_| self.token.form == TokenForm::Bare) {
            Some((false, value)) => visitor.visit_u64(value),
            Some((true, value)) if value < 1 << 63 => visit_negative(value, visitor),
            _ => self.integer_slow(visitor),
        }
    }

    /// Reads a token that is not just a sign and digits, where the target expects an integer.
    fn integer_slow<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match number::parse(self.token.raw).filter(|_| self.token.form == TokenForm::Bare) {
            Some(number) => visit_number(number, self.text(), visitor),
            None => match self.unquoted_number() {
                Some(ref token) => TokenDe { context: self.context, token }.longer_integer(visitor),
                None => Err(self.mismatch(&visitor)),
            },
        }
    }

    #[inline(never)]
    fn float_slow<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let Some(scan) = self.scan() else {
            return match self.unquoted_number() {
                Some(ref token) => TokenDe { context: self.context, token }.float_slow(visitor),
                None => Err(self.mismatch(&visitor)),
            };
        };
        match scan.float(self.token.raw) {
            value if value.is_finite() => visitor.visit_f64(value),
            _ => Err(self.out_of_range()),
        }
    }

    /// The sign and magnitude of an integer that fits 128 bits.
    fn wide(&self) -> Option<(bool, u128)> {
        self.scan().and_then(|_| number::exact_integer(self.token.raw))
    }

    /// Whether it is a number that is not a 64-bit integer.
    fn is_more_than_integer(&self) -> bool {
        matches!(number::parse(self.token.raw), Some(NumberValue::Float(_) | NumberValue::Huge))
    }

    fn out_of_range(&self) -> Error {
        out_of_range(self.text())
    }
}

/// Whether a word starts like `true`, `false` or `null`.
#[inline]
fn begins_like_literal(word: u64) -> bool {
    let [a, b, c, d, ..] = word.to_le_bytes();
    let head = u32::from_le_bytes([a, b, c, d]);
    let differences = [*b"true", *b"fals", *b"null"].map(|literal| head ^ u32::from_le_bytes(literal));
    differences.into_iter().fold(u32::MAX, u32::min) == 0
}

/// Passes the negative of a magnitude below 2^63 to `visitor`; −0 is 0 (§4).
#[inline]
fn visit_negative<'de, V: Visitor<'de>>(magnitude: u64, visitor: V) -> Result<V::Value> {
    match 0_i64.wrapping_sub_unsigned(magnitude) {
        0 => visitor.visit_u64(0),
        value => visitor.visit_i64(value),
    }
}

#[cold]
pub(crate) fn out_of_range(token: &str) -> Error {
    Error::new(ErrorKind::NumberOutOfRange { number: shorten(token) })
}

/// Passes the number that is written as `token` to `visitor`.
#[inline]
pub(crate) fn visit_number<'de, V: Visitor<'de>>(
    number: NumberValue,
    token: &str,
    visitor: V,
) -> Result<V::Value> {
    match number {
        NumberValue::Unsigned(value) => visitor.visit_u64(value),
        NumberValue::Negative(value) => visitor.visit_i64(value),
        NumberValue::Float(value) => {
            visitor.visit_f64(value).map_err(|error| float_refused(error, value, token))
        }
        NumberValue::Huge => Err(out_of_range(token)),
    }
}

/// Corrects the error of a visitor that does not accept a float so that it shows the number as
/// written, since an integer that is too long for 64 bits was rounded.
#[cold]
fn float_refused(error: Error, value: f64, token: &str) -> Error {
    match error.kind() {
        ErrorKind::InvalidType { unexpected, expected }
            if !error.is_placed() && *unexpected == Unexpected::Float(value).to_string() =>
        {
            let (unexpected, expected) = (as_written(token), expected.clone());
            let refused = Error::new(ErrorKind::InvalidType { unexpected, expected });
            // If there is advice, it contains the rounded number.
            if error.suggestion().is_some() { refused.set_hint(quote_value(token)) } else { refused }
        }
        _ => error,
    }
}

/// Describes a number token in serde's words.
pub(crate) fn as_written(token: &str) -> String {
    let kind = if token.contains(['.', 'e', 'E']) { "floating point" } else { "integer" };
    format!("{kind} `{}`", shorten(token))
}

impl<'de> Deserializer<'de> for TokenDe<'_, 'de> {
    type Error = Error;

    #[inline]
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.token.form != TokenForm::Bare || !self.context.infer_types {
            return self.deserialize_str(visitor);
        }
        if self.context.number_text && self.scan().is_some() {
            return visitor.visit_newtype_struct(BorrowedStrDeserializer::<Error>::new(self.text()));
        }
        if let [b'0'..=b'9', ..] = self.token.raw {
            if let Some((_, value)) = self.short(number::integer_of_word) {
                return visitor.visit_u64(value);
            }
        }
        if self.is_surely_text() {
            return visitor.visit_borrowed_str(self.text());
        }
        if exact::IS_ON && self.is_more_than_integer() && exact::are_digits_expected() {
            return exact::visit_digits(BorrowedStrDeserializer::new(self.text()), visitor);
        }
        match self.token.classify() {
            Bare::Text => visitor.visit_borrowed_str(self.text()),
            // Does not need the text.
            Bare::Number(NumberValue::Unsigned(value)) => visitor.visit_u64(value),
            Bare::Number(number) => visit_number(number, self.text(), visitor),
            Bare::Bool(value) => visitor.visit_bool(value),
            Bare::Null => visitor.visit_unit(),
        }
    }

    forwarding! {
        integer:
        deserialize_i8() deserialize_i16() deserialize_i32() deserialize_i64()
        deserialize_u8() deserialize_u16() deserialize_u32() deserialize_u64()
    }

    forwarding! { deserialize_str: deserialize_char() deserialize_string() deserialize_identifier() }
    forwarding! { deserialize_bytes: deserialize_byte_buf() }
    forwarding! { deserialize_unit: deserialize_unit_struct(&'static str) }

    fn deserialize_i128<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.wide().and_then(|(negative, magnitude)| number::signed(negative, magnitude)) {
            Some(value) => visitor.visit_i128(value),
            None => match self.unquoted_number() {
                Some(ref token) => TokenDe { context: self.context, token }.deserialize_i128(visitor),
                None => self.integer(visitor),
            },
        }
    }

    fn deserialize_u128<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.wide() {
            Some((negative, value)) if !negative || value == 0 => visitor.visit_u128(value),
            _ => match self.unquoted_number() {
                Some(ref token) => TokenDe { context: self.context, token }.deserialize_u128(visitor),
                None => self.integer(visitor),
            },
        }
    }

    #[inline]
    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.scan().is_none() {
            return match self.unquoted_number() {
                Some(ref token) => TokenDe { context: self.context, token }.deserialize_f32(visitor),
                None => Err(self.mismatch(&visitor)),
            };
        }
        match number::float32(self.token.raw) {
            value if value.is_finite() => visitor.visit_f32(value),
            _ => Err(self.out_of_range()),
        }
    }

    #[inline]
    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.short(number::decimal_of_word) {
            // §2: −0 is 0.
            Some((negative, value)) => visitor.visit_f64(if negative { 0.0 - value } else { value }),
            None => self.float_slow(visitor),
        }
    }

    #[inline]
    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.token.raw {
            b"true" if self.token.form == TokenForm::Bare => visitor.visit_bool(true),
            b"false" if self.token.form == TokenForm::Bare => visitor.visit_bool(false),
            _ => match self.coerced_bool() {
                Some(value) => visitor.visit_bool(value),
                None => Err(self.mismatch(&visitor)),
            },
        }
    }

    #[inline]
    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.is_surely_text() { visitor.visit_borrowed_str(self.text()) } else { self.str_slow(visitor) }
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.token.form == TokenForm::Escaped {
            return visitor.visit_byte_buf(self.token.unescaped(self.source())?.into_bytes());
        }
        if self.is_text() {
            return visitor.visit_borrowed_bytes(self.token.raw);
        }
        Err(self.mismatch(&visitor))
    }

    #[inline]
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.token.is_null() || self.context.coerce && self.is_null_word() {
            return visitor.visit_none();
        }
        let token = self.token;
        self.context.unwrapped("", |context| visitor.visit_some(TokenDe { context, token }))
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.token.is_null() { visitor.visit_unit() } else { Err(self.mismatch(&visitor)) }
    }

    #[inline]
    fn deserialize_newtype_struct<V: Visitor<'de>>(self, name: &'static str, visitor: V) -> Result<V::Value> {
        if name == KEEP {
            return self.keep(visitor);
        }
        #[cfg(feature = "json")]
        if name == crate::json::RAW_VALUE {
            let token = self.token;
            let json = self.context.json(|context, value| value.read(TokenDe { context, token }))?;
            return crate::json::visit_raw_value(json, visitor);
        }
        if name == NULLABLE_GROUP {
            return self.deserialize_option(visitor);
        }
        let token = self.token;
        self.context.unwrapped(name, |context| visitor.visit_newtype_struct(TokenDe { context, token }))
    }

    forwarding! { deserialize_seq: deserialize_tuple(usize) deserialize_tuple_struct(&'static str, usize) }
    forwarding! { deserialize_map: deserialize_struct(&'static str, &'static [&'static str]) }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.json_array(visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.json_object(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        if self.token.form == TokenForm::Escaped {
            let text: StringDeserializer<Error> = self.token.unescaped(self.source())?.into_deserializer();
            return visitor.visit_enum(text);
        }
        if self.is_text() || self.is_coerced_to_text() {
            return visitor.visit_enum(BorrowedStrDeserializer::new(self.text()));
        }
        Err(self.mismatch(&visitor))
    }

    #[inline]
    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.token.check(self.source())?;
        visitor.visit_unit()
    }
}
