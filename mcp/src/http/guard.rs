//! The checks that precede every request.

use super::cors;
use super::hosts::Hosts;
use super::metrics::{Metrics, RejectReason};
use super::token::Token;
use axum::Json;
use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{Request, State};
use axum::http::header::{
    AUTHORIZATION, CONTENT_LENGTH, CONTENT_TYPE, HOST, HeaderName, ORIGIN, RETRY_AFTER, WWW_AUTHENTICATE,
};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, request};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http_body_util::{BodyExt, LengthLimitError, Limited};
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use serde::Deserialize;
use serde_json::json;
use std::borrow::Cow;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

const SESSION: HeaderName = HeaderName::from_static("mcp-session-id");

pub(super) struct Guard {
    pub(super) hosts: Hosts,
    pub(super) token: Option<Token>,
    pub(super) max_body: usize,
    pub(super) read_timeout: Duration,
    pub(super) slots: Arc<Semaphore>,
    pub(super) sessions: SessionStore,
    pub(super) max_sessions: usize,
    /// Sessions that are being opened, and may not be in the list of sessions yet.
    pub(super) starting: Arc<AtomicUsize>,
    pub(super) metrics: Arc<Metrics>,
}

/// Where sessions are stored.
pub(super) enum SessionStore {
    /// In this server, so that the guard limits them.
    Own(Arc<LocalSessionManager>),
    /// In a service that limits them itself. The function returns how many are open.
    Elsewhere(Box<dyn Fn() -> usize + Send + Sync>),
}

impl SessionStore {
    async fn count(&self) -> usize {
        match self {
            SessionStore::Own(sessions) => sessions.sessions.read().await.len(),
            SessionStore::Elsewhere(count) => count(),
        }
    }
}

/// A rejected request.
struct Rejection(RejectReason, StatusCode, &'static str);

impl IntoResponse for Rejection {
    fn into_response(self) -> Response {
        let Rejection(refusal, status, message) = self;
        let mut response = (status, Json(json!({ "error": message }))).into_response();
        let headers = response.headers_mut();
        match refusal {
            RejectReason::Token => {
                headers.insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer realm=\"toon-mcp\""));
            }
            RejectReason::Requests => {
                headers.insert(RETRY_AFTER, HeaderValue::from_static("1"));
            }
            RejectReason::Sessions => {
                headers.insert(RETRY_AFTER, HeaderValue::from_static("30"));
            }
            RejectReason::Host | RejectReason::Origin | RejectReason::Body => {}
        }
        response
    }
}

/// Passes a request on to `next`, or rejects it.
pub(super) async fn check(State(guard): State<Arc<Guard>>, request: Request, next: Next) -> Response {
    guard.metrics.request();
    let named = request
        .headers()
        .get(ORIGIN)
        .filter(|origin| origin.to_str().is_ok_and(|origin| guard.hosts.names_origin(origin)))
        .cloned();
    let mut response = match guard.clone().pass(request, next).await {
        Ok(response) => response,
        Err(refused) => {
            tracing::debug!(reason = ?refused.0, "request refused");
            guard.metrics.refuse(refused.0);
            refused.into_response()
        }
    };
    if let Some(origin) = named {
        cors::allow(response.headers_mut(), &origin);
    }
    response
}

