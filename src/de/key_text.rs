//! The text of a key.

use alloc::borrow::{Cow, ToOwned};
use alloc::string::String;
use core::fmt;
use core::marker::PhantomData;
use serde::de::{DeserializeSeed, Deserializer, Error, Visitor};

/// Deserializes a key as text.
pub(crate) struct KeyTextSeed<'de>(pub(crate) PhantomData<&'de ()>);

impl<'de> DeserializeSeed<'de> for KeyTextSeed<'de> {
    type Value = Cow<'de, str>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Cow<'de, str>, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl<'de> Visitor<'de> for KeyTextSeed<'de> {
    type Value = Cow<'de, str>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a key")
    }

    fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<Cow<'de, str>, E> {
        Ok(Cow::Borrowed(text))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Cow<'de, str>, E> {
        Ok(Cow::Owned(text.to_owned()))
    }

    fn visit_string<E: Error>(self, text: String) -> Result<Cow<'de, str>, E> {
        Ok(Cow::Owned(text))
    }
}
