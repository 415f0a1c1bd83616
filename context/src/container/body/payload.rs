//! The text of data in a container.

use super::super::error::EncodeError;
use super::any;
use crate::block::{Data, Modifiers, Payload, ToolResult};
use crate::words::{DataFormat, Status};
use std::borrow::Cow;

/// The hint of a result that is JSON.
const JSON: &str = "application/json";
/// The hint of a result that is TOON.
const TOON: &str = "text/toon";

/// The content of a result.
pub(super) fn of_result(result: &ToolResult, block: usize) -> Result<Cow<'_, [u8]>, EncodeError> {
    match &result.payload {
        Payload::Value(value) if hint(result) == Some(TOON) => any::to_toon(value, block).map(into_bytes),
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

pub(super) fn result(
    name: String,
    status: Status,
    content: Vec<u8>,
    schema_hint: Option<String>,
) -> ToolResult {
    let payload = match schema_hint.as_deref() {
        Some(JSON) => json(content),
        Some(TOON) => any::of_toon(&content).map_or(Payload::Text(content), Payload::Value),
        _ => Payload::Text(content),
    };
    ToolResult { name, status, schema_hint, payload, modifiers: Modifiers::default() }
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

pub(super) fn data(format: DataFormat, schema: Option<String>, content: Vec<u8>) -> Data {
    let payload = if format == DataFormat::Json { json(content) } else { Payload::Text(content) };
    Data { schema, ..Data::of(format, payload) }
}

fn text(payload: &Payload, block: usize) -> Result<Cow<'_, [u8]>, EncodeError> {
    match payload {
        Payload::Text(text) => Ok(Cow::Borrowed(text)),
        Payload::Json(text, _) => Ok(Cow::Borrowed(text.as_bytes())),
        Payload::Value(value) => to_json(&any::to_toon(value, block)?, block).map(into_bytes),
        Payload::Failed(message) => Err(EncodeError::Data { block, message: message.clone() }),
    }
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

#[cfg(feature = "json")]
fn json(content: Vec<u8>) -> Payload {
    String::from_utf8(content).map_or_else(|error| Payload::Text(error.into_bytes()), Payload::json)
}

#[cfg(not(feature = "json"))]
fn json(content: Vec<u8>) -> Payload {
    Payload::Text(content)
}
