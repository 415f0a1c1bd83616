//! The proxy in front of a server that is deliberately odd.

mod bridge;
mod client;
mod headers;
mod hostile;
mod hosts;
mod http;
mod instructions;
mod load;
mod memory;
mod metrics;
mod protocols;
mod questions;
mod refusals;
mod relay;
mod remote;
mod restarts;
mod rewriter;
mod scaling;
mod session;
mod startup;
mod stateless;
mod stdio;
mod tasks;
mod upstream;
