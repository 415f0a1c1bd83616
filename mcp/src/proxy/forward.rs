//! Forwards HTTP requests to a server that uses streamable HTTP.

use super::headers::{SESSION, VERSION, without_own};
use super::legacy;
use super::long::Scan;
use super::refusal;
use super::relay::{Relay, Sent};
use super::responses::together;
use super::rewriter::Rewriter;
use super::sessions::Sessions;
use super::sse::{self, Chunk, Events};
use super::upstream::{Upstream, reason};
use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::http::header::{self, HeaderMap};
use axum::http::{Method, StatusCode};
use axum::response::{IntoResponse, Response};
use futures::{Stream, StreamExt};
use std::borrow::Cow;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

/// Connects clients that use HTTP to a server that is reached over HTTP.
///
/// Requests and responses are forwarded with their headers. Only tool results are
/// [converted](Relay), in JSON bodies and in event streams.
#[derive(Clone, Debug)]
pub(crate) struct Forward {
    inner: Arc<ForwardState>,
}

#[derive(Debug)]
struct ForwardState {
    upstream: Upstream,
    rewriter: Arc<Rewriter>,
    sessions: Sessions,
    /// The maximum length of a request, and of a response that is kept in memory.
    longest_request: usize,
    longest: usize,
}

impl Forward {
    /// Creates a forwarder to this server. Responses longer than `longest` bytes are not converted.
    /// Requests longer than `longest_request` are rejected.
    pub(crate) fn new(
        upstream: Upstream,
        rewriter: Arc<Rewriter>,
        longest: usize,
        longest_request: usize,
    ) -> Self {
        let sessions = Sessions::new(Arc::clone(&rewriter));
        let inner = ForwardState { upstream, rewriter, sessions, longest_request, longest };
        Forward { inner: Arc::new(inner) }
    }

    /// Returns a function that counts sessions which the server has started and no client has
    /// closed.
    pub(crate) fn sessions(&self) -> impl Fn() -> usize + Send + Sync + use<> {
        let inner = Arc::clone(&self.inner);
        move || inner.sessions.count()
    }

    /// The HTTP service. It handles all paths.
    pub(crate) fn router(self) -> axum::Router {
        axum::Router::new().fallback(handle).with_state(self)
    }
}

impl ForwardState {
    /// The server's response to a request with these headers, if it refuses it. Only the server
    /// knows who may use a session.
    async fn refusal(&self, headers: &HeaderMap) -> Option<Response> {
        const PING: &str = r#"{"jsonrpc":"2.0","id":"toon-mcp: ping","method":"ping"}"#;
        let mut headers = without_own(headers);
        // It has another length.
        headers.remove(header::CONTENT_LENGTH);
        let sent = self.upstream.request(Method::POST, headers).body(PING).send().await;
        let answer = match sent {
            Ok(answer) if answer.status().is_success() => return None,
            Ok(answer) => answer,
            Err(error) => {
                tracing::error!(error = reason(error), "the server cannot be reached");
                return Some((StatusCode::BAD_GATEWAY, "the MCP server cannot be reached").into_response());
            }
        };
        let (status, headers) = (answer.status(), without_own(answer.headers()));
        Some((status, headers, Body::from_stream(answer.bytes_stream())).into_response())
    }
}

async fn handle(State(Forward { inner }): State<Forward>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let Ok(body) = axum::body::to_bytes(body, inner.longest_request).await else {
        return (StatusCode::PAYLOAD_TOO_LARGE, "the request is too long").into_response();
    };
    let session = parts.headers.get(&SESSION).and_then(|id| id.to_str().ok());
    let relay = session
        .map_or_else(|| Arc::new(Relay::new(Arc::clone(&inner.rewriter))), |id| inner.sessions.get(id));
    let Sent { text, ids, refused: mut own, questions } = match std::str::from_utf8(&body) {
        Ok(text) => relay.client_sent(text),
        Err(_) if relay.is_restricted() => {
            return (StatusCode::BAD_REQUEST, "the request is not valid UTF-8").into_response();
        }
        // Passed on unchanged.
        Err(_) => Sent { text: Some(Cow::Borrowed("")), ids: vec![], refused: vec![], questions: vec![] },
    };
    if session.is_some()
        && !questions.is_empty()
        && let Some(refusal) = inner.refusal(&parts.headers).await
    {
        return refusal;
    }
    for question in questions {
        own.push(question.answer().await);
    }
    let body = match text {
        Some(Cow::Owned(text)) => Bytes::from(text),
        Some(Cow::Borrowed(_)) => body.clone(),
        None if own.is_empty() => return StatusCode::ACCEPTED.into_response(),
        None => return own_only(&own),
    };
    let headers = without_own(&parts.headers);
    let watch =
        Watch { inner: Arc::clone(&inner), relay, ids, own, headers: headers.clone(), is_cancelled: true };
    let (is_post, is_delete) = (parts.method == Method::POST, parts.method == Method::DELETE);
    let sent = inner.upstream.request(parts.method, headers).body(body).send().await;
    match sent {
        Ok(answer) => {
            // Streamable HTTP always accepts POST. The client gets the status, and the log explains
            // it.
            if is_post && answer.status() == StatusCode::METHOD_NOT_ALLOWED {
                let inner = Arc::clone(&inner);
                tokio::spawn(async move {
                    if legacy::is_spoken(&inner.upstream).await {
                        tracing::warn!("{}", legacy::ADVICE);
                    }
                });
            }
            let is_over = is_delete || answer.status() == StatusCode::NOT_FOUND;
            let response = answered(answer, watch).await;
            if let (true, Some(id)) = (is_over, session) {
                inner.sessions.remove(id);
            }
            response
        }
        Err(error) => {
            tracing::error!(error = reason(error), "the server cannot be reached");
            watch.failed("the MCP server cannot be reached")
        }
    }
}

