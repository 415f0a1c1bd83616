//! Reads folded fields (`a.b.c: 1`) as nested objects.

use super::forward::forward;
use crate::de::depth::UNWRITTEN_OBJECT;
use crate::de::keep::KEEP;
use crate::partial::key::KeyValue;
use crate::partial::text::KeyTextSeed;
use crate::ser::MAX_SEGMENTS_OF_FIELD;
use alloc::borrow::{Cow, ToOwned};
use alloc::string::String;
use core::fmt;
use core::marker::PhantomData;
use serde::de::value::BorrowedStrDeserializer;
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error, IntoDeserializer, MapAccess, SeqAccess, VariantAccess,
    Visitor,
};
use serde::forward_to_deserialize_any;

/// A deserializer for a struct whose fields may be folded. Everything else is forwarded.
pub struct Unfold<D>(pub D);

impl<'de, D: Deserializer<'de>> Deserializer<'de> for Unfold<D> {
    type Error = D::Error;

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.0.deserialize_struct(name, fields, UnfoldVisitor { visitor, names: fields })
    }

    forward! { deserialize_newtype_struct(name: &'static str); }
}

struct UnfoldVisitor<V> {
    visitor: V,
    names: &'static [&'static str],
}

impl<'de, V: Visitor<'de>> Visitor<'de> for UnfoldVisitor<V> {
    type Value = V::Value;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.visitor.expecting(formatter)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<V::Value, A::Error> {
        self.visitor.visit_map(UnfoldedEntries { map, names: self.names, rest: None })
    }

    fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<V::Value, A::Error> {
        self.visitor.visit_seq(seq)
    }
}

/// The entries of the struct. A folded key is cut at its first dot.
struct UnfoldedEntries<A> {
    map: A,
    names: &'static [&'static str],
    /// The segments after the dot, if the key was folded.
    rest: Option<String>,
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for UnfoldedEntries<A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, A::Error> {
        let Some(key) = self.map.next_key_seed(KeyTextSeed(PhantomData))? else { return Ok(None) };
        self.rest = None;
        if !self.names.contains(&&*key) {
            let is_field = |(first, rest): &(&str, &str)| {
                self.names.contains(first) && rest.split('.').count() < MAX_SEGMENTS_OF_FIELD
            };
            if let Some((first, rest)) = key.split_once('.').filter(is_field) {
                self.rest = Some(rest.to_owned());
                return seed.deserialize(first.into_deserializer()).map(Some);
            }
        }
        match key {
            Cow::Borrowed(key) => seed.deserialize(BorrowedStrDeserializer::new(key)),
            Cow::Owned(key) => seed.deserialize(key.into_deserializer()),
        }
        .map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, A::Error> {
        match self.rest.take() {
            None => self.map.next_value_seed(seed),
            Some(segments) => self.map.next_value_seed(InnermostSeed { seed, segments }),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        self.map.size_hint()
    }
}

/// Reads the value of a folded key as nested single-key objects.
struct InnermostSeed<S> {
    seed: S,
    segments: String,
}

impl<'de, S: DeserializeSeed<'de>> DeserializeSeed<'de> for InnermostSeed<S> {
    type Value = S::Value;

    /// Each object counts as a level, as if it had been written as one.
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<S::Value, D::Error> {
        deserializer.deserialize_newtype_struct(UNWRITTEN_OBJECT, self)
    }
}

impl<'de, S: DeserializeSeed<'de>> Visitor<'de> for InnermostSeed<S> {
    type Value = S::Value;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a value")
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<S::Value, D::Error> {
        self.seed.deserialize(ChainDe { deserializer, segments: self.segments })
    }
}

/// An object with a single key, the first of the segments.
struct ChainDe<D> {
    deserializer: D,
    segments: String,
}

impl<'de, D: Deserializer<'de>> ChainDe<D> {
    /// Splits off the object's key from the other segments.
    fn split(self) -> (D, String, Option<String>) {
        let ChainDe { deserializer, mut segments } = self;
        let Some(dot) = segments.find('.') else { return (deserializer, segments, None) };
        let rest = segments[dot + 1..].to_owned();
        segments.truncate(dot);
        (deserializer, segments, Some(rest))
    }
}

