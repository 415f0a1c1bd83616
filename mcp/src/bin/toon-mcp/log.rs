//! Logs go to standard error: standard output belongs to the protocol.

use std::io::IsTerminal;
use tracing_subscriber::EnvFilter;

/// Starts logging, with more of it for each `-v`.
pub(crate) fn start(verbose: u8) {
    // Libraries only warn, whatever is asked for: at their lower levels they log whole requests, headers among them. `rmcp`
    // does not even warn, since it would log each error that a client is sent, with what is quoted in it.
    let filter = EnvFilter::new(match verbose {
        0 => "warn,rmcp=error,toon_mcp=info",
        1 => "warn,rmcp=error,toon_mcp=debug",
        _ => "warn,rmcp=error,toon_mcp=trace",
    });
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .with_ansi(std::io::stderr().is_terminal())
        .init();
}
