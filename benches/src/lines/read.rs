//! The least that reads through serde what the writer beside it writes.
//!
//! It believes all lengths and indentations, tells no keys apart, knows no tables, comments or blank lines, has no options
//! and no limit to depth, and its errors have no places. So its time is a limit to what a whole reader can come to where
//! data has few tables.

#![allow(clippy::inline_always, reason = "as in the reader that it is a limit to")]

use super::{Result, Unsupported};
use serde::de::value::{BorrowedStrDeserializer, StringDeserializer};
use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, EnumAccess, MapAccess, SeqAccess, VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;

/// The value of `text`.
pub(crate) fn from_str<'de, T: Deserialize<'de>>(text: &'de str) -> Result<T> {
    T::deserialize(&mut Reader { text, at: 0, place: Place::Root, margin: 0 })
}

/// Where the next value stands.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    Root,
    /// Behind a key, at its colon or bracket.
    Field,
    /// Behind a hyphen.
    Item,
    Inline,
}

struct Reader<'de> {
    text: &'de str,
    at: usize,
    place: Place,
    /// The indentation of the lines of the object or array that the next value is in.
    margin: usize,
}

/// A string in quotes with escapes, or any other token.
enum Token<'de> {
    Bare(&'de str),
    Quoted(&'de str),
    Escaped(String),
}

impl<'de> Reader<'de> {
    #[inline(always)]
    fn rest(&self) -> &'de [u8] {
        self.text.as_bytes().get(self.at..).unwrap_or_default()
    }

    #[inline(always)]
    fn token(&mut self) -> Result<Token<'de>> {
        if self.place == Place::Field {
            self.at += 2;
        }
        let rest = self.rest();
        if let Some(b'"') = rest.first() {
            return self.quoted();
        }
        let length =
            if self.place == Place::Inline { find(rest, [b',', b'\n']) } else { find(rest, [b'\n']) };
        self.bare(length)
    }

    #[inline(always)]
    fn bare(&mut self, length: usize) -> Result<Token<'de>> {
        let token = self.text.get(self.at..self.at + length).ok_or(Unsupported)?;
        self.at += length + 1;
        Ok(Token::Bare(token))
    }

    /// The string at the quote, and one character behind it.
    #[inline(never)]
    fn quoted(&mut self) -> Result<Token<'de>> {
        let start = self.at + 1;
        let mut end = start;
        let mut escaped = false;
        loop {
            let rest = self.text.as_bytes().get(end..).ok_or(Unsupported)?;
            end += find(rest, [b'"', b'\\']);
            if self.text.as_bytes().get(end) == Some(&b'"') {
                break;
            }
            (end, escaped) = (end + 2, true);
        }
        self.at = end + 2;
        let raw = self.text.get(start..end).ok_or(Unsupported)?;
        Ok(if escaped { Token::Escaped(unescape(raw)?) } else { Token::Quoted(raw) })
    }

    #[inline(always)]
    fn bare_token(&mut self) -> Result<&'de str> {
        match self.token()? {
            Token::Bare(token) => Ok(token),
            _ => Err(Unsupported),
        }
    }

    #[inline(always)]
    fn integer<V: Visitor<'de>>(&mut self, visitor: V) -> Result<V::Value> {
        let token = self.bare_token()?;
        match token.as_bytes() {
            [b'-', digits @ ..] => {
                let number = digits.iter().try_fold(0_i64, |number, digit| {
                    number.checked_mul(10)?.checked_sub(i64::from(digit.wrapping_sub(b'0')))
                });
                visitor.visit_i64(number.ok_or(Unsupported)?)
            }
            digits => {
                let number = digits.iter().try_fold(0_u64, |number, digit| {
                    number.checked_mul(10)?.checked_add(u64::from(digit.wrapping_sub(b'0')))
                });
                visitor.visit_u64(number.ok_or(Unsupported)?)
            }
        }
    }

    #[inline(never)]
    fn float(token: &str) -> Result<f64> {
        token.parse().map_err(|_| Unsupported)
    }

    #[inline(always)]
    fn is_null(&self) -> bool {
        let rest = self.rest();
        match self.place {
            Place::Field => rest.starts_with(b": null"),
            _ => rest.starts_with(b"null"),
        }
    }

    /// Whether an object begins here, whose first key stands behind the hyphen.
    fn is_object(&self) -> bool {
        let rest = self.rest();
        match self.place {
            Place::Root => true,
            Place::Field => matches!(rest, [b':'] | [b':', b'\n', ..]),
            Place::Inline => false,
            Place::Item if rest.first() == Some(&b'"') => {
                let mut key = Reader { text: self.text, ..*self };
                key.quoted().is_ok() && matches!(self.text.as_bytes().get(key.at - 1), Some(b':' | b'['))
            }
            Place::Item => {
                let end = find(rest, [b':', b'[', b'\n']);
                end > 0 && matches!(rest.get(end), Some(b':' | b'[')) || self.is_empty_item()
            }
        }
    }

    #[inline(always)]
    fn is_empty_item(&self) -> bool {
        self.at.checked_sub(1).and_then(|at| self.text.as_bytes().get(at)) != Some(&b' ')
    }

    #[inline(always)]
    fn object<V: Visitor<'de>>(&mut self, visitor: V) -> Result<V::Value> {
        visitor.visit_map(self.fields())
    }

    #[inline(always)]
    fn fields(&mut self) -> Object<'_, 'de> {
        let mut object = Object { margin: self.margin + 2, first: false, ended: false, reader: self };
        match object.reader.place {
            Place::Root => object.margin = 0,
            Place::Field => object.reader.at += 2,
            _ => {
                object.ended = object.reader.is_empty_item();
                object.first = !object.ended;
            }
        }
        object
    }

    #[inline(always)]
    fn array<V: Visitor<'de>>(&mut self, visitor: V) -> Result<V::Value> {
        visitor.visit_seq(self.elements())
    }

    #[inline(never)]
    fn elements(&mut self) -> Array<'_, 'de> {
        let rest = self.rest();
        let margin = self.margin + 2;
        let empty = match self.place {
            Place::Field => rest.starts_with(b": []"),
            _ => rest.starts_with(b"[]"),
        };
        if empty {
            self.at += if self.place == Place::Field { 5 } else { 3 };
            return Array { reader: self, margin, left: 0, inline: true };
        }
        let mut left = 0;
        let mut at = 1;
        while let Some(digit @ b'0'..=b'9') = rest.get(at) {
            left = left * 10 + usize::from(digit - b'0');
            at += 1;
        }
        let inline = rest.get(at + 2) == Some(&b' ');
        self.at += at + 3;
        Array { reader: self, margin, left, inline }
    }
}

