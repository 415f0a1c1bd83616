//! Map keys: every scalar becomes text.

use super::refuse::refuse;
use crate::wrappers::Wrappers;
use crate::{Error, ErrorKind, Result};
use alloc::string::String;
use core::fmt::{Display, Write as _};
use serde::ser::{self, Serialize};

/// Serializes one key and passes its text to a function.
pub(crate) struct MapKey<F> {
    pub(crate) take: F,
    pub(crate) wrappers: Wrappers,
}

impl<F: FnOnce(&str) -> Result<()>> MapKey<F> {
    fn integer<I: itoa::Integer>(self, value: I) -> Result<()> {
        (self.take)(itoa::Buffer::new().format(value))
    }

    /// What is inside `Some` or a newtype.
    fn unwrapped<T: ?Sized + Serialize>(mut self, value: &T) -> Result<()> {
        self.wrappers.enter()?;
        value.serialize(self)
    }

    fn float<N: zmij::Float>(self, value: N, is_finite: bool) -> Result<()> {
        if is_finite { (self.take)(zmij::Buffer::new().format_finite(value)) } else { invalid() }
    }
}

/// The `Display` text of `value`.
pub(crate) fn displayed<T: ?Sized + Display>(value: &T) -> Result<String> {
    let mut text = String::new();
    match write!(text, "{value}") {
        Ok(()) => Ok(text),
        Err(_) => Err(Error::new(ErrorKind::Custom("a Display implementation returned an error".into()))),
    }
}

#[cold]
fn invalid<T>() -> Result<T> {
    Err(Error::new(ErrorKind::InvalidKey))
}

impl<F: FnOnce(&str) -> Result<()>> ser::Serializer for MapKey<F> {
    type Ok = ();
    type Error = Error;

    #[inline]
    fn serialize_str(self, value: &str) -> Result<()> {
        (self.take)(value)
    }

    fn serialize_char(self, value: char) -> Result<()> {
        (self.take)(value.encode_utf8(&mut [0; 4]))
    }

    fn serialize_unit_variant(self, _name: &'static str, _index: u32, variant: &'static str) -> Result<()> {
        (self.take)(variant)
    }

    fn serialize_bool(self, value: bool) -> Result<()> {
        (self.take)(if value { "true" } else { "false" })
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
        self.unwrapped(value)
    }

    fn serialize_newtype_struct<T: ?Sized + Serialize>(self, _name: &'static str, value: &T) -> Result<()> {
        self.unwrapped(value)
    }

    fn collect_str<T: ?Sized + Display>(self, value: &T) -> Result<()> {
        (self.take)(&displayed(value)?)
    }

    refuse! { invalid:
        bytes none unit unit_struct newtype_variant
        seq tuple tuple_struct tuple_variant map struct struct_variant
    }
}
