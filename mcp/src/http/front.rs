//! A server with its guard, its health and its metrics.

use super::guard::{self, Guard, Sessions};
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

/// How a message is changed before it is read; nothing where it stays.
pub type Rewrite = fn(&[u8]) -> Option<Vec<u8>>;

/// How a server is reached over HTTP. What it is not told is set to be safe on loopback.
///
/// Each request must name the server in `Host`: by a loopback name or address, beyond loopback by
/// any address, or by a name that was [allowed](Self::allow_host). A request from a page, with an
/// `Origin`, must come from the server's own or from an [allowed](Self::allow_origin) one.
///
/// ```
/// use toon_mcp::http::Front;
/// use toon_mcp::server::{ToonServer, keep_text};
///
/// let address = "127.0.0.1:8080".parse().unwrap();
/// let front = Front::new(address).max_sessions(8).max_body(1 << 20);
/// let router = front.router(ToonServer::new, Some(keep_text), Default::default());
/// # let _: axum::Router = router;
/// ```
#[derive(Debug)]
pub struct Front {
    hosts: Hosts,
    token: Option<Token>,
    max_body: usize,
    max_requests: usize,
    max_sessions: usize,
    read_timeout: Duration,
    metrics: Arc<Metrics>,
}

impl Front {
    /// For a server that listens on `bound`: no token, bodies of 4 MiB, 64 sessions, 256 requests
    /// at a time.
    ///
    /// ```
    /// toon_mcp::http::Front::new("127.0.0.1:8080".parse().unwrap());
    /// ```
    pub fn new(bound: SocketAddr) -> Self {
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

    /// Another name of the server, `name` or `name:port`. Without a port, it may stand with any.
    ///
    /// # Errors
    /// If it is no name.
    ///
    /// ```
    /// let front = toon_mcp::http::Front::new("0.0.0.0:8080".parse().unwrap());
    /// assert!(front.allow_host("toon.example").is_ok());
    /// ```
    pub fn allow_host(mut self, host: &str) -> Result<Self, HostError> {
        self.hosts.allow_host(host)?;
        Ok(self)
    }

    /// An origin whose pages may talk to the server and read its answers, such as
    /// `https://app.example`.
    ///
    /// # Errors
    /// If it is no origin.
    ///
    /// ```
    /// let front = toon_mcp::http::Front::new("127.0.0.1:8080".parse().unwrap());
    /// assert!(front.allow_origin("app.example").is_err());
    /// ```
    pub fn allow_origin(mut self, origin: &str) -> Result<Self, HostError> {
        self.hosts.allow_origin(origin)?;
        Ok(self)
    }

    /// The token that every request must show, but for `/health`.
    ///
    /// ```
    /// use toon_mcp::http::{Front, Token};
    ///
    /// let front = Front::new("127.0.0.1:8080".parse().unwrap()).token(Some(Token::new("s3cret")?));
    /// assert!(!format!("{front:?}").contains("s3cret"));
    /// # Ok::<(), toon_mcp::http::TokenError>(())
    /// ```
    #[must_use]
    pub fn token(mut self, token: Option<Token>) -> Self {
        self.token = token;
        self
    }

    /// The greatest body of a request, in bytes. Larger ones are answered with 413.
    ///
    /// ```
    /// toon_mcp::http::Front::new("127.0.0.1:8080".parse().unwrap()).max_body(1 << 20);
    /// ```
    #[must_use]
    pub fn max_body(mut self, bytes: usize) -> Self {
        self.max_body = bytes;
        self
    }

    /// Maximum number of concurrent requests, including open streams. Further ones are answered
    /// with 503.
    ///
    /// ```
    /// toon_mcp::http::Front::new("127.0.0.1:8080".parse().unwrap()).max_requests(16);
    /// ```
    #[must_use]
    pub fn max_requests(mut self, requests: usize) -> Self {
        self.max_requests = requests;
        self
    }

    /// How many sessions there may be at a time. Further ones are answered with 503. The protocol
    /// of 2026 has none.
    ///
    /// ```
    /// toon_mcp::http::Front::new("127.0.0.1:8080".parse().unwrap()).max_sessions(4);
    /// ```
    #[must_use]
    pub fn max_sessions(mut self, sessions: usize) -> Self {
        self.max_sessions = sessions;
        self
    }

    /// Where requests are counted; `/metrics` shows what is in there.
    ///
    /// ```
    /// let metrics = std::sync::Arc::new(toon_mcp::http::Metrics::new());
    /// toon_mcp::http::Front::new("127.0.0.1:8080".parse().unwrap()).metrics(metrics);
    /// ```
    #[must_use]
    pub fn metrics(mut self, metrics: Arc<Metrics>) -> Self {
        self.metrics = metrics;
        self
    }

    /// The server that `make` gives, at `/mcp`, with health and metrics beside it and the guard
    /// before all of them.
    ///
    /// Messages go through `rewrite` first. `make` is called for each session, and for each request
    /// that belongs to none. When `stop` is cancelled, sessions and streams end.
    ///
    /// ```
    /// use toon_mcp::{http::Front, server::ToonServer};
    ///
    /// let front = Front::new("127.0.0.1:0".parse().unwrap());
    /// let router = front.router(ToonServer::new, None, Default::default());
    /// assert!(router.has_routes());
    /// ```
    pub fn router<S, F>(self, make: F, rewrite: Option<Rewrite>, stop: CancellationToken) -> Router
    where
        S: ServerHandler + Send + 'static,
        F: Fn() -> S + Send + Sync + 'static,
    {
        let sessions = Arc::new(LocalSessionManager::default());
        let config = StreamableHttpServerConfig::default()
            .with_cancellation_token(stop)
            // What a text in a string needs for its escapes is no reason to refuse it.
            .with_max_request_body_bytes(self.max_body.saturating_mul(2))
            // The guard looks at both before anything else happens.
            .disable_allowed_hosts()
            .disable_allowed_origins();
        let service = StreamableHttpService::new(move || Ok(make()), sessions.clone(), config);
        let mut router = Router::new().route_service("/mcp", service);
        if let Some(rewrite) = rewrite {
            router = router.layer(middleware::from_fn(move |request, next| change(rewrite, request, next)));
        }
        self.guarded(router, Sessions::Own(sessions))
    }

    /// Puts another service in the server's place, at `/mcp`. It limits its sessions itself, and
    /// `sessions` tells how many are open.
    ///
    /// ```
    /// use axum::{Router, routing::get};
    /// use toon_mcp::http::Front;
    ///
    /// let front = Front::new("127.0.0.1:0".parse().unwrap());
    /// let router = front.around(Router::new().route("/", get(|| async { "here" })), || 0);
    /// assert!(router.has_routes());
    /// ```
    pub fn around(self, service: Router, sessions: impl Fn() -> usize + Send + Sync + 'static) -> Router {
        self.guarded(Router::new().nest("/mcp", service), Sessions::Elsewhere(Box::new(sessions)))
    }

    fn guarded(self, router: Router, sessions: Sessions) -> Router {
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
    // The guard has read the body already, and found it small enough.
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
