//! `toon::Value`: exact, ordered, and the same in every direction.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a panic is how a test fails")]
#![allow(unreachable_pub, reason = "the modules are shared with other targets")]

mod access;
mod maps;
mod numbers;
mod random_values;
mod serde_types;
