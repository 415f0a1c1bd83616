//! Structs whose fields a row has in their order, and which are read so, without their names.
//!
//! A visitor that a derive has made takes the fields of a struct in order as well as by their names. Many others do not,
//! and nothing asks a visitor whether it does. Of toon's own derive the struct's name tells; of serde's, the name of the
//! visitor's type.

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

/// The struct that the fields of a header or of a group in it were last, and whether it has the same ones in the same order.
#[derive(Default)]
pub(super) struct LastStruct(Cell<Struct>);

/// Known by where its fields are, and the name of its visitor's type.
#[derive(Clone, Copy, Default)]
struct Struct {
    fields: &'static [&'static str],
    visitor: &'static str,
    is_in_order: bool,
}

impl LastStruct {
    /// Whether a struct with these `fields`, called `name`, can be read from the cells of `members` alone.
    #[inline]
    pub(super) fn is_in_order<V>(
        &self,
        members: &Members<'_, '_>,
        name: &str,
        fields: &'static [&'static str],
    ) -> bool {
        let last = self.0.get();
        let visitor = core::any::type_name::<V>();
        if core::ptr::eq(last.fields, fields) && core::ptr::eq(last.visitor, visitor) {
            return last.is_in_order;
        }
        self.compare(members, name, fields, visitor)
    }

    #[cold]
    #[inline(never)]
    fn compare(
        &self,
        members: &Members<'_, '_>,
        name: &str,
        fields: &'static [&'static str],
        visitor: &'static str,
    ) -> bool {
        let names = members.clone().map(|(field, _)| &*field.name);
        let is_in_order = names.eq(fields.iter().copied()) && (name == ROW || is_derived(visitor));
        self.0.set(Struct { fields, visitor, is_in_order });
        is_in_order
    }
}

/// Whether the type of this name is a visitor that serde's derive has made. Were these to have other names, they would be
/// taken for any visitor.
fn is_derived(visitor: &str) -> bool {
    without_parameters(visitor).ends_with("::deserialize::__Visitor")
}

/// Whether `V` is such a visitor, of a struct without parameters or of a variant's fields: a test that the compiler has made
/// before the program runs. Such a visitor refuses a field that comes twice. One of the same name that somebody has written
/// by hand, and that does not, has to do without the check of §14.3.
#[inline(always)]
pub(super) fn is_plainly_derived<V>() -> bool {
    let name = core::any::type_name::<V>();
    // As compilers write it that leave lifetimes out, and as others do.
    name.ends_with("::deserialize::__Visitor<'_>")
        || name.ends_with("::visit_enum::__Visitor<'_>")
        || name.ends_with("::deserialize::__Visitor")
        || name.ends_with("::visit_enum::__Visitor")
}

/// `a::A<'_, B<C>>` without what is between the angle brackets at its end, and these.
fn without_parameters(name: &str) -> &str {
    let mut open = 0_usize;
    let start = name.bytes().rposition(|byte| {
        match byte {
            b'>' => open += 1,
            b'<' => open = open.saturating_sub(1),
            _ => {}
        }
        open == 0
    });
    let parts = start.and_then(|start| name.split_at_checked(start));
    parts.filter(|(_, parameters)| parameters.starts_with('<')).map_or(name, |(name, _)| name)
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

#[cfg(test)]
mod tests {
    use super::is_derived;

    #[test]
    fn visitors_of_the_derive() {
        const PATH: &str = "a::_::<impl serde::de::Deserialize<'_> for a::A<'_, T>>::deserialize::__Visitor";
        for parameters in ["", "<'_>", "<'_, '_>", "<'_, alloc::vec::Vec<u8>>", "<A<B<C>>>"] {
            assert!(is_derived(&format!("{PATH}{parameters}")), "{parameters}");
            assert!(!is_derived(&format!("a::Wrapper<{PATH}{parameters}>")), "{parameters}");
            assert!(!is_derived(&format!("a::Wrapper<{PATH}{parameters}, u8>")), "{parameters}");
            assert!(!is_derived(&format!("<{PATH}{parameters} as a::B>::C")), "{parameters}");
        }
        for other in [
            "",
            "<",
            ">",
            "<>",
            "é",
            "__Visitor",
            "a::Visitor",
            "a::deserialize::Visitor<'_>",
            "a::deserialize::__Visitors",
        ] {
            assert!(!is_derived(other), "{other}");
        }
    }
}
