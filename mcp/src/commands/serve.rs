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
    #[command(flatten)]
    listen: Listen,
}

impl Serve {
    pub(crate) async fn run(self) -> Result<(), Box<dyn Error>> {
        let max_body = self.listen.max_body;
        // JSON may be eight times as long as TOON, since a table states each key only once.
        let limits = Limits::new().input(max_body).output(max_body.saturating_mul(8));
        let server = ToonServer::new().limits(limits);
        let Some(address) = &self.http else { return Ok(serve_stdio(server, max_body).await?) };
        let metrics = Arc::new(Metrics::new());
        let server = server.metrics(metrics.clone());
        let make =
            |front: crate::http::Front, stop| front.router(move || server.clone(), Some(keep_text), stop);
        self.listen.serve(address, metrics, make).await
    }
}
