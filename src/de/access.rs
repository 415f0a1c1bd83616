//! What access types and their users have in common, whatever holds the entries: nothing that a
//! target leaves unread goes unnoticed, and an object with a single entry is a variant of an enum.

use crate::{Error, ErrorKind, Result};
use core::marker::PhantomData;
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, IgnoredAny, MapAccess, SeqAccess, Unexpected, VariantAccess,
    Visitor,
};

/// Who wants an object's entries: a visitor of maps or one of enums.
pub(super) trait EntriesUser<'de>: Sized {
    type Value;

    /// Whether an error that comes between a key and its value is about the key.
    const JUDGES_KEYS: bool;

    fn run<A: MapAccess<'de, Error = Error>>(self, access: &mut A) -> Result<Self::Value>;
}

pub(super) struct MapUser<V>(pub(super) V);

impl<'de, V: Visitor<'de>> EntriesUser<'de> for MapUser<V> {
    type Value = V::Value;
    const JUDGES_KEYS: bool = true;

    #[inline]
    fn run<A: MapAccess<'de, Error = Error>>(self, access: &mut A) -> Result<V::Value> {
        self.0.visit_map(access)
    }
}

pub(super) struct EnumUser<V>(pub(super) V);

impl<'de, V: Visitor<'de>> EntriesUser<'de> for EnumUser<V> {
    type Value = V::Value;
    const JUDGES_KEYS: bool = false;

    #[inline]
    fn run<A: MapAccess<'de, Error = Error>>(self, access: &mut A) -> Result<V::Value> {
        finished(access, |access| self.0.visit_enum(EnumFrom(access)), no_more)
    }
}

/// The error of a target that left elements or entries unread.
pub(crate) fn unread(left: usize) -> Result<()> {
    if left == 0 {
        return Ok(());
    }
    Err(Error::new(ErrorKind::UnreadElements { left }))
}

/// Checks what the target left of a map; an error if there was anything.
#[cold]
pub(super) fn finish_map<'de, A: MapAccess<'de, Error = Error>>(access: &mut A) -> Result<()> {
    let mut left = 0;
    while access.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {
        left += 1;
    }
    unread(left)
}

/// Checks what the target left of an array; an error if there was anything.
#[cold]
pub(super) fn finish_seq<'de, A: SeqAccess<'de, Error = Error>>(access: &mut A) -> Result<()> {
    let mut left = 0;
    while access.next_element::<IgnoredAny>()?.is_some() {
        left += 1;
    }
    unread(left)
}

/// What `read` reads of a scope, unless `finish` finds an error in the rest of it, which then is
/// put in its place. Values are wide, and to copy one that has just been written, field by field,
/// costs more than to read it; here more are copied where the result is taken apart, and elsewhere
/// fewer.
#[inline(always)]
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
