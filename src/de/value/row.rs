//! Deserializes rows: the objects that consist of the fields of the header and the cells of a line
//! (§9.3).

use crate::de::access::{Entries, EntriesUser, EnumUser, Held, MapUser, finished, unread};
use crate::de::adapters::{forwarding, refusing};
use crate::de::context::Context;
use crate::de::fields::{FieldEntry, FieldMembers, InOrder};
use crate::de::in_parts::{IN_PARTS, InPartsUser, no_key};
use crate::de::key::KeyToken;
use crate::de::key_de::{KeyDe, KeyStr};
use crate::de::nullable::NULLABLE_GROUP;
use crate::de::row::RowCursor;
use crate::de::token::Token;
use crate::de::token_de::TokenDe;
use crate::error::Segment;
use crate::{Error, Result};
use alloc::boxed::Box;
use core::iter::Zip;
use core::marker::PhantomData;
use core::slice;
use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, Expected, IgnoredAny, MapAccess, SeqAccess, Unexpected,
    Visitor,
};

/// The struct name that identifies this crate's own derive: its visitor also accepts the fields in
/// order, as a sequence, which not every visitor of a struct does.
pub(crate) const ROW: &str = "$toon::row";

/// Passes the object of the row to `seed`, then closes the row.
#[inline(always)]
pub(in crate::de) fn read_row<'de, S: DeserializeSeed<'de>>(
    row: &mut RowCursor<'_, 'de>,
    context: &mut Context<'de>,
    seed: S,
) -> Result<S::Value> {
    let fields = row.fields;
    let object = RowObject { members: fields.members(), order: Some(&fields.row), end: fields.leaves };
    let result = seed.deserialize(RowDe { context: &mut *context, row: &mut *row, object });
    let source = &context.reader.source;
    match result {
        Ok(value) => match row.close(source) {
            Ok(()) => Ok(value),
            Err(error) => Err(error),
        },
        Err(error) => Err(row.explain(source, error)),
    }
}

/// Reads the value of a field with these `members`.
#[inline]
fn read_column<'h, 'de, S: DeserializeSeed<'de>>(
    row: &mut RowCursor<'h, 'de>,
    context: &mut Context<'de>,
    field: &'h FieldEntry<'de>,
    members: FieldMembers<'h, 'de>,
    seed: S,
) -> Result<S::Value> {
    let at;
    let result = if field.group {
        at = row.at;
        let order = row.fields.groups.get(field.number);
        let end = field.cell + field.cells;
        let object = RowObject { members, order, end };
        let result = seed.deserialize(RowDe { context: &mut *context, row: &mut *row, object });
        // The target may have swallowed an error, which leaves cells of the group unread.
        if result.is_ok() && row.all_read() < end {
            row.skip_to(&context.reader.source, end).and(result)
        } else {
            result
        }
    } else {
        let cell;
        let token = match row.ready.get(row.read) {
            Some(token) => {
                row.read += 1;
                token
            }
            None => match row.cell(&context.reader.source) {
                Ok(token) => {
                    cell = token;
                    &cell
                }
                Err(error) => return Err(error.within(&Segment::Key(&field.name))),
            },
        };
        at = token.at;
        seed.deserialize(TokenDe { context: &mut *context, token })
    };
    match result {
        Ok(value) => Ok(value),
        Err(error) => Err(context.reader.source.place(error, at).within(&Segment::Key(&field.name))),
    }
}

/// A row, or a field group in it, as described by the field list.
#[derive(Clone)]
pub(super) struct RowObject<'h, 'de> {
    members: FieldMembers<'h, 'de>,
    /// Whether its members are a struct's fields in order.
    order: Option<&'h InOrder>,
    /// The number of the cell after its last one.
    end: usize,
}

/// Reads the object of a row, or of a field group of a row.
pub(super) struct RowDe<'a, 'h, 'de> {
    pub(super) context: &'a mut Context<'de>,
    pub(super) row: &'a mut RowCursor<'h, 'de>,
    pub(super) object: RowObject<'h, 'de>,
}

impl<'de> RowDe<'_, '_, 'de> {
    #[inline]
    fn entries<U: EntriesUser<'de>>(self, user: U) -> Result<U::Value> {
        let RowDe { context, row, object } = self;
        context.reader.depth.enter()?;
        let mut access = RowAccess { context, row, members: object.members, pending: false };
        let result = finished(&mut access, |access| user.run(access), RowAccess::finish);
        access.context.reader.depth.room += 1;
        result
    }

    #[inline]
    fn structure<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        let RowObject { members, order, .. } = &self.object;
        if name == ROW && order.is_some_and(|order| order.is(members, fields)) {
            return self.cells(visitor);
        }
        self.entries(MapUser(visitor))
    }

    /// Reads a group that is `None` if all of its cells are `null`.
    #[inline]
    fn nullable_group<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.row.is_null_before(&self.context.reader.source, self.object.end) {
            self.skip()?;
            return visitor.visit_none();
        }
        self.deserialize_option(visitor)
    }

    fn skip(self) -> Result<()> {
        self.context.nested(|_| Ok(()))?;
        self.row.skip_to(&self.context.reader.source, self.object.end)
    }
}

