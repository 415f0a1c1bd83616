//! Feature `normal`: what the form says comes back, whatever is in it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs, unreachable_pub)]

mod limits;
mod pitfalls;
mod random;
mod round_trip;
mod support;
