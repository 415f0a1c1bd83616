//! A proxy in front of an MCP server that turns the JSON in its tools' results into TOON.
//!
//! It relays JSON-RPC messages as text. Only the results of `tools/call` are looked into, and, where it drops
//! `structuredContent`, those of `tools/list`, whose tools then no longer declare an `outputSchema`. All else goes through
//! byte by byte, known to the proxy or not.

mod bridge;
mod challenge;
mod child;
mod forward;
mod headers;
mod kept;
mod legacy;
mod lines;
mod long;
mod parameters;
mod refusal;
mod relay;
mod remote;
mod sessions;
mod sse;
mod stdio;
mod upstream;

pub use bridge::Bridge;
pub use child::{Command, Restart};
pub use forward::Forward;
pub use relay::Relay;
pub use remote::run as run_remote;
pub use stdio::{Outcome, run as run_stdio};
pub use upstream::{InvalidUpstream, Upstream};
