//! The state of a connection to a server.

use crate::proxy::headers::{SESSION, VERSION};
use crate::proxy::parameters::Parameters;
use crate::proxy::relay::Relay;
use crate::proxy::upstream::Upstream;
use axum::http::header::{CONTENT_TYPE, HeaderMap, HeaderValue};
use futures::StreamExt;
use futures::future::{BoxFuture, Shared};
use reqwest::Response;
use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::sync::watch;
use tokio::task::AbortHandle;

/// How long to wait for messages that delay others: a notification, or the start of a new session.
pub(super) const RESPONSE_TIMEOUT: Duration = Duration::from_secs(10);
/// The delay before a stream is requested again. It doubles each time, up to a limit.
pub(super) const FIRST_WAIT: Duration = Duration::from_millis(500);
pub(super) const MAX_WAIT: Duration = Duration::from_secs(30);
/// The maximum length of a response that is not a success.
const MAX_REFUSAL_BYTES: usize = 1 << 20;

pub(super) struct Remote<W> {
    pub(super) upstream: Upstream,
    pub(super) relay: Relay,
    pub(super) longest: usize,
    pub(super) output: Arc<tokio::sync::Mutex<W>>,
    pub(super) session: watch::Sender<RemoteSession>,
    pub(super) state: Mutex<RelayState>,
    pub(super) parameters: Parameters,
}

#[derive(Default)]
pub(super) struct RelayState {
    /// Pending requests.
    pub(super) calls: HashMap<Box<str>, AbortHandle>,
    pub(super) handshake: Handshake,
    /// The last start of a new session, which may still be in progress.
    pub(super) renewal: Option<Renewal>,
}

/// A session as the server has declared it.
#[derive(Clone, Default)]
pub(super) struct RemoteSession {
    pub(super) id: Option<HeaderValue>,
    pub(super) version: Option<HeaderValue>,
    /// Counts sessions, since a restarted server may reuse an id.
    pub(super) number: u64,
}

impl RemoteSession {
    pub(super) fn headers(&self) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for (name, value) in [(SESSION, &self.id), (VERSION, &self.version)] {
            if let Some(value) = value {
                headers.insert(name, value.clone());
            }
        }
        headers
    }

    /// The session after this one, without an id and a version yet.
    pub(super) fn next(&self) -> Self {
        RemoteSession { number: self.number + 1, ..RemoteSession::default() }
    }
}

/// The client's handshake, which is repeated to start a new session.
#[derive(Clone, Default)]
pub(super) struct Handshake {
    pub(super) initialize: String,
    /// The notification that completes it.
    pub(super) initialized: Option<String>,
}

/// The start of a new session, which all requests of the lost session wait for. The error is the
/// reason for a failure.
pub(super) type Renewal = Shared<BoxFuture<'static, Result<(), String>>>;

pub(super) fn is_event_stream(answer: &Response) -> bool {
    let kind = answer.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    kind.to_ascii_lowercase().starts_with("text/event-stream")
}

/// The text of a short response. Empty if it is too long, does not end, or is not text.
pub(super) async fn whole(answer: Response) -> String {
    let read = async {
        let mut stream = answer.bytes_stream();
        let mut body = Vec::new();
        while let Some(bytes) = stream.next().await {
            body.extend_from_slice(&bytes.ok()?);
            if body.len() > MAX_REFUSAL_BYTES {
                return None;
            }
        }
        String::from_utf8(body).ok()
    };
    tokio::time::timeout(RESPONSE_TIMEOUT, read).await.ok().flatten().unwrap_or_default()
}
