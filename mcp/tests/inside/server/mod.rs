//! The tools of the server: their arguments and results.

#[cfg(feature = "context")]
mod context;
mod errors;
mod normal;
mod options;
mod schemas;
mod stats;
mod validate;

use crate::server::ToonServer;
use rmcp::ErrorData;
use rmcp::model::CallToolResult;
use serde_json::Value;
use toon_convert::marker::FORMAT;

/// Calls a tool without any transport.
fn call(tool: &str, arguments: Value) -> Result<CallToolResult, ErrorData> {
    let Value::Object(arguments) = arguments else { panic!("arguments are an object") };
    ToonServer::new().call(tool, arguments)
}

/// The text that a tool returns, which must be marked as `format`.
#[track_caller]
fn marked(tool: &str, format: &str, arguments: Value) -> String {
    let result = call(tool, arguments).unwrap();
    let (text, marker) = text(&result);
    assert_eq!(marker, format);
    text.to_owned()
}

/// The text of the only content block, and its marker.
#[track_caller]
fn text(result: &CallToolResult) -> (&str, &str) {
    let [block] = result.content.as_slice() else { panic!("{result:?}") };
    let block = block.as_text().unwrap();
    let marker = block.meta.as_ref().and_then(|meta| meta.get(FORMAT)).and_then(Value::as_str);
    (&block.text, marker.unwrap_or("none"))
}
