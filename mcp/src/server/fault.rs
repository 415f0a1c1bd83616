//! What the tools say when something is wrong.

use rmcp::ErrorData;
use serde_json::{Map, Value, json};
use std::borrow::Cow;
use toon::{Error, ErrorKind};

/// `-32602`: the caller can mend it.
pub(super) fn invalid(message: impl Into<Cow<'static, str>>) -> ErrorData {
    ErrorData::invalid_params(message, None)
}

/// `-32603`: the caller cannot.
pub(super) fn internal(message: impl Into<Cow<'static, str>>) -> ErrorData {
    ErrorData::internal_error(message, None)
}

/// Why a text is no TOON.
pub(super) fn toon(error: &Error) -> ErrorData {
    let message = match length_mismatch(error) {
        Some(message) => message,
        None if error.line() == 0 => error.to_string(),
        None => {
            format!("Parse error at line {}, column {}: {}", error.line(), error.column(), error.kind())
        }
    };
    ErrorData::invalid_params(message, data(error))
}

/// Why a text is no JSON, or why the JSON cannot be written as TOON.
pub(super) fn json(error: &Error) -> ErrorData {
    if matches!(error.kind(), ErrorKind::DepthLimit { .. }) {
        return ErrorData::internal_error(format!("Encoding failed: {error}"), data(error));
    }
    let message = error.to_string();
    let message = message.strip_prefix("invalid JSON: ").unwrap_or(&message);
    ErrorData::invalid_params(format!("Invalid JSON: {message}"), data(error))
}

/// The same in the words of `toon_validate`, which fails for no text.
pub(super) fn report(error: &Error) -> Value {
    let message = length_mismatch(error).unwrap_or_else(|| error.kind().to_string());
    let mut report = place(error);
    report.insert("message".to_owned(), Value::from(message));
    Value::Object(report)
}

fn length_mismatch(error: &Error) -> Option<String> {
    match error.kind() {
        ErrorKind::CountMismatch { expected, found } => {
            Some(format!("Array length mismatch: expected {expected}, found {found}"))
        }
        _ => None,
    }
}

fn data(error: &Error) -> Option<Value> {
    let mut data = place(error);
    if let ErrorKind::CountMismatch { expected, found } = error.kind() {
        data.insert("expected".to_owned(), json!(expected));
        data.insert("found".to_owned(), json!(found));
    }
    if data.is_empty() { None } else { Some(Value::Object(data)) }
}

fn place(error: &Error) -> Map<String, Value> {
    let mut place = Map::new();
    if error.line() != 0 {
        place.insert("line".to_owned(), json!(error.line()));
        place.insert("column".to_owned(), json!(error.column()));
    }
    // No caller can raise the limit.
    let is_too_deep = matches!(error.kind(), ErrorKind::DepthLimit { .. });
    let suggestion = if is_too_deep { Some("nest less".into()) } else { error.suggestion() };
    if let Some(suggestion) = suggestion {
        place.insert("suggestion".to_owned(), Value::from(suggestion));
    }
    place
}
