//! Tests the program with clients and servers that others wrote. They are installed and run if
//! `TOON_MCP_CLIENTS=1`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a panic is how a test fails")]
#![allow(missing_docs)]

mod clients;
#[path = "clients/install.rs"]
mod install;
#[path = "../program/program.rs"]
mod program;
mod servers;
