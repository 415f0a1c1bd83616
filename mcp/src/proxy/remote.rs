//! Standard input and output in front of a server that speaks streamable HTTP.

use super::headers::{self, LAST_EVENT, SESSION, VERSION};
use super::kept::Long;
use super::lines::{Ahead, LONGEST_OF_CLIENT, Lines, Piece};
use super::parameters::Parameters;
use super::relay::{self, Relay};
use super::sse::{self, Chunk, Events, Fields};
use super::upstream::{Upstream, reason};
use crate::object::Object;
use axum::http::header::{ACCEPT, CONTENT_TYPE, HeaderMap, HeaderValue};
use axum::http::{Method, StatusCode};
use futures::StreamExt;
use reqwest::Response;
use rmcp::model::ErrorCode;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::io::{AsyncBufRead, AsyncWrite, AsyncWriteExt};
use tokio::task::{AbortHandle, JoinSet};

/// How long the server may go on answering when the client has left.
const LAST_WORDS: Duration = Duration::from_secs(5);
/// How long a server may take for a notification, which what comes behind it waits for.
const PATIENCE: Duration = Duration::from_secs(10);
/// The wait before a stream is asked for again; the next ones are twice as long each, up to a limit.
const FIRST_WAIT: Duration = Duration::from_millis(500);
const LONGEST_WAIT: Duration = Duration::from_secs(30);
/// How often the rest of an answer is asked for.
const TRIES: u32 = 5;

/// Relays messages between a client, which is read from `input` and written to `output`, and a server that speaks HTTP.
/// Answers longer than `longest` bytes are not converted, and not kept in memory either: they go to a file until they are
/// whole. When `stop` is done, the session ends as if the client had left.
///
/// # Errors
///
/// If the client cannot be read.
pub async fn run<R, W, S>(
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
        state: Mutex::default(),
        parameters: Parameters::default(),
    });
    let mut tasks = JoinSet::new();
    let mut listener = None;
    let mut client = Ahead::new(Lines::new(input, LONGEST_OF_CLIENT));
    tokio::pin!(stop);
    loop {
        let piece = tokio::select! {
            piece = client.next() => piece?,
            () = &mut stop => None,
            // Their results are what they have written.
            Some(_) = tasks.join_next() => continue,
        };
        match piece {
            None => break,
            Some(Piece::Part(_)) => tracing::error!("a message of the client is too long"),
            Some(Piece::Line(line)) => match std::str::from_utf8(&line).map(str::trim) {
                Ok("") => {}
                Ok(text) => {
                    // A server may be silent for as long as somebody waits for it.
                    tokio::select! {
                        () = remote.take(text, &mut tasks, &mut listener) => {}
                        () = &mut stop => break,
                        left = client.left_for(LAST_WORDS) => {
                            left?;
                            break;
                        }
                    }
                }
                Err(_) => tracing::error!("a message of the client is no UTF-8"),
            },
        }
    }
    // It would not end by itself, and nobody is there to answer what the server may still ask.
    drop(listener);
    let rest = async { while tasks.join_next().await.is_some() {} };
    let _ = tokio::time::timeout(LAST_WORDS, rest).await;
    remote.end().await;
    Ok(())
}

struct Remote<W> {
    upstream: Upstream,
    relay: Relay,
    longest: usize,
    output: Arc<tokio::sync::Mutex<W>>,
    state: Mutex<State>,
    parameters: Parameters,
}

/// What the server has said of the session.
#[derive(Default)]
struct State {
    id: Option<HeaderValue>,
    version: Option<HeaderValue>,
    /// The requests under way.
    calls: HashMap<Box<str>, AbortHandle>,
}

/// A stream that asks for what the server has to say by itself, until it is dropped.
struct Listener(AbortHandle);

impl Drop for Listener {
    fn drop(&mut self) {
        self.0.abort();
    }
}

