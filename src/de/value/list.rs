//! Deserializes arrays other than tables: values on the header's line (§9.1), or list items below
//! it (§9.4).

use super::ValueDe;
use crate::de::access::finish_seq;
use crate::de::cells::CellCursor;
use crate::de::context::Context;
use crate::de::entry::{Node, read_item, read_item_fast};
use crate::de::header::Bracket;
use crate::de::scope::HeaderScope;
use crate::de::token_de::TokenDe;
use crate::error::Segment;
use crate::{Error, Result};
use serde::de::{DeserializeSeed, SeqAccess};

/// The values on a header's line.
pub(super) struct InlineAccess<'a, 'de> {
    context: &'a mut Context<'de>,
    cells: CellCursor<'de>,
    bracket: Bracket,
    end: usize,
    found: u64,
    ended: bool,
}

impl<'a, 'de> InlineAccess<'a, 'de> {
    #[inline]
    pub(super) fn new(context: &'a mut Context<'de>, bracket: &Bracket, start: usize, end: usize) -> Self {
        let cells = CellCursor::new(&context.reader.source, start, end, bracket.delimiter);
        InlineAccess { context, cells, bracket: *bracket, end, found: 0, ended: false }
    }

    /// Checks what the target left unread; fails if there is anything.
    #[inline]
    pub(super) fn finish(&mut self) -> Result<()> {
        if self.ended { Ok(()) } else { finish_seq(self) }
    }
}

impl<'de> SeqAccess<'de> for InlineAccess<'_, 'de> {
    type Error = Error;

    #[inline]
    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>> {
        let Some(token) = self.cells.next(&self.context.reader.source)? else {
            if !core::mem::replace(&mut self.ended, true) {
                self.bracket.check_values(&self.context.reader.source, self.found, self.end)?;
            }
            return Ok(None);
        };
        let index = self.found;
        self.found += 1;
        match seed.deserialize(TokenDe { context: &mut *self.context, token: &token }) {
            Ok(value) => Ok(Some(value)),
            Err(error) => {
                Err(self.context.reader.source.place(error, token.at).within(&Segment::Index(index)))
            }
        }
    }

    fn size_hint(&self) -> Option<usize> {
        // Each value takes at least its delimiter.
        let left = usize::try_from(self.bracket.length.saturating_sub(self.found)).unwrap_or(usize::MAX);
        Some(left.min(self.cells.remaining()))
    }
}

/// The items below a header.
pub(in crate::de) struct ListAccess<'a, 'de> {
    pub(in crate::de) context: &'a mut Context<'de>,
    pub(in crate::de) scope: HeaderScope,
}

impl<'a, 'de> ListAccess<'a, 'de> {
    #[inline]
    pub(in crate::de) fn new(context: &'a mut Context<'de>, bracket: &Bracket, depth: usize) -> Self {
        let scope = HeaderScope::new(&context.reader, bracket, depth);
        ListAccess { context, scope }
    }

    /// Checks what the target left unread; fails if there is anything.
    #[inline]
    pub(super) fn finish(&mut self) -> Result<()> {
        if self.scope.ended { Ok(()) } else { finish_seq(self) }
    }

    /// Finds the next item, if there is one. Not generic, so that all targets share it.
    #[inline(never)]
    fn next_item(&mut self, node: &mut Node<'de>) -> Result<bool> {
        let index = self.scope.found;
        let result = if let Some((item, depth)) = self.scope.take_item(&mut self.context.reader) {
            read_item_fast(&self.context.reader, item, depth, node)
        } else {
            let Some((start, end)) = self.scope.next(&mut self.context.reader)? else { return Ok(false) };
            read_item(&self.context.reader, start, end, node)
        };
        match result {
            Ok(()) => Ok(true),
            Err(error) => Err(error.within(&Segment::Index(index))),
        }
    }
}

impl<'de> SeqAccess<'de> for ListAccess<'_, 'de> {
    type Error = Error;

    #[inline]
    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>> {
        let index = self.scope.found;
        let mut node = Node::EmptyObject { at: 0 };
        if !self.next_item(&mut node)? {
            return Ok(None);
        }
        match seed.deserialize(ValueDe { context: &mut *self.context, node: &node }) {
            Ok(value) => Ok(Some(value)),
            Err(error) => {
                Err(self.context.reader.source.place(error, node.at()).within(&Segment::Index(index)))
            }
        }
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.scope.size_hint(&self.context.reader))
    }
}
