//! Transcripts of all hosts, and what is counted in them.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a panic is how a test fails")]
#![allow(missing_docs)]

mod cases;
mod home;
mod truths;
