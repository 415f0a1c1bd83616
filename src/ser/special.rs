//! Structs with a special meaning: `serde_json`'s `Number` (with the feature `arbitrary_precision`)
//! and `RawValue`. They are recognized by a private name and contain a single string.

use super::map_key::displayed;
use super::refuse::refuse;
use crate::{Error, Result};
use alloc::string::{String, ToString};
use core::fmt::Display;
use serde::ser::Serialize;

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

/// The string in the field of a special struct.
pub(crate) fn text_of<T: ?Sized + Serialize>(value: &T) -> Result<String> {
    value.serialize(TextOnly)
}

/// Accepts only a string.
struct TextOnly;

fn not_text<T>() -> Result<T> {
    Err(not_one_string())
}

/// Someone else uses the private names, with other contents.
#[cold]
pub(crate) fn not_one_string() -> Error {
    serde::ser::Error::custom("a private type of serde_json must hold exactly one string")
}

impl serde::Serializer for TextOnly {
    type Ok = String;
    type Error = Error;

    fn serialize_str(self, value: &str) -> Result<String> {
        Ok(value.to_string())
    }

    fn collect_str<T: ?Sized + Display>(self, value: &T) -> Result<String> {
        displayed(value)
    }

    refuse! { not_text:
        numbers bool char bytes none some unit unit_struct unit_variant newtype_struct newtype_variant
        seq tuple tuple_struct tuple_variant map struct struct_variant
    }
}
