//! The columns of an empty table (`#[toon(tabular(header))]`), which has no row to take them from.
//!
//! Where it is [asked for](is_asked_for), the value inside the hint serializes a sample row instead
//! of the table: a struct whose fields are the columns, each a unit or a field group. All other
//! serializers see the table itself. So anything in between, such as serde's buffers, loses only
//! the columns.

use super::hint::Hint;
use super::keys::Key;
use super::level::{Asked, LevelHint};
use super::refuse::refuse;
use super::table::columns::{Columns, ROOT};
use crate::text::key;
use crate::{Error, ErrorKind, Result};
use serde::ser::{self, Serialize, SerializeStruct};

/// The columns that `table` describes, without those hidden at the level `asked` for.
pub(super) fn columns<T: ?Sized + Serialize>(table: &T, asked: Option<&mut Asked>) -> Option<Columns> {
    let mut columns = Columns::default();
    let row = Description { columns: &mut columns, asked, group: ROOT, key: None };
    table.serialize(row).ok().map(|Described| columns)
}

/// Whether a serializer with this `Ok` type asks a table for its columns.
#[cfg(feature = "derive")]
pub(crate) fn is_asked_for<Ok>() -> bool {
    typeid::of::<Ok>() == typeid::of::<Described>()
}

/// The `Ok` type of [`Description`], by which it is recognized.
struct Described;

/// Serializes a sample row or one of its fields.
struct Description<'c> {
    columns: &'c mut Columns,
    asked: Option<&'c mut Asked>,
    /// The group that contains the field.
    group: usize,
    /// The name of the field; `None` for the row.
    key: Option<&'static str>,
}

impl Description<'_> {
    fn hides(&mut self, level: LevelHint) -> bool {
        self.asked.as_mut().is_some_and(|asked| asked.hides(level))
    }

    /// Adds a column for the field.
    fn push(&mut self, name: &'static str) -> usize {
        let column = self.columns.len();
        let key = if key::is_bare(name) { Key::Bare(name) } else { Key::Quoted(name) };
        self.columns.push_at(column, self.group, key);
        column
    }
}

/// The value describes no columns, or all of them are hidden.
#[cold]
fn refused<T>() -> Result<T> {
    Err(Error::new(ErrorKind::NotACell))
}

impl ser::Serializer for Description<'_> {
    type Ok = Described;
    type Error = Error;
    type SerializeStruct = Self;

    fn serialize_unit(mut self) -> Result<Described> {
        let Some(name) = self.key else { return refused() };
        self.push(name);
        Ok(Described)
    }

    fn serialize_newtype_struct<T: ?Sized + Serialize>(
        mut self,
        name: &'static str,
        value: &T,
    ) -> Result<Described> {
        match Hint::named(name) {
            Some(Hint::Level(level)) if self.hides(level) => Ok(Described),
            _ => value.serialize(self),
        }
    }

    fn serialize_struct(mut self, _: &'static str, _: usize) -> Result<Self> {
        if let Some(name) = self.key.take() {
            self.group = self.push(name);
            self.columns.make_group(self.group);
        }
        Ok(self)
    }

    refuse! { refused:
        numbers bool char str bytes none some unit_struct unit_variant newtype_variant
        seq tuple tuple_struct tuple_variant map struct_variant
    }
}

impl SerializeStruct for Description<'_> {
    type Ok = Described;
    type Error = Error;

    fn serialize_field<T: ?Sized + Serialize>(&mut self, name: &'static str, value: &T) -> Result<()> {
        let Description { columns, asked, group, .. } = self;
        let field = Description { columns, asked: asked.as_deref_mut(), group: *group, key: Some(name) };
        value.serialize(field).map(drop)
    }

    fn end(self) -> Result<Described> {
        let end = self.columns.len();
        if self.columns.range(self.group).0 == end {
            return refused();
        }
        self.columns.close_group(self.group, end);
        Ok(Described)
    }
}
