//! Map keys: whatever is a scalar to serde stands as its text.

use super::writer::Writer;
use crate::{Error, ErrorKind, Result};
use alloc::string::ToString;
use core::fmt::Display;
use serde::ser::{self, Impossible, Serialize};

/// Serializes one key of the innermost object.
pub(super) struct MapKey<'w, 'a>(pub(super) &'w mut Writer<'a>);

impl MapKey<'_, '_> {
    fn integer<I: itoa::Integer>(self, value: I) -> Result<()> {
        self.0.key(itoa::Buffer::new().format(value))
    }

    fn float<F: zmij::Float>(self, value: F, is_finite: bool) -> Result<()> {
        if is_finite { self.0.key(zmij::Buffer::new().format_finite(value)) } else { self.invalid() }
    }

    #[cold]
    fn invalid<T>(self) -> Result<T> {
        self.0.error(ErrorKind::InvalidKey)
    }
}

impl ser::Serializer for MapKey<'_, '_> {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = Impossible<(), Error>;
    type SerializeTuple = Impossible<(), Error>;
    type SerializeTupleStruct = Impossible<(), Error>;
    type SerializeTupleVariant = Impossible<(), Error>;
    type SerializeMap = Impossible<(), Error>;
    type SerializeStruct = Impossible<(), Error>;
    type SerializeStructVariant = Impossible<(), Error>;

    #[inline]
    fn serialize_str(self, value: &str) -> Result<()> {
        self.0.key(value)
    }

    fn serialize_char(self, value: char) -> Result<()> {
        self.0.key(value.encode_utf8(&mut [0; 4]))
    }

    fn serialize_unit_variant(self, _name: &'static str, _index: u32, variant: &'static str) -> Result<()> {
        self.0.key(variant)
    }

    fn serialize_bool(self, value: bool) -> Result<()> {
        self.0.key(if value { "true" } else { "false" })
    }

    fn serialize_i8(self, value: i8) -> Result<()> {
        self.integer(value)
    }

    fn serialize_i16(self, value: i16) -> Result<()> {
        self.integer(value)
    }

    fn serialize_i32(self, value: i32) -> Result<()> {
        self.integer(value)
    }

    fn serialize_i64(self, value: i64) -> Result<()> {
        self.integer(value)
    }

    fn serialize_i128(self, value: i128) -> Result<()> {
        self.integer(value)
    }

    fn serialize_u8(self, value: u8) -> Result<()> {
        self.integer(value)
    }

    fn serialize_u16(self, value: u16) -> Result<()> {
        self.integer(value)
    }

    fn serialize_u32(self, value: u32) -> Result<()> {
        self.integer(value)
    }

    fn serialize_u64(self, value: u64) -> Result<()> {
        self.integer(value)
    }

    fn serialize_u128(self, value: u128) -> Result<()> {
        self.integer(value)
    }

    fn serialize_f32(self, value: f32) -> Result<()> {
        self.float(value, value.is_finite())
    }

    fn serialize_f64(self, value: f64) -> Result<()> {
        self.float(value, value.is_finite())
    }

    fn serialize_some<T: ?Sized + Serialize>(self, value: &T) -> Result<()> {
        value.serialize(self)
    }

    fn serialize_newtype_struct<T: ?Sized + Serialize>(self, _name: &'static str, value: &T) -> Result<()> {
        value.serialize(self)
    }

    fn collect_str<T: ?Sized + Display>(self, value: &T) -> Result<()> {
        self.0.key(&value.to_string())
    }

    fn serialize_bytes(self, _value: &[u8]) -> Result<()> {
        self.invalid()
    }

    fn serialize_none(self) -> Result<()> {
        self.invalid()
    }

    fn serialize_unit(self) -> Result<()> {
        self.invalid()
    }

    fn serialize_unit_struct(self, _name: &'static str) -> Result<()> {
        self.invalid()
    }

    fn serialize_newtype_variant<T: ?Sized + Serialize>(
        self,
        _name: &'static str,
        _index: u32,
        _variant: &'static str,
        _value: &T,
    ) -> Result<()> {
        self.invalid()
    }

    fn serialize_seq(self, _len: Option<usize>) -> Result<Self::SerializeSeq> {
        self.invalid()
    }

    fn serialize_tuple(self, _len: usize) -> Result<Self::SerializeTuple> {
        self.invalid()
    }

    fn serialize_tuple_struct(self, _name: &'static str, _len: usize) -> Result<Self::SerializeTupleStruct> {
        self.invalid()
    }

    fn serialize_tuple_variant(
        self,
        _name: &'static str,
        _index: u32,
        _variant: &'static str,
        _len: usize,
    ) -> Result<Self::SerializeTupleVariant> {
        self.invalid()
    }

    fn serialize_map(self, _len: Option<usize>) -> Result<Self::SerializeMap> {
        self.invalid()
    }

    fn serialize_struct(self, _name: &'static str, _len: usize) -> Result<Self::SerializeStruct> {
        self.invalid()
    }

    fn serialize_struct_variant(
        self,
        _name: &'static str,
        _index: u32,
        _variant: &'static str,
        _len: usize,
    ) -> Result<Self::SerializeStructVariant> {
        self.invalid()
    }
}
