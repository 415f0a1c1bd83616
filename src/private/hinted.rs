//! Adds the hints of a struct's fields on their way from serde's code to the serializer.
//!
//! Hints are a table, so that the compiler checks neither a function nor a type for each field.

use super::child::WithChildren;
use super::columns::RowColumns;
use super::forward::forward_to_serializer;
use super::header::TableOrColumns;
use super::hint::WithHint;
use super::keyed::Keyed;
use crate::ser::Hint;
use serde::ser::{Serialize, SerializeStruct, Serializer};

/// The hints of a field.
pub struct FieldHints {
    /// The key in TOON.
    pub name: &'static str,
    /// One hint for each level of its type, if it has a level.
    pub levels: &'static [&'static str],
    /// The other hints around its value, from the outside in.
    pub hints: &'static [&'static str],
    /// What is inside them, if it is a table.
    pub table: Option<TableHints>,
}

/// The hints of a table.
#[derive(Clone, Copy)]
pub struct TableHints {
    /// The hint for its rows.
    pub hint: &'static str,
    /// The key field of the rows.
    pub key: Option<&'static str>,
    /// The columns, if they are shown even if the table is empty.
    pub header: Option<RowColumns>,
    /// The columns, if the rows have child tables.
    pub parents: Option<RowColumns>,
}

/// The kinds of tables among the fields of a struct. Each is a bit of a constant, so that nothing is compiled
/// for kinds that do not occur: the code for a field is compiled for its type, whatever its hints are.
pub mod tables {
    use super::RowColumns;

    /// Tables.
    pub const ANY: u8 = 1;
    /// Tables with a key field.
    pub const KEYED: u8 = 2;
    /// Tables that show their header if they are empty.
    pub const HEADED: u8 = 4;
    /// Tables with child tables.
    pub const PARENTS: u8 = 8;

    /// [`PARENTS`] if rows with these columns have child tables.
    pub const fn parents(columns: RowColumns) -> u8 {
        if columns.has_children() { PARENTS } else { 0 }
    }
}

/// A serializer for a struct in TOON, which adds hints to its fields. `TABLES` are the kinds of
/// [`tables`] among them.
pub struct Hinted<'a, S, const TABLES: u8> {
    /// The serializer for the whole struct.
    pub serializer: S,
    /// Whether the struct is a row, which has all fields: those that are left out of objects have a
    /// hint or are `null`.
    pub is_row: bool,
    /// The fields with hints, in order.
    pub fields: &'static [FieldHints],
    /// Which of these fields equal their default. Empty if none of them could be left out.
    pub defaults: &'a [bool],
}

impl<'a, S: Serializer, const TABLES: u8> Serializer for Hinted<'a, S, TABLES> {
    type SerializeStruct = HintedStruct<'a, S::SerializeStruct, TABLES>;

    #[inline]
    fn serialize_struct(self, name: &'static str, len: usize) -> Result<Self::SerializeStruct, S::Error> {
        let Hinted { serializer, is_row, fields, defaults } = self;
        let inner = serializer.serialize_struct(name, len)?;
        Ok(HintedStruct { inner, is_row, fields, defaults })
    }

    forward_to_serializer! { serializer }
}

/// The struct's fields.
pub struct HintedStruct<'a, S, const TABLES: u8> {
    inner: S,
    is_row: bool,
    /// The fields with hints that are still to come, and which of them equal their default.
    fields: &'static [FieldHints],
    defaults: &'a [bool],
}

impl<S, const TABLES: u8> HintedStruct<'_, S, TABLES> {
    /// The hints of the next field, whose key is `key`, and whether it equals its default.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "a constant once it is inlined")]
    fn next(&mut self, key: &'static str) -> Option<(&'static FieldHints, bool)> {
        let (field, fields) = self.fields.split_first().filter(|(field, _)| field.name == key)?;
        self.fields = fields;
        let is_default = self.defaults.split_first().is_some_and(|(is_default, others)| {
            self.defaults = others;
            *is_default
        });
        Some((field, is_default))
    }
}

