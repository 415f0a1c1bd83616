//! Coding agents as hosts of tools: their hooks, their transcripts, and how to install the hooks.
//!
//! A coding agent (a [`Host`]) runs tools for its model. Some let a hook replace what the model sees
//! of a result.
//!
//! `host` knows the hosts, and `places` where they keep their files. `tools` decides whose results may be
//! converted, with `command` for commands in a shell, which `shell` splits. `hook` answers hosts, `stats`
//! keeps what was saved, and `install` changes their settings. `table` and `time` are for people. `transcripts` reads what
//! hosts record, and `audit` finds what a hook would have saved (feature `audit`).

#[cfg(feature = "audit")]
pub mod audit;
mod command;
mod files;
mod hook;
mod host;
pub mod install;
mod places;
mod shell;
pub mod stats;
mod table;
mod time;
mod tools;
#[cfg(feature = "audit")]
pub mod transcripts;

pub use command::Programs;
pub use hook::{Answer, Hook};
pub use host::Host;
pub use places::{Places, System};

/// The examples in the README, as doc tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
