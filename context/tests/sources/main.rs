//! Blocks from files, folders, diffs and chats.

#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

#[cfg(feature = "json")]
mod chat;
#[cfg(feature = "fs")]
mod choice;
mod diff;
#[cfg(feature = "json")]
mod fit;
#[cfg(feature = "fs")]
mod folder;
#[cfg(feature = "fs")]
mod left_out;
#[cfg(feature = "json")]
mod random;
#[cfg(feature = "fs")]
mod ranking;
#[cfg(feature = "json")]
mod transcripts;
#[cfg(feature = "json")]
mod turns;
