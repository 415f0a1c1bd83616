//! A row with additional fields that are not written in it: its key, or hoisted columns.

use crate::partial::key::KeyValue;
use crate::partial::scalar::{Scalar, ScalarDe};
use alloc::borrow::Cow;
use core::fmt;
use serde::de::value::BorrowedStrDeserializer;
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde::forward_to_deserialize_any;
use smallvec::SmallVec;

/// The names and values of the additional fields, in reverse order.
pub(super) type Given<'de> = SmallVec<[(&'static str, ExtraValue<'de>); 1]>;

/// The value of an additional field.
#[derive(Clone)]
pub(super) enum ExtraValue<'de> {
    /// The row's key.
    Key(Cow<'de, str>),
    /// The value of a hoisted column.
    Common(Scalar<'de>),
}

/// Deserializes a row with additional fields.
pub(super) struct RowSeed<'de, S> {
    pub(super) seed: S,
    pub(super) given: Given<'de>,
}

impl<'de, S: DeserializeSeed<'de>> DeserializeSeed<'de> for RowSeed<'de, S> {
    type Value = S::Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<S::Value, D::Error> {
        self.seed.deserialize(ExtendedRowDe { deserializer, given: self.given })
    }
}

struct ExtendedRowDe<'de, D> {
    deserializer: D,
    given: Given<'de>,
}

impl<'de, D: Deserializer<'de>> Deserializer<'de> for ExtendedRowDe<'de, D> {
    type Error = D::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.deserializer.deserialize_any(RowVisitor { visitor, given: self.given })
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.deserializer.deserialize_map(RowVisitor { visitor, given: self.given })
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.deserializer.deserialize_struct(name, fields, RowVisitor { visitor, given: self.given })
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.deserializer.deserialize_newtype_struct(name, RowVisitor { visitor, given: self.given })
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct seq tuple
        tuple_struct enum identifier ignored_any
    }

    fn is_human_readable(&self) -> bool {
        self.deserializer.is_human_readable()
    }
}

struct RowVisitor<'de, V> {
    visitor: V,
    given: Given<'de>,
}

impl<'de, V: Visitor<'de>> Visitor<'de> for RowVisitor<'de, V> {
    type Value = V::Value;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.visitor.expecting(formatter)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<V::Value, A::Error> {
        self.visitor.visit_map(ExtendedFields { given: self.given, value: None, map })
    }

    /// A row that is read by position already has all of its fields, so an additional one is a
    /// duplicate.
    fn visit_seq<A: SeqAccess<'de>>(self, row: A) -> Result<V::Value, A::Error> {
        match self.given.last() {
            Some((name, _)) => Err(A::Error::duplicate_field(name)),
            None => self.visitor.visit_seq(row),
        }
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<V::Value, D::Error> {
        self.visitor.visit_newtype_struct(ExtendedRowDe { deserializer, given: self.given })
    }
}

/// The fields of a row, the additional ones first.
struct ExtendedFields<'de, A> {
    given: Given<'de>,
    /// The value of the additional field whose name has been read.
    value: Option<ExtraValue<'de>>,
    map: A,
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for ExtendedFields<'de, A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, A::Error> {
        let Some((name, value)) = self.given.pop() else {
            self.value = None;
            return self.map.next_key_seed(seed);
        };
        self.value = Some(value);
        seed.deserialize(BorrowedStrDeserializer::new(name)).map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, A::Error> {
        match self.value.take() {
            Some(ExtraValue::Key(text)) => seed.deserialize(KeyValue::new(text)),
            Some(ExtraValue::Common(scalar)) => seed.deserialize(ScalarDe::new(scalar)),
            None => self.map.next_value_seed(seed),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        self.map.size_hint()?.checked_add(self.given.len())
    }
}
