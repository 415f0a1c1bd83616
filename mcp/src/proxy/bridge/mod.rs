//! HTTP in front of a server that is a process: one for each session.

mod session;

use super::child::Command;
use super::headers::{META_VERSION, SESSION, VERSION};
use super::sse;
use crate::Converter;
use crate::object::Object;
use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::http::header::{ACCEPT, CACHE_CONTROL, CONTENT_TYPE, HeaderMap, RETRY_AFTER};
use axum::http::{Method, StatusCode};
use axum::response::{IntoResponse, Response};
use futures::{Stream, StreamExt};
use session::Session;
use std::collections::HashMap;
use std::convert::Infallible;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Interval, MissedTickBehavior};

/// The first version of the protocol without sessions.
const WITHOUT_SESSIONS: &str = "2026-07-28";
/// A session that nobody has spoken to for so long is ended.
const IDLE: Duration = Duration::from_secs(30 * 60);
/// How often that is looked after.
const ROUND: Duration = Duration::from_secs(30);
/// A stream in which nothing happens says so, lest somebody on the way close it.
const BEAT: Duration = Duration::from_secs(15);
/// Processes that wait for requests without a session.
const SPARE: usize = 8;

/// A server that is a process, for clients that speak streamable HTTP.
///
/// Each session has a process of its own, from its `initialize` to its end. Requests of the protocol without sessions get
/// a process for as long as they take, and it is kept for the next.
#[derive(Clone)]
pub struct Bridge {
    inner: Arc<Inner>,
}

struct Inner {
    command: Command,
    converter: Arc<Converter>,
    longest_request: usize,
    /// One of these for each process.
    places: Arc<Semaphore>,
    sessions: Mutex<HashMap<String, Place>>,
    spare: Mutex<Vec<Place>>,
}

/// A process, and the room that it takes.
struct Place {
    session: Arc<Session>,
    _permit: OwnedSemaphorePermit,
}

impl Bridge {
    /// In front of the server that `command` starts, up to so many at a time. Requests longer than `longest_request` bytes
    /// are refused.
    ///
    /// It must be called within a runtime of tokio.
    pub fn new(
        command: Command,
        converter: Arc<Converter>,
        most_sessions: usize,
        longest_request: usize,
    ) -> Self {
        let inner = Arc::new(Inner {
            command,
            converter,
            longest_request,
            places: Arc::new(Semaphore::new(most_sessions.min(Semaphore::MAX_PERMITS))),
            sessions: Mutex::default(),
            spare: Mutex::default(),
        });
        let weak = Arc::downgrade(&inner);
        tokio::spawn(async move {
            let mut round = tokio::time::interval(ROUND);
            loop {
                round.tick().await;
                let Some(inner) = weak.upgrade() else { return };
                inner.tidy().await;
            }
        });
        Bridge { inner }
    }

    /// The service, for any path.
    pub fn router(self) -> axum::Router {
        axum::Router::new().fallback(handle).with_state(self)
    }
}

async fn handle(State(Bridge { inner }): State<Bridge>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let id = parts.headers.get(&SESSION).and_then(|id| id.to_str().ok());
    let session = match id {
        Some(id) => match inner.session(id) {
            Some(session) => Some(session),
            None => return (StatusCode::NOT_FOUND, "there is no such session").into_response(),
        },
        None => None,
    };
    match (parts.method, session) {
        (Method::POST, session) => {
            let Ok(body) = axum::body::to_bytes(body, inner.longest_request).await else {
                return (StatusCode::PAYLOAD_TOO_LARGE, "the request is too long").into_response();
            };
            match std::str::from_utf8(&body) {
                Ok(text) => inner.post(&parts.headers, text, session).await,
                Err(_) => (StatusCode::BAD_REQUEST, "the request is no UTF-8").into_response(),
            }
        }
        (Method::GET, Some(session)) => {
            let messages = session.open_own();
            let messages = futures::stream::unfold(messages, |mut messages| async {
                Some((messages.recv().await?, messages))
            });
            events(Beating::new(messages))
        }
        (Method::DELETE, Some(session)) => {
            if let Some(id) = id {
                inner.sessions().remove(id);
            }
            session.close().await;
            StatusCode::NO_CONTENT.into_response()
        }
        (Method::GET | Method::DELETE, None) => {
            (StatusCode::BAD_REQUEST, "no session is named").into_response()
        }
        _ => StatusCode::METHOD_NOT_ALLOWED.into_response(),
    }
}

