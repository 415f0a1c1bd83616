//! The session with the server: the headers of its requests, and how a lost session is replaced.

use super::state::{
    FIRST_WAIT, Handshake, MAX_WAIT, RESPONSE_TIMEOUT, Remote, RemoteSession, is_event_stream, whole,
};
use crate::proxy::headers::{LAST_EVENT, SESSION};
use crate::proxy::refusal;
use crate::proxy::sse::{self, Chunk, Events};
use crate::proxy::upstream::reason;
use axum::http::Method;
use axum::http::header::HeaderValue;
use futures::StreamExt;
use futures::future::FutureExt;
use reqwest::Response;
use std::sync::Arc;
use tokio::io::AsyncWrite;
use toon_convert::__internal::Object;

/// The maximum length of the response to `initialize`.
const MAX_RESPONSE_BYTES: usize = 1 << 20;

impl<W: AsyncWrite + Unpin + Send + 'static> Remote<W> {
    pub(super) fn session(&self) -> RemoteSession {
        self.session.borrow().clone()
    }

    /// Waits while a new session is being started.
    pub(super) async fn settle(&self) {
        let renewal = self.state().renewal.clone();
        if let Some(renewal) = renewal {
            // A failure has already been logged.
            let _ = renewal.await;
        }
    }

    /// Starts a new session to replace `lost`, unless that has already happened.
    ///
    /// # Errors
    ///
    /// Returns the reason why there is no new session.
    pub(super) async fn renew(self: &Arc<Self>, lost: &RemoteSession) -> Result<(), String> {
        let renewal = {
            let mut state = self.state();
            if self.session.borrow().number != lost.number {
                return Ok(());
            }
            match &state.renewal {
                Some(renewal) if renewal.peek().is_none() => renewal.clone(),
                _ => {
                    let remote = Arc::clone(self);
                    // A separate task, since requests that wait for it may be cancelled.
                    let task = tokio::spawn(async move {
                        let renewed = tokio::time::timeout(RESPONSE_TIMEOUT, remote.replay()).await;
                        let renewed = renewed.unwrap_or_else(|_| Err("it does not answer".to_owned()));
                        match &renewed {
                            Ok(()) => tracing::info!("a new session with the server has been started"),
                            Err(reason) => tracing::error!(reason, "no new session with the server"),
                        }
                        renewed
                    });
                    let renewal = async { task.await.unwrap_or_else(|error| Err(error.to_string())) };
                    state.renewal.insert(renewal.boxed().shared()).clone()
                }
            }
        };
        renewal.await
    }

    /// Repeats the client's handshake. The server's response is not passed on, since the client
    /// already has one.
    async fn replay(&self) -> Result<(), String> {
        let Handshake { initialize, initialized } = self.state().handshake.clone();
        let mut session = self.session().next();
        let answer = self.replay_message(&session, initialize).await?;
        session.id = answer.headers().get(&SESSION).cloned();
        let answer = answer_to_initialize(answer).await.ok_or("it does not answer `initialize`")?;
        if let Some(message) = refusal::message(&answer, &self.upstream) {
            return Err(message);
        }
        if serde_json::from_str::<Object<'_>>(&answer).unwrap_or_default().get("result").is_none() {
            return Err("its answer to `initialize` is not JSON-RPC".to_owned());
        }
        session.version = version_of(&answer);
        if session.version != self.session().version {
            tracing::warn!("the server now speaks a different version of the protocol");
        }
        if let Some(initialized) = initialized {
            self.replay_message(&session, initialized).await?;
        }
        self.session.send_replace(session);
        Ok(())
    }

    async fn replay_message(&self, session: &RemoteSession, text: String) -> Result<Response, String> {
        let mut headers = session.headers();
        headers.extend(self.headers(&serde_json::from_str(&text).unwrap_or_default()));
        let answer = self.send(Method::POST, headers, text).await.map_err(reason)?;
        let status = answer.status();
        if status.is_success() {
            return Ok(answer);
        }
        let headers = answer.headers().clone();
        let credentials = refusal::credentials(status, &headers, &self.upstream);
        match credentials {
            Some(reason) => Err(reason),
            None => Err(refusal::describe(status, &whole(answer).await, &self.upstream)),
        }
    }

    /// Requests the stream of unsolicited messages, in this session and those that replace it.
    pub(super) async fn listen(self: Arc<Self>) {
        let mut sessions = self.session.subscribe();
        loop {
            let session = sessions.borrow_and_update().clone();
            let silent = async {
                self.listen_in(&session).await;
                // This server has no stream, but a restarted one may have one.
                std::future::pending::<()>().await;
            };
            tokio::select! {
                () = silent => {}
                changed = sessions.changed() => if changed.is_err() { return },
            }
        }
    }

    /// Listens in one session, as long as it has a stream.
    async fn listen_in(self: &Arc<Self>, session: &RemoteSession) {
        let mut last = None;
        let mut wait = FIRST_WAIT;
        // In response to the first request, the status for a lost session means that there is no
        // stream, since some servers do not route GET.
        let mut had_stream = false;
        loop {
            let mut headers = session.headers();
            if let Some(id) = last.clone() {
                headers.insert(LAST_EVENT, id);
            }
            match self.open_stream(headers).await {
                Ok(answer) if answer.status().is_success() => {
                    had_stream = true;
                    wait = FIRST_WAIT;
                    if let Err(error) = self.events(answer, &mut last).await {
                        tracing::debug!(error = reason(error), "the stream broke off");
                    }
                }
                Ok(_) if !had_stream => return,
                Ok(answer) => {
                    let (status, headers) = (answer.status(), answer.headers().clone());
                    if refusal::is_session_lost(status, &headers, &whole(answer).await) {
                        // A new session ends this loop from outside. If there is none, the reason
                        // has been logged.
                        let _ = self.renew(session).await;
                    } else if !status.is_server_error() {
                        return;
                    }
                }
                Err(error) => tracing::debug!(error = reason(error), "there is no stream"),
            }
            tokio::time::sleep(wait).await;
            wait = (wait * 2).min(MAX_WAIT);
        }
    }
}

/// The protocol version in a response to `initialize`.
pub(super) fn version_of(text: &str) -> Option<HeaderValue> {
    #[derive(serde::Deserialize)]
    struct InitializeResponse {
        result: Agreed,
    }
    #[derive(serde::Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Agreed {
        protocol_version: String,
    }
    let InitializeResponse { result } = serde_json::from_str(text).ok()?;
    HeaderValue::from_str(&result.protocol_version).ok()
}

/// The response in a JSON body, or the first message in an event stream.
async fn answer_to_initialize(answer: Response) -> Option<String> {
    if !is_event_stream(&answer) {
        return Some(whole(answer).await);
    }
    let mut stream = answer.bytes_stream();
    let mut events = Events::new(MAX_RESPONSE_BYTES);
    while let Some(bytes) = stream.next().await {
        events.push(&bytes.ok()?);
        while let Some(Chunk::Event(event)) = events.next() {
            let Some(data) = std::str::from_utf8(&event).ok().and_then(sse::data) else { continue };
            let message: Object<'_> = serde_json::from_str(&data).unwrap_or_default();
            if message.get("result").is_some() || message.get("error").is_some() {
                return Some(data);
            }
        }
    }
    None
}