#[cold]
fn unescape(raw: &str) -> Result<String> {
    let mut text = String::with_capacity(raw.len());
    let mut chars = raw.chars();
    while let Some(char) = chars.next() {
        let char = match char {
            '\\' => match chars.next() {
                Some('n') => '\n',
                Some('r') => '\r',
                Some('t') => '\t',
                Some('u') => {
                    let digits: String = chars.by_ref().take(4).collect();
                    u32::from_str_radix(&digits, 16).ok().and_then(char::from_u32).ok_or(Unsupported)?
                }
                Some(char) => char,
                None => return Err(Unsupported),
            },
            char => char,
        };
        text.push(char);
    }
    Ok(text)
}

/// The first of `wanted` in `bytes`, else their length.
#[inline(always)]
fn find<const N: usize>(bytes: &[u8], wanted: [u8; N]) -> usize {
    const LOW: u64 = 0x0101_0101_0101_0101;
    let mut rest = bytes;
    while let Some((chunk, tail)) = rest.split_first_chunk() {
        let word = u64::from_le_bytes(*chunk);
        let found = wanted.iter().fold(0, |found, &byte| {
            let other = word ^ (LOW * u64::from(byte));
            found | other.wrapping_sub(LOW) & !other & LOW << 7
        });
        if found != 0 {
            return bytes.len() - rest.len() + (found.trailing_zeros() / 8) as usize;
        }
        rest = tail;
    }
    bytes.len() - rest.len() + rest.iter().position(|byte| wanted.contains(byte)).unwrap_or(rest.len())
}

