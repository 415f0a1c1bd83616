//! The proxy in front of a server that is odd on purpose.
#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a panic is how a test fails")]

mod bridge;
mod client;
#[path = "../serve/generations.rs"]
mod generations;
mod headers;
mod hostile;
mod hosts;
mod http;
mod instructions;
mod load;
mod memory;
mod metrics;
#[path = "../serve/program.rs"]
mod program;
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
