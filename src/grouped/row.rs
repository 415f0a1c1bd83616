//! Reads a row, and puts the fields back into it that its groups stand for.

use crate::de::exact;
use crate::partial::key::KeyValue;
use crate::partial::scalar::{Scalar, ScalarDe};
use crate::partial::text::KeyTextSeed;
use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;
use serde::de::{DeserializeSeed, Deserializer, Error, IntoDeserializer, MapAccess, SeqAccess, Visitor};
use serde::forward_to_deserialize_any;

/// A number of levels, for a message.
pub(super) fn levels_of(count: usize) -> String {
    format!("{count} {}", if count == 1 { "level" } else { "levels" })
}

/// What the document says about a row outside of it.
pub(super) struct Surroundings<'de> {
    /// The fields that are stated once, with their values.
    pub(super) stated: Vec<(Cow<'de, str>, Scalar<'de>)>,
    /// The groups around the row, the outermost first.
    pub(super) groups: Vec<Cow<'de, str>>,
    /// The fields that these groups stand for, once they are known.
    pub(super) levels: Option<Vec<Cow<'de, str>>>,
}

impl Surroundings<'_> {
    /// The name of the field with this number, of all that are not in the row.
    fn name(&self, field: usize) -> Option<&str> {
        let levels = self.levels.as_deref().unwrap_or_default();
        match field.checked_sub(levels.len()) {
            None => levels.get(field).map(|name| &**name),
            Some(field) => self.stated.get(field).map(|(name, _)| &**name),
        }
    }

    fn has(&self, name: &str) -> bool {
        let is_level = self.levels.iter().flatten().any(|level| level == name);
        is_level || self.stated.iter().any(|(stated, _)| stated == name)
    }

    /// Concludes from the fields that a row lacks which of them the groups stand for.
    fn infer<E: Error>(&mut self, own: Option<OwnFields>) -> Result<(), E> {
        if self.levels.is_some() {
            return Ok(());
        }
        let Some(own) = own else {
            let message = "the type of the rows does not tell which fields the groups stand for; name the fields with \
                           `Grouped::seed`";
            return Err(E::custom(message));
        };
        let fields = own.names.iter().zip(own.seen);
        let missing: Vec<_> =
            fields.filter(|(name, seen)| !seen && !self.has(name)).map(|(name, _)| *name).collect();
        if missing.len() != self.groups.len() {
            return Err(E::custom(format_args!(
                "cannot tell which fields the groups stand for: there are {} of groups, and the rows lack {}; name \
                 the fields with `Grouped::seed`",
                levels_of(self.groups.len()),
                Listed(&missing)
            )));
        }
        self.levels = Some(missing.into_iter().map(Cow::Borrowed).collect());
        Ok(())
    }
}

/// Lists names.
pub(super) struct Listed<'n, N>(pub(super) &'n [N]);

impl<N: AsRef<str>> fmt::Display for Listed<'_, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, others @ ..] = self.0 else { return f.write_str("no field") };
        write!(f, "`{}`", first.as_ref())?;
        others.iter().try_for_each(|name| write!(f, ", `{}`", name.as_ref()))
    }
}

/// The fields of the row's struct, and which of them the row has.
struct OwnFields {
    names: &'static [&'static str],
    seen: Vec<bool>,
}

/// Reads a row.
pub(super) struct RowSeed<'s, 'de, S> {
    pub(super) seed: S,
    pub(super) around: &'s mut Surroundings<'de>,
}

impl<'de, S: DeserializeSeed<'de>> DeserializeSeed<'de> for RowSeed<'_, 'de, S> {
    type Value = S::Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<S::Value, D::Error> {
        self.seed.deserialize(GroupedRowDe { deserializer, around: self.around })
    }
}

struct GroupedRowDe<'s, 'de, D> {
    deserializer: D,
    around: &'s mut Surroundings<'de>,
}

impl<'s, 'de, D> GroupedRowDe<'s, 'de, D> {
    fn visitor<V>(
        self,
        visitor: V,
        fields: Option<&'static [&'static str]>,
    ) -> (D, GroupedRowVisitor<'s, 'de, V>) {
        (self.deserializer, GroupedRowVisitor { visitor, fields, around: self.around })
    }
}

