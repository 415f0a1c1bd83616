//! The library: results of tools, parameters of tools that list things, and the conversion of
//! whole servers.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a panic is how a test fails")]
#![allow(missing_docs)]

mod handler;
mod response;
mod result;
