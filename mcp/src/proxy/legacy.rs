//! Detects the predecessor of streamable HTTP: HTTP+SSE of 2024-11-05.

use super::sse::{self, Chunk, Events};
use super::upstream::Upstream;
use axum::http::header::{ACCEPT, CONTENT_TYPE, HeaderMap, HeaderValue};
use axum::http::{Method, StatusCode};
use futures::StreamExt;
use std::time::Duration;

/// How long to wait for the first event.
const ENDPOINT_TIMEOUT: Duration = Duration::from_secs(3);
/// The maximum length of the first event, which is a path.
const MAX_EVENT_BYTES: usize = 1 << 14;

/// The error message, with what to do about it.
pub(super) const ADVICE: &str = "the MCP server speaks the legacy HTTP+SSE transport (protocol 2024-11-05), which the proxy does not support: use the server's URL for streamable HTTP, which often ends in /mcp instead of /sse, or put a bridge between the two transports in front of it";

/// Whether a server with that transport might reject a POST with this status. Its URL accepts only
/// GET.
pub(super) fn is_likely(status: StatusCode) -> bool {
    matches!(status, StatusCode::BAD_REQUEST | StatusCode::NOT_FOUND | StatusCode::METHOD_NOT_ALLOWED)
}

/// Whether the server uses that transport: its stream then begins with an `endpoint` event.
pub(super) async fn is_spoken(upstream: &Upstream) -> bool {
    tokio::time::timeout(ENDPOINT_TIMEOUT, begins_with_endpoint(upstream)).await == Ok(Some(true))
}

async fn begins_with_endpoint(upstream: &Upstream) -> Option<bool> {
    let mut headers = HeaderMap::new();
    headers.insert(ACCEPT, HeaderValue::from_static("text/event-stream"));
    let answer = upstream.request(Method::GET, headers).send().await.ok()?;
    let kind = answer.headers().get(CONTENT_TYPE)?.to_str().ok()?.to_ascii_lowercase();
    if !answer.status().is_success() || !kind.starts_with("text/event-stream") {
        return None;
    }
    let mut stream = answer.bytes_stream();
    let mut events = Events::new(MAX_EVENT_BYTES);
    loop {
        events.push(&stream.next().await?.ok()?);
        while let Some(chunk) = events.next() {
            let Chunk::Event(event) = chunk else { return None };
            let event = std::str::from_utf8(&event).ok()?;
            // Comments may precede it.
            if sse::data(event).is_some() {
                return Some(sse::kind(event) == Some("endpoint"));
            }
        }
    }
}
