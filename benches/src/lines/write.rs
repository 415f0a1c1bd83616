//! The least that writes TOON through serde.
//!
//! It looks for no tables, tells no keys apart, has no options and no limit to depth, believes every announced length, and
//! gives up on arrays that begin with a primitive and have something else in them. What it writes is read by `toon`. So its
//! time is a limit to what a whole writer can come to where data has few tables.

#![allow(clippy::inline_always, reason = "as in the writer that it is a limit to")]

use super::{Result, Unsupported};
use serde::Serialize;
use serde::ser::{self, Impossible};
use std::fmt::Write;

/// `value` in lines.
pub(crate) fn to_string<T: Serialize>(value: &T) -> Result<String, Unsupported> {
    let mut lines = Lines { out: String::with_capacity(128), place: Place::Root, margin: 0, len: 0 };
    value.serialize(&mut lines)?;
    Ok(lines.out)
}

/// Where the next value or key goes.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    Root,
    /// The first key of the root, or behind a hyphen.
    HereKey,
    /// Behind a key, or in front of the next one.
    Field,
    /// An array without an element yet.
    Array,
    Inline,
    List,
}

/// The text, and what is known of the innermost object or array.
pub(crate) struct Lines {
    out: String,
    place: Place,
    margin: usize,
    len: usize,
}

impl Lines {
    #[inline(always)]
    fn newline(&mut self) {
        const LINE: &str = "\n               ";
        if self.margin < LINE.len() {
            let end = self.out.len() + 1 + self.margin;
            self.out.push_str(LINE);
            self.out.truncate(end);
        } else {
            self.out.push('\n');
            (0..self.margin).for_each(|_| self.out.push(' '));
        }
    }

    #[inline(always)]
    fn scalar(&mut self) -> Result<()> {
        match self.place {
            Place::Field => self.out.push_str(": "),
            Place::Inline => self.out.push(','),
            _ => return self.scalar_elsewhere(),
        }
        Ok(())
    }

    #[inline(never)]
    fn scalar_elsewhere(&mut self) -> Result<()> {
        match self.place {
            Place::Array => {
                self.header();
                self.out.push(' ');
                self.place = Place::Inline;
            }
            Place::List => self.item(),
            Place::HereKey => return Err(Unsupported),
            _ => {}
        }
        Ok(())
    }

    fn header(&mut self) {
        self.out.push('[');
        self.out.push_str(itoa::Buffer::new().format(self.len));
        self.out.push_str("]:");
    }

    fn item(&mut self) {
        self.newline();
        self.out.push_str("- ");
    }

    fn token(&mut self, text: &str) -> Result<()> {
        self.scalar()?;
        self.out.push_str(text);
        Ok(())
    }

    #[inline(never)]
    fn string(&mut self, string: &str) -> Result<()> {
        self.scalar()?;
        let bytes = string.as_bytes();
        let has_special = any(bytes, special);
        let is_odd = match bytes {
            [] | [b' ' | b'-' | b'#', ..] | [.., b' '] => true,
            [b'0'..=b'9' | b'+', ..] => string.parse::<f64>().is_ok(),
            [b't' | b'f' | b'n', ..] => matches!(string, "true" | "false" | "null"),
            _ => false,
        };
        if has_special || is_odd {
            self.quoted(string);
        } else {
            self.out.push_str(string);
        }
        Ok(())
    }

    #[inline(never)]
    fn quoted(&mut self, string: &str) {
        self.out.push('"');
        if string.bytes().any(|byte| byte < b' ' || byte == b'"' || byte == b'\\') {
            string.chars().for_each(|char| match char {
                '"' | '\\' => self.out.extend(['\\', char]),
                '\n' => self.out.push_str("\\n"),
                '\r' => self.out.push_str("\\r"),
                '\t' => self.out.push_str("\\t"),
                '\0'..' ' => _ = write!(self.out, "\\u{:04x}", u32::from(char)),
                _ => self.out.push(char),
            });
        } else {
            self.out.push_str(string);
        }
        self.out.push('"');
    }

    #[inline(always)]
    fn begin_key(&mut self) {
        if self.place != Place::HereKey {
            self.newline();
        }
        self.place = Place::Field;
    }

