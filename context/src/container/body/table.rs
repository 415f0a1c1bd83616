//! Data with a name, which the format does not have, as extensions.

use super::super::error::EncodeError;
use super::payload;
use crate::block::{Content, Data, Extension, Payload};
use crate::value::{Quota, Value};
use crate::words::DataFormat;
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;

const NAMESPACE: &str = "toon";
const TYPE_NAME: &str = "table";

/// The extension whose content is a document in TOON with the value as its only field.
pub(super) fn to_extension(name: &str, value: &Payload, block: usize) -> Result<Extension, EncodeError> {
    if let Payload::Failed(message) = value {
        return Err(EncodeError::Data { block, message: message.clone() });
    }
    let document = BTreeMap::from([(name, PayloadValue(value))]);
    Ok(Extension::new(NAMESPACE, TYPE_NAME, payload::to_toon(&document, block)?))
}

/// The named list that an extension is, or the extension if it is not exactly as this library writes these, or
/// exceeds the quota.
pub(super) fn recognize(extension: Extension, quota: &mut Quota) -> Content {
    if extension.namespace != NAMESPACE || extension.type_name != TYPE_NAME {
        return Content::Extension(extension);
    }
    match Value::from_toon_list(&extension.content, quota) {
        Some((name, rows)) => Content::Data(Data::of(DataFormat::Json, Payload::Value(rows)).named(name)),
        None => Content::Extension(extension),
    }
}

struct PayloadValue<'p>(&'p Payload);

impl Serialize for PayloadValue<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Payload::Json(_, value) | Payload::Value(value) => value.serialize(serializer),
            Payload::Text(text) => serializer.serialize_str(&String::from_utf8_lossy(text)),
            Payload::Failed(message) => Err(serde::ser::Error::custom(message)),
        }
    }
}