impl<'de, D: Deserializer<'de>> Deserializer<'de> for ChainDe<D> {
    type Error = D::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        let (deserializer, key, rest) = self.split();
        visitor.visit_map(ChainEntry { key: Some(key), rest, deserializer: Some(deserializer) })
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        visitor.visit_some(self)
    }

    /// A newtype also accepts its content as a sequence. [`InnermostSeed`] does not, which ends the
    /// recursion of types for the compiler: folded keys are never nested.
    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        if name == KEEP {
            // There is no token.
            return self.deserialize_any(visitor);
        }
        visitor.visit_seq(OneElement(Some(self)))
    }

    /// A variant with content is an object with a single key.
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        let (deserializer, key, rest) = self.split();
        visitor.visit_enum(ChainEntry { key: Some(key), rest, deserializer: Some(deserializer) })
    }

    /// A nested struct may itself have folded fields.
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.deserialize_any(visitor)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple
        tuple_struct map identifier ignored_any
    }

    fn is_human_readable(&self) -> bool {
        self.deserializer.is_human_readable()
    }
}

struct OneElement<D>(Option<ChainDe<D>>);

impl<'de, D: Deserializer<'de>> SeqAccess<'de> for OneElement<D> {
    type Error = D::Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, D::Error> {
        self.0.take().map(|chain| seed.deserialize(chain)).transpose()
    }
}

struct ChainEntry<D> {
    key: Option<String>,
    rest: Option<String>,
    deserializer: Option<D>,
}

impl<'de, D: Deserializer<'de>> ChainEntry<D> {
    fn value<S: DeserializeSeed<'de>>(
        rest: Option<String>,
        deserializer: D,
        seed: S,
    ) -> Result<S::Value, D::Error> {
        match rest {
            None => seed.deserialize(deserializer),
            Some(segments) => InnermostSeed { seed, segments }.deserialize(deserializer),
        }
    }
}

impl<'de, D: Deserializer<'de>> MapAccess<'de> for ChainEntry<D> {
    type Error = D::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, D::Error> {
        let Some(key) = self.key.take() else { return Ok(None) };
        seed.deserialize(KeyValue::new(Cow::Owned(key))).map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, D::Error> {
        match self.deserializer.take() {
            Some(deserializer) => Self::value(self.rest.take(), deserializer, seed),
            None => Err(D::Error::custom("a value was requested before its key")),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        Some(usize::from(self.key.is_some()))
    }
}

impl<'de, D: Deserializer<'de>> EnumAccess<'de> for ChainEntry<D> {
    type Error = D::Error;
    type Variant = Self;

    fn variant_seed<S: DeserializeSeed<'de>>(mut self, seed: S) -> Result<(S::Value, Self), D::Error> {
        let key = KeyValue::new(Cow::Owned(self.key.take().unwrap_or_default()));
        Ok((seed.deserialize(key)?, self))
    }
}

impl<'de, D: Deserializer<'de>> VariantAccess<'de> for ChainEntry<D> {
    type Error = D::Error;

    fn unit_variant(mut self) -> Result<(), D::Error> {
        self.next_value_seed(PhantomData)
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(mut self, seed: S) -> Result<S::Value, D::Error> {
        self.next_value_seed(seed)
    }

    fn tuple_variant<V: Visitor<'de>>(mut self, len: usize, visitor: V) -> Result<V::Value, D::Error> {
        self.next_value_seed(Content { visitor, read: ContentType::Tuple(len) })
    }

    fn struct_variant<V: Visitor<'de>>(
        mut self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.next_value_seed(Content { visitor, read: ContentType::Struct(fields) })
    }
}

/// The content of a variant.
struct Content<V> {
    visitor: V,
    read: ContentType,
}

enum ContentType {
    Tuple(usize),
    Struct(&'static [&'static str]),
}

impl<'de, V: Visitor<'de>> DeserializeSeed<'de> for Content<V> {
    type Value = V::Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<V::Value, D::Error> {
        match self.read {
            ContentType::Tuple(len) => deserializer.deserialize_tuple(len, self.visitor),
            ContentType::Struct(fields) => deserializer.deserialize_struct("", fields, self.visitor),
        }
    }
}
