//! Structs that mean something else: `serde_json`'s `Number` (with its feature
//! `arbitrary_precision`) and `RawValue`, which show themselves by a private name and hold one
//! string.

use super::map_key::displayed;
use crate::{Error, Result};
use alloc::string::{String, ToString};
use core::fmt::Display;
use serde::ser::{Impossible, Serialize};

/// Which of them.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Special {
    Number,
    RawJson,
}

impl Special {
    #[inline]
    pub(crate) fn named(name: &'static str) -> Option<Self> {
        match name {
            "$serde_json::private::Number" => Some(Special::Number),
            "$serde_json::private::RawValue" => Some(Special::RawJson),
            _ => None,
        }
    }
}

/// The string that is the value of a special struct's field.
pub(crate) fn text_of<T: ?Sized + Serialize>(value: &T) -> Result<String> {
    value.serialize(TextOnly)
}

/// Takes a string and nothing else.
struct TextOnly;

fn not_text<T>() -> Result<T> {
    Err(not_one_string())
}

/// For who uses the private names otherwise than `serde_json` does.
#[cold]
pub(crate) fn not_one_string() -> Error {
    serde::ser::Error::custom("a private type of serde_json must hold exactly one string")
}

impl serde::Serializer for TextOnly {
    type Ok = String;
    type Error = Error;
    type SerializeSeq = Impossible<String, Error>;
    type SerializeTuple = Impossible<String, Error>;
    type SerializeTupleStruct = Impossible<String, Error>;
    type SerializeTupleVariant = Impossible<String, Error>;
    type SerializeMap = Impossible<String, Error>;
    type SerializeStruct = Impossible<String, Error>;
    type SerializeStructVariant = Impossible<String, Error>;

    fn serialize_str(self, value: &str) -> Result<String> {
        Ok(value.to_string())
    }

    fn collect_str<T: ?Sized + Display>(self, value: &T) -> Result<String> {
        displayed(value)
    }

    fn serialize_bool(self, _: bool) -> Result<String> {
        not_text()
    }
    fn serialize_i8(self, _: i8) -> Result<String> {
        not_text()
    }
    fn serialize_i16(self, _: i16) -> Result<String> {
        not_text()
    }
    fn serialize_i32(self, _: i32) -> Result<String> {
        not_text()
    }
    fn serialize_i64(self, _: i64) -> Result<String> {
        not_text()
    }
    fn serialize_u8(self, _: u8) -> Result<String> {
        not_text()
    }
    fn serialize_u16(self, _: u16) -> Result<String> {
        not_text()
    }
    fn serialize_u32(self, _: u32) -> Result<String> {
        not_text()
    }
    fn serialize_u64(self, _: u64) -> Result<String> {
        not_text()
    }
    fn serialize_f32(self, _: f32) -> Result<String> {
        not_text()
    }
    fn serialize_f64(self, _: f64) -> Result<String> {
        not_text()
    }
    fn serialize_char(self, _: char) -> Result<String> {
        not_text()
    }
    fn serialize_bytes(self, _: &[u8]) -> Result<String> {
        not_text()
    }
    fn serialize_none(self) -> Result<String> {
        not_text()
    }
    fn serialize_some<T: ?Sized + Serialize>(self, _: &T) -> Result<String> {
        not_text()
    }
    fn serialize_unit(self) -> Result<String> {
        not_text()
    }
    fn serialize_unit_struct(self, _: &'static str) -> Result<String> {
        not_text()
    }
    fn serialize_unit_variant(self, _: &'static str, _: u32, _: &'static str) -> Result<String> {
        not_text()
    }
    fn serialize_newtype_struct<T: ?Sized + Serialize>(self, _: &'static str, _: &T) -> Result<String> {
        not_text()
    }
    fn serialize_newtype_variant<T: ?Sized + Serialize>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<String> {
        not_text()
    }
    fn serialize_seq(self, _: Option<usize>) -> Result<Self::SerializeSeq> {
        not_text()
    }
    fn serialize_tuple(self, _: usize) -> Result<Self::SerializeTuple> {
        not_text()
    }
    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Self::SerializeTupleStruct> {
        not_text()
    }
    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleVariant> {
        not_text()
    }
    fn serialize_map(self, _: Option<usize>) -> Result<Self::SerializeMap> {
        not_text()
    }
    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self::SerializeStruct> {
        not_text()
    }
    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeStructVariant> {
        not_text()
    }
}
