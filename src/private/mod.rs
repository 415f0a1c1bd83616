//! What the code that the derives make calls. No part of the public interface.

mod columns;
mod field;

pub use columns::{Column, Leaf, Rows, Tabular};
pub use field::{Read, ReadField, WriteField, Written};
pub use serde;

use crate::ser::Hint;
use serde::{Serialize, Serializer};

/// Whether `E` is the error of this crate, and so the format TOON, behind whatever adapters of serde's.
#[inline(always)]
#[allow(clippy::inline_always, reason = "a constant once it is inlined")]
pub fn is_toon<E>() -> bool {
    typeid::of::<E>() == typeid::of::<crate::Error>()
}

/// A field that is left out, and `null` in rows.
#[inline]
pub fn null<S: Serializer>(serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_newtype_struct(Hint::Null.name(), &())
}

/// A field that has its default: it is left out, and in rows its column, if all have it.
#[inline]
pub fn default<T: ?Sized + Serialize, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_newtype_struct(Hint::Default.name(), value)
}

/// A field of a row whose type does not say that it is a cell.
pub struct Cell<T>(pub T);

impl<T: Serialize> Serialize for Cell<T> {
    #[inline]
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_newtype_struct(Hint::Cell.name(), &self.0)
    }
}

/// A field that is a table.
#[inline]
pub fn tabular<T: ?Sized + Serialize, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_newtype_struct(Hint::Tabular.name(), value)
}

/// Stands in where serde's own derive reported a mistake and made nothing.
pub trait Unmade {
    /// Never called in a program that compiles.
    fn serialize<T: ?Sized, S: Serializer>(_: &T, _: S) -> Result<S::Ok, S::Error> {
        const { panic!("serde could not derive `Serialize` here") }
    }

    /// Never called in a program that compiles.
    fn deserialize<'de, T, D: serde::Deserializer<'de>>(_: D) -> Result<T, D::Error> {
        const { panic!("serde could not derive `Deserialize` here") }
    }
}

impl<T: ?Sized> Unmade for T {}
