//! Logs go to standard error, since standard output belongs to the protocol.

use std::io::IsTerminal;
use tracing_subscriber::EnvFilter;

/// Starts logging. Each `-v` adds detail.
pub(crate) fn start(verbose: u8) {
    // Libraries log only warnings at any verbosity: at lower levels, they log whole requests
    // including headers. For `rmcp`, even warnings are off, since it would log each error that is
    // sent to a client with everything quoted in it.
    let filter = EnvFilter::new(match verbose {
        0 => "warn,rmcp=error,toon_mcp=info,toon_convert=info,toon_rmcp=info",
        1 => "warn,rmcp=error,toon_mcp=debug,toon_convert=debug,toon_rmcp=debug",
        _ => "warn,rmcp=error,toon_mcp=trace,toon_convert=trace,toon_rmcp=trace",
    });
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .with_ansi(std::io::stderr().is_terminal())
        .init();
}
