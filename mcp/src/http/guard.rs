//! What a request must pass before anything else happens.

use super::cors;
use super::hosts::Hosts;
use super::metrics::{Metrics, Refusal};
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
    pub(super) sessions: Sessions,
    pub(super) max_sessions: usize,
    /// Sessions that are about to be opened: they count before they are in the list.
    pub(super) starting: Arc<AtomicUsize>,
    pub(super) metrics: Arc<Metrics>,
}

/// Where sessions are kept.
pub(super) enum Sessions {
    /// Here, so that the guard limits them.
    Own(Arc<LocalSessionManager>),
    /// In a service that limits them itself, and tells how many are open.
    Elsewhere(Box<dyn Fn() -> usize + Send + Sync>),
}

impl Sessions {
    async fn count(&self) -> usize {
        match self {
            Sessions::Own(sessions) => sessions.sessions.read().await.len(),
            Sessions::Elsewhere(count) => count(),
        }
    }
}

/// Why a request goes no further.
struct Refused(Refusal, StatusCode, &'static str);

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        let Refused(refusal, status, message) = self;
        let mut response = (status, Json(json!({ "error": message }))).into_response();
        let headers = response.headers_mut();
        match refusal {
            Refusal::Token => {
                headers.insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer realm=\"toon-mcp\""));
            }
            Refusal::Requests => {
                headers.insert(RETRY_AFTER, HeaderValue::from_static("1"));
            }
            Refusal::Sessions => {
                headers.insert(RETRY_AFTER, HeaderValue::from_static("30"));
            }
            Refusal::Host | Refusal::Origin | Refusal::Body => {}
        }
        response
    }
}

/// Lets a request through to `next`, or answers it with what is wrong.
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

/// The counters, as text.
pub(super) async fn metrics(State(guard): State<Arc<Guard>>) -> impl IntoResponse {
    guard.metrics.set_sessions(guard.sessions.count().await);
    ([(CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], guard.metrics.to_string())
}

impl Guard {
    async fn pass(self: Arc<Self>, request: Request, next: Next) -> Result<Response, Refused> {
        let (mut head, body) = request.into_parts();
        self.check_names(&head)?;
        if head.method == Method::OPTIONS && head.headers.contains_key(ORIGIN) {
            return Ok(cors::preflight());
        }
        if head.uri.path() == "/health" {
            return Ok(next.run(Request::from_parts(head, Body::empty())).await);
        }
        // Before anything is counted or read: who may not come in must not keep others out.
        self.check_token(&head.headers)?;
        if self.token.is_some() {
            // What is not there cannot get into a log.
            head.headers.remove(AUTHORIZATION);
        }
        let slot = self.slots.clone().try_acquire_owned().map_err(|_| {
            let message = "too many requests in progress";
            Refused(Refusal::Requests, StatusCode::SERVICE_UNAVAILABLE, message)
        })?;
        let bytes = self.read(body).await?;
        let starting = if opens_session(&head, &bytes) { Some(self.start_session().await?) } else { None };
        let response = next.run(Request::from_parts(head, Body::from(bytes))).await;
        drop(starting);
        Ok(self.count(response, slot))
    }

    fn check_names(&self, head: &request::Parts) -> Result<(), Refused> {
        let forbidden = |refusal, message| Err(Refused(refusal, StatusCode::FORBIDDEN, message));
        let host = match one(&head.headers, &HOST) {
            Some(Ok(host)) if self.hosts.has_host(host) => host,
            _ => return forbidden(Refusal::Host, "the request is for another host"),
        };
        // A request may name its host a second time, in its first line.
        if head.uri.authority().is_some_and(|authority| !self.hosts.has_host(authority.as_str())) {
            return forbidden(Refusal::Host, "the request is for another host");
        }
        match one(&head.headers, &ORIGIN) {
            None => Ok(()),
            Some(Ok(origin)) if self.hosts.has_origin(origin, host) => Ok(()),
            Some(_) => forbidden(Refusal::Origin, "requests from this origin are not allowed"),
        }
    }

    fn check_token(&self, headers: &HeaderMap) -> Result<(), Refused> {
        match &self.token {
            Some(token) if !token.is_shown(headers) => {
                let message = "this server requires a bearer token";
                Err(Refused(Refusal::Token, StatusCode::UNAUTHORIZED, message))
            }
            _ => Ok(()),
        }
    }

    async fn read(&self, body: Body) -> Result<Bytes, Refused> {
        let reading = Limited::new(body, self.max_body).collect();
        let refused = |status, message| Refused(Refusal::Body, status, message);
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

    async fn start_session(&self) -> Result<Starting, Refused> {
        let starting = Starting::new(self.starting.clone());
        let open = match &self.sessions {
            own @ Sessions::Own(_) => own.count().await,
            Sessions::Elsewhere(_) => 0,
        };
        // One that is just being put into the list counts twice for a moment: better one too few
        // than one too many.
        if open + self.starting.load(Ordering::SeqCst) > self.max_sessions {
            let message = "too many sessions are open";
            return Err(Refused(Refusal::Sessions, StatusCode::SERVICE_UNAVAILABLE, message));
        }
        Ok(starting)
    }

    /// Counts what goes out. The slot is free again when the last of it has gone.
    fn count(&self, mut response: Response, slot: OwnedSemaphorePermit) -> Response {
        // Once its parts are counted, the body does not know its size any more.
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

/// The only value of a header; an error if there are several, or if it is no text.
fn one<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<Result<&'a str, ()>> {
    let mut values = headers.get_all(name).iter();
    let first = values.next()?;
    Some(if values.next().is_some() { Err(()) } else { first.to_str().map_err(drop) })
}

fn opens_session(head: &request::Parts, body: &[u8]) -> bool {
    #[derive(Deserialize)]
    struct Message<'a> {
        #[serde(borrow)]
        method: Cow<'a, str>,
    }
    head.method == Method::POST
        && !head.headers.contains_key(SESSION)
        && serde_json::from_slice::<Message<'_>>(body).is_ok_and(|message| message.method == "initialize")
}
