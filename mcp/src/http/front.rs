//! A server with its guard, health endpoint and metrics.

use super::guard::{self, Guard, SessionStore};
use super::hosts::{HostError, Hosts};
use super::{Metrics, Token};
use axum::body::{Body, Bytes};
use axum::extract::Request;
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use rmcp::ServerHandler;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use serde_json::json;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;

/// Changes a message before it is parsed. `None` if it is unchanged.
pub(crate) type Rewrite = fn(&[u8]) -> Option<Vec<u8>>;

/// Serves an MCP server over HTTP. The defaults are safe on loopback.
///
/// The `Host` of each request must be a loopback name or address, any IP address if the server is
/// not on loopback, or an [allowed](Self::allow_host) name. The `Origin` of a request from a page
/// must be the server's own or an [allowed](Self::allow_origin) one.
#[derive(Debug)]
pub(crate) struct Front {
    hosts: Hosts,
    token: Option<Token>,
    max_body: usize,
    max_requests: usize,
    max_sessions: usize,
    read_timeout: Duration,
    metrics: Arc<Metrics>,
}

impl Front {
    /// The defaults for a server that listens on `bound`: no token, bodies of up to 4 MiB, 64
    /// sessions, 256 concurrent requests.
    pub(crate) fn new(bound: SocketAddr) -> Self {
        Front {
            hosts: Hosts::new(bound),
            token: None,
            max_body: 4 << 20,
            max_requests: 256,
            max_sessions: 64,
            read_timeout: Duration::from_secs(30),
            metrics: Arc::default(),
        }
    }

    /// Adds a name of the server: `name` or `name:port`. Without a port, any port is accepted.
    ///
    /// # Errors
    /// Fails if `host` is not a valid name.
    pub(crate) fn allow_host(mut self, host: &str) -> Result<Self, HostError> {
        self.hosts.allow_host(host)?;
        Ok(self)
    }

    /// Adds an origin whose pages may use the server, such as `https://app.example`.
    ///
    /// # Errors
    /// Fails if `origin` is not a valid origin.
    pub(crate) fn allow_origin(mut self, origin: &str) -> Result<Self, HostError> {
        self.hosts.allow_origin(origin)?;
        Ok(self)
    }

    /// Sets the token that every request except those to `/health` must send.
    #[must_use]
    pub(crate) fn token(mut self, token: Option<Token>) -> Self {
        self.token = token;
        self
    }

    /// Sets the maximum size of a request body in bytes. Larger ones are rejected with status 413.
    #[must_use]
    pub(crate) fn max_body(mut self, bytes: usize) -> Self {
        self.max_body = bytes;
        self
    }

    /// Sets the maximum number of concurrent requests, including open streams. Further ones are
    /// rejected with status 503.
    #[must_use]
    pub(crate) fn max_requests(mut self, requests: usize) -> Self {
        self.max_requests = requests;
        self
    }

    /// Sets the maximum number of sessions. Further ones are rejected with status 503. The 2026
    /// version of the protocol has no sessions.
    #[must_use]
    pub(crate) fn max_sessions(mut self, sessions: usize) -> Self {
        self.max_sessions = sessions;
        self
    }

    /// Sets the metrics that `/metrics` returns.
    #[must_use]
    pub(crate) fn metrics(mut self, metrics: Arc<Metrics>) -> Self {
        self.metrics = metrics;
        self
    }

    /// Serves the handlers that `make` creates at `/mcp`, along with health and metrics, all behind
    /// the guard.
    ///
    /// Messages pass through `rewrite` first. `make` is called for each session, and for each
    /// request without a session. Sessions and streams end when `stop` is cancelled.
    pub(crate) fn router<S, F>(self, make: F, rewrite: Option<Rewrite>, stop: CancellationToken) -> Router
    where
        S: ServerHandler + Send + 'static,
        F: Fn() -> S + Send + Sync + 'static,
    {
        let sessions = Arc::new(LocalSessionManager::default());
        let config = StreamableHttpServerConfig::default()
            .with_cancellation_token(stop)
            // The limit applies before escaping, which must not cause a text to be rejected.
            .with_max_request_body_bytes(self.max_body.saturating_mul(2))
            // The guard has already checked both.
            .disable_allowed_hosts()
            .disable_allowed_origins();
        let service = StreamableHttpService::new(move || Ok(make()), sessions.clone(), config);
        let mut router = Router::new().route_service("/mcp", service);
        if let Some(rewrite) = rewrite {
            router = router.layer(middleware::from_fn(move |request, next| change(rewrite, request, next)));
        }
        self.guarded(router, SessionStore::Own(sessions))
    }

    /// Serves another service at `/mcp`, which limits its sessions itself. `sessions` returns how
    /// many are open.
    pub(crate) fn around(
        self,
        service: Router,
        sessions: impl Fn() -> usize + Send + Sync + 'static,
    ) -> Router {
        self.guarded(Router::new().nest("/mcp", service), SessionStore::Elsewhere(Box::new(sessions)))
    }

    fn guarded(self, router: Router, sessions: SessionStore) -> Router {
        let guard = Arc::new(Guard {
            hosts: self.hosts,
            token: self.token,
            max_body: self.max_body,
            read_timeout: self.read_timeout,
            slots: Arc::new(Semaphore::new(self.max_requests.min(Semaphore::MAX_PERMITS))),
            sessions,
            max_sessions: self.max_sessions,
            starting: Arc::default(),
            metrics: self.metrics,
        });
        router
            .route("/health", get(health))
            .route("/metrics", get(guard::metrics).with_state(guard.clone()))
            .layer(middleware::from_fn_with_state(guard, guard::check))
    }
}

async fn health() -> Json<serde_json::Value> {
    Json(json!({ "status": "ok", "version": env!("CARGO_PKG_VERSION") }))
}

async fn change(rewrite: Rewrite, request: Request, next: Next) -> Response {
    let (mut head, body) = request.into_parts();
    // The guard has already read the body and checked its size.
    let Ok(bytes) = axum::body::to_bytes(body, usize::MAX).await else {
        return axum::http::StatusCode::BAD_REQUEST.into_response();
    };
    let is_json =
        head.headers.get(CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"application/json"));
    let bytes = match is_json.then(|| rewrite(&bytes)).flatten() {
        Some(changed) => {
            head.headers.remove(CONTENT_LENGTH);
            Bytes::from(changed)
        }
        None => bytes,
    };
    next.run(Request::from_parts(head, Body::from(bytes))).await
}
