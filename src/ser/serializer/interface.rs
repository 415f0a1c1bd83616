//! Implements `serde::Serializer`, and the traits that receive elements, entries and fields.

use super::Serializer;
use crate::event::ObjectKind;
use crate::ser::hint::Hint;
use crate::ser::map_key::MapKey;
use crate::ser::special::{self, Special};
use crate::text::decimal;
use crate::{Error, ErrorKind, Result};
use core::fmt::{Display, Write as _};
use serde::ser::{self, Serialize};

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
        // Selects the text without a branch, which would often be mispredicted.
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
        self.unwrapped(value)
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
        self.unwrapped(value)
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
        self.begin_elements();
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
        let takes_value = self.begin_variant(variant)?;
        self.expect_value(takes_value)?;
        self.begin_array(Some(len))?;
        Ok(Compound { serializer: self, kind: Kind::Variant })
    }

    #[inline]
    fn serialize_map(self, len: Option<usize>) -> Result<Compound<'s, 'a>> {
        self.begin_object(ObjectKind::MAP, len)?;
        self.begin_elements();
        Ok(Compound { serializer: self, kind: Kind::Plain })
    }

    #[inline]
    fn serialize_struct(self, name: &'static str, len: usize) -> Result<Compound<'s, 'a>> {
        if let Some(special) = Special::named(name) {
            return Ok(Compound { serializer: self, kind: Kind::Special(special) });
        }
        self.begin_struct(name, len)?;
        Ok(Compound { serializer: self, kind: Kind::Plain })
    }

    fn serialize_struct_variant(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
        len: usize,
    ) -> Result<Compound<'s, 'a>> {
        let takes_value = self.begin_variant(variant)?;
        self.expect_value(takes_value)?;
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

    fn is_human_readable(&self) -> bool {
        self.was_asked.set(true);
        true
    }
}

/// A container that receives elements, entries or fields until it ends.
pub struct Compound<'s, 'a> {
    serializer: &'s mut Serializer<'a>,
    kind: Kind,
}

/// What a [`Compound`] expects next, and how it ends.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// A container only to serde, whose single field, a string, is still missing.
    Special(Special),
    /// The same, after its string.
    Written,
    /// An array, or an object between two entries.
    Plain,
    /// The content of `{variant: …}`.
    Variant,
    /// A map whose last key has no value yet.
    Keyed,
    /// A map whose last key is left out together with its value.
    Skipped,
}

impl Compound<'_, '_> {
    fn element<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<()> {
        self.serializer.nested(value)
    }

    #[inline(always)]
    #[allow(clippy::inline_always, reason = "as `Serializer::begin_field`")]
    fn field<T: ?Sized + Serialize>(&mut self, key: &'static str, value: &T) -> Result<()> {
        if let Kind::Special(_) | Kind::Written = self.kind {
            let kind = core::mem::replace(&mut self.kind, Kind::Written);
            return special_field(self.serializer, kind, value);
        }
        let is_wanted = self.serializer.begin_field(key) || self.serializer.static_key(key)?;
        if is_wanted { self.serializer.nested(value) } else { Ok(()) }
    }

    fn end_array(self) -> Result<()> {
        self.serializer.end_array()?;
        if self.kind == Kind::Variant { self.serializer.end_object() } else { Ok(()) }
    }

    #[inline]
    fn end_object(self) -> Result<()> {
        if self.kind == Kind::Plain { self.serializer.end_object() } else { self.end_other() }
    }

    fn end_other(self) -> Result<()> {
        match self.kind {
            Kind::Plain => self.serializer.end_object(),
            Kind::Variant => {
                self.serializer.end_object()?;
                self.serializer.end_object()
            }
            Kind::Keyed | Kind::Skipped => {
                self.serializer.writer.error(ErrorKind::IncompleteEntry { missing: "value" })
            }
            Kind::Special(_) => not_one_string(self.serializer),
            Kind::Written => Ok(()),
        }
    }
}

/// Writes the field of a container of this `kind`, which is not an object. A function without the
/// container, so that the compiler knows the kind of any other container.
#[cold]
fn special_field<T: ?Sized + Serialize>(
    serializer: &mut Serializer<'_>,
    kind: Kind,
    value: &T,
) -> Result<()> {
    match kind {
        Kind::Special(special) => serializer.special(special, value),
        _ => not_one_string(serializer),
    }
}

#[cold]
fn not_one_string(serializer: &mut Serializer<'_>) -> Result<()> {
    serializer.writer.fail();
    Err(special::not_one_string())
}

macro_rules! elements {
    ($($interface:ident::$method:ident),*) => {$(
        impl ser::$interface for Compound<'_, '_> {
            type Ok = ();
            type Error = Error;

            #[inline]
            fn $method<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<()> {
                self.element(value)
            }

            fn end(self) -> Result<()> {
                self.end_array()
            }
        }
    )*};
}

elements!(
    SerializeSeq::serialize_element,
    SerializeTuple::serialize_element,
    SerializeTupleStruct::serialize_field
);

impl ser::SerializeTupleVariant for Compound<'_, '_> {
    type Ok = ();
    type Error = Error;

    #[inline]
    fn serialize_field<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<()> {
        if self.serializer.wants_value() { self.element(value) } else { Ok(()) }
    }

    fn end(self) -> Result<()> {
        self.end_array()
    }
}

impl ser::SerializeMap for Compound<'_, '_> {
    type Ok = ();
    type Error = Error;

    fn serialize_key<T: ?Sized + Serialize>(&mut self, key: &T) -> Result<()> {
        let serializer = &mut *self.serializer;
        if let Kind::Keyed | Kind::Skipped = self.kind {
            return serializer.writer.error(ErrorKind::IncompleteEntry { missing: "value" });
        }
        let mut is_wanted = false;
        let wrappers = serializer.wrappers;
        let take = |key: &str| {
            is_wanted = serializer.key(key)?;
            Ok(())
        };
        let result = key.serialize(MapKey { take, wrappers });
        match result {
            Ok(()) => self.kind = if is_wanted { Kind::Keyed } else { Kind::Skipped },
            Err(_) => self.serializer.writer.fail(),
        }
        result
    }

    fn serialize_value<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<()> {
        match core::mem::replace(&mut self.kind, Kind::Plain) {
            Kind::Keyed => self.serializer.nested(value),
            Kind::Skipped => Ok(()),
            _ => self.serializer.writer.error(ErrorKind::IncompleteEntry { missing: "key" }),
        }
    }

    fn end(self) -> Result<()> {
        self.end_object()
    }
}

macro_rules! fields {
    ($($interface:ident),*) => {$(
        impl ser::$interface for Compound<'_, '_> {
            type Ok = ();
            type Error = Error;

            #[inline(always)]
            #[allow(clippy::inline_always, reason = "as `Serializer::begin_field`")]
            fn serialize_field<T: ?Sized + Serialize>(&mut self, key: &'static str, value: &T) -> Result<()> {
                self.field(key, value)
            }

            fn skip_field(&mut self, key: &'static str) -> Result<()> {
                if let Some(filter) = &mut self.serializer.filter {
                    filter.skip_field(key);
                }
                Ok(())
            }

            #[inline]
            fn end(self) -> Result<()> {
                self.end_object()
            }
        }
    )*};
}

fields!(SerializeStruct, SerializeStructVariant);
