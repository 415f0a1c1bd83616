//! Reading: types, errors, modes, and the ways to read apart from `from_str`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a panic is how a test fails")]
#![allow(
    clippy::format_collect,
    clippy::items_after_statements,
    clippy::option_option,
    clippy::float_cmp,
    clippy::cast_precision_loss
)]
#![allow(dead_code, unreachable_pub, reason = "the modules are shared with other targets")]

mod check;
mod coerce;
mod duplicate_keys;
mod errors;
mod modes;
mod partial;
mod robust;
mod rows;
mod rows_in_order;
mod suggestions;
mod types;

#[path = "../reference/mutate.rs"]
mod mutate;
#[path = "../reference/random.rs"]
mod random;
#[path = "../reference/seeds.rs"]
mod seeds;
#[path = "../support/mod.rs"]
mod support;
#[path = "../reference/values.rs"]
mod values;
