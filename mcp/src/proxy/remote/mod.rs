//! Connects a client that uses stdio to a server that uses streamable HTTP.

mod handshake;
mod state;

use super::headers::{self, LAST_EVENT, SESSION};
use super::kept::Long;
use super::legacy;
use super::lines::{Ahead, Lines, MAX_CLIENT_MESSAGE_BYTES, Piece};
use super::parameters::Parameters;
use super::refusal;
use super::relay::{self, Relay, Sent};
use super::sse::{self, Chunk, Events, Fields};
use super::upstream::{Upstream, reason};
use axum::http::Method;
use axum::http::header::{ACCEPT, CONTENT_TYPE, HeaderMap, HeaderValue};
use futures::StreamExt;
use reqwest::Response;
use state::{
    FIRST_WAIT, Handshake, RESPONSE_TIMEOUT, RelayState, Remote, RemoteSession, is_event_stream, whole,
};
use std::borrow::Cow;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::io::{AsyncBufRead, AsyncWrite, AsyncWriteExt};
use tokio::sync::watch;
use tokio::task::{AbortHandle, JoinSet};
use toon_convert::__internal::Object;

/// How long the server may continue to respond after the client has disconnected.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(5);
/// How often to request the rest of a response.
const MAX_RECONNECTS: u32 = 5;
/// Relays messages between a client, which is read from `input` and written to `output`, and a
/// server that uses HTTP. Responses longer than `longest` bytes are not converted, and are kept in
/// a temporary file until they are complete. When `stop` completes, the session ends as if the
/// client had disconnected.
///
/// If the server loses the session, the proxy starts a new one by repeating the client's own
/// `initialize`. Pending requests get an error, since only the client can decide whether to repeat
/// them.
///
/// # Errors
///
/// Fails if the client cannot be read.
pub(crate) async fn run<R, W, S>(
    relay: Relay,
    upstream: Upstream,
    longest: usize,
    input: R,
    output: W,
    stop: S,
) -> std::io::Result<()>
where
    R: AsyncBufRead + Unpin,
    W: AsyncWrite + Unpin + Send + 'static,
    S: Future<Output = ()>,
{
    let remote = Arc::new(Remote {
        upstream,
        relay,
        longest,
        output: Arc::new(tokio::sync::Mutex::new(output)),
        session: watch::Sender::default(),
        state: Mutex::default(),
        parameters: Parameters::default(),
    });
    let mut tasks = JoinSet::new();
    let mut listener = None;
    let mut client = Ahead::new(Lines::new(input, MAX_CLIENT_MESSAGE_BYTES));
    tokio::pin!(stop);
    loop {
        let piece = tokio::select! {
            piece = client.next() => piece?,
            () = &mut stop => None,
            // Completed tasks have already written their results.
            Some(_) = tasks.join_next() => continue,
        };
        match piece {
            None => break,
            Some(Piece::Part(_)) => tracing::error!("a message from the client is too long"),
            Some(Piece::Line(line)) => match std::str::from_utf8(&line).map(str::trim) {
                Ok("") => {}
                Ok(text) => {
                    // A server may take as long as the client waits.
                    tokio::select! {
                        () = remote.take(text, &mut tasks, &mut listener) => {}
                        () = &mut stop => break,
                        left = client.left_for(DRAIN_TIMEOUT) => {
                            left?;
                            break;
                        }
                    }
                }
                Err(_) => tracing::error!("a message from the client is not valid UTF-8"),
            },
        }
    }
    // It would not end by itself, and no client is left to answer the server's requests.
    drop(listener);
    let rest = async { while tasks.join_next().await.is_some() {} };
    let _ = tokio::time::timeout(DRAIN_TIMEOUT, rest).await;
    remote.end().await;
    Ok(())
}

/// The stream of unsolicited messages from the server. Dropping it ends the stream.
struct Listener(AbortHandle);

impl Drop for Listener {
    fn drop(&mut self) {
        self.0.abort();
    }
}

