//! The examples, run as their clients run them.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a panic is how a test fails")]
#![allow(missing_docs)]

mod orders;
mod projects;
mod readme;
