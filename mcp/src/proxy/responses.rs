//! The proxy's own JSON-RPC responses.

use rmcp::model::ErrorCode;

/// An error response for the request with this id, in JSON.
pub(super) fn error(id: &str, ErrorCode(code): ErrorCode, message: &str) -> String {
    let message = serde_json::Value::from(message);
    format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":{code},"message":{message}}}}}"#)
}

/// A response with a result.
pub(super) fn response(id: &str, result: &serde_json::Value) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{result}}}"#)
}

/// A message that contains these responses.
pub(super) fn together(responses: &[String]) -> String {
    match responses {
        [response] => response.clone(),
        responses => format!("[{}]", responses.join(",")),
    }
}
