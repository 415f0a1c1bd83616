//! Keyed tabular objects (§9.5): like a table, with a key in front of each row.

use super::fields::Fields;
use super::header::Bracket;
use super::key::{Key, KeyDe, KeyText};
use super::row::Row;
use super::scope::Scope;
use super::seen::Keys;
use super::siblings::{self, Order, Resolved, Siblings};
use super::state::State;
use crate::error::Step;
use crate::text::find::find3;
use crate::{Error, ErrorKind, Result};
use alloc::boxed::Box;
use serde::de::{DeserializeSeed, IgnoredAny, MapAccess};

/// The entry rows below a keyed header.
pub(super) struct KeyedAccess<'a, 'h, 'de> {
    state: &'a mut State<'de>,
    scope: Scope,
    keys: Keys,
    /// The key handed out last, with the row that follows it if that is `pending`.
    key: Key<'de>,
    row: Row<'h, 'de>,
    pending: bool,
    order: Option<Box<Order>>,
}

impl<'a, 'h, 'de> KeyedAccess<'a, 'h, 'de> {
    pub(super) fn new(
        state: &'a mut State<'de>,
        bracket: &Bracket,
        fields: &'h Fields<'de>,
        depth: usize,
    ) -> Result<Self> {
        let keys = state.no_keys();
        let row = Row::new(&state.source, fields, bracket.delimiter);
        let mut access = KeyedAccess {
            scope: Scope::new(state, bracket, depth),
            state,
            keys,
            key: Key::bare(0, ""),
            row,
            pending: false,
            order: None,
        };
        if !access.state.strict {
            access.resolve_duplicates()?;
        }
        Ok(access)
    }

    /// §14.4: of entries with the same key, the last one counts, at the place of the first.
    fn resolve_duplicates(&mut self) -> Result<()> {
        let floor = self.scope.content_depth();
        let siblings = Siblings::scan(self.state, floor, None, |state, line| {
            Ok(state.entry_key(line.start, line.end)?.0)
        })?;
        let walk = siblings.walk;
        let Resolved { order, shadowed } = siblings::resolve(siblings.list);
        if shadowed.is_empty() {
            return Ok(());
        }
        for line in shadowed {
            self.state.seek(Some(line));
            if self.take_row()? {
                self.row.object(self.state, |object| {
                    serde::Deserialize::deserialize(object).map(|_: IgnoredAny| ())
                })?;
                walk.check(self.state)?;
            }
        }
        self.order = Some(Box::new(Order::new(&order, walk)));
        Ok(())
    }

    /// Takes the next line of the scope if it is plain.
    #[inline(always)]
    fn take_plain(&mut self) -> Option<()> {
        let start = self.scope.plain_start(self.state)?;
        let (key, cells) = self.state.plain_entry_key(start)?;
        let next = self.row.open_plain_entry(self.state, start, cells)?;
        self.key = key;
        self.scope.take_plain(self.state, next);
        Some(())
    }

    /// The next line of the scope, split at its first colon.
    #[inline]
    fn take_row(&mut self) -> Result<bool> {
        if self.take_plain().is_some() {
            return Ok(true);
        }
        let Some(line) = self.scope.next(self.state)? else { return Ok(false) };
        let (key, cells) = self.state.entry_key(line.0, line.1)?;
        self.key = key;
        self.row.open_entry(self.state, line, cells)?;
        Ok(true)
    }
}

impl<'de> State<'de> {
    /// The bare key of the entry row that begins at `start`, and where its cells begin, if both are plain.
    #[inline(always)]
    fn plain_entry_key(&self, start: usize) -> Option<(Key<'de>, usize)> {
        let rest = self.source.text.as_bytes().get(start..)?;
        let colon = find3(rest, b':', b'"', b'\n');
        let key_ends = !matches!(rest.get(..colon)?.last(), Some(b' '));
        match rest.get(colon..)? {
            [b':', b' ', byte, ..] if *byte > b' ' && key_ends => {
                let colon = start + colon;
                Some((Key::bare(start, self.source.slice(start, colon)), colon + 2))
            }
            _ => None,
        }
    }

    fn row_key(&self, start: usize, end: usize) -> Result<Key<'de>> {
        self.entry_key(start, end).map(|(key, _)| key)
    }

    /// The key of an entry row, and where its cells begin.
    #[inline]
    pub(super) fn entry_key(&self, start: usize, end: usize) -> Result<(Key<'de>, usize)> {
        let Some(colon) = self.source.unquoted(start, end, b':', b':') else {
            return Err(self.fail(ErrorKind::NotAnEntryRow, start));
        };
        let key = Key::parse(&self.source, start, self.source.trim_end(start, colon))?;
        Ok((key, self.source.skip_spaces(colon + 1, end)))
    }
}

impl<'de> MapAccess<'de> for KeyedAccess<'_, '_, 'de> {
    type Error = Error;

    #[inline]
    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>> {
        if self.pending {
            self.next_value::<IgnoredAny>()?;
        }
        if let Some(order) = &mut self.order {
            order.advance(self.state)?;
        }
        if !self.take_row()? {
            return match self.state.duplicate(&self.keys) {
                Some(key) => Err(self.state.duplicate_key(&key)),
                None => Ok(None),
            };
        }
        if self.state.strict && self.state.note(&mut self.keys, &self.key, State::row_key) {
            return Err(self.state.duplicate_key(&self.key));
        }
        self.pending = true;
        let text = self.key.text();
        match seed.deserialize(KeyDe {
            text: KeyText::of(&text),
            room: self.state.room,
            limit: self.state.limit,
        }) {
            Ok(value) => Ok(Some(value)),
            Err(error) => Err(self.state.source.place(error, self.key.at)),
        }
    }

    #[inline]
    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value> {
        if !self.pending {
            return Err(serde::de::Error::custom("a value was requested before its key"));
        }
        self.pending = false;
        match self.row.object(self.state, |object| seed.deserialize(object)) {
            Ok(value) => Ok(value),
            Err(error) => {
                Err(self.state.source.place(error, self.key.at).within(&Step::Key(&self.key.text())))
            }
        }
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.scope.size_hint(self.state))
    }
}
