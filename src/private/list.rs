//! One serializer for all that takes a list of rows apart.

use crate::ser::refuse::refuse;
use crate::wrappers::Wrappers;
use serde::ser::{Error, Serialize, SerializeMap, SerializeSeq, SerializeTuple, Serializer};

/// Receives a list of rows, or what is there instead of one.
pub(super) trait ListUser: Sized {
    type Ok;
    type Error: Error;
    type Rows: ListRows<Ok = Self::Ok, Error = Self::Error>;

    /// What is expected, for an error.
    const EXPECTED: &'static str;

    /// Begins a list.
    fn list(self, len: Option<usize>) -> Result<Self::Rows, Self::Error>;

    /// Begins a map, whose values are the rows.
    fn map(self, _: Option<usize>) -> Result<Self::Rows, Self::Error> {
        refused::<Self, _>()
    }

    /// `None` in place of a list.
    fn none(self) -> Result<Self::Ok, Self::Error>;

    /// Receives the name of a newtype, such as that of a hint, around the list.
    fn newtype(&mut self, _: &'static str) {}

    fn is_human_readable(&self) -> bool {
        true
    }
}

/// Receives the rows of a list.
pub(super) trait ListRows {
    type Ok;
    type Error: Error;

    /// Receives the key of the next row, if the rows are in a map.
    fn key<K: ?Sized + Serialize>(&mut self, _: &K) -> Result<(), Self::Error> {
        Ok(())
    }

    fn row<R: ?Sized + Serialize>(&mut self, row: &R) -> Result<(), Self::Error>;

    fn end(self) -> Result<Self::Ok, Self::Error>;
}

/// Passes `list` to its user.
pub(super) fn take_apart<T: ?Sized + Serialize, U: ListUser>(list: &T, user: U) -> Result<U::Ok, U::Error> {
    list.serialize(ListSerializer::new(user))
}

/// Serializes nothing but a list of rows, also in options and newtypes.
pub(super) struct ListSerializer<U> {
    user: U,
    wrappers: Wrappers,
}

impl<U: ListUser> ListSerializer<U> {
    pub(super) fn new(user: U) -> Self {
        ListSerializer { user, wrappers: Wrappers::new() }
    }
}

fn refused<U: ListUser, T>() -> Result<T, U::Error> {
    Err(U::Error::custom(U::EXPECTED))
}

impl<U: ListUser> Serializer for ListSerializer<U> {
    type Ok = U::Ok;
    type Error = U::Error;
    type SerializeSeq = ListCompound<U::Rows>;
    type SerializeTuple = ListCompound<U::Rows>;
    type SerializeMap = ListCompound<U::Rows>;

    fn serialize_seq(self, len: Option<usize>) -> Result<ListCompound<U::Rows>, U::Error> {
        self.user.list(len).map(ListCompound)
    }

    fn serialize_tuple(self, len: usize) -> Result<ListCompound<U::Rows>, U::Error> {
        self.user.list(Some(len)).map(ListCompound)
    }

    fn serialize_map(self, len: Option<usize>) -> Result<ListCompound<U::Rows>, U::Error> {
        self.user.map(len).map(ListCompound)
    }

    fn serialize_none(self) -> Result<U::Ok, U::Error> {
        self.user.none()
    }

    fn serialize_unit(self) -> Result<U::Ok, U::Error> {
        self.user.none()
    }

    fn serialize_some<T: ?Sized + Serialize>(mut self, list: &T) -> Result<U::Ok, U::Error> {
        self.wrappers.enter().map_err(U::Error::custom)?;
        list.serialize(self)
    }

    fn serialize_newtype_struct<T: ?Sized + Serialize>(
        mut self,
        name: &'static str,
        list: &T,
    ) -> Result<U::Ok, U::Error> {
        self.user.newtype(name);
        self.serialize_some(list)
    }

    refuse! { refused::<U, _>:
        numbers bool char str bytes unit_struct unit_variant newtype_variant
        tuple_struct tuple_variant struct struct_variant
    }

    fn is_human_readable(&self) -> bool {
        self.user.is_human_readable()
    }
}

/// The rows of the list on their way to their user.
pub(super) struct ListCompound<U>(U);

macro_rules! sequence {
    ($($interface:ident)*) => {$(
        impl<U: ListRows> $interface for ListCompound<U> {
            type Ok = U::Ok;
            type Error = U::Error;

            fn serialize_element<T: ?Sized + Serialize>(&mut self, row: &T) -> Result<(), U::Error> {
                self.0.row(row)
            }

            fn end(self) -> Result<U::Ok, U::Error> {
                self.0.end()
            }
        }
    )*};
}

sequence! { SerializeSeq SerializeTuple }

impl<U: ListRows> SerializeMap for ListCompound<U> {
    type Ok = U::Ok;
    type Error = U::Error;

    fn serialize_key<T: ?Sized + Serialize>(&mut self, key: &T) -> Result<(), U::Error> {
        self.0.key(key)
    }

    fn serialize_value<T: ?Sized + Serialize>(&mut self, row: &T) -> Result<(), U::Error> {
        self.0.row(row)
    }

    fn end(self) -> Result<U::Ok, U::Error> {
        self.0.end()
    }
}
