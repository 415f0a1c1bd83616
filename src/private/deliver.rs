//! Passes buffered values on, now that the target says which types it expects.

use super::buffered::{Buffered, BufferedRow};
use crate::ErrorKind;
use crate::de::keep::PLACE;
use crate::de::kept::KeptToken;
use crate::de::nullable::NULLABLE_GROUP;
use crate::de::token_de::TokenDe;
use crate::projection::key::KeyValue;
use crate::projection::scalar::{Scalar, ScalarDe};
use alloc::borrow::Cow;
use alloc::rc::Rc;
use alloc::string::ToString;
use alloc::vec;
use alloc::vec::Vec;
use core::cell::Cell;
use core::fmt::{self, Display};
use core::marker::PhantomData;
use serde::de::value::{BorrowedStrDeserializer, MapAccessDeserializer};
use serde::de::{Deserialize, DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};

/// The maximum number of newtypes and `Some`s around a value: a type that contains only itself
/// would nest forever.
const LEVELS: usize = 128;

/// Passes `value`, which `map` has read before, to `seed`.
pub(super) fn deliver<'de, A: MapAccess<'de>, S: DeserializeSeed<'de>>(
    map: &mut A,
    value: Buffered<'de>,
    seed: S,
) -> Result<S::Value, A::Error> {
    let failed_at = Cell::new(None);
    let result = pass::<_, A::Error>(value, seed, &failed_at);
    result.map_err(|error| error_at(map, failed_at.get(), error))
}

/// The value of a scalar that decides where rows belong.
pub(super) fn scalar<'de, E: Error>(value: &Buffered<'de>) -> Result<Scalar<'de>, E> {
    match value {
        Buffered::Token(kept) => token(*kept, |token| Scalar::deserialize(token)),
        Buffered::Scalar(scalar) => Ok((**scalar).clone()),
        _ => Err(E::custom("expected a scalar, found a list or an object")),
    }
}

/// An error of `map` at the token at this offset, which it has read before.
pub(super) fn error_at<'de, A: MapAccess<'de>>(
    map: &mut A,
    offset: Option<usize>,
    message: impl Display,
) -> A::Error {
    let message = message.to_string();
    // Only the deserializers that know the place have said where it is.
    match offset.map(|offset| map.next_value_seed(Failure { offset, message: &message })) {
        Some(Err(error)) => error,
        _ => A::Error::custom(message),
    }
}

/// Fails with a message at a place.
struct Failure<'m> {
    offset: usize,
    message: &'m str,
}

impl<'de> DeserializeSeed<'de> for Failure<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_tuple_struct(PLACE, self.offset, self)
    }
}

impl Visitor<'_> for Failure<'_> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an error")
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        Err(E::custom(self.message))
    }
}

/// Passes `value` to `seed`. If that fails, the first failure says at which offset.
fn pass<'de, S: DeserializeSeed<'de>, E: Error>(
    value: Buffered<'de>,
    seed: S,
    failed_at: &Cell<Option<usize>>,
) -> Result<S::Value, E> {
    let offset = value.offset();
    let result = seed.deserialize(BufferedDe::new(value, failed_at));
    if result.is_err() && failed_at.get().is_none() {
        failed_at.set(offset);
    }
    result
}

/// Deserializes a buffered value.
pub(super) struct BufferedDe<'f, 'de, E> {
    value: Buffered<'de>,
    failed_at: &'f Cell<Option<usize>>,
    room: usize,
    error: PhantomData<E>,
}

impl<'f, 'de, E: Error> BufferedDe<'f, 'de, E> {
    /// If it fails, the first failure leaves the offset of its token in `failed_at`.
    pub(super) fn new(value: Buffered<'de>, failed_at: &'f Cell<Option<usize>>) -> Self {
        BufferedDe { value, failed_at, room: LEVELS, error: PhantomData }
    }

    fn deeper(self) -> Result<Self, E> {
        match self.room.checked_sub(1) {
            Some(room) => Ok(BufferedDe { room, ..self }),
            None => Err(E::custom(ErrorKind::DepthLimit { limit: LEVELS })),
        }
    }
}

/// Reads a kept token. Its own place is in a text of its own, and so means nothing.
fn token<'de, R, E: Error>(
    token: KeptToken<'de>,
    read: impl FnOnce(TokenDe<'_, 'de>) -> crate::Result<R>,
) -> Result<R, E> {
    token.read(read).map_err(|error| E::custom(error.kind()))
}

macro_rules! by_token {
    ($($method:ident($($argument:ident: $ty:ty),*);)*) => {$(
        fn $method<V: Visitor<'de>>(self, $($argument: $ty,)* visitor: V) -> Result<V::Value, E> {
            match self.value {
                Buffered::Token(kept) => token(kept, |token| token.$method($($argument,)* visitor)),
                Buffered::Scalar(scalar) => ScalarDe::new(*scalar).$method($($argument,)* visitor),
                _ => self.container(visitor),
            }
        }
    )*};
}

impl<'de, E: Error> BufferedDe<'_, 'de, E> {
    /// Passes a list or an object to `visitor`.
    fn container<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        let BufferedDe { value, failed_at, .. } = self;
        match value {
            Buffered::List(elements) => {
                let mut elements = Elements { left: elements.into_iter(), failed_at, error: PhantomData };
                let value = visitor.visit_seq(&mut elements)?;
                finished(elements.left.len(), value)
            }
            Buffered::Row(row) => {
                let mut entries = BufferedEntries::new(*row, failed_at);
                let value = visitor.visit_map(&mut entries)?;
                finished(entries.len(), value)
            }
            _ => visitor.visit_unit(),
        }
    }
}