    /// The name of a field or variant, all of which stand bare in the cases.
    #[inline(never)]
    fn name(&mut self, name: &'static str) {
        self.begin_key();
        self.out.push_str(name);
    }

    #[inline(never)]
    fn key(&mut self, key: &str) {
        self.begin_key();
        let bytes = key.as_bytes();
        let is_bare = bytes.first().is_some_and(|byte| byte.is_ascii_alphabetic() || *byte == b'_')
            && !any(bytes, not_bare);
        if is_bare { self.out.push_str(key) } else { self.quoted(key) }
    }

    /// The place of an object or array; true if it is an item.
    #[inline]
    fn container(&mut self) -> Result<bool> {
        match self.place {
            Place::Root | Place::Field => return Ok(false),
            Place::Array => {
                self.header();
                self.place = Place::List;
            }
            Place::List => {}
            Place::Inline | Place::HereKey => return Err(Unsupported),
        }
        self.item();
        Ok(true)
    }

    #[inline(never)]
    fn object(&mut self) -> Result<Outer> {
        let is_item = self.container()?;
        let outer = Outer { place: self.place, margin: self.margin, len: self.len };
        if outer.place == Place::Root {
            self.place = Place::HereKey;
            return Ok(outer);
        }
        self.margin += 2;
        if is_item {
            self.place = Place::HereKey;
        } else {
            self.out.push(':');
        }
        Ok(outer)
    }

    #[inline(never)]
    fn array(&mut self, len: Option<usize>) -> Result<Outer> {
        self.container()?;
        let outer = Outer { place: self.place, margin: self.margin, len: self.len };
        self.margin += 2;
        self.place = Place::Array;
        self.len = len.ok_or(Unsupported)?;
        Ok(outer)
    }

    #[inline(always)]
    fn leave(&mut self, outer: &Outer) {
        (self.place, self.margin, self.len) = (outer.place, outer.margin, outer.len);
    }
}

/// What is around the innermost object or array.
struct Outer {
    place: Place,
    margin: usize,
    len: usize,
}

/// Whether `test` is 0 for any byte, of which it sees sixteen at once.
#[inline(always)]
fn any(bytes: &[u8], test: impl Fn(u8) -> u8) -> bool {
    let in_block = |block: &[u8; 16]| block.iter().fold(false, |found, &byte| found | (test(byte) == 0));
    if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        let mut blocks = bytes.chunks_exact(16).filter_map(<[u8]>::first_chunk);
        return in_block(first) || in_block(last) || bytes.len() > 32 && blocks.any(in_block);
    }
    let (low, high) = if let (Some(first), Some(last)) = (bytes.first_chunk::<8>(), bytes.last_chunk()) {
        (u64::from_le_bytes(*first), u64::from_le_bytes(*last))
    } else if let (Some(first), Some(last)) = (bytes.first_chunk::<4>(), bytes.last_chunk()) {
        let word = u64::from(u32::from_le_bytes(*first)) | u64::from(u32::from_le_bytes(*last)) << 32;
        (word, word)
    } else {
        return bytes.iter().any(|&byte| test(byte) == 0);
    };
    in_block(&(u128::from(low) | u128::from(high) << 64).to_le_bytes())
}

/// 0 for a byte that is quoted wherever it stands, and for the `|`, which no case has.
#[inline(always)]
fn special(byte: u8) -> u8 {
    let control_or_quote = (byte ^ b'"' ^ b' ').saturating_sub(b' ');
    let bracket_or_brace = (byte | 0x20).wrapping_sub(b'{').saturating_sub(2);
    control_or_quote.min(bracket_or_brace).min(byte ^ b':').min(byte ^ b',')
}

/// 0 for a byte that a bare key does not have.
#[inline(always)]
fn not_bare(byte: u8) -> u8 {
    let letter = (byte | 0x20).wrapping_sub(b'a').saturating_sub(25);
    let digit = byte.wrapping_sub(b'0').saturating_sub(9);
    u8::from(letter.min(digit).min(byte ^ b'.').min(byte ^ b'_') == 0)
}

pub(crate) struct Compound<'l> {
    lines: &'l mut Lines,
    outer: Outer,
    /// It is the content of a variant, whose object is this.
    variant: Option<Outer>,
}

