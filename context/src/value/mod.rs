//! Values of data, whose largest list can be shortened.

use serde::{Serialize, Serializer};
use std::fmt;

/// A value of the JSON data model.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Value(String);

impl Value {
    pub(crate) fn new<T: ?Sized + Serialize>(value: &T) -> Result<Self, impl fmt::Display + use<T>> {
        toon::to_string(value).map(Value)
    }

    #[cfg(feature = "json")]
    pub(crate) fn from_json(json: &str) -> Option<Self> {
        toon::json::to_toon(json, &toon::EncodeOptions::new()).ok().map(Value)
    }
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}
