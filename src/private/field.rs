//! Fields that are written or read by a user's function, as separate values.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A struct whose field with this number is written by a function.
pub trait WriteField<const FIELD: usize> {
    /// The field's type.
    type Value;

    /// Writes the field.
    fn write<S: Serializer>(value: &Self::Value, serializer: S) -> Result<S::Ok, S::Error>;
}

/// The field, as a value.
pub struct Written<'a, T: WriteField<FIELD>, const FIELD: usize>(pub &'a T::Value);

impl<T: WriteField<FIELD>, const FIELD: usize> Serialize for Written<'_, T, FIELD> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        T::write(self.0, serializer)
    }
}

/// A struct whose field with this number is read by a function.
pub trait ReadField<'de, const FIELD: usize> {
    /// The field's type.
    type Value;

    /// Reads the field.
    fn read<D: Deserializer<'de>>(deserializer: D) -> Result<Self::Value, D::Error>;
}

/// The field, as a value.
pub struct Read<'de, T: ReadField<'de, FIELD>, const FIELD: usize>(pub T::Value);

impl<'de, T: ReadField<'de, FIELD>, const FIELD: usize> Deserialize<'de> for Read<'de, T, FIELD> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        T::read(deserializer).map(Read)
    }
}