/// Returns the metrics as text.
pub(super) async fn metrics(State(guard): State<Arc<Guard>>) -> impl IntoResponse {
    guard.metrics.set_sessions(guard.sessions.count().await);
    ([(CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], guard.metrics.to_string())
}

impl Guard {
    async fn pass(self: Arc<Self>, request: Request, next: Next) -> Result<Response, Rejection> {
        let (mut head, body) = request.into_parts();
        self.check_names(&head)?;
        if head.method == Method::OPTIONS && head.headers.contains_key(ORIGIN) {
            return Ok(cors::preflight());
        }
        if head.uri.path() == "/health" {
            return Ok(next.run(Request::from_parts(head, Body::empty())).await);
        }
        // Checked before anything is counted or read, so that unauthorized clients cannot block
        // others.
        self.check_token(&head.headers)?;
        if self.token.is_some() {
            // Removed, so that it cannot end up in a log.
            head.headers.remove(AUTHORIZATION);
        }
        let slot = self.slots.clone().try_acquire_owned().map_err(|_| {
            let message = "too many requests in progress";
            Rejection(RejectReason::Requests, StatusCode::SERVICE_UNAVAILABLE, message)
        })?;
        let bytes = self.read(body).await?;
        let starting = if opens_session(&head, &bytes) { Some(self.start_session().await?) } else { None };
        let response = next.run(Request::from_parts(head, Body::from(bytes))).await;
        drop(starting);
        Ok(self.count(response, slot))
    }

    fn check_names(&self, head: &request::Parts) -> Result<(), Rejection> {
        let forbidden = |refusal, message| Err(Rejection(refusal, StatusCode::FORBIDDEN, message));
        let host = match one(&head.headers, &HOST) {
            Some(Ok(host)) if self.hosts.has_host(host) => host,
            _ => return forbidden(RejectReason::Host, "the request is for another host"),
        };
        // A request line may also contain a host.
        if head.uri.authority().is_some_and(|authority| !self.hosts.has_host(authority.as_str())) {
            return forbidden(RejectReason::Host, "the request is for another host");
        }
        match one(&head.headers, &ORIGIN) {
            None => Ok(()),
            Some(Ok(origin)) if self.hosts.has_origin(origin, host) => Ok(()),
            Some(_) => forbidden(RejectReason::Origin, "requests from this origin are not allowed"),
        }
    }

    fn check_token(&self, headers: &HeaderMap) -> Result<(), Rejection> {
        match &self.token {
            Some(token) if !token.is_shown(headers) => {
                let message = "this server requires a bearer token";
                Err(Rejection(RejectReason::Token, StatusCode::UNAUTHORIZED, message))
            }
            _ => Ok(()),
        }
    }

    async fn read(&self, body: Body) -> Result<Bytes, Rejection> {
        let reading = Limited::new(body, self.max_body).collect();
        let refused = |status, message| Rejection(RejectReason::Body, status, message);
        match tokio::time::timeout(self.read_timeout, reading).await {
            Ok(Ok(body)) => {
                let bytes = body.to_bytes();
                self.metrics.received(bytes.len());
                Ok(bytes)
            }
            Ok(Err(error)) if error.is::<LengthLimitError>() => {
                Err(refused(StatusCode::PAYLOAD_TOO_LARGE, "the body is too large"))
            }
            Ok(Err(_)) => Err(refused(StatusCode::BAD_REQUEST, "the body could not be read")),
            Err(_) => Err(refused(StatusCode::REQUEST_TIMEOUT, "the body took too long")),
        }
    }

    async fn start_session(&self) -> Result<Starting, Rejection> {
        let starting = Starting::new(self.starting.clone());
        let open = match &self.sessions {
            own @ SessionStore::Own(_) => own.count().await,
            SessionStore::Elsewhere(_) => 0,
        };
        // A session that is just being added to the list may be counted twice for a moment. This is
        // better than to allow one too many.
        if open + self.starting.load(Ordering::SeqCst) > self.max_sessions {
            let message = "too many sessions are open";
            return Err(Rejection(RejectReason::Sessions, StatusCode::SERVICE_UNAVAILABLE, message));
        }
        Ok(starting)
    }

    /// Counts the bytes that are sent. Releases the slot after the last one.
    fn count(&self, mut response: Response, slot: OwnedSemaphorePermit) -> Response {
        // Set the length now, since the size of the body is unknown once it is wrapped.
        if let Some(size) = response.body().size_hint().exact() {
            response.headers_mut().entry(CONTENT_LENGTH).or_insert(HeaderValue::from(size));
        }
        let metrics = self.metrics.clone();
        let held = (metrics.open(), slot);
        response.map(|body| {
            Body::new(body.map_frame(move |frame| {
                let _ = &held;
                metrics.sent(frame.data_ref().map_or(0, Bytes::len));
                frame
            }))
        })
    }
}

struct Starting(Arc<AtomicUsize>);

impl Starting {
    fn new(count: Arc<AtomicUsize>) -> Self {
        count.fetch_add(1, Ordering::SeqCst);
        Starting(count)
    }
}

impl Drop for Starting {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

/// The only value of a header. An error if there are several, or if it is not text.
fn one<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<Result<&'a str, ()>> {
    let mut values = headers.get_all(name).iter();
    let first = values.next()?;
    Some(if values.next().is_some() { Err(()) } else { first.to_str().map_err(drop) })
}

fn opens_session(head: &request::Parts, body: &[u8]) -> bool {
    #[derive(Deserialize)]
    struct MethodOnly<'a> {
        #[serde(borrow)]
        method: Cow<'a, str>,
    }
    head.method == Method::POST
        && !head.headers.contains_key(SESSION)
        && serde_json::from_slice::<MethodOnly<'_>>(body).is_ok_and(|message| message.method == "initialize")
}
