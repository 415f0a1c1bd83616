//! The program `toon-mcp`: its server, its proxy, its filter, and its README.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a panic is how a test fails")]
#![allow(missing_docs)]

mod audit;
mod filter;
mod generations;
mod hook;
mod install;
mod program;
mod proxy;
mod readme;
mod serve;
#[path = "../support/mod.rs"]
mod support;
