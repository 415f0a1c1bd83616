//! The program beside the reference's, npm `@toon-format/cli`: the same inputs and flags give the
//! same output, on the same stream, and both succeed or both fail.
//!
//! Needs npm, and is skipped unless `TOON_REFERENCE=1`. [`departures`] lists the intentional
//! differences.
#![allow(clippy::unwrap_used, clippy::panic, clippy::expect_used, reason = "a panic is how a test fails")]

mod departures;
mod fixtures;
mod flags;
mod inputs;
mod install;
mod run;
