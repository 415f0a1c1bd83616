//! Deserializes tabular arrays (§9.3): the header names the fields once, and each line below is an
//! element.

use super::row::read_row;
use crate::de::access::finish_seq;
use crate::de::context::Context;
use crate::de::fields::FieldList;
use crate::de::header::Bracket;
use crate::de::row::RowCursor;
use crate::de::scope::HeaderScope;
use crate::error::Segment;
use crate::{Error, Result};
use serde::de::{DeserializeSeed, SeqAccess};

/// The rows below a header.
pub(in crate::de) struct TableAccess<'a, 'h, 'de> {
    pub(in crate::de) context: &'a mut Context<'de>,
    pub(in crate::de) scope: HeaderScope,
    row: RowCursor<'h, 'de>,
}

impl<'a, 'h, 'de> TableAccess<'a, 'h, 'de> {
    pub(in crate::de) fn new(
        context: &'a mut Context<'de>,
        bracket: &Bracket,
        fields: &'h FieldList<'de>,
        depth: usize,
    ) -> Self {
        let row = RowCursor::new(&context.reader.source, fields, bracket.delimiter);
        TableAccess { scope: HeaderScope::new(&context.reader, bracket, depth), context, row }
    }

    /// Takes the next row if it is simple, and returns its start.
    #[inline]
    fn take_fast(&mut self) -> Option<usize> {
        let start = self.scope.fast_start(&self.context.reader)?;
        let next = self.row.open_fast(&self.context.reader.source, start)?;
        self.scope.take_fast(&mut self.context.reader, next);
        Some(start)
    }

    /// Checks what the target left unread; fails if there is anything.
    #[inline]
    pub(super) fn finish(&mut self) -> Result<()> {
        if self.scope.ended { Ok(()) } else { finish_seq(self) }
    }
}

impl<'de> SeqAccess<'de> for TableAccess<'_, '_, 'de> {
    type Error = Error;

    #[inline]
    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>> {
        let index = self.scope.found;
        let start = if let Some(start) = self.take_fast() {
            start
        } else {
            let Some(line) = self.scope.next(&mut self.context.reader)? else { return Ok(None) };
            self.row.open(&self.context.reader.source, line);
            line.0
        };
        match read_row(&mut self.row, self.context, seed) {
            Ok(value) => Ok(Some(value)),
            Err(error) => Err(self.context.reader.source.place(error, start).within(&Segment::Index(index))),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.scope.size_hint(&self.context.reader))
    }
}
