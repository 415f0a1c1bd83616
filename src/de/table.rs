//! Tabular arrays (§9.3): the header names the fields once, each line below is an element.

use super::fields::Fields;
use super::header::Bracket;
use super::row::Row;
use super::scope::Scope;
use super::state::State;
use super::value::finish_seq;
use crate::error::Step;
use crate::{Error, Result};
use serde::de::{DeserializeSeed, SeqAccess};

/// The rows below a header.
pub(super) struct TableAccess<'a, 'h, 'de> {
    state: &'a mut State<'de>,
    scope: Scope,
    row: Row<'h, 'de>,
}

impl<'a, 'h, 'de> TableAccess<'a, 'h, 'de> {
    pub(super) fn new(
        state: &'a mut State<'de>,
        bracket: &Bracket,
        fields: &'h Fields<'de>,
        depth: usize,
    ) -> Self {
        let row = Row::new(&state.source, fields, bracket.delimiter);
        TableAccess { scope: Scope::new(state, bracket, depth), state, row }
    }

    /// Takes the next row if it is plain: where it begins.
    #[inline(always)]
    fn take_plain(&mut self) -> Option<usize> {
        let start = self.scope.plain_start(self.state)?;
        let next = self.row.open_plain(self.state, start)?;
        self.scope.take_plain(self.state, next);
        Some(start)
    }

    /// Checks what the target left; an error if there was anything.
    #[inline(always)]
    pub(super) fn finish(&mut self) -> Result<()> {
        if self.scope.ended { Ok(()) } else { finish_seq(self) }
    }
}

impl<'de> SeqAccess<'de> for TableAccess<'_, '_, 'de> {
    type Error = Error;

    #[inline]
    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>> {
        let index = self.scope.found;
        let start = if let Some(start) = self.take_plain() {
            start
        } else {
            let Some(line) = self.scope.next(self.state)? else { return Ok(None) };
            self.row.open(self.state, line)?;
            line.0
        };
        match self.row.object(self.state, |object| seed.deserialize(object)) {
            Ok(value) => Ok(Some(value)),
            Err(error) => Err(self.state.source.place(error, start).within(&Step::Index(index))),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.scope.size_hint(self.state))
    }
}

#[cfg(feature = "std")]
impl<'de> super::scope::Below<'de> for TableAccess<'_, '_, 'de> {
    fn scope(&mut self) -> (&mut Scope, &mut State<'de>) {
        (&mut self.scope, self.state)
    }
}