impl<W: AsyncWrite + Unpin + Send + 'static> Remote<W> {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A line of the client.
    async fn take(self: &Arc<Self>, text: &str, tasks: &mut JoinSet<()>, listener: &mut Option<Listener>) {
        let message: Object<'_> = serde_json::from_str(text).unwrap_or_default();
        let method = message.string("method").unwrap_or_default().into_owned();
        if method == "notifications/cancelled" {
            let params = message.object("params");
            let call = params.and_then(|params| self.state().calls.remove(params.get("requestId")?.get()));
            if let Some(call) = call {
                // To a server without sessions, the end of the connection says it.
                call.abort();
            }
            if self.state().id.is_none() {
                self.relay.from_client(text);
                return;
            }
        }
        let ids = self.relay.from_client(text);
        let headers = self.headers(&message);
        let body = text.to_owned();
        if method == "initialize" {
            // What follows needs to know the session.
            self.ask(headers, body, ids, true).await;
        } else if ids.is_empty() {
            // In their order: the server is to see them before what comes behind them.
            match tokio::time::timeout(PATIENCE, self.send(Method::POST, headers, body)).await {
                Ok(Ok(answer)) if answer.status().is_success() => {}
                Ok(Ok(answer)) => {
                    tracing::error!(status = %answer.status(), "the server refuses a notification");
                }
                Ok(Err(error)) => tracing::error!(error = reason(error), "the server cannot be reached"),
                Err(_) => tracing::error!("the server does not say that it has got a notification"),
            }
            if method == "notifications/initialized" && self.state().id.is_some() {
                let remote = Arc::clone(self);
                *listener = Some(Listener(tasks.spawn(async move { remote.listen().await })));
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

    /// The headers of a request that is this message.
    fn headers(&self, message: &Object<'_>) -> HeaderMap {
        let mut headers = self.session_headers();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        headers.insert(ACCEPT, HeaderValue::from_static("application/json, text/event-stream"));
        if headers::add_standard(&mut headers, message) {
            self.parameters.add(&mut headers, message);
        }
        headers
    }

    fn session_headers(&self) -> HeaderMap {
        let mut headers = HeaderMap::new();
        let state = self.state();
        for (name, value) in [(SESSION, &state.id), (VERSION, &state.version)] {
            if let Some(value) = value {
                headers.insert(name, value.clone());
            }
        }
        headers
    }

    async fn send(&self, method: Method, headers: HeaderMap, body: String) -> reqwest::Result<Response> {
        self.upstream.request(method, headers).body(body).send().await
    }

    /// Sends requests and hands their answers to the client: those of the server, or errors.
    async fn ask(&self, headers: HeaderMap, body: String, ids: Vec<Box<str>>, is_first: bool) {
        let reason = match self.send(Method::POST, headers, body).await {
            Err(error) => {
                tracing::error!(error = reason(error), "the server cannot be reached");
                "the MCP server cannot be reached".to_owned()
            }
            Ok(answer) => {
                if is_first {
                    self.state().id = answer.headers().get(&SESSION).cloned();
                }
                let status = answer.status();
                match self.answered(answer, &ids).await {
                    Ok(()) if status.is_success() => "the MCP server gave no answer".to_owned(),
                    Ok(()) if status == StatusCode::NOT_FOUND => {
                        "the MCP server has ended the session".to_owned()
                    }
                    Ok(()) => format!("the MCP server answered with status {status}"),
                    Err(error) => {
                        tracing::error!(error = reason(error), "the server's answer broke off");
                        "the MCP server broke off its answer".to_owned()
                    }
                }
            }
        };
        for id in self.relay.forget(&ids) {
            self.write(&relay::error(&id, ErrorCode::INTERNAL_ERROR, &reason)).await;
        }
    }

    async fn answered(&self, answer: Response, ids: &[Box<str>]) -> reqwest::Result<()> {
        let kind = answer.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        if kind.to_ascii_lowercase().starts_with("text/event-stream") {
            let mut last = None;
            let mut broken = self.events(answer, &mut last).await.err();
            // The rest of an answer whose events have ids can be asked for.
            for tried in 0..TRIES {
                let (Some(id), true) = (&last, self.relay.waits_for(ids)) else { break };
                tokio::time::sleep(FIRST_WAIT * (1 << tried)).await;
                let mut headers = self.session_headers();
                headers.insert(LAST_EVENT, id.clone());
                broken = match self.open_stream(headers).await {
                    Ok(Some(answer)) => self.events(answer, &mut last).await.err(),
                    Ok(None) => break,
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
        // With other states of HTTP there may be an error in JSON-RPC as well.
        if let Ok(text) = std::str::from_utf8(&body) {
            self.heard(text).await;
        }
        Ok(())
    }

    /// A stream of events, if the server has one.
    async fn open_stream(&self, mut headers: HeaderMap) -> reqwest::Result<Option<Response>> {
        headers.insert(ACCEPT, HeaderValue::from_static("text/event-stream"));
        let answer = self.send(Method::GET, headers, String::new()).await?;
        Ok(answer.status().is_success().then_some(answer))
    }

    /// Hands on what comes in a stream of events.
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
                        let Ok(event) = std::str::from_utf8(&event) else { continue };
                        if let Some(id) = sse::id(event) {
                            *last = HeaderValue::from_str(id).ok();
                        }
                        if let Some(data) = sse::data(event).filter(|data| !data.is_empty()) {
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

    /// Hands a message of the server to the client. What is no JSON-RPC is none.
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
            tracing::error!("the server says something that is no JSON-RPC");
            return;
        }
        self.note_version(text);
        self.parameters.learn(text);
        match self.relay.from_server(text) {
            Some(answer) => self.write(&answer).await,
            None => self.write(text).await,
        }
    }

    /// The same with one that is too long to be looked into. Where it cannot be kept, there is no answer.
    async fn heard_long(&self, long: Long) {
        match long.end().await {
            Ok(Some(kept)) => {
                self.relay.forget(kept.answers.as_slice());
                self.put(kept.reader()).await;
            }
            Ok(None) => {}
            Err(error) => tracing::error!(%error, "a long message of the server cannot be kept"),
        }
    }

    /// The version of the protocol that the answer to the first request agrees on.
    fn note_version(&self, text: &str) {
        #[derive(serde::Deserialize)]
        struct Answer {
            result: Agreed,
        }
        #[derive(serde::Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Agreed {
            protocol_version: String,
        }
        let mut state = self.state();
        if state.version.is_none() && text.contains("protocolVersion") {
            let answer = serde_json::from_str::<Answer>(text).ok();
            state.version =
                answer.and_then(|answer| HeaderValue::from_str(&answer.result.protocol_version).ok());
        }
    }

    /// A message as one line. A line end in JSON never stands in a string.
    async fn write(&self, message: &str) {
        self.put(std::io::Cursor::new(message.replace(['\n', '\r'], " "))).await;
    }

    /// Writes a line, to its end: a call that is cancelled meanwhile must not leave half of one.
    async fn put<M: AsyncBufRead + Unpin + Send + 'static>(&self, mut message: M) {
        let output = Arc::clone(&self.output);
        let written = tokio::spawn(async move {
            let mut output = output.lock().await;
            tokio::io::copy_buf(&mut message, &mut *output).await?;
            output.write_all(b"\n").await?;
            output.flush().await
        });
        if let Ok(Err(error)) = written.await {
            tracing::error!(%error, "the client cannot be written to");
        }
    }

    /// Asks for what the server has to say by itself, as long as it has a stream for it.
    async fn listen(&self) {
        let mut last = None;
        let mut wait = FIRST_WAIT;
        loop {
            let mut headers = self.session_headers();
            if let Some(id) = last.clone() {
                headers.insert(LAST_EVENT, id);
            }
            match self.open_stream(headers).await {
                Ok(None) => return,
                Ok(Some(answer)) => {
                    wait = FIRST_WAIT;
                    if let Err(error) = self.events(answer, &mut last).await {
                        tracing::debug!(error = reason(error), "the stream broke off");
                    }
                }
                Err(error) => tracing::debug!(error = reason(error), "there is no stream"),
            }
            tokio::time::sleep(wait).await;
            wait = (wait * 2).min(LONGEST_WAIT);
        }
    }

    /// Ends the session.
    async fn end(&self) {
        if self.state().id.is_some() {
            let headers = self.session_headers();
            let _ = tokio::time::timeout(LAST_WORDS, self.send(Method::DELETE, headers, String::new())).await;
        }
    }
}
