//! Other people's servers behind the proxy: a session in raw messages has the same answers as
//! without it, and what is converted says the same; what hosts show of results, in tokens; and the
//! conformance suite. They are installed and run where `TOON_MCP_CLIENTS=1`.
#![cfg(feature = "cli")]
// A test fails by panicking.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod compare;
mod conformance;
mod everything;
mod files;
#[path = "../clients/install.rs"]
mod install;
mod memory;
mod peer;
#[path = "../serve/program.rs"]
mod program;
mod run;
mod script;
mod shown;
