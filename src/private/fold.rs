//! Reads folded fields (`a.b.c: 1`) as nested objects.

use crate::de::access::EnumFrom;
use crate::de::depth::UNWRITTEN_OBJECT;
use crate::de::keep::KEEP;
use crate::projection::adapter::{Adapter, Change, EntryKey, Structs};
use crate::projection::key::KeyValue;
use crate::ser::MAX_SEGMENTS_OF_FIELD;
use alloc::borrow::{Cow, ToOwned};
use alloc::string::String;
use core::fmt;
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde::forward_to_deserialize_any;

/// A deserializer for a struct whose fields may be folded.
pub fn unfold<'de, D: Deserializer<'de>>(deserializer: D) -> impl Deserializer<'de, Error = D::Error> {
    Adapter { inner: deserializer, change: Unfold { names: &[], rest: None } }
}

/// Cuts folded keys at their first dot.
struct Unfold {
    /// The names of the struct's fields.
    names: &'static [&'static str],
    /// The segments after the dot, if the key was folded.
    rest: Option<String>,
}

impl<'de> Change<'de> for Unfold {
    type Reach = Structs;

    fn begin_struct(&mut self, fields: &'static [&'static str]) {
        self.names = fields;
    }

    fn key(&mut self, key: Cow<'de, str>) -> EntryKey<'de> {
        self.rest = None;
        if !self.names.contains(&&*key) {
            let field = key.split_once('.').filter(|(first, rest)| {
                self.names.contains(first) && rest.split('.').count() < MAX_SEGMENTS_OF_FIELD
            });
            if let Some((first, rest)) = field {
                self.rest = Some(rest.to_owned());
                let len = first.len();
                return EntryKey::Kept(match key {
                    Cow::Borrowed(key) => Cow::Borrowed(&key[..len]),
                    Cow::Owned(mut key) => {
                        key.truncate(len);
                        Cow::Owned(key)
                    }
                });
            }
        }
        EntryKey::Kept(key)
    }

    fn value<A: MapAccess<'de>, S: DeserializeSeed<'de>>(
        &mut self,
        map: &mut A,
        seed: S,
    ) -> Result<S::Value, A::Error> {
        match self.rest.take() {
            None => map.next_value_seed(seed),
            Some(segments) => map.next_value_seed(InnermostSeed { seed, segments }),
        }
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
        visitor.visit_enum(EnumFrom(&mut ChainEntry {
            key: Some(key),
            rest,
            deserializer: Some(deserializer),
        }))
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

impl<'de, D: Deserializer<'de>> MapAccess<'de> for ChainEntry<D> {
    type Error = D::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, D::Error> {
        let Some(key) = self.key.take() else { return Ok(None) };
        seed.deserialize(KeyValue::new(Cow::Owned(key))).map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, D::Error> {
        match (self.deserializer.take(), self.rest.take()) {
            (Some(deserializer), None) => seed.deserialize(deserializer),
            (Some(deserializer), Some(segments)) => {
                InnermostSeed { seed, segments }.deserialize(deserializer)
            }
            (None, _) => Err(D::Error::custom("a value was requested before its key")),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        Some(usize::from(self.key.is_some()))
    }
}
