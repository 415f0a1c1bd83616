//! The program `toon-mcp`: its server, its proxy, its filter, and its README.
#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a panic is how a test fails")]
#![allow(missing_docs)]

#[path = "../../../tests/support/effort.rs"]
mod effort;
mod filter;
mod generations;
mod orders;
mod program;
mod projects;
mod proxy;
#[cfg(feature = "tokens")]
mod readme;
mod serve;
