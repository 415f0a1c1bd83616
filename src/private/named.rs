//! What a derived type tells the serializer and the deserializer of its objects: whether their fields
//! are known, and whether they are rows.

use super::forward::forward_to_serializer;
use crate::projection::adapter::{Adapter, Change, Structs};
use crate::ser::{DERIVED_ROW, DERIVED_ROW_WITH_DEFAULTS};
use serde::de::{Deserializer, Visitor};
use serde::ser::Serializer;

/// Whether `E` is the error type of this crate, which means that the format is TOON, even behind
/// serde's adapters.
#[inline(always)]
#[allow(clippy::inline_always, reason = "a constant once it is inlined")]
pub fn is_toon<E>() -> bool {
    typeid::of::<E>() == typeid::of::<crate::Error>()
}

/// Whether `S` is the serializer of this crate itself, not one around it.
#[inline(always)]
#[allow(clippy::inline_always, reason = "a constant once it is inlined")]
fn is_direct<S>() -> bool {
    typeid::of::<S>() == typeid::of::<&mut crate::Serializer<'_>>()
}

/// Tells the serializer that the values of a type may be structs of several types.
#[inline]
pub fn may_differ<S: Serializer>(serializer: &S) {
    // This is the only method that does not consume the serializer. It has no other effect.
    serializer.is_human_readable();
}

/// The name under which a struct is serialized whose fields are the same in all values.
pub const STRUCT: &str = crate::ser::DERIVED_STRUCT;
/// The name for enums with a tag: the fields of other variants are not in the value.
pub const TAGGED: &str = "";

/// A serializer that gives structs another name, if the format is TOON, which does not write it.
pub struct Named<S>(pub S, pub &'static str);

impl<S: Serializer> Serializer for Named<S> {
    type SerializeStruct = S::SerializeStruct;

    #[inline]
    fn serialize_struct(self, name: &'static str, len: usize) -> Result<S::SerializeStruct, S::Error> {
        let name = match self.1 {
            _ if !is_toon::<S::Error>() => name,
            // Behind an adapter, such as that for tags, the row may have other columns.
            DERIVED_ROW | DERIVED_ROW_WITH_DEFAULTS if !is_direct::<S>() => STRUCT,
            known => known,
        };
        self.0.serialize_struct(name, len)
    }

    forward_to_serializer! { 0 }
}

/// A deserializer that marks a struct as a row, so that tables can read its fields by position.
pub fn row<'de, D: Deserializer<'de>>(deserializer: D) -> impl Deserializer<'de, Error = D::Error> {
    Adapter { inner: deserializer, change: NamedRow }
}

struct NamedRow;

impl<'de> Change<'de> for NamedRow {
    type Reach = Structs;

    fn structure<D: Deserializer<'de>, V: Visitor<'de>>(
        self,
        deserializer: D,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        deserializer.deserialize_struct(crate::de::ROW, fields, visitor)
    }
}
