//! Input formats.

use serde::ser::Error as _;
use serde::{Serialize, Serializer};
use serde_json::Value;
use serde_json::value::RawValue;
use toon::normal::{self, Text};
use toon::{EncodeOptions, json};

/// A value to encode, in memory.
pub(super) enum Source {
    /// JSON text, which is parsed only when needed.
    Json(String),
    Value(Value),
}

impl Source {
    pub(super) fn json(&self) -> Option<&str> {
        match self {
            Source::Json(json) => Some(json),
            Source::Value(_) => None,
        }
    }

    pub(super) fn to_toon(&self, options: &EncodeOptions) -> toon::Result<String> {
        match self {
            Source::Json(json) => json::to_toon(json, options),
            Source::Value(value) => options.to_string(value),
        }
    }

    pub(super) fn to_form(&self, options: &normal::Options<'_>) -> toon::Result<Text> {
        match self {
            Source::Json(json) => options.from_json(json),
            Source::Value(value) => options.to_text(value),
        }
    }
}

impl Serialize for Source {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Source::Json(json) => {
                serde_json::from_str::<&RawValue>(json).map_err(S::Error::custom)?.serialize(serializer)
            }
            Source::Value(value) => value.serialize(serializer),
        }
    }
}