impl<'de, E: Error> Deserializer<'de> for BufferedDe<'_, 'de, E> {
    type Error = E;

    by_token! {
        deserialize_any(); deserialize_bool(); deserialize_i8(); deserialize_i16(); deserialize_i32();
        deserialize_i64(); deserialize_i128(); deserialize_u8(); deserialize_u16(); deserialize_u32();
        deserialize_u64(); deserialize_u128(); deserialize_f32(); deserialize_f64(); deserialize_char();
        deserialize_str(); deserialize_string(); deserialize_bytes(); deserialize_byte_buf(); deserialize_unit();
        deserialize_seq(); deserialize_map(); deserialize_identifier(); deserialize_ignored_any();
        deserialize_unit_struct(name: &'static str);
        deserialize_tuple(len: usize);
        deserialize_tuple_struct(name: &'static str, len: usize);
        deserialize_struct(name: &'static str, fields: &'static [&'static str]);
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        match self.value {
            Buffered::Token(kept) => token(kept, |token| token.deserialize_option(visitor)),
            Buffered::Scalar(scalar) => ScalarDe::new(*scalar).deserialize_option(visitor),
            _ => visitor.visit_some(self.deeper()?),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, E> {
        match self.value {
            value if name == NULLABLE_GROUP && value.is_null() => visitor.visit_none(),
            _ if name == NULLABLE_GROUP => visitor.visit_some(self.deeper()?),
            Buffered::Token(kept) => token(kept, |token| token.deserialize_newtype_struct(name, visitor)),
            Buffered::Scalar(scalar) => ScalarDe::new(*scalar).deserialize_newtype_struct(name, visitor),
            _ => visitor.visit_newtype_struct(self.deeper()?),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, E> {
        match self.value {
            Buffered::Token(kept) => token(kept, |token| token.deserialize_enum(name, variants, visitor)),
            Buffered::Scalar(scalar) => ScalarDe::new(*scalar).deserialize_enum(name, variants, visitor),
            Buffered::Row(row) => {
                let mut entries = BufferedEntries::new(*row, self.failed_at);
                let map = MapAccessDeserializer::new(&mut entries);
                let value = map.deserialize_enum(name, variants, visitor)?;
                finished(entries.len(), value)
            }
            _ => self.container(visitor),
        }
    }
}

/// Fails if the target left elements unread.
fn finished<T, E: Error>(left: usize, value: T) -> Result<T, E> {
    if left == 0 { Ok(value) } else { Err(E::custom(ErrorKind::UnreadElements { left })) }
}

struct Elements<'f, 'de, E> {
    left: vec::IntoIter<Buffered<'de>>,
    failed_at: &'f Cell<Option<usize>>,
    error: PhantomData<E>,
}

impl<'de, E: Error> SeqAccess<'de> for Elements<'_, 'de, E> {
    type Error = E;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, E> {
        let Some(element) = self.left.next() else { return Ok(None) };
        pass(element, seed, self.failed_at).map(Some)
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.left.len())
    }
}

/// The fields of a row, followed by those that were child tables.
struct BufferedEntries<'f, 'de, E> {
    keys: Rc<[Cow<'de, str>]>,
    /// The index of the next cell.
    next: usize,
    cells: vec::IntoIter<Buffered<'de>>,
    lists: vec::IntoIter<(&'static str, Vec<Buffered<'de>>)>,
    /// The value whose key has been handed out.
    value: Option<Buffered<'de>>,
    failed_at: &'f Cell<Option<usize>>,
    error: PhantomData<E>,
}

impl<'f, 'de, E> BufferedEntries<'f, 'de, E> {
    fn new(row: BufferedRow<'de>, failed_at: &'f Cell<Option<usize>>) -> Self {
        let (cells, lists) = (row.cells.into_iter(), row.lists.into_iter());
        BufferedEntries { keys: row.keys, next: 0, cells, lists, value: None, failed_at, error: PhantomData }
    }

    /// The number of entries that have not been handed out.
    fn len(&self) -> usize {
        let cells = self.cells.as_slice().iter().filter(|cell| !matches!(cell, Buffered::Removed));
        cells.count() + self.lists.len()
    }
}

impl<'de, E: Error> MapAccess<'de> for BufferedEntries<'_, 'de, E> {
    type Error = E;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, E> {
        self.value = None;
        for cell in self.cells.by_ref() {
            let column = self.next;
            self.next += 1;
            if let Buffered::Removed = cell {
                continue;
            }
            self.value = Some(cell);
            let Some(key) = self.keys.get(column) else { return Ok(None) };
            return seed.deserialize(KeyValue::new(key.clone())).map(Some);
        }
        let Some((name, rows)) = self.lists.next() else { return Ok(None) };
        self.value = Some(Buffered::List(rows));
        seed.deserialize(BorrowedStrDeserializer::new(name)).map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, E> {
        match self.value.take() {
            Some(value) => pass(value, seed, self.failed_at),
            None => Err(E::custom("a value was requested before its key")),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.len())
    }
}
