//! A proxy in front of an MCP server that turns the JSON in its tools' results into TOON.
//!
//! It relays JSON-RPC messages as text. Only these are looked into: the results of `tools/call`,
//! and of tasks made of it; those of `tools/list`, where tools whose `structuredContent` may go
//! lose their `outputSchema`; those of `initialize` and `server/discover`, whose instructions
//! explain TOON; and, where asked for, resources and prompts. All else goes through byte by byte,
//! known to the proxy or not.
//!
//! `rewriter` changes these results, and `relay` tells for one session which message is which.
//! `stdio`, `remote`, `forward` and `bridge` are the pairs of transports.

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
mod rewriter;
mod sessions;
mod sse;
mod stdio;
mod upstream;

pub use bridge::Bridge;
pub use child::{Command, Restart};
pub use forward::Forward;
pub use relay::Relay;
pub use remote::run as run_remote;
pub use rewriter::Rewriter;
pub use stdio::{Outcome, run as run_stdio};
pub use upstream::{InvalidUpstream, Upstream};
