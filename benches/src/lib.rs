//! Benchmarks: the same typed data in each format.
//!
//! `cargo run --release -p toon-benches --bin ratios` prints a table of times relative to
//! `serde_json` in about a minute.

mod cases;
mod contender;
pub mod data;
mod formats;

pub use cases::{Build, Case, cases};
pub use contender::{Contender, Timed};
