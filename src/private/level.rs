//! `level`: the levels of detail at which a field is written.

use serde::{Serialize, Serializer};

/// A field's value, wrapped in one hint for each level of its type.
pub struct AtLevels<'a, T>(pub &'a T, pub &'a [&'static str]);

impl<T: Serialize> Serialize for AtLevels<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.1 {
            [] => self.0.serialize(serializer),
            [level, others @ ..] => serializer.serialize_newtype_struct(level, &AtLevels(self.0, others)),
        }
    }
}