impl Compound<'_> {
    fn end(self) {
        if let Some(outer) = &self.variant {
            self.lines.leave(outer);
        }
    }

    fn end_object(self) {
        if self.lines.place == Place::HereKey && self.lines.out.ends_with("- ") {
            self.lines.out.pop();
        }
        self.lines.leave(&self.outer);
        self.end();
    }

    fn end_array(self) {
        if self.lines.place == Place::Array {
            self.lines.out.push_str(match self.outer.place {
                Place::Field => ": []",
                Place::Root => "[]",
                _ => "[0]:",
            });
        }
        self.lines.leave(&self.outer);
        self.end();
    }
}

macro_rules! compounds {
    ($end:ident: $($trait:ident $method:ident ($($key:ident)?)),+) => {
        $(impl ser::$trait for Compound<'_> {
            type Ok = ();
            type Error = Unsupported;

            #[inline(always)]
            fn $method<T: ?Sized + Serialize>(&mut self, $($key: &'static str,)? value: &T) -> Result<()> {
                $(self.lines.name($key);)?
                value.serialize(&mut *self.lines)
            }

            fn end(self) -> Result<()> {
                self.$end();
                Ok(())
            }
        })+
    };
}

compounds!(end_array: SerializeSeq serialize_element (), SerializeTuple serialize_element (),
    SerializeTupleStruct serialize_field (), SerializeTupleVariant serialize_field ());
compounds!(end_object: SerializeStruct serialize_field (key), SerializeStructVariant serialize_field (key));

impl ser::SerializeMap for Compound<'_> {
    type Ok = ();
    type Error = Unsupported;

    #[inline]
    fn serialize_key<T: ?Sized + Serialize>(&mut self, key: &T) -> Result<()> {
        key.serialize(KeySerializer(self.lines))
    }

    #[inline]
    fn serialize_value<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<()> {
        value.serialize(&mut *self.lines)
    }

    fn end(self) -> Result<()> {
        self.end_object();
        Ok(())
    }
}

macro_rules! numbers {
    ($buffer:ident: $($method:ident $type:ty),+) => {
        $(#[inline]
        fn $method(self, value: $type) -> Result<()> {
            self.token($buffer::Buffer::new().format(value))
        })+
    };
}

impl<'l> ser::Serializer for &'l mut Lines {
    type Ok = ();
    type Error = Unsupported;
    type SerializeSeq = Compound<'l>;
    type SerializeTuple = Compound<'l>;
    type SerializeTupleStruct = Compound<'l>;
    type SerializeTupleVariant = Compound<'l>;
    type SerializeMap = Compound<'l>;
    type SerializeStruct = Compound<'l>;
    type SerializeStructVariant = Compound<'l>;

    numbers!(itoa: serialize_i8 i8, serialize_i16 i16, serialize_i32 i32, serialize_i64 i64, serialize_u8 u8,
        serialize_u16 u16, serialize_u32 u32, serialize_u64 u64);

    #[inline]
    fn serialize_f32(self, value: f32) -> Result<()> {
        self.token(zmij::Buffer::new().format_finite(value))
    }

    #[inline]
    fn serialize_f64(self, value: f64) -> Result<()> {
        self.token(zmij::Buffer::new().format_finite(value))
    }

    #[inline]
    fn serialize_bool(self, value: bool) -> Result<()> {
        self.token(if value { "true" } else { "false" })
    }

    fn serialize_char(self, value: char) -> Result<()> {
        self.string(value.encode_utf8(&mut [0; 4]))
    }

    #[inline]
    fn serialize_str(self, value: &str) -> Result<()> {
        self.string(value)
    }

    fn serialize_bytes(self, _: &[u8]) -> Result<()> {
        Err(Unsupported)
    }

    #[inline]
    fn serialize_none(self) -> Result<()> {
        self.token("null")
    }

    #[inline]
    fn serialize_some<T: ?Sized + Serialize>(self, value: &T) -> Result<()> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<()> {
        self.token("null")
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<()> {
        self.token("null")
    }

    #[inline]
    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<()> {
        self.string(variant)
    }

    fn serialize_newtype_struct<T: ?Sized + Serialize>(self, _: &'static str, value: &T) -> Result<()> {
        value.serialize(self)
    }

    #[inline]
    fn serialize_newtype_variant<T: ?Sized + Serialize>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<()> {
        let outer = self.object()?;
        self.name(variant);
        value.serialize(&mut *self)?;
        self.leave(&outer);
        Ok(())
    }

    #[inline]
    fn serialize_seq(self, len: Option<usize>) -> Result<Compound<'l>> {
        let outer = self.array(len)?;
        Ok(Compound { lines: self, outer, variant: None })
    }

