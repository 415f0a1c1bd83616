//! Tables that are written as their rows come.
#![allow(clippy::unwrap_used, clippy::panic, dead_code, missing_docs, unreachable_pub)]

mod collections;
mod fields;
mod root;
mod table_writer;
