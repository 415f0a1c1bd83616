//! HTTP's requirements for messages without sessions: headers must match the body, and the status
//! states the kind of error (2026-07-28, Streamable HTTP, Request Metadata). A server that uses
//! stdio knows about neither.

use super::super::headers::{self, META_VERSION, VERSION};
use super::super::responses;
use axum::http::StatusCode;
use axum::http::header::{CONTENT_TYPE, HeaderMap};
use axum::response::{IntoResponse, Response};
use rmcp::model::ErrorCode;
use toon_convert::__internal::Object;

/// The first version of the protocol that has no sessions.
const WITHOUT_SESSIONS: &str = "2026-07-28";
const META_CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";

/// The reason for not passing a message on to the server.
pub(super) struct Refusal {
    status: StatusCode,
    code: ErrorCode,
    reason: String,
}

impl Refusal {
    fn new(status: StatusCode, code: ErrorCode, reason: impl Into<String>) -> Self {
        Refusal { status, code, reason: reason.into() }
    }

    /// A header is missing or differs from the body.
    pub(super) fn mismatch(reason: String) -> Self {
        Refusal::new(StatusCode::BAD_REQUEST, ErrorCode::HEADER_MISMATCH, reason)
    }

    /// The response to `message`. Only requests have an id, which goes into the response.
    pub(super) fn answer(self, message: &Object<'_>) -> Response {
        match message.get("id") {
            Some(id) => error(self.status, responses::error(id.get(), self.code, &self.reason)),
            None => (self.status, self.reason).into_response(),
        }
    }
}

/// Sends an error as the whole response.
pub(super) fn error(status: StatusCode, text: String) -> Response {
    (status, [(CONTENT_TYPE, "application/json")], text).into_response()
}

/// Whether the version in the headers is one without sessions.
pub(super) fn is_named_in(headers: &HeaderMap) -> bool {
    headers.get(&VERSION).and_then(|version| version.to_str().ok()).is_some_and(|it| it >= WITHOUT_SESSIONS)
}

/// Whether the message belongs to a version without sessions. Each such message states its version,
/// at least in its header.
pub(super) fn is_spoken_in(headers: &HeaderMap, message: &Object<'_>) -> bool {
    let params = message.object("params");
    let says_version = version_in(params.as_ref()).is_some();
    match message.string("method").as_deref() {
        // In earlier versions, this begins a session.
        Some("initialize") => {
            says_version && params.is_none_or(|params| params.string("protocolVersion").is_none())
        }
        Some("server/discover") => true,
        _ => says_version || is_named_in(headers),
    }
}

fn version_in(params: Option<&Object<'_>>) -> Option<String> {
    Some(params?.object("_meta")?.string(META_VERSION)?.into_owned())
}

/// Checks the headers of a message against its body.
pub(super) fn check(headers: &HeaderMap, message: &Object<'_>) -> Result<(), Refusal> {
    let Some(method) = message.string("method") else {
        let reason = "the body is to be one request or notification";
        return Err(Refusal::new(StatusCode::BAD_REQUEST, ErrorCode::INVALID_REQUEST, reason));
    };
    let is_request = message.get("id").is_some();
    let params = message.object("params");
    match version_in(params.as_ref()) {
        Some(version) => headers::compare(headers, &VERSION, Some(&version)).map_err(Refusal::mismatch)?,
        None if is_request => {
            let reason = format!("`_meta` has no `{META_VERSION}`");
            return Err(Refusal::new(StatusCode::BAD_REQUEST, ErrorCode::INVALID_PARAMS, reason));
        }
        // The requirements for notifications are not specified.
        None => {}
    }
    if is_request {
        headers::check_standard(headers, &method, params.as_ref()).map_err(Refusal::mismatch)?;
    }
    if method == "initialize" {
        let reason = format!("`initialize` is not a method since {WITHOUT_SESSIONS}");
        return Err(Refusal::new(StatusCode::NOT_FOUND, ErrorCode::METHOD_NOT_FOUND, reason));
    }
    Ok(())
}

/// Whether a request lacks a required field in its `_meta`.
pub(super) fn is_malformed(message: &Object<'_>) -> bool {
    let meta = message
        .object("params")
        .and_then(|params| Some(params.object("_meta")?.get(META_CAPABILITIES)?.get().starts_with('{')));
    meta != Some(true)
}

/// The status for a response that is a protocol error. Invalid parameters are one if the request
/// `is_malformed`.
pub(super) fn status_of(answer: &str, is_malformed: bool) -> Option<StatusCode> {
    #[derive(serde::Deserialize)]
    struct ErrorResponse {
        error: Failure,
    }
    #[derive(serde::Deserialize)]
    struct Failure {
        code: i32,
    }
    let ErrorResponse { error } = serde_json::from_str(answer).ok()?;
    match ErrorCode(error.code) {
        ErrorCode::METHOD_NOT_FOUND => Some(StatusCode::NOT_FOUND),
        ErrorCode::HEADER_MISMATCH
        | ErrorCode::MISSING_REQUIRED_CLIENT_CAPABILITY
        | ErrorCode::UNSUPPORTED_PROTOCOL_VERSION => Some(StatusCode::BAD_REQUEST),
        ErrorCode::INVALID_PARAMS if is_malformed => Some(StatusCode::BAD_REQUEST),
        _ => None,
    }
}
