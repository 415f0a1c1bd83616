//! Servers that others wrote, behind the proxy: a session in raw messages has the same answers as without it, and what is converted
//! is TOON of the same JSON; and the conformance suite. They are installed and run where `TOON_MCP_CLIENTS=1`.
#![cfg(feature = "cli")]
// A test fails by panicking.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod compare;
mod conformance;
mod everything;
#[path = "../clients/install.rs"]
mod install;
mod memory;
mod peer;
#[path = "../serve/program.rs"]
mod program;
mod run;
mod script;
