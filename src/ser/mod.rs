//! `serde::Serializer` to text: formats scalars and names events for the [`writer`], which knows all layout.

#![allow(clippy::inline_always, reason = "a field's way is short where it is inlined, and nowhere else")]

mod compound;
mod declared;
#[cfg(feature = "json")]
mod events;
mod fold;
pub(crate) mod header;
mod hint;
pub(crate) mod key;
mod keys;
mod layout;
pub(crate) mod level;
mod look;
mod scope;
mod select;
mod spare;
pub(crate) mod special;
mod stream;
mod table;
mod tape;
mod writer;

use crate::event::{Event, ObjectKind};
use crate::text::copy::push_short;
use crate::text::decimal;
use crate::{EncodeOptions, Error, ErrorKind, KeyFolding, Result};
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use compound::{Compound, Kind};
use core::fmt::{Display, Write as _};
#[cfg(feature = "derive")]
pub(crate) use fold::MAX_SEGMENTS_OF_FIELD;
pub(crate) use hint::Hint;
#[cfg(feature = "derive")]
pub(crate) use hint::Looks;
use select::FieldFilter;
use serde::ser::{self, Serialize};
#[cfg(feature = "std")]
pub(crate) use stream::Sink;
use writer::Writer;

/// `value` as TOON text, without a trailing newline.
///
/// # Errors
/// If the value nests deeper than 128 levels, has a map key that is no text, the same key twice in one object, or if
/// its `Serialize` says so.
///
/// ```
/// use serde::Serialize;
///
/// #[derive(Serialize)]
/// struct User {
///     id: u32,
///     name: &'static str,
/// }
///
/// let users = [User { id: 1, name: "Ada" }, User { id: 2, name: "Bob" }];
/// assert_eq!(toon::to_string(&users)?, "[2]{id,name}:\n  1,Ada\n  2,Bob");
/// # Ok::<(), toon::Error>(())
/// ```
pub fn to_string<T: ?Sized + Serialize>(value: &T) -> Result<String> {
    EncodeOptions::new().to_string(value)
}

/// `value` as the UTF-8 bytes of TOON text, without a trailing newline.
///
/// # Errors
/// As [`to_string`].
///
/// ```
/// assert_eq!(toon::to_vec(&["a", "b"])?, b"[2]: a,b");
/// # Ok::<(), toon::Error>(())
/// ```
pub fn to_vec<T: ?Sized + Serialize>(value: &T) -> Result<Vec<u8>> {
    EncodeOptions::new().to_vec(value)
}

/// Writes `value` as TOON text, without a trailing newline.
///
/// The text is complete before its first byte is written, so a value that cannot be encoded writes nothing. Only the
/// rows of a table that its type declares ([`#[toon(tabular)]`](mod@crate::attributes) on a field) are handed on as they come, with
/// what is in front of them: such a table needs no more memory than a few of its rows.
///
/// # Errors
/// As [`to_string`], and if the writer fails.
///
/// ```
/// let mut bytes = Vec::new();
/// toon::to_writer(&mut bytes, &["a", "b"])?;
/// assert_eq!(bytes, b"[2]: a,b");
/// # Ok::<(), toon::Error>(())
/// ```
#[cfg(feature = "std")]
pub fn to_writer<W: std::io::Write, T: ?Sized + Serialize>(writer: W, value: &T) -> Result<()> {
    EncodeOptions::new().to_writer(writer, value)
}

/// Appends one value to a `String` as a TOON document.
///
/// The value is complete when its `serialize` returns; a second one is an error. [`EncodeOptions::serializer`]
/// makes one with other options than the defaults.
///
/// ```
/// use serde::Serialize;
///
/// let mut out = String::new();
/// vec![1, 2].serialize(&mut toon::Serializer::new(&mut out))?;
/// assert_eq!(out, "[2]: 1,2");
/// # Ok::<(), toon::Error>(())
/// ```
pub struct Serializer<'a> {
    writer: Writer<'a>,
    /// Between the events and the writer where fields are selected.
    filter: Option<Box<FieldFilter>>,
    /// Levels that may still be opened.
    levels: usize,
    max_depth: usize,
    level: Option<Box<level::Asked>>,
    folding: Option<Folding>,
}

/// How the document is folded when it is complete ([`fold`]).
struct Folding {
    /// Where it begins.
    at: usize,
    indent: usize,
    max_segments: usize,
}

