//! Writing: the text of every form, errors, and the selection of fields.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a panic is how a test fails")]
#![allow(unreachable_pub, reason = "the modules are shared with other targets")]

mod display;
mod errors;
mod fields;
mod format;

#[path = "../support/mod.rs"]
mod support;
