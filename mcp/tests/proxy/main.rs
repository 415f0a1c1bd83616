//! The proxy in front of a server that is odd on purpose.
#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a panic is how a test fails")]

mod bridge;
mod http;
mod load;
mod remote;
mod session;
mod stdio;
mod upstream;
