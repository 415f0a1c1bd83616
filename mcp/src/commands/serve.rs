//! `toon-mcp serve`.

use crate::commands::listen::Listen;
use crate::http::Metrics;
use crate::server::stdio::serve_stdio;
use crate::server::{Limits, ToonServer, keep_text};
use clap::Args;
use std::error::Error;
use std::sync::Arc;

#[derive(Debug, Args)]
pub(crate) struct Serve {
    /// Serve streamable HTTP at /mcp on this address instead of standard input and output. With only
    /// a port, the server listens on loopback.
    #[arg(long, value_name = "ADDR", env = "TOON_MCP_HTTP", help_heading = "HTTP")]
    http: Option<String>,
    /// Add the tool `context_pack`, which shows what in this folder answers a question, within a number of tokens. It
    /// never reads what is outside, or looks secret. Over HTTP, this requires a token.
    #[cfg(feature = "context")]
    #[arg(long, value_name = "DIR", env = "TOON_MCP_ROOT", help_heading = "Context")]
    root: Option<std::path::PathBuf>,
    #[command(flatten)]
    listen: Listen,
}

impl Serve {
    pub(crate) async fn run(self) -> Result<(), Box<dyn Error>> {
        let max_body = self.listen.max_body;
        // JSON may be eight times as long as TOON, since a table states each key only once.
        let limits = Limits::new().input(max_body).output(max_body.saturating_mul(8));
        let server = ToonServer::new().limits(limits);
        #[cfg(feature = "context")]
        let server = match self.root()? {
            Some(root) => server.root(root),
            None => server,
        };
        let Some(address) = &self.http else { return Ok(serve_stdio(server, max_body).await?) };
        let metrics = Arc::new(Metrics::new());
        let server = server.metrics(metrics.clone());
        let make =
            |front: crate::http::Front, stop| front.router(move || server.clone(), Some(keep_text), stop);
        self.listen.serve(address, metrics, make).await
    }

    /// The folder that models may read.
    #[cfg(feature = "context")]
    fn root(&self) -> Result<Option<crate::server::Root>, Box<dyn Error>> {
        let Some(path) = &self.root else { return Ok(None) };
        if self.http.is_some() && !self.listen.has_token()? {
            let variable = self.listen.token_variable();
            return Err(format!("--root over HTTP requires a token: set {variable}").into());
        }
        let root = crate::server::Root::new(path);
        Ok(Some(root.map_err(|error| format!("--root {}: {error}", path.display()))?))
    }
}
