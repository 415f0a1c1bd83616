//! Tokens that an adapter [keeps](super::keep) until it knows their type, and errors at their
//! places.

use super::adapters::refusing;
use super::context::Context;
use super::keep::PLACE;
#[cfg(feature = "derive")]
use super::source::Source;
#[cfg(feature = "derive")]
use super::token::Token;
#[cfg(feature = "derive")]
use super::token_de::TokenDe;
#[cfg(feature = "derive")]
use crate::DecodeOptions;
#[cfg(feature = "derive")]
use crate::text::{decimal, number};
use crate::{Error, Result};
#[cfg(feature = "derive")]
use alloc::string::String;
use serde::de::{DeserializeSeed, Deserializer, Expected, Visitor};

/// A token outside its document.
#[cfg(feature = "derive")]
#[derive(Clone, Copy)]
pub(crate) struct KeptToken<'de> {
    /// As written, with its quotes.
    text: &'de str,
    /// Where it was in the document.
    pub(crate) offset: usize,
    infer_types: bool,
    coerce: bool,
}

#[cfg(feature = "derive")]
impl<'de> KeptToken<'de> {
    /// A token with this text. `place` is four times its offset in the document, plus the options
    /// with which it is read.
    pub(crate) fn new(text: &'de str, place: u64) -> Self {
        let offset = usize::try_from(place / 4).unwrap_or_default();
        KeptToken { text, offset, infer_types: place & 2 != 0, coerce: place & 1 != 0 }
    }

    pub(crate) fn is_null(&self) -> bool {
        self.text == "null"
    }

    /// The token in its canonical form, if it is a number.
    pub(crate) fn number(&self) -> Option<String> {
        number::scan(self.text.as_bytes())?;
        let mut text = String::new();
        decimal::push_canonical(&mut text, self.text);
        Some(text)
    }

    /// Calls `read` with a deserializer of the token.
    pub(crate) fn read<R>(self, read: impl FnOnce(TokenDe<'_, 'de>) -> Result<R>) -> Result<R> {
        let KeptToken { text, infer_types, coerce, .. } = self;
        let options = DecodeOptions { infer_types, coerce, ..DecodeOptions::default() };
        let mut context = Context::new(Source::new(text), &options);
        let token = match text.strip_prefix('"').and_then(|text| text.strip_suffix('"')) {
            Some(inner) => Token::quoted(0, inner.as_bytes(), inner.contains('\\')),
            None => Token::bare(0, text.as_bytes()),
        };
        read(TokenDe { context: &mut context, token: &token })
    }
}

/// Passes a deserializer of nothing to `seed`, which may only ask for an error at some place.
#[cold]
pub(super) fn read_nothing<'de, S: DeserializeSeed<'de>>(
    context: &mut Context<'de>,
    seed: S,
) -> Result<S::Value> {
    seed.deserialize(Nothing { context })
}

struct Nothing<'a, 'de> {
    context: &'a mut Context<'de>,
}

impl Nothing<'_, '_> {
    #[allow(clippy::unused_self)] // as `refusing!` calls it
    fn refuse<T>(&self, _: &dyn Expected) -> Result<T> {
        Err(serde::de::Error::custom("a value was requested before its key"))
    }
}

impl<'de> Deserializer<'de> for Nothing<'_, 'de> {
    type Error = Error;

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        offset: usize,
        visitor: V,
    ) -> Result<V::Value> {
        if name != PLACE {
            return self.refuse(&visitor);
        }
        visitor.visit_unit().map_err(|error| self.context.reader.source.place(error, offset))
    }

    refusing! {
        deserialize_any() deserialize_bool() deserialize_i8() deserialize_i16() deserialize_i32()
        deserialize_i64() deserialize_i128() deserialize_u8() deserialize_u16() deserialize_u32()
        deserialize_u64() deserialize_u128() deserialize_f32() deserialize_f64() deserialize_char()
        deserialize_str() deserialize_string() deserialize_bytes() deserialize_byte_buf()
        deserialize_option() deserialize_unit() deserialize_unit_struct(&'static str)
        deserialize_newtype_struct(&'static str) deserialize_seq() deserialize_tuple(usize)
        deserialize_map() deserialize_struct(&'static str, &'static [&'static str])
        deserialize_enum(&'static str, &'static [&'static str]) deserialize_identifier()
        deserialize_ignored_any()
    }
}
