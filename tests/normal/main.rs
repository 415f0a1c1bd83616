//! The normal form of values, and the way back.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs, reason = "a panic is how a test fails")]

#[cfg(feature = "derive")]
mod hints;
mod inverse;
mod values;
