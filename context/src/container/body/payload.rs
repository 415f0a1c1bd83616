//! The text of data in a container.

use super::super::error::EncodeError;
use crate::block::{Data, Payload, ToolResult};
use crate::value::{Quota, Value};
use crate::words::DataFormat;
use serde::Serialize;
use std::borrow::Cow;

/// The hint of a result that is JSON.
const JSON: &str = "application/json";
/// The hint of a result that is TOON.
const TOON: &str = "text/toon";

/// The content of a result.
pub(super) fn of_result(result: &ToolResult, block: usize) -> Result<Cow<'_, [u8]>, EncodeError> {
    match &result.payload {
        Payload::Value(value) if hint(result) == Some(TOON) => to_toon(value, block).map(into_bytes),
        payload => text(payload, block),
    }
}

/// The hint of a result, which tells data apart from text.
pub(super) fn hint(result: &ToolResult) -> Option<&str> {
    result.schema_hint.as_deref().or(match &result.payload {
        Payload::Json(..) => Some(JSON),
        Payload::Value(_) => Some(if cfg!(feature = "json") { JSON } else { TOON }),
        Payload::Text(_) | Payload::Failed(_) => None,
    })
}

/// Reads the value of a result whose hint says that it has one.
pub(super) fn recognize_result(mut result: ToolResult, quota: &mut Quota) -> ToolResult {
    let hint = result.schema_hint.as_deref();
    result.payload = match (result.payload, hint) {
        (Payload::Text(text), Some(JSON)) => json(text, quota),
        (Payload::Text(text), Some(TOON)) => {
            Value::from_toon(&text, quota).map_or(Payload::Text(text), Payload::Value)
        }
        (payload, _) => payload,
    };
    result
}

/// The content of data.
pub(super) fn of_data(data: &Data, block: usize) -> Result<Cow<'_, [u8]>, EncodeError> {
    text(&data.payload, block)
}

/// The format of data. Values are always written as JSON.
pub(super) fn format(data: &Data) -> DataFormat {
    match data.payload {
        Payload::Value(_) => DataFormat::Json,
        _ => data.format,
    }
}

/// Reads the value of data in JSON.
pub(super) fn recognize_data(mut data: Data, quota: &mut Quota) -> Data {
    data.payload = match data.payload {
        Payload::Text(text) if data.format == DataFormat::Json => json(text, quota),
        payload => payload,
    };
    data
}

fn text(payload: &Payload, block: usize) -> Result<Cow<'_, [u8]>, EncodeError> {
    match payload {
        Payload::Text(text) => Ok(Cow::Borrowed(text)),
        Payload::Json(text, _) => Ok(Cow::Borrowed(text.as_bytes())),
        Payload::Value(value) => to_json(&to_toon(value, block)?, block).map(into_bytes),
        Payload::Failed(message) => Err(EncodeError::Data { block, message: message.clone() }),
    }
}

/// Writes a value as TOON.
pub(super) fn to_toon(value: &impl Serialize, block: usize) -> Result<String, EncodeError> {
    toon::to_string(value).map_err(|error| EncodeError::Data { block, message: error.to_string() })
}

fn into_bytes(text: String) -> Cow<'static, [u8]> {
    Cow::Owned(text.into_bytes())
}

#[cfg(feature = "json")]
fn to_json(toon: &str, block: usize) -> Result<String, EncodeError> {
    toon::json::from_toon(toon, &toon::DecodeOptions::new())
        .map_err(|error| EncodeError::Data { block, message: error.to_string() })
}

#[cfg(not(feature = "json"))]
fn to_json(_toon: &str, block: usize) -> Result<String, EncodeError> {
    let message =
        "a container has no TOON data, and JSON needs the feature `json` of toon-context".to_owned();
    Err(EncodeError::Data { block, message })
}

/// JSON text with its value, or only the text if it is not JSON or exceeds the quota.
#[cfg(feature = "json")]
fn json(text: Vec<u8>, quota: &mut Quota) -> Payload {
    match String::from_utf8(text) {
        Ok(text) => Payload::json_within(text, quota),
        Err(error) => Payload::Text(error.into_bytes()),
    }
}

#[cfg(not(feature = "json"))]
fn json(text: Vec<u8>, _quota: &mut Quota) -> Payload {
    Payload::Text(text)
}
