//! Types that TOON reads in parts: enums with a tag, and structs with flattened fields.

use crate::de::in_parts::IN_PARTS;
use core::fmt;
use core::marker::PhantomData;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserializer, EnumAccess, MapAccess, VariantAccess, Visitor};
use serde::forward_to_deserialize_any;

/// A copy of a type without its tag, and with a field of its own in place of each flattened one.
pub trait ReadInParts<'de> {
    /// The type itself.
    type Value;
    /// Nothing for a struct, the tag of an enum, or its tag and the key of its content.
    const TAGS: &'static [&'static str];

    /// Reads an object in parts.
    fn in_parts<D: Deserializer<'de>>(deserializer: D) -> Result<Self::Value, D::Error>;

    /// Reads any value as serde does, with buffers.
    fn buffered<D: Deserializer<'de>>(deserializer: D) -> Result<Self::Value, D::Error>;
}

/// Reads a value in parts, if the deserializer can do that.
pub fn read_in_parts<'de, C: ReadInParts<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<C::Value, D::Error> {
    deserializer.deserialize_newtype_struct(IN_PARTS, WholeVisitor::<C>(PhantomData))
}

struct WholeVisitor<C>(PhantomData<C>);

impl<'de, C: ReadInParts<'de>> Visitor<'de> for WholeVisitor<C> {
    type Value = C::Value;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object")
    }

    fn visit_enum<A: EnumAccess<'de>>(self, object: A) -> Result<C::Value, A::Error> {
        let ((), object) = object.variant()?;
        object.struct_variant(C::TAGS, TaggedVisitor::<C>(PhantomData))
    }

    /// Anything but an object of the text.
    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<C::Value, D::Error> {
        C::buffered(deserializer)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<C::Value, A::Error> {
        C::buffered(MapAccessDeserializer::new(map))
    }
}

struct TaggedVisitor<C>(PhantomData<C>);

impl<'de, C: ReadInParts<'de>> Visitor<'de> for TaggedVisitor<C> {
    type Value = C::Value;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object")
    }

    fn visit_enum<A: EnumAccess<'de>>(self, object: A) -> Result<C::Value, A::Error> {
        C::in_parts(Tagged(object))
    }
}

/// The deserializer of an object that is read in parts.
struct Tagged<A>(A);

impl<'de, A: EnumAccess<'de>> Deserializer<'de> for Tagged<A> {
    type Error = A::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, A::Error> {
        visitor.visit_enum(self.0)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, A::Error> {
        let ((), object) = self.0.variant()?;
        object.struct_variant(fields, visitor)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit
        unit_struct newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}
