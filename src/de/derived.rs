//! Structs whose fields a row has in their order, and which are read so, without their names.
//!
//! Not every visitor of a struct takes the fields in order as well as by their names, and nothing asks a visitor whether
//! it does. Those of toon's own derive do, and say so by the struct's name; all others get the names.

use super::fields::{Field, Members};
use super::row::{Object, Row, RowDe};
use super::state::State;
use super::token::{Token, TokenDe};
use crate::error::Step;
use crate::{Error, Result};
use core::cell::Cell;
use core::iter::Zip;
use core::marker::PhantomData;
use core::slice;
use serde::de::{Deserialize, DeserializeSeed, SeqAccess, Visitor};

/// How a `Deserialize` that `toon` has derived calls its struct.
const ROW: &str = "$toon::row";

/// The fields of the struct that was read last from a header or a group in it, and whether the columns are these in the
/// same order.
#[derive(Default)]
pub(super) struct LastStruct(Cell<(&'static [&'static str], bool)>);

impl LastStruct {
    /// Whether a struct with these `fields`, called `name`, can be read from the cells of `members` alone.
    #[inline]
    pub(super) fn is_in_order(
        &self,
        members: &Members<'_, '_>,
        name: &str,
        fields: &'static [&'static str],
    ) -> bool {
        name == ROW && {
            let (last, is_in_order) = self.0.get();
            if core::ptr::eq(last, fields) { is_in_order } else { self.compare(members, fields) }
        }
    }

    #[cold]
    fn compare(&self, members: &Members<'_, '_>, fields: &'static [&'static str]) -> bool {
        let names = members.clone().map(|(field, _)| &*field.name);
        let is_in_order = names.eq(fields.iter().copied());
        self.0.set((fields, is_in_order));
        is_in_order
    }
}

impl<'de> RowDe<'_, '_, 'de> {
    /// The columns, and not their keys. They go to the visitor by value: behind a reference they are read out of line.
    #[inline]
    pub(super) fn cells<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let RowDe { state, row, object: Object { members, end, .. } } = self;
        state.enter()?;
        let fields = members.list();
        let result = match row.ready.slice(row.read, fields.len()) {
            // A group is a field, too, but has no cell of its own.
            Some(cells) if row.all_read() + fields.len() == end => {
                let cells = cells.iter().zip(fields);
                visitor.visit_seq(LeafAccess { state: &mut *state, cells, read: &mut row.read })
            }
            _ => visitor.visit_seq(CellAccess { state: &mut *state, row: &mut *row, members }),
        };
        state.room += 1;
        match result {
            Ok(value) if row.all_read() == end => Ok(value),
            // All names are the struct's, but it has fewer fields.
            Ok(_) => {
                Err(serde::de::Error::custom("two columns name the same field, one of them by an alias"))
            }
            Err(error) => Err(error),
        }
    }
}

/// The columns of a row or group that is a struct with the same fields, in order, if its cells are ready and there is no
/// group among them.
struct LeafAccess<'a, 'h, 'de> {
    state: &'a mut State<'de>,
    cells: Zip<slice::Iter<'a, Token<'de>>, slice::Iter<'h, Field<'de>>>,
    read: &'a mut usize,
}

impl<'de> SeqAccess<'de> for LeafAccess<'_, '_, 'de> {
    type Error = Error;

    #[inline(always)]
    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        let Some((token, field)) = self.cells.next() else { return Ok(None) };
        *self.read += 1;
        match seed.deserialize(TokenDe { state: &mut *self.state, token }) {
            Ok(value) => Ok(Some(value)),
            Err(error) => Err(self.state.source.place(error, token.at).within(&Step::Key(&field.name))),
        }
    }

    #[inline(always)]
    fn next_element<T: Deserialize<'de>>(&mut self) -> Result<Option<T>> {
        self.next_element_seed(PhantomData)
    }
}

/// The columns of a row or group that is a struct with the same fields, in order.
struct CellAccess<'a, 'h, 'de> {
    state: &'a mut State<'de>,
    row: &'a mut Row<'h, 'de>,
    members: Members<'h, 'de>,
}

impl<'de> SeqAccess<'de> for CellAccess<'_, '_, 'de> {
    type Error = Error;

    #[inline(always)]
    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        let Some((field, members)) = self.members.next() else { return Ok(None) };
        match self.row.column(self.state, field, members, seed) {
            Ok(value) => Ok(Some(value)),
            Err(error) => Err(error),
        }
    }

    #[inline(always)]
    fn next_element<T: Deserialize<'de>>(&mut self) -> Result<Option<T>> {
        self.next_element_seed(PhantomData)
    }
}
