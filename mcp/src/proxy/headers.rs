//! HTTP headers of MCP.

use axum::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use std::borrow::Cow;
use toon_convert::__internal::Object;

pub(super) const SESSION: HeaderName = HeaderName::from_static("mcp-session-id");
pub(super) const VERSION: HeaderName = HeaderName::from_static("mcp-protocol-version");
pub(super) const LAST_EVENT: HeaderName = HeaderName::from_static("last-event-id");
pub(super) const METHOD: HeaderName = HeaderName::from_static("mcp-method");
pub(super) const NAME: HeaderName = HeaderName::from_static("mcp-name");

/// The markers around a Base64 value.
const BEGIN: &str = "=?base64?";
const END: &str = "?=";

/// The key in `_meta` for the protocol version of a message without a session.
pub(super) const META_VERSION: &str = "io.modelcontextprotocol/protocolVersion";

/// Headers that are not forwarded: those of the connection (RFC 9110 §7.6.1); the body's length and
/// encoding, which change; and `Host` and `Origin`, since the server has a different address and
/// would reject pages of this one.
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

/// Removes the headers that are not forwarded.
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

/// Sets the headers that must repeat parts of a message with its own version. Returns whether it
/// has a version.
pub(super) fn add_standard(headers: &mut HeaderMap, message: &Object<'_>) -> bool {
    let Some(params) = message.object("params") else { return false };
    let meta = params.object("_meta");
    let Some(version) = meta.as_ref().and_then(|meta| meta.string(META_VERSION)) else { return false };
    insert(headers, VERSION, &version);
    let Some(method) = message.string("method") else { return true };
    insert(headers, METHOD, &method);
    if let Some(name) = named(&method).and_then(|key| params.string(key)) {
        insert(headers, NAME, &name);
    }
    true
}

/// The parameter that the name header repeats.
fn named(method: &str) -> Option<&'static str> {
    match method {
        "tools/call" | "prompts/get" => Some("name"),
        "resources/read" | "resources/subscribe" | "resources/unsubscribe" => Some("uri"),
        "tasks/get" | "tasks/update" | "tasks/cancel" => Some("taskId"),
        _ => None,
    }
}

/// Checks that the headers match a request.
///
/// # Errors
///
/// Returns the difference.
pub(super) fn check_standard(
    headers: &HeaderMap,
    method: &str,
    params: Option<&Object<'_>>,
) -> Result<(), String> {
    compare(headers, &METHOD, Some(method))?;
    match named(method).and_then(|key| params?.string(key)) {
        Some(name) => compare_encoded(headers, &NAME, Some(&name)),
        // There is no value to repeat.
        None => Ok(()),
    }
}

/// Checks that the header occurs exactly once with this value, or not at all if there is no value.
///
/// # Errors
///
/// Returns the difference.
pub(super) fn compare(headers: &HeaderMap, name: &HeaderName, value: Option<&str>) -> Result<(), String> {
    compare_by(headers, name, value, |header, value| Ok(header == value))
}

/// Like [`compare`], for a header that may be Base64-encoded.
pub(super) fn compare_encoded(
    headers: &HeaderMap,
    name: &HeaderName,
    value: Option<&str>,
) -> Result<(), String> {
    compare_by(headers, name, value, |header, value| {
        decoded(header)
            .map(|header| header == value)
            .ok_or_else(|| format!("`{name}` is not valid Base64 of UTF-8 text"))
    })
}

/// Like [`compare_encoded`], but compares numbers by value: `42` equals `42.0`.
pub(super) fn compare_number(headers: &HeaderMap, name: &HeaderName, value: &str) -> Result<(), String> {
    compare_by(headers, name, Some(value), |header, value| {
        let numbers = (header.parse::<f64>(), value.parse::<f64>());
        Ok(header == value || matches!(numbers, (Ok(header), Ok(value)) if header.total_cmp(&value).is_eq()))
    })
}

fn compare_by(
    headers: &HeaderMap,
    name: &HeaderName,
    value: Option<&str>,
    is_same: impl Fn(&str, &str) -> Result<bool, String>,
) -> Result<(), String> {
    let mut found = headers.get_all(name).iter();
    let header = found.next();
    // If there are two, a proxy on the way may have read the other one.
    if found.next().is_some() {
        return Err(format!("`{name}` occurs more than once"));
    }
    match (header, value) {
        (None, None) => Ok(()),
        (None, Some(_)) => Err(format!("`{name}` is missing")),
        (Some(_), None) => Err(format!("`{name}` is present, but the value that it repeats is missing")),
        (Some(header), Some(value)) => {
            let header = header.to_str().map_err(|_| format!("`{name}` has invalid characters"))?;
            if is_same(header.trim_matches([' ', '\t']), value)? {
                Ok(())
            } else {
                Err(format!("`{name}` is {header:?}, but the body has {value:?}"))
            }
        }
    }
}

pub(super) fn insert(headers: &mut HeaderMap, name: HeaderName, text: &str) {
    if let Ok(value) = HeaderValue::from_str(&value_of(text)) {
        headers.insert(name, value);
    }
}

/// Encodes a text as a header value: in Base64 if it contains characters that are not allowed in a
/// header or would be lost.
fn value_of(text: &str) -> String {
    let is_plain = text.bytes().all(|byte| matches!(byte, 0x20..=0x7e))
        && text.trim() == text
        && !(text.starts_with(BEGIN) && text.ends_with(END));
    if is_plain { text.to_owned() } else { format!("{BEGIN}{}{END}", STANDARD.encode(text)) }
}

/// Decodes a header value. `None` if it is invalid.
fn decoded(header: &str) -> Option<Cow<'_, str>> {
    let encoded = header.strip_prefix(BEGIN).and_then(|rest| rest.strip_suffix(END));
    let Some(encoded) = encoded else { return Some(header.into()) };
    String::from_utf8(STANDARD.decode(encoded).ok()?).ok().map(Into::into)
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
