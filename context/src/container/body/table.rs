//! Data with a name, which the format does not have, as extensions.

use super::super::error::EncodeError;
use super::payload;
use crate::block::{Content, Data, Extension, Payload};
use crate::value::{Quota, Value};
use crate::words::DataFormat;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

const NAMESPACE: &str = "toon";
const TYPE_NAME: &str = "table";
/// The field that says that there are more rows.
const MORE: &str = "more_rows_at_least";

/// The extension whose content is a document in TOON with the value as its only field, unless there are more rows.
pub(super) fn to_extension(name: &str, data: &Data, block: usize) -> Result<Extension, EncodeError> {
    if let Payload::Failed(message) = &data.payload {
        return Err(EncodeError::Data { block, message: message.clone() });
    }
    Ok(Extension::new(NAMESPACE, TYPE_NAME, payload::to_toon(&Document { name, data }, block)?))
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

struct Document<'d> {
    name: &'d str,
    data: &'d Data,
}

impl Serialize for Document<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry(self.name, &PayloadValue(&self.data.payload))?;
        if self.data.is_cut && self.name != MORE {
            map.serialize_entry(MORE, &1)?;
        }
        map.end()
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
