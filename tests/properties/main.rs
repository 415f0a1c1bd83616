//! What holds for every value and every text, whichever way it goes.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a panic is how a test fails")]
#![allow(unreachable_pub, reason = "the modules are shared with other targets")]

mod extensions;
mod regressions;
#[cfg(feature = "std")]
mod robustness;
mod values;

#[path = "../support/mod.rs"]
mod support;
