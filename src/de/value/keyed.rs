//! Keyed tabular objects (§9.5): like a table, with a key before each row.

use super::row::read_row;
use crate::de::access::{Entries, Held};
use crate::de::context::Context;
use crate::de::entry::{entry_row_key, read_entry_row, read_entry_row_fast};
use crate::de::fields::FieldList;
use crate::de::header::Bracket;
use crate::de::key::KeyToken;
use crate::de::key_check::{ObjectKeys, duplicate_key};
use crate::de::key_de::read_key;
use crate::de::row::RowCursor;
use crate::de::scope::HeaderScope;
use crate::error::Segment;
use crate::{Error, Result};
use alloc::boxed::Box;
use serde::de::{DeserializeSeed, IgnoredAny, MapAccess};

/// The entry rows below a keyed header.
pub(super) struct KeyedAccess<'a, 'h, 'de> {
    context: &'a mut Context<'de>,
    scope: HeaderScope,
    keys: ObjectKeys,
    /// The key that was handed out last; its row is still unread if `pending`.
    key: KeyToken<'de>,
    row: RowCursor<'h, 'de>,
    pending: bool,
}

impl<'a, 'h, 'de> KeyedAccess<'a, 'h, 'de> {
    pub(super) fn new(
        context: &'a mut Context<'de>,
        bracket: &Bracket,
        fields: &'h FieldList<'de>,
        depth: usize,
    ) -> Self {
        let keys = context.keys.open();
        let row = RowCursor::new(&context.reader.source, fields, bracket.delimiter);
        let scope = HeaderScope::new(&context.reader, bracket, depth);
        KeyedAccess { scope, context, keys, key: KeyToken::bare(0, ""), row, pending: false }
    }

    /// Takes the next line of the scope if it is simple.
    #[inline]
    fn take_fast(&mut self) -> Option<()> {
        let reader = &mut self.context.reader;
        let start = self.scope.fast_start(reader)?;
        let (key, cells) = read_entry_row_fast(&reader.source, start)?;
        let next = self.row.open_entry_fast(&reader.source, start, cells)?;
        self.key = key;
        self.scope.take_fast(reader, next);
        Some(())
    }

    /// Takes the next line of the scope, and splits it at its first colon. Returns `false` if there
    /// is none.
    #[inline]
    fn take_row(&mut self) -> Result<bool> {
        if self.take_fast().is_some() {
            return Ok(true);
        }
        let reader = &mut self.context.reader;
        let Some(line) = self.scope.next(reader)? else { return Ok(false) };
        let (key, cells) = read_entry_row(reader, line.0, line.1)?;
        self.key = key;
        self.row.open_entry(&reader.source, line, cells);
        Ok(true)
    }
}

impl<'de> MapAccess<'de> for KeyedAccess<'_, '_, 'de> {
    type Error = Error;

    #[inline]
    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>> {
        if self.pending {
            self.next_value::<IgnoredAny>()?;
        }
        let found = self.take_row()?;
        let Context { reader, keys, .. } = &mut *self.context;
        let source = &reader.source;
        if !found {
            return match keys.duplicate(source, &self.keys) {
                Some(key) if !reader.goes_on() => Err(duplicate_key(source, &key)),
                _ => Ok(None),
            };
        }
        if keys.note(source, &mut self.keys, &self.key, entry_row_key) {
            return Err(duplicate_key(source, &self.key));
        }
        self.pending = true;
        read_key(&self.key, source, reader.depth.wrappers, seed).map(Some)
    }

    #[inline]
    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value> {
        if !self.pending {
            return Err(serde::de::Error::custom("a value was requested before its key"));
        }
        self.pending = false;
        read_entry(&mut self.row, self.context, &self.key, seed)
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.scope.size_hint(&self.context.reader))
    }
}

/// Reads the row of an entry with this `key`.
#[inline]
fn read_entry<'de, S: DeserializeSeed<'de>>(
    row: &mut RowCursor<'_, 'de>,
    context: &mut Context<'de>,
    key: &KeyToken<'de>,
    seed: S,
) -> Result<S::Value> {
    match read_row(row, context, seed) {
        Ok(value) => Ok(value),
        Err(error) => Err(context.reader.source.place(error, key.at).within(&Segment::Key(&key.text()))),
    }
}

impl<'h, 'de> Entries<'de> for KeyedAccess<'_, 'h, 'de> {
    type Held = Box<RowCursor<'h, 'de>>;

    fn context(&mut self) -> &mut Context<'de> {
        self.context
    }

    fn key(&self) -> KeyToken<'de> {
        self.key
    }

    fn hold(&mut self) -> Result<Self::Held> {
        let held = Box::new(self.row.clone());
        self.next_value::<IgnoredAny>()?;
        Ok(held)
    }
}

impl<'de> Held<'de> for Box<RowCursor<'_, 'de>> {
    fn read<S: DeserializeSeed<'de>>(
        &self,
        key: &KeyToken<'de>,
        context: &mut Context<'de>,
        seed: S,
    ) -> Result<S::Value> {
        read_entry(&mut self.clone(), context, key, seed)
    }
}