impl Inner {
    fn sessions(&self) -> MutexGuard<'_, HashMap<String, Place>> {
        self.sessions.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn spare(&self) -> MutexGuard<'_, Vec<Place>> {
        self.spare.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn session(&self, id: &str) -> Option<Arc<Session>> {
        let mut sessions = self.sessions();
        let session = Arc::clone(&sessions.get(id)?.session);
        if session.has_ended() {
            sessions.remove(id);
            return None;
        }
        Some(session)
    }

    /// Ends what nobody uses.
    async fn tidy(&self) {
        let mut ended = Vec::new();
        self.sessions().retain(|_, place| {
            place.session.tidy();
            let is_idle = place.session.idle_since().is_some_and(|since| since.elapsed() > IDLE);
            if is_idle {
                ended.push(Arc::clone(&place.session));
            }
            !is_idle && !place.session.has_ended()
        });
        self.spare().retain(|place| {
            let is_idle = place.session.idle_since().is_some_and(|since| since.elapsed() > ROUND);
            if is_idle {
                ended.push(Arc::clone(&place.session));
            }
            !is_idle && !place.session.has_ended()
        });
        for session in ended {
            session.close().await;
        }
    }

    async fn post(
        self: &Arc<Self>,
        headers: &HeaderMap,
        text: &str,
        session: Option<Arc<Session>>,
    ) -> Response {
        if let Some(session) = session {
            return self.answer(headers, text, session, None).await;
        }
        let message: Object<'_> = serde_json::from_str(text).unwrap_or_default();
        let is_first = message.string("method").as_deref() == Some("initialize");
        if !is_first && !is_without_session(headers, &message) {
            return (StatusCode::BAD_REQUEST, "no session is named, and none begins here").into_response();
        }
        let spare = if is_first { None } else { self.spare().pop() };
        let place = match spare.map_or_else(|| self.start(), Ok) {
            Ok(place) => place,
            Err(response) => return *response,
        };
        let session = Arc::clone(&place.session);
        if !is_first {
            return self.answer(headers, text, session, Some(place)).await;
        }
        let id = uuid::Uuid::new_v4().to_string();
        self.sessions().insert(id.clone(), place);
        let mut response = self.answer(headers, text, session, None).await;
        if let Ok(id) = id.parse() {
            response.headers_mut().insert(SESSION, id);
        }
        response
    }

    /// Another process.
    fn start(&self) -> Result<Place, Box<Response>> {
        let Ok(permit) = Arc::clone(&self.places).try_acquire_owned() else {
            let busy = (StatusCode::SERVICE_UNAVAILABLE, [(RETRY_AFTER, "5")], "there are too many sessions");
            return Err(Box::new(busy.into_response()));
        };
        match Session::start(&self.command, &self.converter) {
            Ok(session) => Ok(Place { session, _permit: permit }),
            Err(error) => {
                tracing::error!("{error}");
                let failed = (StatusCode::BAD_GATEWAY, "the MCP server cannot be started");
                Err(Box::new(failed.into_response()))
            }
        }
    }

    async fn answer(
        self: &Arc<Self>,
        headers: &HeaderMap,
        text: &str,
        session: Arc<Session>,
        place: Option<Place>,
    ) -> Response {
        let (ids, messages) = match session.send(text).await {
            Ok(sent) => sent,
            Err(error) => {
                tracing::error!(%error, "the server does not listen");
                return (StatusCode::BAD_GATEWAY, "the MCP server has ended").into_response();
            }
        };
        let mut answers =
            Answers { messages, left: ids.len(), ids, session, place, bridge: Arc::clone(self) };
        if answers.left == 0 {
            answers.finish();
            return StatusCode::ACCEPTED.into_response();
        }
        let accepts = headers.get(ACCEPT).and_then(|accept| accept.to_str().ok()).unwrap_or("*/*");
        if accepts.contains("text/event-stream") || accepts.contains("*/*") {
            return events(Beating::new(answers));
        }
        // Who wants no stream hears only the answers.
        let mut texts = Vec::new();
        while let Some(text) = answers.next().await {
            if serde_json::from_str::<Object<'_>>(&text).is_ok_and(|message| message.get("method").is_none())
            {
                texts.push(text);
            }
        }
        let json = match texts.as_slice() {
            [text] => text.clone(),
            texts => format!("[{}]", texts.join(",")),
        };
        ([(CONTENT_TYPE, "application/json")], json).into_response()
    }
}