/// Forwards the server's response.
async fn answered(answer: reqwest::Response, mut watch: Watch) -> Response {
    let status = answer.status();
    // The client gets the response unchanged, but may not show it to its user.
    if let Some(reason) = refusal::credentials(status, answer.headers(), &watch.inner.upstream) {
        tracing::warn!(reason, "the server refuses a request");
    }
    let headers = without_own(answer.headers());
    if let Some(id) = headers.get(&SESSION).and_then(|id| id.to_str().ok()) {
        watch.inner.sessions.keep(id, &watch.relay);
    }
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    let body = match kind.as_str() {
        "text/event-stream" => Body::from_stream(ConvertedEvents::new(answer, watch)),
        "application/json" if status.is_success() => match whole(answer, watch.inner.longest).await {
            Ok((bytes, rest)) => {
                watch.is_cancelled = false;
                json(bytes, rest, watch)
            }
            Err(error) => {
                tracing::error!(error = reason(error), "the server's answer broke off");
                return watch.failed("the MCP server broke off its response");
            }
        },
        // The server has got only notifications.
        _ if status.is_success() && !watch.own.is_empty() => {
            return watch.failed("the MCP server gave no answer");
        }
        _ => {
            watch.done(status.is_success());
            Body::from_stream(answer.bytes_stream())
        }
    };
    let mut response = Response::new(body);
    *response.status_mut() = status;
    *response.headers_mut() = headers;
    response
}

type Bodies = Pin<Box<dyn Stream<Item = reqwest::Result<Bytes>> + Send>>;

/// Reads a body up to a length. If it is longer, also returns the rest of the stream.
async fn whole(answer: reqwest::Response, longest: usize) -> reqwest::Result<(Vec<u8>, Option<Bodies>)> {
    let mut stream: Bodies = Box::pin(answer.bytes_stream());
    let mut bytes = Vec::new();
    while let Some(next) = stream.next().await {
        bytes.extend_from_slice(&next?);
        if bytes.len() > longest {
            return Ok((bytes, Some(stream)));
        }
    }
    Ok((bytes, None))
}

fn json(bytes: Vec<u8>, rest: Option<Bodies>, watch: Watch) -> Body {
    let once = |bytes: Vec<u8>| futures::stream::once(std::future::ready(Ok(Bytes::from(bytes))));
    let own = watch.own.clone();
    if let Some(rest) = rest {
        watch.relay.passed(bytes.len());
        watch.done(true);
        let (first, last) = with_own(bytes, &own);
        return Body::from_stream(once(first).chain(rest).chain(once(last.into())));
    }
    let answer = std::str::from_utf8(&bytes).ok().and_then(|text| watch.relay.server_sent(text));
    // Requests that the body does not respond to will get no response.
    watch.done(false);
    let (mut body, last) = with_own(answer.map_or(bytes, String::into_bytes), &own);
    body.extend_from_slice(last.as_bytes());
    Body::from(body)
}

/// Adds our own responses to the start of a body. Returns what it must end with.
fn with_own(bytes: Vec<u8>, own: &[String]) -> (Vec<u8>, &'static str) {
    if own.is_empty() {
        return (bytes, "");
    }
    if matches!(bytes.trim_ascii(), b"" | b"[]") {
        return (together(own).into_bytes(), "");
    }
    let start = format!("[{},", own.join(","));
    match bytes.trim_ascii_start() {
        [b'[', rest @ ..] => ([start.as_bytes(), rest].concat(), ""),
        rest => ([start.as_bytes(), rest].concat(), "]"),
    }
}

/// The response if the server gets nothing.
fn own_only(errors: &[String]) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], together(errors)).into_response()
}

