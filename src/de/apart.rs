//! Visits of keys that the compiler takes for others.
//!
//! What a derive has made to look up the names of fields is a function that is generic over the type of errors. If that
//! is called from one place only, the compiler puts it there: the name then is followed at once by what is to be done for
//! the field, where otherwise there is a call, and a second choice among the fields, at which the processor has to guess
//! again. So objects, where it matters, call it with the error type of this crate, and all others with this one.

use crate::{Error, Result};
use core::fmt;
use serde::de::{Expected, Unexpected, Visitor};

#[inline(never)]
pub(super) fn visit<'de, V: Visitor<'de>>(key: &'de str, visitor: V) -> Result<V::Value> {
    visitor.visit_borrowed_str(key).map_err(|Apart(error)| error)
}

#[cold]
#[inline(never)]
pub(super) fn visit_unescaped<'de, V: Visitor<'de>>(key: &str, visitor: V) -> Result<V::Value> {
    visitor.visit_str(key).map_err(|Apart(error)| error)
}

/// The same error by another name.
#[derive(Debug)]
struct Apart(Error);

impl fmt::Display for Apart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl core::error::Error for Apart {}

impl serde::de::Error for Apart {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Apart(serde::de::Error::custom(message))
    }

    fn invalid_type(unexpected: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Apart(serde::de::Error::invalid_type(unexpected, expected))
    }

    fn invalid_value(unexpected: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Apart(serde::de::Error::invalid_value(unexpected, expected))
    }

    fn invalid_length(length: usize, expected: &dyn Expected) -> Self {
        Apart(serde::de::Error::invalid_length(length, expected))
    }

    fn unknown_variant(variant: &str, expected: &'static [&'static str]) -> Self {
        Apart(serde::de::Error::unknown_variant(variant, expected))
    }

    fn unknown_field(field: &str, expected: &'static [&'static str]) -> Self {
        Apart(serde::de::Error::unknown_field(field, expected))
    }

    fn missing_field(field: &'static str) -> Self {
        Apart(serde::de::Error::missing_field(field))
    }

    fn duplicate_field(field: &'static str) -> Self {
        Apart(serde::de::Error::duplicate_field(field))
    }
}