struct Object<'r, 'de> {
    reader: &'r mut Reader<'de>,
    margin: usize,
    /// The first key stands behind a hyphen.
    first: bool,
    ended: bool,
}

impl<'de> Object<'_, 'de> {
    /// The next key, where the object has one.
    #[inline(never)]
    fn key(&mut self) -> Result<Option<Token<'de>>> {
        let reader = &mut *self.reader;
        if !std::mem::take(&mut self.first) {
            let rest = reader.rest();
            if self.ended || rest.is_empty() || find_other(rest) < self.margin {
                return Ok(None);
            }
            reader.at += self.margin;
        }
        let rest = reader.rest();
        if rest.first() == Some(&b'"') {
            let key = reader.quoted();
            reader.at -= 1;
            return key.map(Some);
        }
        let key = reader.bare(find(rest, [b':', b'[']));
        reader.at -= 1;
        key.map(Some)
    }
}

/// The spaces that `bytes` begin with.
#[inline(always)]
fn find_other(bytes: &[u8]) -> usize {
    let mut rest = bytes;
    while let Some((chunk, tail)) = rest.split_first_chunk() {
        let others = u64::from_le_bytes(*chunk) ^ u64::from_le_bytes([b' '; 8]);
        if others != 0 {
            return bytes.len() - rest.len() + (others.trailing_zeros() / 8) as usize;
        }
        rest = tail;
    }
    bytes.len() - rest.len() + rest.iter().take_while(|&&byte| byte == b' ').count()
}

impl<'de> MapAccess<'de> for Object<'_, 'de> {
    type Error = Unsupported;

    #[inline]
    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>> {
        match self.key()? {
            Some(Token::Bare(key) | Token::Quoted(key)) => {
                seed.deserialize(BorrowedStrDeserializer::new(key)).map(Some)
            }
            Some(Token::Escaped(key)) => seed.deserialize(StringDeserializer::new(key)).map(Some),
            None => Ok(None),
        }
    }

    #[inline]
    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value> {
        self.reader.place = Place::Field;
        self.reader.margin = self.margin;
        seed.deserialize(&mut *self.reader)
    }
}

struct Array<'r, 'de> {
    reader: &'r mut Reader<'de>,
    margin: usize,
    left: usize,
    inline: bool,
}

impl<'de> SeqAccess<'de> for Array<'_, 'de> {
    type Error = Unsupported;

    #[inline]
    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        let Some(left) = self.left.checked_sub(1) else { return Ok(None) };
        self.left = left;
        if self.inline {
            self.reader.place = Place::Inline;
        } else {
            self.reader.place = Place::Item;
            self.reader.at += self.margin + 2;
            self.reader.margin = self.margin;
        }
        seed.deserialize(&mut *self.reader).map(Some)
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.left)
    }
}

/// The variant of an enum, and its content.
struct Variant<'r, 'de> {
    reader: &'r mut Reader<'de>,
    is_unit: bool,
}

impl<'de> EnumAccess<'de> for Variant<'_, 'de> {
    type Error = Unsupported;
    type Variant = Self;

    #[inline]
    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Self)> {
        let name = if self.is_unit {
            self.reader.token()?
        } else {
            let mut object = self.reader.fields();
            let margin = object.margin;
            let key = object.key()?.ok_or(Unsupported)?;
            self.reader.place = Place::Field;
            self.reader.margin = margin;
            key
        };
        match name {
            Token::Bare(name) | Token::Quoted(name) => {
                Ok((seed.deserialize(BorrowedStrDeserializer::<Unsupported>::new(name))?, self))
            }
            Token::Escaped(_) => Err(Unsupported),
        }
    }
}

