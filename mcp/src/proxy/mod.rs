//! A proxy for MCP servers that converts JSON in tool results to TOON.
//!
//! It relays JSON-RPC messages as text. Only the following are changed: the results of
//! `tools/call`, and of tasks that it has created; the results of `tools/list`, in which tools
//! whose `structuredContent` may be removed lose their `outputSchema`; and, if enabled, the
//! instructions in the results of `initialize` and `server/discover`, resources and prompts.
//! With a budget, results that exceed it are shown in part, and the proxy answers queries about them.
//! With a list of allowed tools, others are not listed, and calls of them do not reach the server.
//! Everything else is forwarded byte for byte, whether the proxy knows it or not.
//!
//! `rewriter` changes these results, and `relay` matches the messages of a session. `allowed` are the
//! tools that may be called, `definitions` measures those that are listed, and `partial` keeps results
//! that exceed a budget. `stdio`, `remote`, `forward` and `bridge` implement the combinations of
//! transports.

mod allowed;
mod bridge;
mod challenge;
mod child;
mod definitions;
mod forward;
mod headers;
mod kept;
mod legacy;
mod lines;
mod long;
mod parameters;
mod partial;
mod refusal;
mod relay;
mod remote;
mod responses;
mod rewriter;
mod sessions;
mod sse;
mod stdio;
mod upstream;

pub(crate) use allowed::AllowedTools;
pub(crate) use bridge::Bridge;
pub(crate) use child::{Command, Restart};
pub(crate) use forward::Forward;
pub(crate) use partial::{Clients, Partial};
pub(crate) use relay::Relay;
pub(crate) use remote::run as run_remote;
pub(crate) use rewriter::{Explaining, Rewriter};
pub(crate) use stdio::{Outcome, run as run_stdio};
pub(crate) use upstream::Upstream;
