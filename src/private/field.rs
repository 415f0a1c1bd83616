//! Fields with a user-defined function for serializing or deserializing, wrapped as values.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A struct whose field number `FIELD` is serialized by a user-defined function.
pub trait WriteField<const FIELD: usize> {
    /// The field's type.
    type Value;

    /// Writes the field.
    fn write<S: Serializer>(value: &Self::Value, serializer: S) -> Result<S::Ok, S::Error>;
}

/// The field's value, serialized by that function.
pub struct Written<'a, T: WriteField<FIELD>, const FIELD: usize>(pub &'a T::Value);

impl<T: WriteField<FIELD>, const FIELD: usize> Serialize for Written<'_, T, FIELD> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        T::write(self.0, serializer)
    }
}

/// A struct whose field number `FIELD` is deserialized by a user-defined function.
pub trait ReadField<'de, const FIELD: usize> {
    /// The field's type.
    type Value;

    /// Reads the field.
    fn read<D: Deserializer<'de>>(deserializer: D) -> Result<Self::Value, D::Error>;
}

/// The field's value, deserialized by that function.
pub struct Read<'de, T: ReadField<'de, FIELD>, const FIELD: usize>(pub T::Value);

impl<'de, T: ReadField<'de, FIELD>, const FIELD: usize> Deserialize<'de> for Read<'de, T, FIELD> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        T::read(deserializer).map(Read)
    }
}
