//! [`toon::DecodeOptions::check`]: all mistakes of a text.
#![allow(missing_docs, unreachable_pub, dead_code, clippy::unwrap_used, clippy::panic)]

mod all;
#[path = "../reference/mutate.rs"]
mod mutate;
#[path = "../reference/random.rs"]
mod random;
mod same;
#[path = "../reference/seeds.rs"]
mod seeds;
#[path = "../reference/values.rs"]
mod values;