impl<'a> Serializer<'a> {
    /// A serializer that appends to `out` with the default options.
    ///
    /// ```
    /// use serde::Serialize;
    ///
    /// let mut out = String::from("--- toon\n");
    /// "text".serialize(&mut toon::Serializer::new(&mut out))?;
    /// assert_eq!(out, "--- toon\ntext");
    /// # Ok::<(), toon::Error>(())
    /// ```
    pub fn new(out: &'a mut String) -> Self {
        Self::with_options(out, &EncodeOptions::new())
    }

    pub(crate) fn with_options(out: &'a mut String, options: &EncodeOptions) -> Self {
        let folding = Folding { at: out.len(), indent: options.indent, max_segments: options.flatten_depth };
        Serializer {
            writer: Writer::new(out, options),
            filter: options.fields.as_ref().map(FieldFilter::new),
            levels: options.max_depth,
            max_depth: options.max_depth,
            level: level::Asked::of(options).map(Box::new),
            folding: Some(folding).filter(|_| options.key_folding == KeyFolding::Safe),
        }
    }

    /// A serializer that hands text on to `sink` as soon as it is final, and leaves the rest in `out`.
    #[cfg(feature = "std")]
    pub(crate) fn streaming(out: &'a mut String, sink: &'a mut dyn Sink, options: &EncodeOptions) -> Self {
        let mut serializer = Self::with_options(out, options);
        if serializer.folding.is_none() {
            serializer.writer.stream_to(sink);
        }
        serializer
    }

    /// A serializer that writes nothing, but looks for the fields that `options` ask for.
    pub(crate) fn searching(scratch: &'a mut String, options: &EncodeOptions) -> Self {
        let mut serializer = Self::with_options(scratch, options);
        serializer.filter.iter_mut().for_each(|filter| filter.search_only());
        serializer
    }

    /// Those of them that the value does not have.
    pub(crate) fn unknown_fields(&mut self) -> Vec<String> {
        self.filter.as_ref().map_or_else(Vec::new, |filter| filter.unknown_fields())
    }

    /// One level deeper: a container, a `Some` or a newtype.
    #[inline]
    fn enter(&mut self) -> Result<()> {
        if self.levels == 0 {
            return self.writer.error(ErrorKind::DepthLimit { limit: self.max_depth });
        }
        self.levels -= 1;
        Ok(())
    }

    #[inline]
    fn leave(&mut self) {
        self.levels += 1;
    }

    /// A value inside another one. Whatever fails in there, what is written of it cannot be completed.
    #[inline]
    fn nested<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<()> {
        let result = value.serialize(&mut *self);
        if result.is_err() {
            self.writer.fail();
        }
        result
    }

    // ---- events ----

    /// A struct's field or a variant's name, and whether its value is to come.
    #[inline]
    fn static_key(&mut self, name: &'static str) -> Result<bool> {
        match &mut self.filter {
            None => self.writer.static_key(name),
            Some(filter) => filter.static_key(&mut self.writer, name),
        }
    }

    /// A map's key, and whether its value is to come.
    #[inline]
    fn key(&mut self, key: &str) -> Result<bool> {
        match &mut self.filter {
            None => self.writer.key(key),
            Some(filter) => {
                filter.event(&mut self.writer, Event::Key(key))?;
                Ok(filter.wants_value())
            }
        }
    }

    /// Whether anything is wanted of the value that is open.
    fn wants_value(&self) -> bool {
        self.filter.as_ref().is_none_or(|filter| filter.wants_value())
    }

    #[inline]
    fn begin_object(&mut self, kind: ObjectKind, len: Option<usize>) -> Result<()> {
        self.enter()?;
        match &mut self.filter {
            None => self.writer.begin_object(kind, len),
            Some(filter) => filter.event(&mut self.writer, Event::BeginObject(kind, len)),
        }
    }

    #[inline]
    fn end_object(&mut self) -> Result<()> {
        self.leave();
        match &mut self.filter {
            None => self.writer.end_object()?,
            Some(filter) => filter.event(&mut self.writer, Event::EndObject)?,
        }
        self.fold_if_complete();
        Ok(())
    }

