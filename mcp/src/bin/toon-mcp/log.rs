//! Logs go to standard error, since standard output belongs to the protocol.

use std::io::IsTerminal;
use tracing_subscriber::EnvFilter;

/// Starts logging, with more detail for each `-v`.
pub(crate) fn start(verbose: u8) {
    // Libraries only log warnings, whatever is requested: at lower levels they log whole requests,
    // including headers. `rmcp` does not even log warnings, since it would log each error that is
    // sent to a client, with everything quoted in it.
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