impl<'de> VariantAccess<'de> for Variant<'_, 'de> {
    type Error = Unsupported;

    fn unit_variant(self) -> Result<()> {
        if self.is_unit { Ok(()) } else { Err(Unsupported) }
    }

    #[inline]
    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value> {
        seed.deserialize(self.reader)
    }

    #[inline]
    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value> {
        self.reader.array(visitor)
    }

    #[inline]
    fn struct_variant<V: Visitor<'de>>(self, _: &'static [&'static str], visitor: V) -> Result<V::Value> {
        self.reader.object(visitor)
    }
}

macro_rules! integers {
    ($($method:ident)+) => {
        $(#[inline]
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            self.integer(visitor)
        })+
    };
}

impl<'de> Deserializer<'de> for &mut Reader<'de> {
    type Error = Unsupported;

    #[inline]
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let rest = self.rest();
        let is_array = match self.place {
            Place::Inline => false,
            Place::Field => rest.first() == Some(&b'[') || rest.starts_with(b": []"),
            _ => rest.first() == Some(&b'['),
        };
        if is_array {
            return self.array(visitor);
        }
        if self.is_object() {
            return self.object(visitor);
        }
        let token = match self.token()? {
            Token::Bare(token) => token,
            Token::Quoted(text) => return visitor.visit_borrowed_str(text),
            Token::Escaped(text) => return visitor.visit_string(text),
        };
        match token.as_bytes() {
            b"null" => visitor.visit_unit(),
            b"true" => visitor.visit_bool(true),
            b"false" => visitor.visit_bool(false),
            // What is no number and begins like one stands in quotes.
            [b'0'..=b'9', ..] => match token.parse() {
                Ok(number) => visitor.visit_u64(number),
                Err(_) => number_or_text(token, visitor),
            },
            [b'-', ..] => match token.parse() {
                Ok(number) => visitor.visit_i64(number),
                Err(_) => number_or_text(token, visitor),
            },
            _ => visitor.visit_borrowed_str(token),
        }
    }

    integers! {
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64
    }

    #[inline]
    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_f64(Reader::float(self.bare_token()?)?)
    }

    #[inline]
    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_f64(visitor)
    }

    #[inline]
    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.bare_token()? {
            "true" => visitor.visit_bool(true),
            "false" => visitor.visit_bool(false),
            _ => Err(Unsupported),
        }
    }

    #[inline]
    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.token()? {
            Token::Bare(text) | Token::Quoted(text) => visitor.visit_borrowed_str(text),
            Token::Escaped(text) => visitor.visit_string(text),
        }
    }

    #[inline]
    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_str(visitor)
    }

    #[inline]
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.is_null() {
            self.token()?;
            return visitor.visit_none();
        }
        visitor.visit_some(self)
    }

    #[inline]
    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value> {
        visitor.visit_newtype_struct(self)
    }

    #[inline]
    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.array(visitor)
    }

    #[inline]
    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value> {
        self.array(visitor)
    }

    #[inline]
    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: usize,
        visitor: V,
    ) -> Result<V::Value> {
        self.array(visitor)
    }

    #[inline]
    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.object(visitor)
    }

    #[inline]
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        self.object(visitor)
    }

    #[inline]
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        let is_unit = !self.is_object();
        visitor.visit_enum(Variant { reader: self, is_unit })
    }

    forward_to_deserialize_any! {
        i128 u128 char bytes byte_buf unit unit_struct identifier ignored_any
    }
}

#[inline(never)]
fn number_or_text<'de, V: Visitor<'de>>(token: &'de str, visitor: V) -> Result<V::Value> {
    match token.parse::<f64>() {
        Ok(number) => visitor.visit_f64(number),
        Err(_) => visitor.visit_borrowed_str(token),
    }
}
