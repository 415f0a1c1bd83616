//! The parts of the proxy, each in front of a server that is deliberately odd.

mod allowed;
mod bridge;
mod client;
mod hostile;
mod http;
mod recorded;
mod refusals;
mod relay;
mod remote;
mod restarts;
mod rewriter;
mod scaling;
mod stateless;
mod tasks;
