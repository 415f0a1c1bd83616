//! The normal form: how it is read.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs, unreachable_pub)]
#![allow(clippy::format_collect, reason = "texts of a test are small")]

mod inverse;
