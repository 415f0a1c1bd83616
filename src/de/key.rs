//! Keys and field names, and what serde may ask of them.

use super::source::Source;
use super::token::{Form, visit_number};
use crate::text::{key, number, unescape};
use crate::{Error, ErrorKind, Result};
use alloc::borrow::Cow;
use alloc::string::String;
use serde::de::value::{BorrowedStrDeserializer, StrDeserializer};
use serde::de::{Deserializer, IntoDeserializer, Unexpected, Visitor};

/// A key token. Its escapes have been checked.
#[derive(Clone, Copy)]
pub(super) struct Key<'de> {
    /// Where the token begins, quote included.
    pub(super) at: usize,
    /// Without the quotes.
    pub(super) raw: &'de str,
    pub(super) form: Form,
}

impl<'de> Key<'de> {
    #[inline(always)]
    pub(super) fn bare(at: usize, raw: &'de str) -> Self {
        Key { at, raw, form: Form::Bare }
    }

    /// A key in quotes, without escapes.
    #[inline(always)]
    pub(super) fn quoted(at: usize, raw: &'de str) -> Self {
        Key { at, raw, form: Form::Quoted }
    }

    /// Becomes the key between `start` and `end`: in place, as it is read at once.
    #[inline(always)]
    pub(super) fn read(&mut self, source: &Source<'de>, start: usize, end: usize) -> Result<()> {
        if source.byte(start) == Some(b'"') && start < end {
            return self.read_quoted(source, start, end);
        }
        *self = Key::bare(start, source.slice(start, end));
        Ok(())
    }

    /// The key between `start` and `end`, trimmed: bare as it stands (§7.4), or one complete quoted token.
    pub(super) fn parse(source: &Source<'de>, start: usize, end: usize) -> Result<Self> {
        if start >= end || source.byte(start) != Some(b'"') {
            return Ok(Key::bare(start, source.slice(start, end)));
        }
        let mut key = Key::bare(start, "");
        key.read_quoted(source, start, end).map(|()| key)
    }

    #[inline(never)]
    fn read_quoted(&mut self, source: &Source<'de>, start: usize, end: usize) -> Result<()> {
        let quoted = source.quoted(start, end)?;
        if quoted.after != end {
            return Err(source.fail(ErrorKind::TextAfterQuote, quoted.after));
        }
        let raw = source.slice(start + 1, end - 1);
        if quoted.escaped {
            unescape::check(raw).map_err(|bad| source.bad_escape(&bad, start + 1))?;
        }
        *self = Key { at: start, raw, form: Form::quoted(quoted.escaped) };
        Ok(())
    }

    /// A key that has been read before, from its token.
    pub(super) fn again(at: usize, token: &'de str) -> Self {
        match token.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
            Some(raw) => Key { at, raw, form: Form::quoted(raw.contains('\\')) },
            None => Key::bare(at, token),
        }
    }

    #[inline(always)]
    pub(super) fn is_escaped(&self) -> bool {
        self.form == Form::Escaped
    }

    /// The bytes of the token, quotes included.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.raw.len() + if self.form == Form::Bare { 0 } else { 2 }
    }

    /// The key as the decoded object has it.
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

    /// Equal for equal keys, which have to stand where they say; of one with escapes, see [`hash_unescaped`](Self::hash_unescaped).
    #[inline(always)]
    pub(super) fn hash(&self, source: &Source<'de>) -> u64 {
        let start = self.at + usize::from(self.form != Form::Bare);
        key::hash_before(self.raw, source.word(start))
    }

    /// The hash of the key that this one stands for.
    pub(super) fn hash_unescaped(&self) -> u64 {
        key::hash(&self.unescaped())
    }
}

