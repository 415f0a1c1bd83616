//! Externally tagged enums: an object with one key (the unit variant is a string, see `token`).

use super::object::ObjectAccess;
use super::state::State;
use super::value::{Entry, Node, finished};
use crate::{Error, Result};
use core::marker::PhantomData;
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, IgnoredAny, MapAccess, Unexpected, VariantAccess, Visitor,
};

/// The variant that the first entry of a map names.
pub(crate) struct EnumFrom<'a, A>(pub(crate) &'a mut A);

impl<'de, A: MapAccess<'de, Error = Error>> EnumAccess<'de> for EnumFrom<'_, A> {
    type Error = Error;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self)> {
        match self.0.next_key_seed(seed)? {
            Some(variant) => Ok((variant, self)),
            None => Err(serde::de::Error::invalid_value(
                Unexpected::Map,
                &"an object with a single key, the variant",
            )),
        }
    }
}

impl<'de, A: MapAccess<'de, Error = Error>> VariantAccess<'de> for EnumFrom<'_, A> {
    type Error = Error;

    fn unit_variant(self) -> Result<()> {
        self.0.next_value()
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value> {
        self.0.next_value_seed(seed)
    }

    fn tuple_variant<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value> {
        self.0.next_value_seed(Tuple { len, visitor, lifetime: PhantomData })
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        self.0.next_value_seed(Struct { fields, visitor, lifetime: PhantomData })
    }
}

/// An error if there is an entry behind the variant's.
pub(crate) fn no_more<'de, A: MapAccess<'de, Error = Error>>(access: &mut A) -> Result<()> {
    match access.next_key::<IgnoredAny>()? {
        None => Ok(()),
        Some(_) => Err(serde::de::Error::invalid_value(Unexpected::Map, &"an object with a single key")),
    }
}

/// The variant that stands at `node`, a list item.
#[inline]
pub(super) fn of_item<'de, V: Visitor<'de>>(
    state: &mut State<'de>,
    node: &Node<'de>,
    visitor: V,
) -> Result<V::Value> {
    let mut entry = Entry::new();
    state.enter()?;
    let depth = state.first_field(node, &mut entry)?;
    let mut access = OneEntry { state, entry: &entry, pending: true };
    finished(
        &mut access,
        |access| visitor.visit_enum(EnumFrom(access)),
        |OneEntry { state, entry, pending }| {
            if !*pending && state.ends(depth)? {
                return Ok(());
            }
            no_more(&mut ObjectAccess::behind(state, node, entry, *pending))
        },
    )
}

/// An entry that is taken for the only one.
struct OneEntry<'a, 'de> {
    state: &'a mut State<'de>,
    entry: &'a Entry<'de>,
    /// The value has not been read.
    pending: bool,
}

impl<'de> MapAccess<'de> for OneEntry<'_, 'de> {
    type Error = Error;

    #[inline]
    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>> {
        self.entry.read_key(self.state, seed).map(Some)
    }

    #[inline]
    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value> {
        self.pending = false;
        self.entry.read_value(self.state, seed)
    }
}

struct Tuple<'de, V> {
    len: usize,
    visitor: V,
    lifetime: PhantomData<&'de ()>,
}

impl<'de, V: Visitor<'de>> DeserializeSeed<'de> for Tuple<'de, V> {
    type Value = V::Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> core::result::Result<V::Value, D::Error> {
        deserializer.deserialize_tuple(self.len, self.visitor)
    }
}

struct Struct<'de, V> {
    fields: &'static [&'static str],
    visitor: V,
    lifetime: PhantomData<&'de ()>,
}

impl<'de, V: Visitor<'de>> DeserializeSeed<'de> for Struct<'de, V> {
    type Value = V::Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> core::result::Result<V::Value, D::Error> {
        deserializer.deserialize_struct("", self.fields, self.visitor)
    }
}