impl<'h, 'de> RowDe<'_, 'h, 'de> {
    /// The object as JSON text.
    #[cfg(feature = "json")]
    fn json(self) -> Result<alloc::string::String> {
        let RowDe { context, row, object } = self;
        context.json(|context, value| value.read(RowDe { context, row, object }))
    }

    /// Reads what is inside `Some` or a newtype, which have no text of their own.
    #[inline]
    fn unwrapped<R>(
        self,
        name: &'static str,
        read: impl FnOnce(RowDe<'_, 'h, 'de>) -> Result<R>,
    ) -> Result<R> {
        let RowDe { context, row, object } = self;
        context.unwrapped(name, |context| read(RowDe { context, row, object }))
    }
}

impl<'de> RowDe<'_, '_, 'de> {
    /// Passes the columns to the visitor in order, without their keys. The access is passed by
    /// value, since its methods would not be inlined through a reference.
    #[inline]
    pub(super) fn cells<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let RowDe { context, row, object: RowObject { members, end, .. } } = self;
        context.reader.depth.enter()?;
        let fields = members.list();
        let result = match row.ready.slice(row.read, fields.len()) {
            // A group is also a field, but has no cell of its own.
            Some(cells) if row.all_read() + fields.len() == end => {
                let cells = cells.iter().zip(fields);
                visitor.visit_seq(LeafAccess { context: &mut *context, cells, read: &mut row.read })
            }
            _ => visitor.visit_seq(CellAccess { context: &mut *context, row: &mut *row, members }),
        };
        context.reader.depth.room += 1;
        match result {
            Ok(value) if row.all_read() == end => Ok(value),
            // All columns are names of fields, but some name the same field: names include aliases.
            Ok(_) => {
                Err(serde::de::Error::custom("two columns name the same field, one of them by an alias"))
            }
            Err(error) => Err(error),
        }
    }
}

impl RowDe<'_, '_, '_> {
    #[allow(clippy::unused_self)] // as `refusing!` calls it
    fn refuse<T>(&self, expected: &dyn Expected) -> Result<T> {
        Err(serde::de::Error::invalid_type(Unexpected::Map, expected))
    }
}

impl<'de> Deserializer<'de> for RowDe<'_, '_, 'de> {
    type Error = Error;

    forwarding! { deserialize_map: deserialize_any() }

    #[inline]
    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.entries(MapUser(visitor))
    }

    #[inline]
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        self.structure(name, fields, visitor)
    }

    #[inline]
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        self.entries(EnumUser(visitor))
    }

    #[inline]
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.unwrapped("", |this| visitor.visit_some(this))
    }

    #[inline]
    fn deserialize_newtype_struct<V: Visitor<'de>>(self, name: &'static str, visitor: V) -> Result<V::Value> {
        #[cfg(feature = "json")]
        if name == crate::json::RAW_VALUE {
            return crate::json::visit_raw_value(self.json()?, visitor);
        }
        if name == NULLABLE_GROUP {
            return self.nullable_group(visitor);
        }
        if name == IN_PARTS {
            return self.entries(InPartsUser(visitor));
        }
        self.unwrapped(name, |this| visitor.visit_newtype_struct(this))
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.skip()?;
        visitor.visit_unit()
    }

    refusing! {
        deserialize_bool() deserialize_i8() deserialize_i16() deserialize_i32() deserialize_i64()
        deserialize_i128() deserialize_u8() deserialize_u16() deserialize_u32() deserialize_u64()
        deserialize_u128() deserialize_f32() deserialize_f64() deserialize_char() deserialize_str()
        deserialize_string() deserialize_bytes() deserialize_byte_buf() deserialize_unit() deserialize_seq()
        deserialize_identifier() deserialize_unit_struct(&'static str) deserialize_tuple(usize)
        deserialize_tuple_struct(&'static str, usize)
    }
}

/// The fields of a row or group, each with its cell.
struct RowAccess<'a, 'h, 'de> {
    context: &'a mut Context<'de>,
    row: &'a mut RowCursor<'h, 'de>,
    /// The remaining fields, starting with the `pending` one.
    members: FieldMembers<'h, 'de>,
    /// The key has been handed out, but not its value.
    pending: bool,
}

impl RowAccess<'_, '_, '_> {
    /// Fails if the target left fields unread.
    #[inline]
    fn finish(&mut self) -> Result<()> {
        if self.members.peek().is_none() { Ok(()) } else { self.unfinished() }
    }

    #[cold]
    fn unfinished(&mut self) -> Result<()> {
        let mut left = 0;
        while self.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {
            left += 1;
        }
        unread(left)
    }
}

