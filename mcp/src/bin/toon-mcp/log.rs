//! Logs go to standard error: standard output belongs to the protocol.

use std::io::IsTerminal;
use tracing_subscriber::EnvFilter;

/// Logs from here on: what matters, with `-v` each conversion, and with `-vv` everything; or as `RUST_LOG` says.
pub(crate) fn start(verbose: u8) {
    let level = match verbose {
        0 => "toon_mcp=info,warn",
        1 => "toon_mcp=debug,info",
        _ => "trace",
    };
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new(level));
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .with_ansi(std::io::stderr().is_terminal())
        .init();
}
