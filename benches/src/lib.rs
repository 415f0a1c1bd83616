//! The same typed data through every format, measured side by side.
//!
//! `cargo bench -p toon-benches` runs criterion over all cases; `cargo run --release -p toon-benches --bin ratios`
//! prints a table of ratios to `serde_json` in about a minute.

mod cases;
mod contender;
pub mod data;
mod floor;
mod formats;
mod lines;

pub use cases::{Build, Case, cases};
pub use contender::{Contender, Timed};
