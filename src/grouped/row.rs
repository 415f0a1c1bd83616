//! Reads a row, and puts the fields back into it that its groups stand for.

use crate::de::exact;
use crate::projection::adapter::{Adapter, Change, EntryKey, Everything};
use crate::projection::key::KeyValue;
use crate::projection::scalar::{Scalar, ScalarDe};
use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use serde::de::{DeserializeSeed, Error, Expected, MapAccess, SeqAccess, Visitor};

/// A number of levels, for a message.
pub(super) fn levels_of(count: usize) -> String {
    format!("{count} {}", if count == 1 { "level" } else { "levels" })
}

/// What the document says about a row outside of it.
pub(super) struct RowContext<'de> {
    /// The fields that are stated once, with their values.
    pub(super) stated: Vec<(Cow<'de, str>, Scalar<'de>)>,
    /// The groups around the row, the outermost first.
    pub(super) groups: Vec<Cow<'de, str>>,
    /// The fields that these groups stand for, once they are known.
    pub(super) levels: Option<Vec<Cow<'de, str>>>,
}

impl RowContext<'_> {
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
pub(super) fn row_seed<'s, 'de, S>(
    seed: S,
    around: &'s mut RowContext<'de>,
) -> Adapter<S, Regrouped<'s, 'de>> {
    Adapter { inner: seed, change: Regrouped { around, own: None, state: RowState::InRow } }
}

/// Puts the fields back into a row that are not in it, after its own.
pub(super) struct Regrouped<'s, 'de> {
    around: &'s mut RowContext<'de>,
    /// The fields of the row's struct, if it is one, while the names of its groups are unknown.
    own: Option<OwnFields>,
    state: RowState,
}

#[derive(Clone, Copy)]
enum RowState {
    /// Reading the fields of the row.
    InRow,
    /// Reading the field with this number, of those that are not in the row.
    Outside(usize),
}

impl<'de> Change<'de> for Regrouped<'_, 'de> {
    type Reach = Everything;

    fn expecting(&self, _: &dyn Expected, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a row, as an object")
    }

    fn begin_struct(&mut self, names: &'static [&'static str]) {
        if self.around.levels.is_none() {
            self.own = Some(OwnFields { names, seen: alloc::vec![false; names.len()] });
        }
    }

    /// A list, or a row that has all fields of its struct.
    fn elements<A: SeqAccess<'de>, V: Visitor<'de>>(self, _: A, _: V) -> Result<V::Value, A::Error> {
        let message = "expected a row without the fields that its groups stand for, found one with all fields, or a list";
        Err(A::Error::custom(message))
    }

    fn key(&mut self, key: Cow<'de, str>) -> EntryKey<'de> {
        if key == exact::NUMBER {
            return EntryKey::Refused("expected a row, found a number".into());
        }
        if self.around.has(&key) {
            return EntryKey::Refused(format!(
                "duplicate field `{key}`, which is in the row and outside of it"
            ));
        }
        if let Some(OwnFields { names, seen }) = &mut self.own {
            if let Some((_, seen)) = names.iter().zip(seen).find(|(name, _)| **name == key) {
                *seen = true;
            }
        }
        EntryKey::Kept(key)
    }

    fn key_after<A: MapAccess<'de>>(&mut self, _: &mut A) -> Result<Option<&str>, A::Error> {
        let field = match self.state {
            RowState::Outside(field) => field + 1,
            RowState::InRow => {
                self.around.infer(self.own.take())?;
                0
            }
        };
        self.state = RowState::Outside(field);
        Ok(self.around.name(field))
    }

    fn value<A: MapAccess<'de>, S: DeserializeSeed<'de>>(
        &mut self,
        map: &mut A,
        seed: S,
    ) -> Result<S::Value, A::Error> {
        let RowState::Outside(field) = self.state else { return map.next_value_seed(seed) };
        let RowContext { stated, groups, .. } = &*self.around;
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

    fn left(&self, own: Option<usize>) -> Option<usize> {
        let outside = self.around.groups.len() + self.around.stated.len();
        match self.state {
            RowState::InRow => own?.checked_add(outside),
            RowState::Outside(field) => outside.checked_sub(field + 1),
        }
    }
}
