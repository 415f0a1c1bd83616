//! Reads a list of rows that may be written as a map.

use super::super::row::{ExtraValue, RowSeed};
use crate::partial::text::KeyTextSeed;
use core::fmt;
use core::marker::PhantomData;
use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::forward_to_deserialize_any;
use smallvec::smallvec;

/// A deserializer for a list of rows that may be written as a map, and the name of their key field.
pub struct AsList<D>(pub D, pub &'static str);

impl<'de, D: Deserializer<'de>> Deserializer<'de> for AsList<D> {
    type Error = D::Error;

    /// The text determines whether it is a list or a map.
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.0.deserialize_any(KeyedListVisitor { visitor, key: self.1 })
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.0.deserialize_option(KeyedListVisitor { visitor, key: self.1 })
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.0.deserialize_newtype_struct(name, KeyedListVisitor { visitor, key: self.1 })
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple
        tuple_struct map struct enum identifier ignored_any
    }

    fn is_human_readable(&self) -> bool {
        self.0.is_human_readable()
    }
}

/// The visitor of the list, or of an option or newtype around it.
struct KeyedListVisitor<V> {
    visitor: V,
    key: &'static str,
}

impl<'de, V: Visitor<'de>> Visitor<'de> for KeyedListVisitor<V> {
    type Value = V::Value;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "an object of rows keyed by `{}`, or a list of rows", self.key)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<V::Value, A::Error> {
        self.visitor.visit_seq(KeyedRows { map, key: self.key })
    }

    fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<V::Value, A::Error> {
        self.visitor.visit_seq(seq)
    }

    fn visit_none<E: serde::de::Error>(self) -> Result<V::Value, E> {
        self.visitor.visit_none()
    }

    fn visit_unit<E: serde::de::Error>(self) -> Result<V::Value, E> {
        self.visitor.visit_unit()
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<V::Value, D::Error> {
        self.visitor.visit_some(AsList(deserializer, self.key))
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<V::Value, D::Error> {
        self.visitor.visit_newtype_struct(AsList(deserializer, self.key))
    }
}

/// The entries of the map as rows.
struct KeyedRows<A> {
    map: A,
    key: &'static str,
}

impl<'de, A: MapAccess<'de>> SeqAccess<'de> for KeyedRows<A> {
    type Error = A::Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, A::Error> {
        let Some(text) = self.map.next_key_seed(KeyTextSeed(PhantomData))? else { return Ok(None) };
        let given = smallvec![(self.key, ExtraValue::Key(text))];
        self.map.next_value_seed(RowSeed { seed, given }).map(Some)
    }

    fn size_hint(&self) -> Option<usize> {
        self.map.size_hint()
    }
}