impl<S: SerializeStruct, const TABLES: u8> SerializeStruct for HintedStruct<'_, S, TABLES> {
    type Ok = S::Ok;
    type Error = S::Error;

    #[inline(always)]
    #[allow(clippy::inline_always, reason = "the hints of the field are constants once it is inlined")]
    fn serialize_field<T: ?Sized + Serialize>(
        &mut self,
        key: &'static str,
        value: &T,
    ) -> Result<(), S::Error> {
        match self.next(key) {
            None => self.inner.serialize_field(key, value),
            Some((_, true)) if !self.is_row => self.inner.skip_field(key),
            Some((field, is_default)) => {
                let value: WithHints<'_, T, TABLES> = field.around(value, is_default);
                self.inner.serialize_field(key, &value)
            }
        }
    }

    #[inline]
    fn skip_field(&mut self, key: &'static str) -> Result<(), S::Error> {
        match self.next(key) {
            _ if !self.is_row => self.inner.skip_field(key),
            None => self.inner.serialize_field(key, &Null),
            Some((field, _)) => self.inner.serialize_field(key, &field.null()),
        }
    }

    #[inline]
    fn end(self) -> Result<S::Ok, S::Error> {
        self.inner.end()
    }
}

impl FieldHints {
    /// The field's value with its hints.
    #[inline]
    pub fn around<'a, T: ?Sized, const TABLES: u8>(
        &'static self,
        value: &'a T,
        is_default: bool,
    ) -> WithHints<'a, T, TABLES> {
        let table = self.table.as_ref();
        // Several tables are not folded into one key.
        let hints = if table.is_some_and(|table| table.parents.is_some()) { &[] } else { self.hints };
        WithHints { value, table, names: [self.levels, default(is_default), hints] }
    }

    /// What stands for the value in a row if `skip_serializing_if` drops the field.
    pub fn null(&self) -> WithHints<'static, Null, 0> {
        WithHints { value: &Null, table: None, names: [self.levels, &[], &[]] }
    }
}

/// The hint of a value that equals its default.
#[inline]
fn default(is_default: bool) -> &'static [&'static str] {
    if is_default { &[Hint::DEFAULT] } else { &[] }
}

/// A value with hints. `TABLES` are the kinds of [`tables`] that it can be.
pub struct WithHints<'a, T: ?Sized, const TABLES: u8> {
    value: &'a T,
    table: Option<&'static TableHints>,
    /// The names of the hints around the value or table, from the outside in.
    names: [&'static [&'static str]; 3],
}

impl<T: ?Sized + Serialize, const TABLES: u8> Serialize for WithHints<'_, T, TABLES> {
    #[inline]
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut names = self.names;
        for list in &mut names {
            if let [name, inner @ ..] = list {
                let name = *name;
                *list = inner;
                return serializer.serialize_newtype_struct(name, &WithHints::<T, TABLES> { names, ..*self });
            }
        }
        if const { TABLES == 0 } {
            return self.value.serialize(serializer);
        }
        let Some(table) = self.table else { return self.value.serialize(serializer) };
        let TableHints { hint, key, header, parents } = *table;
        let rows = RowsOrEntries::<T, TABLES> { rows: self.value, key };
        if const { TABLES & tables::PARENTS != 0 } {
            if let Some(columns) = parents {
                let table = WithChildren { table: rows, columns, hint, header: header.map(|_| key) };
                return serializer.serialize_newtype_struct(Hint::TABLES, &table);
            }
        }
        if const { TABLES & tables::HEADED != 0 } {
            if let Some(columns) = header {
                let table = TableOrColumns { table: WithHint(rows, hint), columns, key };
                return serializer.serialize_newtype_struct(Hint::HEADER, &table);
            }
        }
        serializer.serialize_newtype_struct(hint, &rows)
    }
}

/// The rows of a table, keyed if they have a key field.
struct RowsOrEntries<'a, T: ?Sized, const TABLES: u8> {
    rows: &'a T,
    key: Option<&'static str>,
}

impl<T: ?Sized + Serialize, const TABLES: u8> Serialize for RowsOrEntries<'_, T, TABLES> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if const { TABLES & tables::KEYED != 0 } {
            if let Some(key) = self.key {
                return Keyed(self.rows, key).serialize(serializer);
            }
        }
        self.rows.serialize(serializer)
    }
}

/// A field that is omitted in objects, and `null` in rows.
pub struct Null;

impl Serialize for Null {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_newtype_struct(Hint::NULL, &())
    }
}