impl<W: AsyncWrite + Unpin + Send + 'static> Remote<W> {
    fn state(&self) -> MutexGuard<'_, RelayState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Handles a line from the client.
    async fn take(self: &Arc<Self>, text: &str, tasks: &mut JoinSet<()>, listener: &mut Option<Listener>) {
        let message: Object<'_> = serde_json::from_str(text).unwrap_or_default();
        let method = message.string("method").unwrap_or_default().into_owned();
        if method == "notifications/cancelled" {
            let params = message.object("params");
            let call = params.and_then(|params| self.state().calls.remove(params.get("requestId")?.get()));
            if let Some(call) = call {
                // Without sessions, the end of the connection tells the server.
                call.abort();
            }
            if self.session().id.is_none() {
                self.relay.client_sent(text);
                return;
            }
        }
        let Sent { text, ids, refused, questions } = self.relay.client_sent(text);
        for error in refused {
            self.write(&error).await;
        }
        for question in questions {
            let remote = Arc::clone(self);
            tasks.spawn(async move { remote.write(&question.answer().await).await });
        }
        let Some(body) = text.map(Cow::into_owned) else { return };
        let headers = self.headers(&message);
        if method == "initialize" {
            self.settle().await;
            self.state().handshake = Handshake { initialize: body.clone(), initialized: None };
            self.session.send_modify(|session| *session = session.next());
            // Later messages need the session, so wait for it.
            self.ask(headers, body, ids, true).await;
        } else if ids.is_empty() {
            if method == "notifications/initialized" {
                self.state().handshake.initialized = Some(body.clone());
            }
            // In sequence, since the server must see a notification before later messages.
            self.notify(headers, body).await;
            if method == "notifications/initialized" && self.session().id.is_some() {
                *listener = Some(Listener(tasks.spawn(Arc::clone(self).listen())));
            }
        } else {
            let remote = Arc::clone(self);
            let known = ids.clone();
            let handle = tasks.spawn(async move {
                remote.ask(headers, body, known.clone(), false).await;
                let mut state = remote.state();
                for id in &known {
                    state.calls.remove(id);
                }
            });
            let mut state = self.state();
            state.calls.extend(ids.into_iter().map(|id| (id, handle.clone())));
        }
    }

    /// The headers of a request with this message, without those of the session.
    fn headers(&self, message: &Object<'_>) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        headers.insert(ACCEPT, HeaderValue::from_static("application/json, text/event-stream"));
        if headers::add_standard(&mut headers, message) {
            self.parameters.add(&mut headers, message);
        }
        headers
    }

    async fn send(&self, method: Method, headers: HeaderMap, body: String) -> reqwest::Result<Response> {
        self.upstream.request(method, headers).body(body).send().await
    }

    /// Sends a message. Returns the response, and the session in which it was sent.
    async fn post(&self, headers: HeaderMap, body: String) -> reqwest::Result<(Response, RemoteSession)> {
        self.settle().await;
        let session = self.session();
        let mut all = session.headers();
        // The version in a message takes precedence over that of the session.
        all.extend(headers);
        Ok((self.send(Method::POST, all, body).await?, session))
    }

    /// Sends a notification or a response.
    async fn notify(self: &Arc<Self>, headers: HeaderMap, body: String) {
        match tokio::time::timeout(RESPONSE_TIMEOUT, self.post(headers, body)).await {
            Ok(Ok((answer, _))) if answer.status().is_success() => {}
            Ok(Ok((answer, session))) => {
                let reason = self.refused(answer, &session, &[]).await.err().unwrap_or_default();
                tracing::error!(reason, "the server refuses a notification");
            }
            Ok(Err(error)) => tracing::error!(error = reason(error), "the server cannot be reached"),
            Err(_) => tracing::error!("the server did not acknowledge a notification"),
        }
    }

    /// Sends requests, and passes the server's responses, or errors, on to the client.
    async fn ask(self: &Arc<Self>, headers: HeaderMap, body: String, ids: Vec<Box<str>>, is_first: bool) {
        let outcome = match self.post(headers, body).await {
            Ok((answer, mut session)) if answer.status().is_success() => {
                if is_first {
                    session.id = answer.headers().get(&SESSION).cloned();
                    self.session.send_replace(session.clone());
                }
                self.answered(answer, &session, &ids).await.map_err(|error| {
                    tracing::error!(error = reason(error), "the server's answer broke off");
                    "the MCP server broke off its response".to_owned()
                })
            }
            Ok((answer, session)) => {
                let refused = self.refused(answer, &session, &ids).await;
                refused.inspect_err(|reason| tracing::error!(reason, "the server refuses a request"))
            }
            Err(error) => {
                tracing::error!(error = reason(error), "the server cannot be reached");
                Err("the MCP server cannot be reached".to_owned())
            }
        };
        let reason = outcome.err().unwrap_or_else(|| "the MCP server gave no answer".to_owned());
        for error in self.relay.fail(&ids, &reason) {
            self.write(&error).await;
        }
    }

    /// Handles a response whose status is an error. If its body answers the requests, passes it on
    /// to the client.
    ///
    /// # Errors
    ///
    /// Otherwise returns an error message for the client.
    async fn refused(
        self: &Arc<Self>,
        answer: Response,
        session: &RemoteSession,
        ids: &[Box<str>],
    ) -> Result<(), String> {
        let (status, headers) = (answer.status(), answer.headers().clone());
        let body = whole(answer).await;
        if session.id.is_some() && refusal::is_session_lost(status, &headers, &body) {
            // The request was most likely not handled. But it may have relied on the lost session,
            // so only the client can decide whether to repeat it.
            return Err(match self.renew(session).await {
                Ok(()) => "the MCP server restarted or ended the session; this request was not retried, and a new session has been started: try again".to_owned(),
                Err(reason) => format!("the MCP server restarted or ended the session, and a new session cannot be started: {reason}"),
            });
        }
        if let Some(reason) = refusal::credentials(status, &headers, &self.upstream) {
            return Err(reason);
        }
        if refusal::answers(&body, ids) {
            self.heard(&body).await;
            return Ok(());
        }
        if session.id.is_none() && legacy::is_likely(status) && legacy::is_spoken(&self.upstream).await {
            return Err(legacy::ADVICE.to_owned());
        }
        Err(refusal::describe(status, &body, &self.upstream))
    }

    /// Passes the responses to requests in this session on to the client.
    async fn answered(
        &self,
        answer: Response,
        session: &RemoteSession,
        ids: &[Box<str>],
    ) -> reqwest::Result<()> {
        if is_event_stream(&answer) {
            let mut last = None;
            let mut broken = self.events(answer, &mut last).await.err();
            // If its events have ids, the rest of a response can be requested, but only in the same
            // session.
            for tried in 0..MAX_RECONNECTS {
                let (Some(id), true) = (&last, self.relay.waits_for(ids)) else { break };
                tokio::time::sleep(FIRST_WAIT * (1 << tried)).await;
                let mut headers = session.headers();
                headers.insert(LAST_EVENT, id.clone());
                broken = match self.open_stream(headers).await {
                    Ok(answer) if answer.status().is_success() => self.events(answer, &mut last).await.err(),
                    Ok(_) => break,
                    Err(error) => Some(error),
                };
            }
            return broken.map_or(Ok(()), Err);
        }
        let mut stream = answer.bytes_stream();
        let mut body = Vec::new();
        while let Some(bytes) = stream.next().await {
            body.extend_from_slice(&bytes?);
            if body.len() > self.longest {
                let mut long = Long::default();
                long.push(body).await;
                while let Some(bytes) = stream.next().await {
                    long.push(bytes?.into()).await;
                }
                self.heard_long(long).await;
                return Ok(());
            }
        }
        self.heard(&String::from_utf8_lossy(&body)).await;
        Ok(())
    }

    /// Requests an event stream.
    async fn open_stream(&self, mut headers: HeaderMap) -> reqwest::Result<Response> {
        headers.insert(ACCEPT, HeaderValue::from_static("text/event-stream"));
        self.send(Method::GET, headers, String::new()).await
    }

    /// Passes on the messages in an event stream.
    async fn events(&self, answer: Response, last: &mut Option<HeaderValue>) -> reqwest::Result<()> {
        let mut stream = answer.bytes_stream();
        let mut events = Events::new(self.longest);
        let mut fields = Fields::default();
        let mut long = Long::default();
        while let Some(bytes) = stream.next().await {
            events.push(&bytes?);
            while let Some(chunk) = events.next() {
                match chunk {
                    Chunk::Event(event) => {
                        // Losing a character is better than losing the whole response.
                        let event = String::from_utf8_lossy(&event);
                        if let Some(id) = sse::id(&event) {
                            *last = HeaderValue::from_str(id).ok();
                        }
                        if let Some(data) = sse::data(&event).filter(|data| !data.is_empty()) {
                            self.heard(&data).await;
                        }
                    }
                    Chunk::Part(part) => long.push(fields.data(&part)).await,
                    Chunk::End(part) => {
                        long.push(fields.data(&part)).await;
                        if let Some(id) = std::mem::take(&mut fields).id() {
                            *last = HeaderValue::from_str(id).ok();
                        }
                        self.heard_long(std::mem::take(&mut long)).await;
                    }
                }
            }
        }
        Ok(())
    }

    /// Passes a message from the server on to the client. Anything but JSON-RPC is dropped.
    async fn heard(&self, text: &str) {
        let text = relay::without_mark(text);
        let is_one = |message: &Object<'_>| message.get("jsonrpc").is_some();
        let is_message = match serde_json::from_str(text) {
            Ok(message) => is_one(&message),
            Err(_) => {
                serde_json::from_str::<Vec<Object<'_>>>(text).is_ok_and(|batch| batch.iter().all(is_one))
            }
        };
        if !is_message {
            tracing::error!("the server sent something that is not JSON-RPC");
            return;
        }
        self.note_version(text);
        self.parameters.learn(text);
        match self.relay.server_sent(text) {
            Some(answer) => self.write(&answer).await,
            None => self.write(text).await,
        }
    }

    /// Like [`heard`](Self::heard), for a message that is too long to be parsed. If it could not be
    /// stored, there is no response.
    async fn heard_long(&self, long: Long) {
        match long.end().await {
            Ok(Some(kept)) => {
                self.relay.pass(kept.answers.as_slice(), true);
                self.relay.passed(kept.length());
                self.put(kept.reader()).await;
            }
            Ok(None) => {}
            Err(error) => tracing::error!(%error, "cannot store a long message from the server"),
        }
    }

    /// Notes the protocol version in the response to the first request.
    fn note_version(&self, text: &str) {
        if self.session.borrow().version.is_some() || !text.contains("protocolVersion") {
            return;
        }
        if let Some(version) = handshake::version_of(text) {
            self.session.send_modify(|session| session.version = Some(version));
        }
    }

    /// Writes a message as one line. JSON strings never contain literal line breaks.
    async fn write(&self, message: &str) {
        self.put(std::io::Cursor::new(message.replace(['\n', '\r'], " "))).await;
    }

    /// Writes a complete line. This is a separate task, so that cancelling a call cannot leave a
    /// partial line.
    async fn put<M: AsyncBufRead + Unpin + Send + 'static>(&self, mut message: M) {
        let output = Arc::clone(&self.output);
        let written = tokio::spawn(async move {
            let mut output = output.lock().await;
            tokio::io::copy_buf(&mut message, &mut *output).await?;
            output.write_all(b"\n").await?;
            output.flush().await
        });
        if let Ok(Err(error)) = written.await {
            tracing::error!(%error, "cannot write to the client");
        }
    }

    /// Ends the session.
    async fn end(&self) {
        let end = async {
            // If a new session is being started, it has to be ended as well.
            self.settle().await;
            let session = self.session();
            if session.id.is_some() {
                let _ = self.send(Method::DELETE, session.headers(), String::new()).await;
            }
        };
        let _ = tokio::time::timeout(DRAIN_TIMEOUT, end).await;
    }
}
