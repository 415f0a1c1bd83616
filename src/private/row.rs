//! A row with additional fields that are not written in it: its key, or hoisted columns. On writing,
//! the value of such a field.

use crate::projection::adapter::{Adapter, Change, Everything};
use crate::projection::key::KeyValue;
use crate::projection::scalar::{Scalar, ScalarDe};
use crate::projection::split::serialize_field;
use alloc::borrow::Cow;
use serde::de::{DeserializeSeed, Error, MapAccess, SeqAccess, Visitor};
use serde::ser::{Error as _, Serialize, Serializer};
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

/// Reads a row with additional fields.
pub(super) fn row_seed<S>(seed: S, given: Given<'_>) -> Adapter<S, WithFields<'_>> {
    Adapter { inner: seed, change: WithFields { given, value: None } }
}

/// Adds fields to a row, in front of its own.
pub(super) struct WithFields<'de> {
    given: Given<'de>,
    /// The value of the additional field whose name has been read.
    value: Option<ExtraValue<'de>>,
}

impl<'de> Change<'de> for WithFields<'de> {
    type Reach = Everything;
    const READS_KEYS: bool = false;

    /// A row that is read by position already has all of its fields, so an additional one is a
    /// duplicate.
    fn elements<A: SeqAccess<'de>, V: Visitor<'de>>(self, row: A, visitor: V) -> Result<V::Value, A::Error> {
        match self.given.last() {
            Some((name, _)) => Err(A::Error::duplicate_field(name)),
            None => visitor.visit_seq(row),
        }
    }

    fn key_before(&mut self) -> Option<&'static str> {
        let (name, value) = self.given.pop().unzip();
        self.value = value;
        name
    }

    fn value<A: MapAccess<'de>, S: DeserializeSeed<'de>>(
        &mut self,
        map: &mut A,
        seed: S,
    ) -> Result<S::Value, A::Error> {
        match self.value.take() {
            Some(ExtraValue::Key(text)) => seed.deserialize(KeyValue::new(text)),
            Some(ExtraValue::Common(scalar)) => seed.deserialize(ScalarDe::new(scalar)),
            None => map.next_value_seed(seed),
        }
    }

    fn left(&self, own: Option<usize>) -> Option<usize> {
        own?.checked_add(self.given.len())
    }
}

/// The value of the field of `row` with this name, which it should have.
pub(super) struct FieldOf<'a, T: ?Sized> {
    pub(super) row: &'a T,
    pub(super) name: &'static str,
    /// What the field is, for an error.
    pub(super) what: &'static str,
}

impl<T: ?Sized> Copy for FieldOf<'_, T> {}

impl<T: ?Sized> Clone for FieldOf<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: ?Sized + Serialize> Serialize for FieldOf<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let missing = || S::Error::custom(format_args!("row without its {} `{}`", self.what, self.name));
        serialize_field(self.row, self.name, serializer)?.ok_or_else(missing)
    }
}
