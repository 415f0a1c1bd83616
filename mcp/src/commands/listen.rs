//! Options and setup shared by HTTP servers.

use crate::commands::stop::cancel_on_signal;
use crate::http::{self, Front, Metrics, Token};
use axum::Router;
use clap::Args;
use std::error::Error;
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

/// The default variable for the token.
pub(crate) const TOKEN: &str = "TOON_MCP_TOKEN";

#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "HTTP")]
pub(crate) struct Listen {
    /// An additional name of this server to accept in the `Host` header, as name or name:port.
    /// Loopback names are always accepted, and so are all IP addresses unless the server listens on
    /// loopback.
    #[arg(long, value_name = "HOST", env = "TOON_MCP_ALLOWED_HOST", value_delimiter = ',')]
    allowed_host: Vec<String>,
    /// An origin whose pages are allowed to use this server, such as `https://app.example`.
    #[arg(long, value_name = "ORIGIN", env = "TOON_MCP_ALLOWED_ORIGIN", value_delimiter = ',')]
    allowed_origin: Vec<String>,
    /// Maximum size of a message, in bytes.
    #[arg(long, value_name = "BYTES", env = "TOON_MCP_MAX_BODY", default_value_t = 4 << 20)]
    pub(crate) max_body: usize,
    /// Maximum number of sessions. Sessions that are idle for 30 minutes end.
    #[arg(long, value_name = "N", env = "TOON_MCP_MAX_SESSIONS", default_value_t = 64)]
    pub(crate) max_sessions: usize,
    /// Maximum number of concurrent requests, including open streams.
    #[arg(long, value_name = "N", env = "TOON_MCP_MAX_REQUESTS", default_value_t = 256)]
    max_requests: usize,
    /// The environment variable with the bearer token that clients must send; `TOON_MCP_TOKEN` by
    /// default. If this option is given, the variable must be set.
    #[arg(long, value_name = "NAME", env = "TOON_MCP_TOKEN_ENV")]
    token_env: Option<String>,
}

impl Listen {
    /// Serves the router that `make` creates on `address`, until the program is stopped.
    pub(crate) async fn serve(
        &self,
        address: &str,
        metrics: Arc<Metrics>,
        make: impl FnOnce(Front, CancellationToken) -> Router,
    ) -> Result<(), Box<dyn Error>> {
        let token = self.token()?;
        let listener = http::bind(address).await.map_err(|error| format!("{address}: {error}"))?;
        let bound = listener.local_addr()?;
        if token.is_none() && !bound.ip().is_loopback() {
            tracing::warn!(
                "anyone who can reach {bound} can use this server: set {TOKEN} to require a token"
            );
        }
        let mut front = Front::new(bound)
            .token(token)
            .max_body(self.max_body)
            .max_sessions(self.max_sessions)
            .max_requests(self.max_requests)
            .metrics(metrics);
        for host in &self.allowed_host {
            front = front.allow_host(host)?;
        }
        for origin in &self.allowed_origin {
            front = front.allow_origin(origin)?;
        }
        let stop = CancellationToken::new();
        tokio::spawn(cancel_on_signal(stop.clone()));
        let router = make(front, stop.clone());
        tracing::info!("listening on http://{bound}/mcp");
        http::serve(listener, router, stop).await;
        tracing::info!("stopped");
        Ok(())
    }

    /// The variable for the token that clients must send.
    pub(crate) fn token_variable(&self) -> &str {
        self.token_env.as_deref().unwrap_or(TOKEN)
    }

    /// Whether clients must send a token.
    #[cfg(feature = "context")]
    pub(crate) fn has_token(&self) -> Result<bool, Box<dyn Error>> {
        Ok(self.token()?.is_some())
    }

    fn token(&self) -> Result<Option<Token>, Box<dyn Error>> {
        let name = self.token_variable();
        let token = Token::from_env(name).map_err(|error| format!("{name}: {error}"))?;
        // If a variable is named, a token is intended, and a misspelled name must not disable it.
        if token.is_none() && self.token_env.is_some() {
            return Err(format!("the environment variable {name} is not set").into());
        }
        Ok(token)
    }
}
