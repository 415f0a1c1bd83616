//! Compares this crate with the reference implementation, npm `@toon-format/toon`.
//!
//! * `encode`: random values in three delimiters become the same bytes (4.4.0).
//! * `decode`: both accept or both reject a mutated document, and what both accept is equal, order
//!   of keys included (4.4.0, strict and non-strict).
//! * `version_3`: what is written for 3.x decoders is read by one (2.3.1).
//!
//! The comparisons need Node and npm, and are skipped unless `TOON_REFERENCE=1`.
//! `TOON_REFERENCE_SEED` and `TOON_REFERENCE_COUNT` (20,000 values or documents by default) make
//! other and longer runs:
//!
//! ```sh
//! TOON_REFERENCE=1 TOON_REFERENCE_SEED=7 TOON_REFERENCE_COUNT=200000 cargo test --release --test reference
//! ```
//!
//! The named cases in [`departures`] need neither. A difference that is our mistake becomes a named
//! case in `tests/properties/regressions.rs`.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs, unreachable_pub)]

mod compare;
mod departures;
mod mutate;
mod node;
mod random;
mod seeds;
mod shrink;
#[path = "../support/mod.rs"]
mod support;
mod values;
