//! One adapter around deserializers, for all that reads a value in another form than the text has.
//!
//! An [`Adapter`] passes on what a type asks for, and a [`Change`] says what is different: mostly which
//! entries an object has.

use super::key::KeyValue;
use crate::de::in_parts::IN_PARTS;
use crate::de::key_text::KeyTextSeed;
use alloc::borrow::Cow;
use alloc::string::String;
use core::fmt;
use core::marker::PhantomData;
use serde::de::value::BorrowedStrDeserializer;
use serde::de::{
    DeserializeSeed, Deserializer, Error, Expected, IntoDeserializer, MapAccess, SeqAccess, Unexpected,
    Visitor,
};

/// What an adapter changes. By default, it changes nothing.
pub(crate) trait Change<'de>: Sized {
    /// Which values are changed.
    type Reach: Reach;
    /// Whether the value may also be `null`.
    const MAY_BE_NULL: bool = false;
    /// Whether the keys of an object's entries matter, so that each is read as text first.
    const READS_KEYS: bool = true;

    /// Answers the request for a struct.
    fn structure<D: Deserializer<'de>, V: Visitor<'de>>(
        mut self,
        deserializer: D,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.begin_struct(fields);
        deserializer.deserialize_struct(name, fields, Adapter { inner: visitor, change: self })
    }

    /// Answers the request for a newtype.
    fn newtype<D: Deserializer<'de>, V: Visitor<'de>>(
        self,
        deserializer: D,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        deserializer.deserialize_newtype_struct(name, Self::Reach::around(visitor, self))
    }

    /// Answers the request for a list.
    fn list<D: Deserializer<'de>, V: Visitor<'de>>(
        self,
        deserializer: D,
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        deserializer.deserialize_seq(Self::Reach::around(visitor, self))
    }

    /// Answers the request for a list of this length.
    fn tuple<D: Deserializer<'de>, V: Visitor<'de>>(
        self,
        deserializer: D,
        len: usize,
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        deserializer.deserialize_tuple(len, Self::Reach::around(visitor, self))
    }

    /// Says what is expected, for an error.
    fn expecting(&self, inner: &dyn Expected, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        inner.fmt(formatter)
    }

    /// Passes a list to the visitor that asked for the value.
    fn elements<A: SeqAccess<'de>, V: Visitor<'de>>(self, list: A, visitor: V) -> Result<V::Value, A::Error> {
        visitor.visit_seq(list)
    }

    /// Passes an object to the visitor that asked for the value.
    fn object<A: MapAccess<'de>, V: Visitor<'de>>(self, map: A, visitor: V) -> Result<V::Value, A::Error> {
        visitor.visit_map(ChangedEntries { map, change: self, has_ended: false })
    }

    /// Receives the names of the fields of the struct that is to be read.
    fn begin_struct(&mut self, _: &'static [&'static str]) {}

    /// The key of an entry that comes before the next one of the object.
    fn key_before(&mut self) -> Option<&'static str> {
        None
    }

    /// Decides what becomes of the entry with this key.
    fn key(&mut self, key: Cow<'de, str>) -> EntryKey<'de> {
        EntryKey::Kept(key)
    }

    /// Reads the value of an entry that is taken out of the object.
    fn take<A: MapAccess<'de>>(&mut self, _: &str, _: &mut A) -> Result<(), A::Error> {
        Ok(())
    }

    /// The key of an entry that comes after the last one of the object.
    fn key_after<A: MapAccess<'de>>(&mut self, _: &mut A) -> Result<Option<&str>, A::Error> {
        Ok(None)
    }

    /// Reads the value of an entry whose key has been handed out.
    fn value<A: MapAccess<'de>, S: DeserializeSeed<'de>>(
        &mut self,
        map: &mut A,
        seed: S,
    ) -> Result<S::Value, A::Error> {
        map.next_value_seed(seed)
    }

    /// The number of entries that are left, with that of the object's own.
    fn left(&self, own: Option<usize>) -> Option<usize> {
        own
    }
}

/// What becomes of an entry.
pub(crate) enum EntryKey<'de> {
    /// It is handed out under this key.
    Kept(Cow<'de, str>),
    /// It is taken out.
    #[cfg_attr(not(feature = "derive"), allow(dead_code, reason = "only hints take entries out"))]
    Taken(Cow<'de, str>),
    /// It is a mistake.
    Refused(String),
}

/// Which values a change applies to.
pub(crate) trait Reach {
    /// The visitor of a value that is not requested as a struct.
    type Visitor<'de, V: Visitor<'de>, C: Change<'de>>: Visitor<'de, Value = V::Value>;

    fn around<'de, V: Visitor<'de>, C: Change<'de>>(visitor: V, change: C) -> Self::Visitor<'de, V, C>;
}

/// Only structs. Everything else is forwarded without wrapping the visitor, so that the compiler can
/// handle recursive structs.
#[cfg(feature = "derive")]
pub(crate) enum Structs {}

#[cfg(feature = "derive")]
impl Reach for Structs {
    type Visitor<'de, V: Visitor<'de>, C: Change<'de>> = V;

    fn around<'de, V: Visitor<'de>, C: Change<'de>>(visitor: V, _: C) -> V {
        visitor
    }
}

/// All objects and lists, also inside options and newtypes.
pub(crate) enum Everything {}

impl Reach for Everything {
    type Visitor<'de, V: Visitor<'de>, C: Change<'de>> = Adapter<V, C>;

    fn around<'de, V: Visitor<'de>, C: Change<'de>>(visitor: V, change: C) -> Adapter<V, C> {
        Adapter { inner: visitor, change }
    }
}