/// Whether the message is one of the protocol that knows no sessions.
fn is_without_session(headers: &HeaderMap, message: &Object<'_>) -> bool {
    let header = headers.get(&VERSION).and_then(|version| version.to_str().ok());
    if header.is_some_and(|version| version >= WITHOUT_SESSIONS) {
        return true;
    }
    let params = message.object("params");
    let meta = params.as_ref().and_then(|params| params.object("_meta"));
    meta.as_ref()
        .and_then(|meta| meta.string(META_VERSION))
        .is_some_and(|version| &*version >= WITHOUT_SESSIONS)
}

/// The answers to the requests of one POST, and what comes before them.
struct Answers {
    messages: UnboundedReceiver<String>,
    ids: Vec<Box<str>>,
    left: usize,
    session: Arc<Session>,
    /// Where the process was lent for these requests alone.
    place: Option<Place>,
    bridge: Arc<Inner>,
}

impl Answers {
    /// All is said: a process that was lent is there for others.
    fn finish(&mut self) {
        self.left = 0;
        if let Some(place) = self.place.take() {
            let mut spare = self.bridge.spare();
            if spare.len() < SPARE && !place.session.has_ended() {
                spare.push(place);
            } else {
                let session = Arc::clone(&place.session);
                tokio::spawn(async move { session.close().await });
            }
        }
    }
}

impl Stream for Answers {
    type Item = String;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<String>> {
        if self.left == 0 {
            return Poll::Ready(None);
        }
        let message = std::task::ready!(self.messages.poll_recv(context));
        match &message {
            Some(text) => {
                let is_answer = serde_json::from_str::<Object<'_>>(text).is_ok_and(|message| {
                    message.get("method").is_none()
                        && message
                            .get("id")
                            .is_some_and(|id| self.ids.iter().any(|known| **known == *id.get()))
                });
                if is_answer {
                    self.left -= 1;
                    if self.left == 0 {
                        self.finish();
                    }
                }
            }
            None => self.finish(),
        }
        Poll::Ready(message)
    }
}

impl Drop for Answers {
    /// Dropped before the end, it is the client that has gone.
    fn drop(&mut self) {
        if self.left == 0 {
            return;
        }
        let (session, ids, place) =
            (Arc::clone(&self.session), std::mem::take(&mut self.ids), self.place.take());
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(async move {
                session.cancel(&ids).await;
                // What it says next would be for nobody, and is not to be taken for an answer to somebody else.
                if place.is_some() {
                    session.close().await;
                }
            });
        }
    }
}

fn events<S>(messages: Beating<S>) -> Response
where
    S: Stream<Item = String> + Send + 'static,
{
    let headers = [(CONTENT_TYPE, "text/event-stream"), (CACHE_CONTROL, "no-cache")];
    (headers, Body::from_stream(messages)).into_response()
}

/// Messages as events, and a sign of life where there are none for a while.
struct Beating<S> {
    messages: Pin<Box<S>>,
    beat: Interval,
}

impl<S> Beating<S> {
    fn new(messages: S) -> Self {
        let mut beat = tokio::time::interval_at(tokio::time::Instant::now() + BEAT, BEAT);
        beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        Beating { messages: Box::pin(messages), beat }
    }
}

impl<S: Stream<Item = String>> Stream for Beating<S> {
    type Item = Result<Bytes, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        if let Poll::Ready(message) = self.messages.as_mut().poll_next(context) {
            self.beat.reset();
            return Poll::Ready(message.map(|message| Ok(sse::event(&message).into())));
        }
        std::task::ready!(self.beat.poll_tick(context));
        Poll::Ready(Some(Ok(Bytes::from_static(b": \n\n"))))
    }
}
