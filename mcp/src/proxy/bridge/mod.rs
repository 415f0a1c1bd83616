//! Serves a command over HTTP, with one process per session.

mod answers;
mod body;
mod process;
mod slot;
mod stateless;
mod tools;

use super::child::Command;
use super::headers::SESSION;
use super::parameters::Parameters;
use super::rewriter::Rewriter;
use answers::Answers;
use axum::extract::{Request, State};
use axum::http::header::{ALLOW, HeaderMap, RETRY_AFTER};
use axum::http::{Method, StatusCode};
use axum::response::{IntoResponse, Response};
use body::{KEEP_ALIVE_INTERVAL, answered, events};
use futures::StreamExt;
use process::{Message, MessageText, ProcessSession};
use slot::Slot;
use stateless::Refusal;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::Semaphore;
use toon_convert::__internal::Object;

/// Idle sessions are closed after this time.
const IDLE_TIMEOUT: Duration = Duration::from_secs(30 * 60);
/// The interval at which idle sessions are looked for.
const ROUND: Duration = Duration::from_secs(30);
/// The maximum number of idle processes kept for requests without a session.
const MAX_SPARE_PROCESSES: usize = 8;

/// Runs a server command for clients that use streamable HTTP.
///
/// Each session has a process of its own, from `initialize` until the session ends. In the protocol
/// without sessions, each request borrows a process, which is kept for further requests.
#[derive(Clone)]
pub(crate) struct Bridge {
    inner: Arc<BridgeState>,
}

struct BridgeState {
    command: Command,
    rewriter: Arc<Rewriter>,
    /// The maximum length of a request, and of a response that is kept in memory.
    longest_request: usize,
    longest: usize,
    /// Permits for processes.
    places: Arc<Semaphore>,
    sessions: Mutex<HashMap<String, Slot>>,
    parameters: Arc<Parameters>,
    spare: Mutex<Vec<Slot>>,
}

impl Bridge {
    /// Creates a bridge to servers that `command` starts, up to `most_sessions` at a time.
    /// Responses longer than `longest` bytes are not converted, and are kept in a temporary file
    /// until they are complete. Requests longer than `longest_request` are rejected.
    ///
    /// Must be called within a tokio runtime.
    pub(crate) fn new(
        command: Command,
        rewriter: Arc<Rewriter>,
        most_sessions: usize,
        longest: usize,
        longest_request: usize,
    ) -> Self {
        let inner = Arc::new(BridgeState {
            command,
            rewriter,
            longest_request,
            longest,
            places: Arc::new(Semaphore::new(most_sessions.min(Semaphore::MAX_PERMITS))),
            sessions: Mutex::default(),
            parameters: Arc::default(),
            spare: Mutex::default(),
        });
        let weak = Arc::downgrade(&inner);
        tokio::spawn(async move {
            let mut round = tokio::time::interval(ROUND);
            loop {
                round.tick().await;
                let Some(inner) = weak.upgrade() else { return };
                inner.tidy();
            }
        });
        Bridge { inner }
    }

    /// Returns a function that counts open sessions.
    pub(crate) fn sessions(&self) -> impl Fn() -> usize + Send + Sync + use<> {
        let inner = Arc::clone(&self.inner);
        move || inner.sessions().values().filter(|place| !place.session.has_ended()).count()
    }

    /// The HTTP service. It handles all paths.
    pub(crate) fn router(self) -> axum::Router {
        axum::Router::new().fallback(handle).with_state(self)
    }
}

async fn handle(State(Bridge { inner }): State<Bridge>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let id = parts.headers.get(&SESSION).and_then(|id| id.to_str().ok());
    let session = id.and_then(|id| inner.session(id));
    match (parts.method, session) {
        (Method::POST, session) => {
            let Ok(body) = axum::body::to_bytes(body, inner.longest_request).await else {
                return (StatusCode::PAYLOAD_TOO_LARGE, "the request is too long").into_response();
            };
            match std::str::from_utf8(&body) {
                Ok(text) => inner.post(&parts.headers, text, session).await,
                Err(_) => (StatusCode::BAD_REQUEST, "the request is not valid UTF-8").into_response(),
            }
        }
        (Method::GET, Some(session)) => {
            let messages = session.open_own();
            let messages = futures::stream::unfold(messages, |mut messages| async {
                Some((messages.recv().await?, messages))
            });
            events(messages)
        }
        (Method::DELETE, Some(session)) => {
            if let Some(id) = id {
                inner.sessions().remove(id);
            }
            session.close().await;
            StatusCode::NO_CONTENT.into_response()
        }
        (Method::GET | Method::DELETE, None) if stateless::is_named_in(&parts.headers) => {
            (StatusCode::METHOD_NOT_ALLOWED, [(ALLOW, "POST")]).into_response()
        }
        (Method::GET | Method::DELETE, None) if id.is_some() => no_such_session(),
        (Method::GET | Method::DELETE, None) => {
            (StatusCode::BAD_REQUEST, "missing session ID").into_response()
        }
        _ => StatusCode::METHOD_NOT_ALLOWED.into_response(),
    }
}

fn no_such_session() -> Response {
    (StatusCode::NOT_FOUND, "unknown session").into_response()
}

impl BridgeState {
    fn sessions(&self) -> MutexGuard<'_, HashMap<String, Slot>> {
        self.sessions.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn spare(&self) -> MutexGuard<'_, Vec<Slot>> {
        self.spare.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn session(&self, id: &str) -> Option<Arc<ProcessSession>> {
        let mut sessions = self.sessions();
        let session = Arc::clone(&sessions.get(id)?.session);
        if session.has_ended() {
            sessions.remove(id);
            return None;
        }
        Some(session)
    }