impl<'de> MapAccess<'de> for RowAccess<'_, '_, 'de> {
    type Error = Error;

    #[inline]
    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>> {
        if self.pending {
            self.next_value::<IgnoredAny>()?;
        }
        let Some(field) = self.members.peek() else { return Ok(None) };
        self.pending = true;
        let key = KeyDe { text: KeyStr::of(&field.name), wrappers: self.context.reader.depth.wrappers };
        match seed.deserialize(key) {
            Ok(key) => Ok(Some(key)),
            Err(error) => Err(self.context.reader.source.place(error, field.key.at)),
        }
    }

    #[inline]
    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value> {
        let (true, Some((field, members))) = (self.pending, self.members.next()) else {
            return Err(serde::de::Error::custom("a value was requested before its key"));
        };
        self.pending = false;
        read_column(self.row, self.context, field, members, seed)
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.members.clone().count())
    }
}

impl<'h, 'de> Entries<'de> for RowAccess<'_, 'h, 'de> {
    type Held = HeldColumn<'h, 'de>;

    fn context(&mut self) -> &mut Context<'de> {
        self.context
    }

    fn key(&self) -> KeyToken<'de> {
        self.members.peek().map_or(KeyToken::bare(0, ""), |field| field.key)
    }

    fn hold(&mut self) -> Result<HeldColumn<'h, 'de>> {
        let (field, members) = self.members.next().ok_or_else(no_key)?;
        self.pending = false;
        let source = &self.context.reader.source;
        if field.group {
            let row = Box::new(self.row.clone());
            self.row.skip_to(source, field.cell + field.cells)?;
            return Ok(HeldColumn::Group(row, field, members));
        }
        let token = self.row.cell(source)?;
        token.check(source)?;
        Ok(HeldColumn::Cell(token))
    }
}

/// A column of a row.
#[derive(Clone)]
pub(super) enum HeldColumn<'h, 'de> {
    Cell(Token<'de>),
    /// A group, whose first cell is the next one of the row.
    Group(Box<RowCursor<'h, 'de>>, &'h FieldEntry<'de>, FieldMembers<'h, 'de>),
}

impl<'de> Held<'de> for HeldColumn<'_, 'de> {
    fn read<S: DeserializeSeed<'de>>(
        &self,
        key: &KeyToken<'de>,
        context: &mut Context<'de>,
        seed: S,
    ) -> Result<S::Value> {
        match self {
            HeldColumn::Group(row, field, members) => {
                read_column(&mut row.clone(), context, field, members.clone(), seed)
            }
            HeldColumn::Cell(token) => {
                seed.deserialize(TokenDe { context: &mut *context, token }).map_err(|error| {
                    context.reader.source.place(error, token.at).within(&Segment::Key(&key.text()))
                })
            }
        }
    }
}

/// The columns of a row or group that is a struct with the same fields in the same order, if its
/// cells are ready and it contains no groups.
struct LeafAccess<'a, 'h, 'de> {
    context: &'a mut Context<'de>,
    cells: Zip<slice::Iter<'a, Token<'de>>, slice::Iter<'h, FieldEntry<'de>>>,
    read: &'a mut usize,
}

impl<'de> SeqAccess<'de> for LeafAccess<'_, '_, 'de> {
    type Error = Error;

    #[inline(always)]
    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        let Some((token, field)) = self.cells.next() else { return Ok(None) };
        *self.read += 1;
        match seed.deserialize(TokenDe { context: &mut *self.context, token }) {
            Ok(value) => Ok(Some(value)),
            Err(error) => {
                Err(self.context.reader.source.place(error, token.at).within(&Segment::Key(&field.name)))
            }
        }
    }

    #[inline]
    fn next_element<T: Deserialize<'de>>(&mut self) -> Result<Option<T>> {
        self.next_element_seed(PhantomData)
    }
}

/// The columns of a row or group that is a struct with the same fields in the same order.
struct CellAccess<'a, 'h, 'de> {
    context: &'a mut Context<'de>,
    row: &'a mut RowCursor<'h, 'de>,
    members: FieldMembers<'h, 'de>,
}

impl<'de> SeqAccess<'de> for CellAccess<'_, '_, 'de> {
    type Error = Error;

    #[inline]
    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        let Some((field, members)) = self.members.next() else { return Ok(None) };
        match read_column(self.row, self.context, field, members, seed) {
            Ok(value) => Ok(Some(value)),
            Err(error) => Err(error),
        }
    }

    #[inline]
    fn next_element<T: Deserialize<'de>>(&mut self) -> Result<Option<T>> {
        self.next_element_seed(PhantomData)
    }
}