/// What a key says.
#[derive(Clone, Copy)]
pub(crate) enum KeyText<'a, 'de> {
    /// As the document has it.
    Written(&'de str),
    Unescaped(&'a str),
}

impl<'a, 'de> KeyText<'a, 'de> {
    #[inline(always)]
    pub(super) fn of(text: &'a Cow<'de, str>) -> Self {
        match *text {
            Cow::Borrowed(text) => KeyText::Written(text),
            Cow::Owned(ref text) => KeyText::Unescaped(text),
        }
    }

    fn as_str(&self) -> &str {
        match *self {
            KeyText::Written(text) | KeyText::Unescaped(text) => text,
        }
    }
}

/// Reads a key as whatever the target's map has for keys, as `serde_json` does.
pub(crate) struct KeyDe<'a, 'de> {
    pub(crate) text: KeyText<'a, 'de>,
    /// Levels left for newtypes and `Some`.
    pub(crate) room: usize,
    pub(crate) limit: usize,
}

impl<'de> KeyDe<'_, 'de> {
    fn deeper(self) -> Result<Self> {
        match self.room.checked_sub(1) {
            Some(room) => Ok(KeyDe { room, ..self }),
            None => Err(Error::new(ErrorKind::DepthLimit { limit: self.limit })),
        }
    }

    fn number<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match number::parse(self.text.as_str().as_bytes()) {
            Some(number::Number::Huge) | None => self.deserialize_str(visitor),
            Some(number) => visit_number(number, self.text.as_str(), visitor),
        }
    }

    fn float<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match number::scan(self.text.as_str().as_bytes()) {
            Some(scan) => match scan.float(self.text.as_str().as_bytes()) {
                value if value.is_finite() => visitor.visit_f64(value),
                _ => self.deserialize_str(visitor),
            },
            None => self.deserialize_str(visitor),
        }
    }
}

#[cold]
#[inline(never)]
fn visit_unescaped<'de, V: Visitor<'de>>(text: &str, visitor: V) -> Result<V::Value> {
    visitor.visit_str(text)
}

macro_rules! numbers {
    ($($method:ident)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            self.number(visitor)
        }
    )*};
}

impl<'de> Deserializer<'de> for KeyDe<'_, 'de> {
    type Error = Error;

    #[inline]
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.text {
            KeyText::Written(text) => visitor.visit_borrowed_str(text),
            KeyText::Unescaped(text) => visit_unescaped(text, visitor),
        }
    }

    numbers! {
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64
    }

    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.float(visitor)
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.float(visitor)
    }

    fn deserialize_i128<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let integer = number::scan(self.text.as_str().as_bytes())
            .and_then(|_| number::exact_integer(self.text.as_str().as_bytes()));
        match integer.and_then(|(negative, value)| number::signed(negative, value)) {
            Some(value) => visitor.visit_i128(value),
            None => self.number(visitor),
        }
    }

    fn deserialize_u128<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let integer = number::scan(self.text.as_str().as_bytes())
            .and_then(|_| number::exact_integer(self.text.as_str().as_bytes()));
        match integer {
            Some((negative, value)) if !negative || value == 0 => visitor.visit_u128(value),
            _ => self.number(visitor),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.text.as_str() {
            "true" => visitor.visit_bool(true),
            "false" => visitor.visit_bool(false),
            other => Err(serde::de::Error::invalid_type(Unexpected::Str(other), &visitor)),
        }
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.text {
            KeyText::Written(text) => visitor.visit_borrowed_bytes(text.as_bytes()),
            KeyText::Unescaped(text) => visitor.visit_bytes(text.as_bytes()),
        }
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_bytes(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_some(self.deeper()?)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value> {
        visitor.visit_newtype_struct(self.deeper()?)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        match self.text {
            KeyText::Written(text) => visitor.visit_enum(BorrowedStrDeserializer::new(text)),
            KeyText::Unescaped(text) => {
                let key: StrDeserializer<'_, Error> = text.into_deserializer();
                visitor.visit_enum(key)
            }
        }
    }

    serde::forward_to_deserialize_any! {
        char str string identifier unit unit_struct seq tuple tuple_struct map struct ignored_any
    }
}