/// A deserializer, the visitor of a value, or the seed of one, whose values are changed.
pub(crate) struct Adapter<T, C> {
    pub(crate) inner: T,
    pub(crate) change: C,
}

macro_rules! forwarded {
    ($($method:ident($($argument:ident: $ty:ty),*))*) => {$(
        fn $method<V: Visitor<'de>>(self, $($argument: $ty,)* visitor: V) -> Result<V::Value, D::Error> {
            self.inner.$method($($argument,)* C::Reach::around(visitor, self.change))
        }
    )*};
}

impl<'de, D: Deserializer<'de>, C: Change<'de>> Deserializer<'de> for Adapter<D, C> {
    type Error = D::Error;

    forwarded! {
        deserialize_any() deserialize_bool() deserialize_i8() deserialize_i16() deserialize_i32()
        deserialize_i64() deserialize_i128() deserialize_u8() deserialize_u16() deserialize_u32()
        deserialize_u64() deserialize_u128() deserialize_f32() deserialize_f64() deserialize_char()
        deserialize_str() deserialize_string() deserialize_bytes() deserialize_byte_buf() deserialize_option()
        deserialize_unit() deserialize_map() deserialize_identifier() deserialize_ignored_any()
        deserialize_unit_struct(name: &'static str)
        deserialize_tuple_struct(name: &'static str, len: usize)
        deserialize_enum(name: &'static str, variants: &'static [&'static str])
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.change.structure(self.inner, name, fields, visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        if name == IN_PARTS {
            // What the change adds or takes away is not in the text.
            return visitor.visit_newtype_struct(self);
        }
        self.change.newtype(self.inner, name, visitor)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.change.list(self.inner, visitor)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, D::Error> {
        self.change.tuple(self.inner, len, visitor)
    }

    fn is_human_readable(&self) -> bool {
        self.inner.is_human_readable()
    }
}

impl<'de, S: DeserializeSeed<'de>, C: Change<'de>> DeserializeSeed<'de> for Adapter<S, C> {
    type Value = S::Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<S::Value, D::Error> {
        self.inner.deserialize(Adapter { inner: deserializer, change: self.change })
    }
}

/// Rejects scalars.
impl<'de, V: Visitor<'de>, C: Change<'de>> Visitor<'de> for Adapter<V, C> {
    type Value = V::Value;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.change.expecting(&self.inner, formatter)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<V::Value, A::Error> {
        self.change.elements(list, self.inner)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<V::Value, A::Error> {
        self.change.object(map, self.inner)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<V::Value, D::Error> {
        self.inner.visit_some(Adapter { inner: deserializer, change: self.change })
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<V::Value, D::Error> {
        self.inner.visit_newtype_struct(Adapter { inner: deserializer, change: self.change })
    }

    fn visit_none<E: Error>(self) -> Result<V::Value, E> {
        if C::MAY_BE_NULL { self.inner.visit_none() } else { Err(E::invalid_type(Unexpected::Option, &self)) }
    }

    fn visit_unit<E: Error>(self) -> Result<V::Value, E> {
        if C::MAY_BE_NULL { self.inner.visit_unit() } else { Err(E::invalid_type(Unexpected::Unit, &self)) }
    }
}

/// The entries of an object, as they are changed.
struct ChangedEntries<A, C> {
    map: A,
    change: C,
    /// Whether the last of the object's own entries has been read.
    has_ended: bool,
}

impl<'de, A: MapAccess<'de>, C: Change<'de>> MapAccess<'de> for ChangedEntries<A, C> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, A::Error> {
        let ChangedEntries { map, change, has_ended } = self;
        if let Some(key) = change.key_before() {
            return seed.deserialize(BorrowedStrDeserializer::new(key)).map(Some);
        }
        if !C::READS_KEYS {
            return map.next_key_seed(seed);
        }
        let mut seed = Some(seed);
        while !*has_ended {
            match map.next_key_seed(EntryKeySeed { seed: &mut seed, change: &mut *change })? {
                Some(Handed::Out(key)) => return Ok(Some(key)),
                Some(Handed::Taken(key)) => change.take(&key, map)?,
                Some(Handed::Refused(message)) => return Err(A::Error::custom(message)),
                None => *has_ended = true,
            }
        }
        let (Some(key), Some(seed)) = (change.key_after(map)?, seed) else { return Ok(None) };
        seed.deserialize(key.into_deserializer()).map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, A::Error> {
        self.change.value(&mut self.map, seed)
    }

    fn size_hint(&self) -> Option<usize> {
        self.change.left(self.map.size_hint())
    }
}

/// Reads a key, and passes it on if its entry is handed out. That is done while the key is read, so
/// that an error in it is placed there.
struct EntryKeySeed<'s, K, C> {
    seed: &'s mut Option<K>,
    change: &'s mut C,
}

enum Handed<'de, K> {
    Out(K),
    Taken(Cow<'de, str>),
    Refused(String),
}

impl<'de, K: DeserializeSeed<'de>, C: Change<'de>> DeserializeSeed<'de> for EntryKeySeed<'_, K, C> {
    type Value = Handed<'de, K::Value>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        let key = KeyTextSeed(PhantomData).deserialize(deserializer)?;
        match self.change.key(key) {
            EntryKey::Taken(key) => Ok(Handed::Taken(key)),
            EntryKey::Refused(message) => Ok(Handed::Refused(message)),
            EntryKey::Kept(key) => match self.seed.take() {
                Some(seed) => seed.deserialize(KeyValue::new(key)).map(Handed::Out),
                None => Err(D::Error::custom("a key was requested twice")),
            },
        }
    }
}