    /// Closes idle sessions and idle processes.
    fn tidy(&self) {
        let is_used = |place: &Slot, patience: Duration| {
            let is_idle = place.session.idle_since().is_some_and(|since| since.elapsed() > patience);
            !is_idle && !place.session.has_ended()
        };
        self.sessions().retain(|_, place| {
            place.session.tidy();
            is_used(place, IDLE_TIMEOUT)
        });
        self.spare().retain(|place| is_used(place, ROUND));
    }

    async fn post(
        self: &Arc<Self>,
        headers: &HeaderMap,
        text: &str,
        session: Option<Arc<ProcessSession>>,
    ) -> Response {
        if let Some(session) = session {
            return self.relayed(headers, text, session).await;
        }
        let message: Object<'_> = serde_json::from_str(text).unwrap_or_default();
        if stateless::is_spoken_in(headers, &message) {
            return self.without_session(headers, text, &message).await.unwrap_or_else(|response| *response);
        }
        if headers.contains_key(&SESSION) {
            return no_such_session();
        }
        if message.string("method").as_deref() != Some("initialize") {
            return (StatusCode::BAD_REQUEST, "missing session ID, and the request does not start a session")
                .into_response();
        }
        let place = match self.start() {
            Ok(place) => place,
            Err(response) => return *response,
        };
        let session = Arc::clone(&place.session);
        let id = uuid::Uuid::new_v4().to_string();
        self.sessions().insert(id.clone(), place);
        let mut response = self.relayed(headers, text, session).await;
        if let Ok(id) = id.parse() {
            response.headers_mut().insert(SESSION, id);
        }
        response
    }

    /// Handles a message that belongs to a session.
    async fn relayed(
        self: &Arc<Self>,
        headers: &HeaderMap,
        text: &str,
        session: Arc<ProcessSession>,
    ) -> Response {
        match self.begin(text, session, None).await {
            Ok(Some(answers)) => answered(headers, answers).await,
            Ok(None) => StatusCode::ACCEPTED.into_response(),
            Err(response) => *response,
        }
    }

    /// Handles a message of the protocol without sessions.
    async fn without_session(
        self: &Arc<Self>,
        headers: &HeaderMap,
        text: &str,
        message: &Object<'_>,
    ) -> Result<Response, Box<Response>> {
        let refused = |refusal: Refusal| Box::new(refusal.answer(message));
        stateless::check(headers, message).map_err(refused)?;
        let spare = self.spare().pop();
        let place = spare.map_or_else(|| self.start(), Ok)?;
        let session = Arc::clone(&place.session);
        session.restart();
        if message.string("method").as_deref() == Some("tools/call") {
            if !self.parameters.is_listed() {
                tools::list(&session, message).await;
                self.parameters.set_listed(true);
            }
            if let Err(reason) = self.parameters.check(headers, message) {
                self.give_back(place);
                return Err(refused(Refusal::mismatch(reason)));
            }
        }
        let Some(mut answers) = self.begin(text, session, Some(place)).await? else {
            return Ok(StatusCode::ACCEPTED.into_response());
        };
        // Protocol errors come at once, and have a status of their own. If there is none, the
        // client gets a stream.
        let first = tokio::time::timeout(KEEP_ALIVE_INTERVAL, answers.next()).await.ok().flatten();
        if let Some(Message { text: MessageText::Whole(text), is_answer: true }) = &first
            && let Some(status) = stateless::status_of(text, stateless::is_malformed(message))
        {
            return Ok(stateless::error(status, text.clone()));
        }
        Ok(answered(headers, futures::stream::iter(first).chain(answers)).await)
    }

    /// Keeps a borrowed process for reuse.
    fn give_back(&self, place: Slot) {
        let mut spare = self.spare();
        if spare.len() < MAX_SPARE_PROCESSES && !place.session.has_ended() {
            spare.push(place);
        }
    }

    /// Starts a process.
    fn start(&self) -> Result<Slot, Box<Response>> {
        let Ok(permit) = Arc::clone(&self.places).try_acquire_owned() else {
            let busy = (StatusCode::SERVICE_UNAVAILABLE, [(RETRY_AFTER, "5")], "too many sessions");
            return Err(Box::new(busy.into_response()));
        };
        match ProcessSession::start(&self.command, &self.rewriter, &self.parameters, self.longest) {
            Ok(session) => Ok(Slot { session, _permit: permit }),
            Err(error) => {
                tracing::error!("{error}");
                let failed = (StatusCode::BAD_GATEWAY, "the MCP server cannot be started");
                Err(Box::new(failed.into_response()))
            }
        }
    }

    /// Sends a text to the process. Returns the stream of responses, if there will be any.
    async fn begin(
        self: &Arc<Self>,
        text: &str,
        session: Arc<ProcessSession>,
        place: Option<Slot>,
    ) -> Result<Option<Answers>, Box<Response>> {
        let requests = session.send(text).await.map_err(|error| {
            tracing::error!(%error, "the server does not accept messages");
            Box::new((StatusCode::BAD_GATEWAY, "the MCP server has exited").into_response())
        })?;
        let bridge = Arc::clone(self);
        let give_back = Box::new(move |place| bridge.give_back(place));
        let answers = Answers::new(requests, session, place, give_back);
        Ok((!answers.are_all()).then_some(answers))
    }
}
