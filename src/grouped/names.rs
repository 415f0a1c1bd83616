//! The names of a row's fields.

use crate::partial::split::KeyText;
use crate::ser::refuse::refuse;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write;
use core::marker::PhantomData;
use serde::ser::{Error, Serialize, SerializeMap, SerializeStruct, Serializer};

/// Serializes a row, and returns the names of its fields in order.
pub(super) struct FieldNames<E> {
    names: Vec<String>,
    error: PhantomData<E>,
}

impl<E: Error> FieldNames<E> {
    pub(super) fn of<T: ?Sized + Serialize>(row: &T) -> Result<Vec<String>, E> {
        row.serialize(FieldNames { names: Vec::new(), error: PhantomData })
    }
}

fn refused<T, E: Error>() -> Result<T, E> {
    Err(E::custom("expected each row to be a struct or map"))
}

impl<E: Error> Serializer for FieldNames<E> {
    type Ok = Vec<String>;
    type Error = E;
    type SerializeMap = Self;
    type SerializeStruct = Self;

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self, E> {
        Ok(self)
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Self, E> {
        Ok(self)
    }

    fn serialize_some<T: ?Sized + Serialize>(self, value: &T) -> Result<Vec<String>, E> {
        value.serialize(self)
    }

    fn serialize_newtype_struct<T: ?Sized + Serialize>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<Vec<String>, E> {
        value.serialize(self)
    }

    refuse! { refused:
        numbers bool char str bytes none unit unit_struct unit_variant newtype_variant
        seq tuple tuple_struct tuple_variant struct_variant
    }
}

impl<E: Error> SerializeStruct for FieldNames<E> {
    type Ok = Vec<String>;
    type Error = E;

    fn serialize_field<T: ?Sized + Serialize>(&mut self, name: &'static str, _: &T) -> Result<(), E> {
        self.names.push(name.into());
        Ok(())
    }

    fn end(self) -> Result<Vec<String>, E> {
        Ok(self.names)
    }
}

impl<E: Error> SerializeMap for FieldNames<E> {
    type Ok = Vec<String>;
    type Error = E;

    fn serialize_key<T: ?Sized + Serialize>(&mut self, name: &T) -> Result<(), E> {
        let mut text = String::new();
        let written = write!(text, "{}", KeyText(name));
        written.map_err(|_| E::custom("expected the keys of each row to be strings, numbers or bools"))?;
        self.names.push(text);
        Ok(())
    }

    fn serialize_value<T: ?Sized + Serialize>(&mut self, _: &T) -> Result<(), E> {
        Ok(())
    }

    fn end(self) -> Result<Vec<String>, E> {
        Ok(self.names)
    }
}