    #[inline]
    fn serialize_tuple(self, len: usize) -> Result<Compound<'l>> {
        self.serialize_seq(Some(len))
    }

    fn serialize_tuple_struct(self, _: &'static str, len: usize) -> Result<Compound<'l>> {
        self.serialize_seq(Some(len))
    }

    #[inline]
    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        len: usize,
    ) -> Result<Compound<'l>> {
        let around = self.object()?;
        self.name(variant);
        let outer = self.array(Some(len))?;
        Ok(Compound { lines: self, outer, variant: Some(around) })
    }

    #[inline]
    fn serialize_map(self, _: Option<usize>) -> Result<Compound<'l>> {
        let outer = self.object()?;
        Ok(Compound { lines: self, outer, variant: None })
    }

    #[inline]
    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Compound<'l>> {
        self.serialize_map(None)
    }

    #[inline]
    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Compound<'l>> {
        let around = self.object()?;
        self.name(variant);
        let outer = self.object()?;
        Ok(Compound { lines: self, outer, variant: Some(around) })
    }
}

/// Keys that are strings.
struct KeySerializer<'l>(&'l mut Lines);

macro_rules! unsupported {
    ($($method:ident($($type:ty),*) -> $result:ty),+ $(,)?) => {
        $(fn $method(self, $(_: $type),*) -> Result<$result> {
            Err(Unsupported)
        })+
    };
}

impl ser::Serializer for KeySerializer<'_> {
    type Ok = ();
    type Error = Unsupported;
    type SerializeSeq = Impossible<(), Unsupported>;
    type SerializeTuple = Impossible<(), Unsupported>;
    type SerializeTupleStruct = Impossible<(), Unsupported>;
    type SerializeTupleVariant = Impossible<(), Unsupported>;
    type SerializeMap = Impossible<(), Unsupported>;
    type SerializeStruct = Impossible<(), Unsupported>;
    type SerializeStructVariant = Impossible<(), Unsupported>;

    #[inline]
    fn serialize_str(self, key: &str) -> Result<()> {
        self.0.key(key);
        Ok(())
    }

    fn serialize_some<T: ?Sized + Serialize>(self, _: &T) -> Result<()> {
        Err(Unsupported)
    }

    fn serialize_newtype_struct<T: ?Sized + Serialize>(self, _: &'static str, _: &T) -> Result<()> {
        Err(Unsupported)
    }

    fn serialize_newtype_variant<T: ?Sized + Serialize>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<()> {
        Err(Unsupported)
    }

    unsupported!(
        serialize_bool(bool) -> (),
        serialize_i8(i8) -> (),
        serialize_i16(i16) -> (),
        serialize_i32(i32) -> (),
        serialize_i64(i64) -> (),
        serialize_u8(u8) -> (),
        serialize_u16(u16) -> (),
        serialize_u32(u32) -> (),
        serialize_u64(u64) -> (),
        serialize_f32(f32) -> (),
        serialize_f64(f64) -> (),
        serialize_char(char) -> (),
        serialize_bytes(&[u8]) -> (),
        serialize_none() -> (),
        serialize_unit() -> (),
        serialize_unit_struct(&'static str) -> (),
        serialize_unit_variant(&'static str, u32, &'static str) -> (),
        serialize_seq(Option<usize>) -> Self::SerializeSeq,
        serialize_tuple(usize) -> Self::SerializeTuple,
        serialize_tuple_struct(&'static str, usize) -> Self::SerializeTupleStruct,
        serialize_tuple_variant(&'static str, u32, &'static str, usize) -> Self::SerializeTupleVariant,
        serialize_map(Option<usize>) -> Self::SerializeMap,
        serialize_struct(&'static str, usize) -> Self::SerializeStruct,
        serialize_struct_variant(&'static str, u32, &'static str, usize) -> Self::SerializeStructVariant,
    );
}