/// The requests in a POST, until they are answered or cancelled.
struct Watch {
    inner: Arc<ForwardState>,
    relay: Arc<Relay>,
    ids: Vec<Box<str>>,
    /// Our own responses, to refused calls and to queries, which the client has yet to get.
    own: Vec<String>,
    headers: HeaderMap,
    /// Whether to notify the server if the client disconnects.
    is_cancelled: bool,
}

impl Watch {
    /// The response is forwarded without being parsed.
    fn done(mut self, is_ok: bool) {
        self.is_cancelled = false;
        self.relay.pass(&self.ids, is_ok);
    }

    /// Error responses for all pending requests, and our own responses.
    fn errors(&mut self, reason: &str) -> Vec<String> {
        self.is_cancelled = false;
        let mut errors = std::mem::take(&mut self.own);
        errors.extend(self.relay.fail(&self.ids, reason));
        errors
    }

    /// The response to the client if the server sends none.
    fn failed(mut self, reason: &str) -> Response {
        let errors = self.errors(reason);
        if errors.is_empty() {
            return (StatusCode::BAD_GATEWAY, reason.to_owned()).into_response();
        }
        own_only(&errors)
    }
}

impl Drop for Watch {
    /// If this is dropped early, the client has disconnected. A server with sessions must be
    /// notified. Without sessions, it sees the end of the connection.
    fn drop(&mut self) {
        let ids = if self.is_cancelled { self.relay.forget(&self.ids) } else { Vec::new() };
        if ids.is_empty() || !self.headers.contains_key(&SESSION) {
            return;
        }
        let Ok(runtime) = tokio::runtime::Handle::try_current() else { return };
        let mut headers = HeaderMap::new();
        for name in [SESSION, VERSION, header::AUTHORIZATION] {
            if let Some(value) = self.headers.get(&name) {
                headers.insert(name, value.clone());
            }
        }
        headers.insert(header::CONTENT_TYPE, header::HeaderValue::from_static("application/json"));
        headers
            .insert(header::ACCEPT, header::HeaderValue::from_static("application/json, text/event-stream"));
        for id in ids {
            let note = format!(
                r#"{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{{"requestId":{id},"reason":"the client has gone"}}}}"#
            );
            let request = self.inner.upstream.request(Method::POST, headers.clone()).body(note);
            runtime.spawn(async move {
                if let Err(error) = request.send().await {
                    tracing::warn!(error = reason(error), "the server was not told that a client has gone");
                }
            });
        }
    }
}

/// An event stream whose results are converted.
struct ConvertedEvents {
    stream: Option<Bodies>,
    events: Events,
    /// Scans events that are too long to be converted.
    scan: Scan,
    watch: Watch,
}

impl ConvertedEvents {
    fn new(answer: reqwest::Response, watch: Watch) -> Self {
        let events = Events::new(watch.inner.longest);
        ConvertedEvents {
            stream: Some(Box::pin(answer.bytes_stream())),
            events,
            scan: Scan::default(),
            watch,
        }
    }

    fn convert(&mut self, event: Vec<u8>) -> Bytes {
        let Ok(text) = std::str::from_utf8(&event) else { return event.into() };
        if sse::id(text).is_some() {
            // The client can resume the stream.
            self.watch.is_cancelled = false;
        }
        let data = sse::data(text);
        match data.and_then(|data| self.watch.relay.server_sent(&data)) {
            Some(answer) => sse::with_data(text, &answer).into(),
            None => event.into(),
        }
    }
}

impl Stream for ConvertedEvents {
    type Item = Result<Bytes, std::convert::Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        loop {
            match self.events.next() {
                Some(Chunk::Event(event)) => return Poll::Ready(Some(Ok(self.convert(event)))),
                Some(Chunk::Part(part) | Chunk::End(part)) => {
                    let answered = self.scan.push(&part);
                    self.watch.relay.pass(answered.as_slice(), true);
                    self.watch.relay.passed(part.len());
                    return Poll::Ready(Some(Ok(part.into())));
                }
                None => {}
            }
            let Some(stream) = &mut self.stream else { return Poll::Ready(None) };
            match std::task::ready!(stream.poll_next_unpin(context)) {
                Some(Ok(bytes)) => self.events.push(&bytes),
                end => {
                    if let Some(Err(error)) = end {
                        tracing::error!(error = reason(error), "the server's answer broke off");
                    }
                    self.stream = None;
                    let mut last = match self.events.rest() {
                        Some(Chunk::Event(event)) => self.convert(event).into(),
                        Some(Chunk::Part(part) | Chunk::End(part)) => part,
                        None => Vec::new(),
                    };
                    for error in self.watch.errors("the MCP server broke off its response") {
                        last.extend_from_slice(sse::event(&error).as_bytes());
                    }
                    return Poll::Ready(if last.is_empty() { None } else { Some(Ok(last.into())) });
                }
            }
        }
    }
}
