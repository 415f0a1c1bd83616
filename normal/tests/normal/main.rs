//! The normal form of values, and the way back.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs, unreachable_pub)]
#![allow(clippy::format_collect, reason = "texts of a test are small")]

mod aliases;
mod fields;
mod hints;
mod inverse;
mod limits;
mod page;
mod parts;
mod pitfalls;
mod random;
mod report;
mod round_trip;
mod support;
mod values;