    #[inline]
    fn begin_array(&mut self, len: Option<usize>) -> Result<()> {
        self.enter()?;
        match &mut self.filter {
            None => self.writer.begin_array(len),
            Some(filter) => filter.event(&mut self.writer, Event::BeginArray(len)),
        }
    }

    #[inline]
    fn end_array(&mut self) -> Result<()> {
        self.leave();
        match &mut self.filter {
            None => self.writer.end_array()?,
            Some(filter) => filter.event(&mut self.writer, Event::EndArray)?,
        }
        self.fold_if_complete();
        Ok(())
    }

    #[inline]
    fn fold_if_complete(&mut self) {
        if let Some(Folding { at, indent, max_segments }) =
            self.folding.take_if(|_| self.writer.is_complete())
        {
            let out = self.writer.out();
            let document = fold::fold_document(&out[at..], indent, max_segments);
            out.truncate(at);
            out.push_str(&document);
        }
    }

    /// `{variant: …}`, as far as the content, and whether that is to come.
    fn begin_variant(&mut self, variant: &'static str) -> Result<bool> {
        self.begin_object(ObjectKind::VARIANT, Some(1))?;
        self.static_key(variant)
    }

    /// A primitive, whose text `push` appends.
    #[inline]
    fn scalar(&mut self, push: impl FnOnce(&mut String)) -> Result<()> {
        if let Some(filter) = &mut self.filter {
            return filter.scalar(&mut self.writer, push);
        }
        self.writer.scalar()?;
        push(self.writer.out());
        Ok(())
    }

    #[inline]
    fn string(&mut self, string: &str) -> Result<()> {
        match &mut self.filter {
            None => self.writer.string(string),
            Some(filter) => filter.string(&mut self.writer, string),
        }
    }

    fn integer<I: itoa::Integer>(&mut self, value: I) -> Result<()> {
        self.scalar(|out| out.push_str(itoa::Buffer::new().format(value)))
    }

    /// As [`integer`](Self::integer), for types whose values may be negative. Which of them are is hard to guess, so that
    /// nothing branches on it.
    #[inline]
    fn signed(&mut self, value: i64) -> Result<()> {
        self.scalar(|out| {
            let at = out.len();
            out.push_str("--");
            out.truncate(at + usize::from(value < 0));
            push_short(out, itoa::Buffer::new().format(value.unsigned_abs()));
        })
    }

    /// As [`integer`](Self::integer), for types whose values often have one digit.
    #[inline]
    fn natural<I: itoa::Integer + Copy + TryInto<u8>>(&mut self, value: I) -> Result<()> {
        self.scalar(|out| match value.try_into() {
            Ok(digit @ 0..=9) => out.push(char::from(b'0' | digit)),
            _ => out.push_str(itoa::Buffer::new().format(value)),
        })
    }

    fn bare(&mut self, text: &str) -> Result<()> {
        self.scalar(|out| out.push_str(text))
    }
}

impl<'s, 'a> ser::Serializer for &'s mut Serializer<'a> {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = Compound<'s, 'a>;
    type SerializeTuple = Compound<'s, 'a>;
    type SerializeTupleStruct = Compound<'s, 'a>;
    type SerializeTupleVariant = Compound<'s, 'a>;
    type SerializeMap = Compound<'s, 'a>;
    type SerializeStruct = Compound<'s, 'a>;
    type SerializeStructVariant = Compound<'s, 'a>;

    #[inline]
    fn serialize_bool(self, value: bool) -> Result<()> {
        // The text is chosen without a branch, which would often be guessed wrong.
        self.bare(if value { "true" } else { "false" })
    }

    #[inline]
    fn serialize_i8(self, value: i8) -> Result<()> {
        self.signed(value.into())
    }

    #[inline]
    fn serialize_i16(self, value: i16) -> Result<()> {
        self.signed(value.into())
    }

    #[inline]
    fn serialize_i32(self, value: i32) -> Result<()> {
        self.signed(value.into())
    }

    #[inline]
    fn serialize_i64(self, value: i64) -> Result<()> {
        self.signed(value)
    }

    fn serialize_i128(self, value: i128) -> Result<()> {
        self.integer(value)
    }

    #[inline]
    fn serialize_u8(self, value: u8) -> Result<()> {
        self.natural(value)
    }

    #[inline]
    fn serialize_u16(self, value: u16) -> Result<()> {
        self.natural(value)
    }

    #[inline]
    fn serialize_u32(self, value: u32) -> Result<()> {
        self.natural(value)
    }

