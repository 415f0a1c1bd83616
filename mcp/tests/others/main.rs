//! Clients and servers that others wrote, with the program. They are installed and run where
//! `TOON_MCP_CLIENTS=1`.
#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a panic is how a test fails")]
#![allow(missing_docs)]

mod clients;
#[path = "clients/install.rs"]
mod install;
#[path = "../program/program.rs"]
mod program;
mod servers;
