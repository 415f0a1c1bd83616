//! Installs our hook in the settings of coding agents, puts the proxy in front of MCP servers, and undoes both.
//!
//! What is to be changed is a [`Plan`], which can be shown before it is carried out. Nothing but our entries changes:
//! settings keep their order, comments and formatting.
//!
//! `installer` plans. `hooks` knows the entries of hosts, and `servers` those of MCP servers (`server`), with `toml` for
//! Codex. `json` edits JSON as
//! text. `record` keeps what was changed. `plan` carries it out, and `doctor` looks
//! whether it works, with a `sample`.

mod doctor;
mod error;
mod hooks;
mod installer;
mod json;
mod plan;
mod program;
mod record;
mod sample;
mod server;
mod servers;
mod toml;

pub use doctor::{Check, State, check};
pub use error::{InstallError, Place};
pub use hooks::plugin_hooks;
pub use installer::Installer;
pub use plan::{Change, Plan};
pub use servers::Client;
