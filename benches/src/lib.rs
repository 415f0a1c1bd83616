//! The same typed data through every format, measured side by side.
//!
//! `cargo run --release -p toon-benches --bin ratios` prints a table of ratios to `serde_json` in
//! about a minute.

mod cases;
mod contender;
pub mod data;
mod formats;

pub use cases::{Build, Case, cases};
pub use contender::{Contender, Timed};
