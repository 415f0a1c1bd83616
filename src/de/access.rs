//! Shared by all access types: reports elements and entries that a target leaves unread, and reads
//! an object with a single entry as an enum.

use super::context::Context;
use super::key::KeyToken;
use crate::{Error, ErrorKind, Result};
use core::marker::PhantomData;
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, IgnoredAny, MapAccess, SeqAccess, Unexpected, VariantAccess,
    Visitor,
};

/// The entries of an object, whose values can also be read later.
pub(super) trait Entries<'de>: MapAccess<'de, Error = Error> {
    type Held: Held<'de>;

    fn context(&mut self) -> &mut Context<'de>;

    /// The key that came last.
    fn key(&self) -> KeyToken<'de>;

    /// Holds the value of that key: it is checked, but not read.
    fn hold(&mut self) -> Result<Self::Held>;

    /// Hides all other entries, if these are those of a flattened field.
    fn take(&mut self, _: &'static [&'static str]) {}
}

/// The value of an entry, which can be read several times.
pub(super) trait Held<'de>: Clone {
    fn read<S: DeserializeSeed<'de>>(
        &self,
        key: &KeyToken<'de>,
        context: &mut Context<'de>,
        seed: S,
    ) -> Result<S::Value>;
}

/// A consumer of an object's entries: a visitor of maps or of enums.
pub(super) trait EntriesUser<'de>: Sized {
    type Value;

    /// Whether an error after a key was read, but not its value, is due to the key.
    const JUDGES_KEYS: bool;

    fn run<A: Entries<'de>>(self, access: &mut A) -> Result<Self::Value>;
}

pub(super) struct MapUser<V>(pub(super) V);

impl<'de, V: Visitor<'de>> EntriesUser<'de> for MapUser<V> {
    type Value = V::Value;
    const JUDGES_KEYS: bool = true;

    #[inline]
    fn run<A: Entries<'de>>(self, access: &mut A) -> Result<V::Value> {
        self.0.visit_map(access)
    }
}

pub(super) struct EnumUser<V>(pub(super) V);

impl<'de, V: Visitor<'de>> EntriesUser<'de> for EnumUser<V> {
    type Value = V::Value;
    const JUDGES_KEYS: bool = false;

    #[inline]
    fn run<A: Entries<'de>>(self, access: &mut A) -> Result<V::Value> {
        finished(access, |access| self.0.visit_enum(EnumFrom(access)), no_more)
    }
}

/// The error for a target that left elements or entries unread.
pub(crate) fn unread(left: usize) -> Result<()> {
    if left == 0 {
        return Ok(());
    }
    Err(Error::new(ErrorKind::UnreadElements { left }))
}

/// Checks the entries that the target left unread; fails if there are any.
#[cold]
pub(super) fn finish_map<'de, A: MapAccess<'de, Error = Error>>(access: &mut A) -> Result<()> {
    let mut left = 0;
    while access.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {
        left += 1;
    }
    unread(left)
}

/// Checks the elements that the target left unread; fails if there are any.
#[cold]
pub(super) fn finish_seq<'de, A: SeqAccess<'de, Error = Error>>(access: &mut A) -> Result<()> {
    let mut left = 0;
    while access.next_element::<IgnoredAny>()?.is_some() {
        left += 1;
    }
    unread(left)
}

/// Returns the result of `read`, unless `finish` finds an error in the rest of the scope. The
/// result is replaced in place, since copying a large value that was just written is expensive.
#[inline]
pub(super) fn finished<A, T>(
    access: &mut A,
    read: impl FnOnce(&mut A) -> Result<T>,
    finish: impl FnOnce(&mut A) -> Result<()>,
) -> Result<T> {
    let mut result = read(access);
    if result.is_ok() {
        if let Err(error) = finish(access) {
            result = Err(error);
        }
    }
    result
}

/// Reads an enum whose variant is the first key of a map.
pub(crate) struct EnumFrom<'a, A>(pub(crate) &'a mut A);

impl<'de, A: MapAccess<'de>> EnumAccess<'de> for EnumFrom<'_, A> {
    type Error = A::Error;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(
        self,
        seed: V,
    ) -> core::result::Result<(V::Value, Self), A::Error> {
        match self.0.next_key_seed(seed)? {
            Some(variant) => Ok((variant, self)),
            None => Err(serde::de::Error::invalid_value(
                Unexpected::Map,
                &"an object with a single key, the variant",
            )),
        }
    }
}

impl<'de, A: MapAccess<'de>> VariantAccess<'de> for EnumFrom<'_, A> {
    type Error = A::Error;

    fn unit_variant(self) -> core::result::Result<(), A::Error> {
        self.0.next_value()
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(
        self,
        seed: T,
    ) -> core::result::Result<T::Value, A::Error> {
        self.0.next_value_seed(seed)
    }

    fn tuple_variant<V: Visitor<'de>>(
        self,
        len: usize,
        visitor: V,
    ) -> core::result::Result<V::Value, A::Error> {
        self.0.next_value_seed(Tuple { len, visitor, lifetime: PhantomData })
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> core::result::Result<V::Value, A::Error> {
        self.0.next_value_seed(Struct { fields, visitor, lifetime: PhantomData })
    }
}

/// Fails if another entry follows that of the variant.
pub(crate) fn no_more<'de, A: MapAccess<'de, Error = Error>>(access: &mut A) -> Result<()> {
    match access.next_key::<IgnoredAny>()? {
        None => Ok(()),
        Some(_) => Err(serde::de::Error::invalid_value(Unexpected::Map, &"an object with a single key")),
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
