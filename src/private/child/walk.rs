//! Visits the rows of a table, or the rows that have a child table.

use super::super::list::{ListRows, ListSerializer, ListUser, take_apart};
use crate::projection::split::serialize_field;
use crate::ser::Hint;
use core::marker::PhantomData;
use serde::ser::{Error, Serialize};

/// What a table with child tables, or a child table, must be.
pub(super) const EXPECTED: &str = "expected a list of structs for a child table";

/// Receives the rows of a table.
pub(super) trait RowUser<E> {
    fn row<R: ?Sized + Serialize>(&mut self, row: &R) -> Result<(), E>;
}

/// Passes the rows of `table`, a list or a map, to `user`.
pub(super) fn rows<T, U, E>(table: &T, user: &mut U) -> Result<Found, E>
where
    T: ?Sized + Serialize,
    U: RowUser<E>,
    E: Error,
{
    take_apart(table, EachRow::new(user))
}

/// Passes the elements of the list `field` of `row` to `user`.
pub(super) fn elements<R, U, E>(row: &R, field: &'static str, user: &mut U) -> Result<(), E>
where
    R: ?Sized + Serialize,
    U: RowUser<E>,
    E: Error,
{
    serialize_field(row, field, ListSerializer::new(EachRow::new(user))).map(drop)
}

/// Counts rows.
pub(super) struct RowCount(pub(super) usize);

impl<E> RowUser<E> for RowCount {
    fn row<R: ?Sized + Serialize>(&mut self, _: &R) -> Result<(), E> {
        self.0 += 1;
        Ok(())
    }
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

/// What is known about a list besides its elements.
#[derive(Default)]
pub(super) struct Found {
    /// There is a list.
    pub(super) is_list: bool,
    /// It equals its field's default.
    pub(super) is_default: bool,
}

/// Passes each row of a list to its user.
struct EachRow<'u, U, E> {
    user: &'u mut U,
    found: Found,
    error: PhantomData<E>,
}

impl<'u, U, E> EachRow<'u, U, E> {
    fn new(user: &'u mut U) -> Self {
        EachRow { user, found: Found::default(), error: PhantomData }
    }
}

impl<U: RowUser<E>, E: Error> ListUser for EachRow<'_, U, E> {
    type Ok = Found;
    type Error = E;
    type Rows = Self;
    const EXPECTED: &'static str = EXPECTED;

    fn list(mut self, _: Option<usize>) -> Result<Self, E> {
        self.found.is_list = true;
        Ok(self)
    }

    fn map(self, len: Option<usize>) -> Result<Self, E> {
        self.list(len)
    }

    fn none(self) -> Result<Found, E> {
        Ok(self.found)
    }

    fn newtype(&mut self, name: &'static str) {
        self.found.is_default |= name == Hint::DEFAULT;
    }
}

impl<U: RowUser<E>, E: Error> ListRows for EachRow<'_, U, E> {
    type Ok = Found;
    type Error = E;

    fn row<R: ?Sized + Serialize>(&mut self, row: &R) -> Result<(), E> {
        self.user.row(row)
    }

    fn end(self) -> Result<Found, E> {
        Ok(self.found)
    }
}
