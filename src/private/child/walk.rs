//! Visits the rows of a table, or the rows that have a child table.

use super::count::refused;
use crate::partial::split::serialize_field;
use crate::ser::refuse::refuse;
use core::marker::PhantomData;
use serde::ser::{Error, Serialize, SerializeMap, SerializeSeq, SerializeTuple, Serializer};

/// Receives the rows of a table.
pub(super) trait RowUser<E> {
    fn row<R: ?Sized + Serialize>(&mut self, row: &R) -> Result<(), E>;
}

/// Passes the rows of `table`, a list or a map, to `user`.
pub(super) fn rows<T, U, E>(table: &T, user: &mut U) -> Result<(), E>
where
    T: ?Sized + Serialize,
    U: RowUser<E>,
    E: Error,
{
    table.serialize(EachRow { user, error: PhantomData })
}

/// Passes the elements of the list `field` of `row` to `user`.
pub(super) fn elements<R, U, E>(row: &R, field: &'static str, user: &mut U) -> Result<(), E>
where
    R: ?Sized + Serialize,
    U: RowUser<E>,
    E: Error,
{
    serialize_field(row, field, EachRow { user, error: PhantomData }).map(drop)
}

/// Follows `path`, the names of nested lists, from the rows that it receives to those at its end.
pub(super) struct Descent<'p, U> {
    pub(super) path: &'p [&'static str],
    pub(super) user: U,
}

impl<U: RowUser<E>, E: Error> RowUser<E> for Descent<'_, U> {
    fn row<R: ?Sized + Serialize>(&mut self, row: &R) -> Result<(), E> {
        let [first, rest @ ..] = self.path else { return self.user.row(row) };
        let path = core::mem::replace(&mut self.path, rest);
        let result = elements(row, first, self);
        self.path = path;
        result
    }
}

/// Serializes nothing but a list of rows, each to its user.
struct EachRow<'u, U, E> {
    user: &'u mut U,
    error: PhantomData<E>,
}

impl<U: RowUser<E>, E: Error> Serializer for EachRow<'_, U, E> {
    type Ok = ();
    type Error = E;
    type SerializeSeq = Self;
    type SerializeTuple = Self;
    type SerializeMap = Self;

    fn serialize_seq(self, _: Option<usize>) -> Result<Self, E> {
        Ok(self)
    }

    fn serialize_tuple(self, _: usize) -> Result<Self, E> {
        Ok(self)
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Self, E> {
        Ok(self)
    }

    fn serialize_none(self) -> Result<(), E> {
        Ok(())
    }

    fn serialize_unit(self) -> Result<(), E> {
        Ok(())
    }

    fn serialize_some<T: ?Sized + Serialize>(self, value: &T) -> Result<(), E> {
        value.serialize(self)
    }

    fn serialize_newtype_struct<T: ?Sized + Serialize>(self, _: &'static str, value: &T) -> Result<(), E> {
        value.serialize(self)
    }

    refuse! { refused:
        numbers bool char str bytes unit_struct unit_variant newtype_variant
        tuple_struct tuple_variant struct struct_variant
    }
}

impl<U: RowUser<E>, E: Error> SerializeSeq for EachRow<'_, U, E> {
    type Ok = ();
    type Error = E;

    fn serialize_element<T: ?Sized + Serialize>(&mut self, row: &T) -> Result<(), E> {
        self.user.row(row)
    }

    fn end(self) -> Result<(), E> {
        Ok(())
    }
}

impl<U: RowUser<E>, E: Error> SerializeTuple for EachRow<'_, U, E> {
    type Ok = ();
    type Error = E;

    fn serialize_element<T: ?Sized + Serialize>(&mut self, row: &T) -> Result<(), E> {
        self.user.row(row)
    }

    fn end(self) -> Result<(), E> {
        Ok(())
    }
}

impl<U: RowUser<E>, E: Error> SerializeMap for EachRow<'_, U, E> {
    type Ok = ();
    type Error = E;

    fn serialize_key<T: ?Sized + Serialize>(&mut self, _: &T) -> Result<(), E> {
        Ok(())
    }

    fn serialize_value<T: ?Sized + Serialize>(&mut self, row: &T) -> Result<(), E> {
        self.user.row(row)
    }

    fn end(self) -> Result<(), E> {
        Ok(())
    }
}
