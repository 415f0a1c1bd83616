//! Failures of calls, and how they are reported.

use rmcp::ErrorData;
use rmcp::model::{CallToolResult, ContentBlock};
use serde_json::{Map, Value, json};
use std::borrow::Cow;
use toon::{Error, ErrorKind};

/// The reason for a failed call.
#[derive(Debug)]
pub(super) enum Fault {
    /// Arguments are invalid, or a text is too large.
    Arguments(Cow<'static, str>),
    /// A text is not valid TOON.
    Toon(Error),
    /// A text is not valid JSON, or is nested too deeply to be written as TOON.
    Json(Error),
    /// The tool is unknown, or the server has failed.
    Protocol(ErrorData),
}

impl Fault {
    pub(super) fn arguments(message: impl Into<Cow<'static, str>>) -> Self {
        Fault::Arguments(message.into())
    }

    /// The message, without the position.
    pub(super) fn message(&self) -> String {
        match self {
            Fault::Arguments(message) => message.to_string(),
            Fault::Toon(error) | Fault::Json(error) => message(error),
            Fault::Protocol(error) => error.message.to_string(),
        }
    }

    /// SEP-1303: a tool reports invalid input in its result, so that the error reaches the model.
    ///
    /// # Errors
    /// Fails if the model could not have avoided the failure by using other arguments.
    pub(super) fn into_result(self) -> Result<CallToolResult, ErrorData> {
        let (label, error) = match &self {
            Fault::Toon(error) if length_mismatch(error).is_some() => ("Array length mismatch", error),
            Fault::Toon(error) => ("Parse error", error),
            Fault::Json(error) if is_too_deep(error) => ("Encoding failed", error),
            Fault::Json(error) => ("Invalid JSON", error),
            Fault::Arguments(message) => {
                return Ok(CallToolResult::error(vec![ContentBlock::text(message.clone())]));
            }
            Fault::Protocol(error) => return Err(error.clone()),
        };
        let place = match error.line() {
            0 => String::new(),
            line => format!(" at line {line}, column {}", error.column()),
        };
        let mut report = facts(error);
        let suggestion = match report.get("suggestion") {
            Some(Value::String(suggestion)) => format!("\nSuggestion: {suggestion}"),
            _ => String::new(),
        };
        let text = format!("{label}{place}: {}{suggestion}", detail(error));
        // Some hosts show this instead of the text, so it has to be complete.
        report.insert("message".to_owned(), Value::from(message(error)));
        let mut result = CallToolResult::error(vec![ContentBlock::text(text)]);
        result.structured_content = Some(json!({ "error": report }));
        Ok(result)
    }
}

/// The errors of revisions before SEP-1303: `-32602` if other arguments would help, and `-32603`
/// otherwise.
impl From<Fault> for ErrorData {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::Arguments(message) => ErrorData::invalid_params(message, None),
            Fault::Toon(error) => {
                let message = match length_mismatch(&error) {
                    Some(_) => message(&error),
                    None if error.line() == 0 => error.to_string(),
                    None => {
                        let (line, column) = (error.line(), error.column());
                        format!("Parse error at line {line}, column {column}: {}", error.kind())
                    }
                };
                ErrorData::invalid_params(message, data(&error))
            }
            Fault::Json(error) if is_too_deep(&error) => {
                ErrorData::internal_error(format!("Encoding failed: {error}"), data(&error))
            }
            Fault::Json(error) => {
                let place = match error.line() {
                    0 => String::new(),
                    line => format!(" at line {line} column {}", error.column()),
                };
                ErrorData::invalid_params(format!("Invalid JSON: {}{place}", detail(&error)), data(&error))
            }
            Fault::Protocol(error) => error,
        }
    }
}

/// `error` as an entry of `toon_validate`: a `message` and, where known, a `line`, `column` and
/// `suggestion`.
pub(super) fn report(error: &Error) -> Value {
    let mut report = place(error);
    report.insert("message".to_owned(), Value::from(message(error)));
    Value::Object(report)
}

/// The message, without the position.
fn message(error: &Error) -> String {
    match length_mismatch(error) {
        Some(lengths) => format!("Array length mismatch: {lengths}"),
        None => detail(error),
    }
}

/// The message, without the position and the label.
fn detail(error: &Error) -> String {
    match error.kind() {
        ErrorKind::InvalidJson { message, .. } => message.clone(),
        kind => length_mismatch(error).unwrap_or_else(|| kind.to_string()),
    }
}

fn length_mismatch(error: &Error) -> Option<String> {
    match error.kind() {
        ErrorKind::CountMismatch { expected, found, .. } => {
            Some(format!("expected {expected}, found {found}"))
        }
        ErrorKind::HugeCount { declared, found, .. } => Some(format!("expected {declared}, found {found}")),
        _ => None,
    }
}

fn is_too_deep(error: &Error) -> bool {
    matches!(error.kind(), ErrorKind::DepthLimit { .. })
}

fn data(error: &Error) -> Option<Value> {
    let facts = facts(error);
    if facts.is_empty() { None } else { Some(Value::Object(facts)) }
}

/// The position, the suggestion, and the numbers of a length mismatch.
fn facts(error: &Error) -> Map<String, Value> {
    let mut facts = place(error);
    if let ErrorKind::CountMismatch { expected, found, .. } = error.kind() {
        facts.insert("expected".to_owned(), json!(expected));
        facts.insert("found".to_owned(), json!(found));
    }
    facts
}

fn place(error: &Error) -> Map<String, Value> {
    let mut place = Map::new();
    if error.line() != 0 {
        place.insert("line".to_owned(), json!(error.line()));
        place.insert("column".to_owned(), json!(error.column()));
    }
    // The default suggestion is to raise the limit, which callers cannot do.
    let suggestion = if is_too_deep(error) { Some("reduce the nesting".into()) } else { error.suggestion() };
    if let Some(suggestion) = suggestion {
        place.insert("suggestion".to_owned(), Value::from(suggestion));
    }
    place
}