    #[inline]
    fn serialize_u64(self, value: u64) -> Result<()> {
        self.natural(value)
    }

    fn serialize_u128(self, value: u128) -> Result<()> {
        self.integer(value)
    }

    #[inline]
    fn serialize_f32(self, value: f32) -> Result<()> {
        self.scalar(|out| decimal::push_f32(out, value))
    }

    #[inline]
    fn serialize_f64(self, value: f64) -> Result<()> {
        self.scalar(|out| decimal::push_f64(out, value))
    }

    fn serialize_char(self, value: char) -> Result<()> {
        self.string(value.encode_utf8(&mut [0; 4]))
    }

    #[inline]
    fn serialize_str(self, value: &str) -> Result<()> {
        self.string(value)
    }

    fn serialize_bytes(self, value: &[u8]) -> Result<()> {
        self.begin_array(Some(value.len()))?;
        for &byte in value {
            self.integer(byte)?;
        }
        self.end_array()
    }

    #[inline]
    fn serialize_none(self) -> Result<()> {
        self.bare("null")
    }

    #[inline]
    fn serialize_some<T: ?Sized + Serialize>(self, value: &T) -> Result<()> {
        self.enter()?;
        self.nested(value)?;
        self.leave();
        Ok(())
    }

    fn serialize_unit(self) -> Result<()> {
        self.bare("null")
    }

    fn serialize_unit_struct(self, _name: &'static str) -> Result<()> {
        self.bare("null")
    }

    #[inline]
    fn serialize_unit_variant(self, _name: &'static str, _index: u32, variant: &'static str) -> Result<()> {
        self.string(variant)
    }

    #[inline]
    fn serialize_newtype_struct<T: ?Sized + Serialize>(self, name: &'static str, value: &T) -> Result<()> {
        if let Some(hint) = Hint::named(name) {
            return self.hinted(hint, value);
        }
        self.enter()?;
        self.nested(value)?;
        self.leave();
        Ok(())
    }

    fn serialize_newtype_variant<T: ?Sized + Serialize>(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<()> {
        if self.begin_variant(variant)? {
            self.nested(value)?;
        }
        self.end_object()
    }

    #[inline]
    fn serialize_seq(self, len: Option<usize>) -> Result<Compound<'s, 'a>> {
        self.begin_array(len)?;
        Ok(Compound { serializer: self, kind: Kind::Plain })
    }

    #[inline]
    fn serialize_tuple(self, len: usize) -> Result<Compound<'s, 'a>> {
        self.serialize_seq(Some(len))
    }

    fn serialize_tuple_struct(self, _name: &'static str, len: usize) -> Result<Compound<'s, 'a>> {
        self.serialize_seq(Some(len))
    }

    fn serialize_tuple_variant(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
        len: usize,
    ) -> Result<Compound<'s, 'a>> {
        self.begin_variant(variant)?;
        self.begin_array(Some(len))?;
        Ok(Compound { serializer: self, kind: Kind::Variant })
    }

    #[inline]
    fn serialize_map(self, len: Option<usize>) -> Result<Compound<'s, 'a>> {
        self.begin_object(ObjectKind::MAP, len)?;
        Ok(Compound { serializer: self, kind: Kind::Plain })
    }

    #[inline]
    fn serialize_struct(self, name: &'static str, len: usize) -> Result<Compound<'s, 'a>> {
        if let Some(special) = special::Special::named(name) {
            return Ok(Compound { serializer: self, kind: Kind::Special(special) });
        }
        self.begin_object(ObjectKind::STRUCT, Some(len))?;
        Ok(Compound { serializer: self, kind: Kind::Plain })
    }

    fn serialize_struct_variant(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
        len: usize,
    ) -> Result<Compound<'s, 'a>> {
        self.begin_variant(variant)?;
        self.begin_object(ObjectKind::STRUCT, Some(len))?;
        Ok(Compound { serializer: self, kind: Kind::Variant })
    }

    fn collect_str<T: ?Sized + Display>(self, value: &T) -> Result<()> {
        let mut text = self.writer.buffer();
        if write!(text, "{value}").is_err() {
            return self.writer.error(ErrorKind::Custom("a Display implementation returned an error".into()));
        }
        self.string(&text)?;
        self.writer.recycle(text);
        Ok(())
    }
}
