//! The server with TOON tools: their arguments and results, and the program around them.

mod errors;
mod guard;
mod normal;
mod observed;
mod options;
mod order;
mod protocols;
mod raw;
mod schemas;
mod stats;
mod validate;

use crate::generations::text;
use rmcp::ErrorData;
use rmcp::model::CallToolResult;
use serde_json::Value;
use toon_mcp::server::ToonServer;

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
