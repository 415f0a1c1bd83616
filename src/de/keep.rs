//! How an adapter asks for a token instead of its value, and for an error at its place.
//!
//! serde has no way to hold a value whose type is not yet known. So an adapter can keep the token
//! itself, and deserialize it [later](super::kept).

use crate::{Error, Result};
use serde::de::value::BorrowedStrDeserializer;
use serde::de::{DeserializeSeed, EnumAccess, IntoDeserializer, VariantAccess, Visitor};

/// A newtype of this name that is a token is visited as an enum: the variant is its text, and the
/// content its [place and mode](super::kept::KeptToken::new).
pub(crate) const KEEP: &str = "$toon::keep";
/// The access of an object of which no value is pending deserializes a tuple struct of this name as
/// a unit, and places the error at the offset that is the length of the tuple.
pub(crate) const PLACE: &str = "$toon::place";

/// The token as an enum.
pub(super) struct TokenAccess<'de> {
    pub(super) text: &'de str,
    pub(super) place: u64,
}

impl<'de> EnumAccess<'de> for TokenAccess<'de> {
    type Error = Error;
    type Variant = Self;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Self)> {
        let text = seed.deserialize(BorrowedStrDeserializer::new(self.text))?;
        Ok((text, self))
    }
}

impl<'de> VariantAccess<'de> for TokenAccess<'de> {
    type Error = Error;

    fn unit_variant(self) -> Result<()> {
        Ok(())
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value> {
        seed.deserialize(self.place.into_deserializer())
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value> {
        visitor.visit_u64(self.place)
    }

    fn struct_variant<V: Visitor<'de>>(self, _: &'static [&'static str], visitor: V) -> Result<V::Value> {
        visitor.visit_u64(self.place)
    }
}
