//! The headers of MCP over HTTP.

use crate::object::Object;
use axum::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

pub(super) const SESSION: HeaderName = HeaderName::from_static("mcp-session-id");
pub(super) const VERSION: HeaderName = HeaderName::from_static("mcp-protocol-version");
const METHOD: HeaderName = HeaderName::from_static("mcp-method");
const NAME: HeaderName = HeaderName::from_static("mcp-name");

/// Where a message without a session says which protocol it speaks.
pub(super) const META_VERSION: &str = "io.modelcontextprotocol/protocolVersion";

/// What belongs to one connection, and not to what is said over it (RFC 9110 §7.6.1); the lengths and encodings of bodies,
/// which change; and where the request was to go and which page made it: the server behind has another address, and would refuse
/// pages that have this one.
const OWN: [HeaderName; 12] = [
    header::CONNECTION,
    HeaderName::from_static("keep-alive"),
    header::PROXY_AUTHENTICATE,
    header::PROXY_AUTHORIZATION,
    header::TE,
    header::TRAILER,
    header::TRANSFER_ENCODING,
    header::UPGRADE,
    header::HOST,
    header::ORIGIN,
    header::CONTENT_LENGTH,
    header::ACCEPT_ENCODING,
];

/// Those that go through a proxy.
pub(super) fn without_own(headers: &HeaderMap) -> HeaderMap {
    let mut headers = headers.clone();
    let named: Vec<HeaderName> = headers
        .get_all(header::CONNECTION)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|names| names.split(','))
        .filter_map(|name| name.trim().parse().ok())
        .collect();
    for name in OWN.iter().chain(&named) {
        headers.remove(name);
    }
    headers
}

/// What a message that says its version by itself says in headers, too. Whether it does.
pub(super) fn add_standard(headers: &mut HeaderMap, message: &Object<'_>) -> bool {
    let Some(params) = message.object("params") else { return false };
    let meta = params.object("_meta");
    let Some(version) = meta.as_ref().and_then(|meta| meta.string(META_VERSION)) else { return false };
    insert(headers, VERSION, &version);
    let Some(method) = message.string("method") else { return true };
    insert(headers, METHOD, &method);
    let key = match &*method {
        "tools/call" | "prompts/get" => "name",
        "resources/read" | "resources/subscribe" | "resources/unsubscribe" => "uri",
        "tasks/get" | "tasks/update" | "tasks/cancel" => "taskId",
        _ => return true,
    };
    if let Some(name) = params.string(key) {
        insert(headers, NAME, &name);
    }
    true
}

pub(super) fn insert(headers: &mut HeaderMap, name: HeaderName, text: &str) {
    if let Ok(value) = HeaderValue::from_str(&value_of(text)) {
        headers.insert(name, value);
    }
}

/// The text as a header has it: in Base64 where it has characters that a header cannot have, or would lose.
fn value_of(text: &str) -> String {
    let is_plain = text.bytes().all(|byte| matches!(byte, 0x20..=0x7e))
        && text.trim() == text
        && !(text.starts_with("=?base64?") && text.ends_with("?="));
    if is_plain { text.to_owned() } else { format!("=?base64?{}?=", STANDARD.encode(text)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn standard(message: &str) -> Vec<(String, String)> {
        let mut headers = HeaderMap::new();
        add_standard(&mut headers, &serde_json::from_str(message).unwrap());
        let pairs =
            headers.iter().map(|(name, value)| (name.to_string(), value.to_str().unwrap().to_owned()));
        pairs.collect()
    }

    #[test]
    fn of_messages_that_say_their_version() {
        let call = |name: &str| {
            let meta = r#"{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}"#;
            standard(&format!(
                r#"{{"id":1,"method":"tools/call","params":{{"name":"{name}","_meta":{meta}}}}}"#
            ))
        };
        let expected =
            [("mcp-protocol-version", "2026-07-28"), ("mcp-method", "tools/call"), ("mcp-name", "list")];
        assert_eq!(call("list"), expected.map(|(name, value)| (name.to_owned(), value.to_owned())));
        assert_eq!(call("é")[2].1, "=?base64?w6k=?=");
        assert_eq!(call(" a")[2].1, "=?base64?IGE=?=");
        assert_eq!(standard(r#"{"id":1,"method":"tools/call","params":{"name":"list"}}"#), []);
    }

    #[test]
    fn of_a_connection_stay() {
        let mut headers = HeaderMap::new();
        for (name, value) in [("connection", "close, X-Hop"), ("x-hop", "1"), ("host", "a"), ("accept", "b")]
        {
            headers.append(HeaderName::from_static(name), HeaderValue::from_static(value));
        }
        assert_eq!(without_own(&headers).into_iter().count(), 1);
    }
}
