//! The names of a row's fields.

use crate::projection::split::{FieldUser, FieldsOnly, KeyText};
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write;
use core::marker::PhantomData;
use serde::ser::{Error, Serialize};

/// Collects the names of the fields of a row in order.
pub(super) struct FieldNames<E> {
    names: Vec<String>,
    error: PhantomData<E>,
}

impl<E: Error> FieldNames<E> {
    pub(super) fn of<T: ?Sized + Serialize>(row: &T) -> Result<Vec<String>, E> {
        row.serialize(FieldsOnly(FieldNames { names: Vec::new(), error: PhantomData }))
    }
}

impl<E: Error> FieldUser for FieldNames<E> {
    type Ok = Vec<String>;
    type Error = E;

    fn name(&mut self, name: &'static str) {
        self.names.push(name.into());
    }

    fn key<K: ?Sized + Serialize>(&mut self, key: &K) -> Result<(), E> {
        let mut text = String::new();
        let written = write!(text, "{}", KeyText(key));
        written.map_err(|_| E::custom("expected the keys of each row to be strings, numbers or bools"))?;
        self.names.push(text);
        Ok(())
    }

    fn value<T: ?Sized + Serialize>(&mut self, _: &T) -> Result<(), E> {
        Ok(())
    }

    fn end(self) -> Result<Vec<String>, E> {
        Ok(self.names)
    }
}