impl<'de, D: Deserializer<'de>> Deserializer<'de> for GroupedRowDe<'_, 'de, D> {
    type Error = D::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        let (deserializer, visitor) = self.visitor(visitor, None);
        deserializer.deserialize_any(visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        let (deserializer, visitor) = self.visitor(visitor, None);
        deserializer.deserialize_map(visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        let (deserializer, visitor) = self.visitor(visitor, Some(fields));
        deserializer.deserialize_struct(name, fields, visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        let (deserializer, visitor) = self.visitor(visitor, None);
        deserializer.deserialize_newtype_struct(name, visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        let (deserializer, visitor) = self.visitor(visitor, None);
        deserializer.deserialize_option(visitor)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple
        tuple_struct enum identifier ignored_any
    }

    fn is_human_readable(&self) -> bool {
        self.deserializer.is_human_readable()
    }
}

struct GroupedRowVisitor<'s, 'de, V> {
    visitor: V,
    /// The fields of the row's struct, if it is one.
    fields: Option<&'static [&'static str]>,
    around: &'s mut Surroundings<'de>,
}

impl<'de, V: Visitor<'de>> Visitor<'de> for GroupedRowVisitor<'_, 'de, V> {
    type Value = V::Value;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a row, as an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<V::Value, A::Error> {
        let GroupedRowVisitor { visitor, fields, around } = self;
        let own = fields.filter(|_| around.levels.is_none());
        let own = own.map(|names| OwnFields { names, seen: alloc::vec![false; names.len()] });
        visitor.visit_map(AllFields { map, around, own, state: State::InRow })
    }

    /// A list, or a row that has all fields of its struct.
    fn visit_seq<A: SeqAccess<'de>>(self, _: A) -> Result<V::Value, A::Error> {
        let message = "expected a row without the fields that its groups stand for, found one with all fields, or a list";
        Err(A::Error::custom(message))
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<V::Value, D::Error> {
        self.visitor.visit_some(GroupedRowDe { deserializer, around: self.around })
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<V::Value, D::Error> {
        self.visitor.visit_newtype_struct(GroupedRowDe { deserializer, around: self.around })
    }
}

/// The fields of the row, and after them those that are not in it.
struct AllFields<'s, 'de, A> {
    map: A,
    around: &'s mut Surroundings<'de>,
    /// The fields that the row has, while the names of its groups are unknown.
    own: Option<OwnFields>,
    state: State,
}

#[derive(Clone, Copy)]
enum State {
    /// Reading the fields of the row.
    InRow,
    /// Reading the field with this number, of those that are not in the row.
    Outside(usize),
}

impl<'de, A: MapAccess<'de>> AllFields<'_, 'de, A> {
    /// Notes a field of the row.
    fn note(&mut self, key: &str) -> Result<(), A::Error> {
        if key == exact::NUMBER {
            return Err(A::Error::custom("expected a row, found a number"));
        }
        if self.around.has(key) {
            return Err(A::Error::custom(format_args!(
                "duplicate field `{key}`, which is in the row and outside of it"
            )));
        }
        if let Some(OwnFields { names, seen }) = &mut self.own {
            if let Some((_, seen)) = names.iter().zip(seen).find(|(name, _)| **name == key) {
                *seen = true;
            }
        }
        Ok(())
    }
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for AllFields<'_, 'de, A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, A::Error> {
        let field = match self.state {
            State::Outside(field) => field + 1,
            State::InRow => {
                if let Some(key) = self.map.next_key_seed(KeyTextSeed(PhantomData))? {
                    self.note(&key)?;
                    return seed.deserialize(KeyValue::new(key)).map(Some);
                }
                self.around.infer(self.own.take())?;
                0
            }
        };
        self.state = State::Outside(field);
        self.around.name(field).map(|name| seed.deserialize(name.into_deserializer())).transpose()
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, A::Error> {
        let State::Outside(field) = self.state else { return self.map.next_value_seed(seed) };
        let Surroundings { stated, groups, .. } = &*self.around;
        if let Some(text) = groups.get(field) {
            let name = self.around.name(field).unwrap_or_default();
            let misfit = |error: A::Error| {
                A::Error::custom(format_args!("the group {text:?} stands for `{name}`: {error}"))
            };
            return seed.deserialize(KeyValue::new(text.clone())).map_err(misfit);
        }
        match stated.get(field - groups.len()) {
            Some((_, scalar)) => seed.deserialize(ScalarDe::new(scalar.clone())),
            None => Err(A::Error::custom("a value was requested before its key")),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        let outside = self.around.groups.len() + self.around.stated.len();
        match self.state {
            State::InRow => self.map.size_hint()?.checked_add(outside),
            State::Outside(field) => outside.checked_sub(field + 1),
        }
    }
}
