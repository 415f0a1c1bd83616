//! The columns of an empty table (`#[toon(tabular(header))]`), which has no row to show them.
//!
//! The value inside of the hint describes them where it [is asked to](is_asked_for): then it
//! serializes not the table but a row of it, a struct whose fields are columns, each a unit or a
//! group of columns. All other serializers see the table, so that what is between the two, like
//! the buffers of serde, loses the columns and nothing else.

use super::hint::Hint;
use super::keys::Key;
use super::level::{Asked, LevelHint};
use super::refuse::refuse;
use super::table::columns::{Columns, ROOT};
use crate::text::key;
use crate::{Error, ErrorKind, Result};
use serde::ser::{self, Serialize, SerializeStruct};

/// The columns that `table` describes, without those that are hidden at the level `asked` for.
pub(super) fn columns<T: ?Sized + Serialize>(table: &T, asked: Option<&mut Asked>) -> Option<Columns> {
    let mut columns = Columns::default();
    let row = Description { columns: &mut columns, asked, group: ROOT, key: None };
    table.serialize(row).ok().map(|Described| columns)
}

/// Whether a serializer with this result asks a table for its columns.
#[cfg(feature = "derive")]
pub(crate) fn is_asked_for<Ok>() -> bool {
    typeid::of::<Ok>() == typeid::of::<Described>()
}

/// What is asked for has come.
struct Described;

/// Takes a row or one of its fields.
struct Description<'c> {
    columns: &'c mut Columns,
    asked: Option<&'c mut Asked>,
    /// The group of the field.
    group: usize,
    /// The name of the field; none if it is the row.
    key: Option<&'static str>,
}

impl Description<'_> {
    fn hides(&mut self, level: LevelHint) -> bool {
        self.asked.as_mut().is_some_and(|asked| asked.hides(level))
    }

    /// Adds the column of the field.
    fn push(&mut self, name: &'static str) -> usize {
        let column = self.columns.len();
        let key = if key::is_bare(name) { Key::Bare(name) } else { Key::Quoted(name) };
        self.columns.push_at(column, self.group, key);
        column
    }
}

/// What comes describes no columns, or there are none to be seen.
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
