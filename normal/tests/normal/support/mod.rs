//! Shared by the tests of the normal form, its fuzz target and its benchmarks.
#![allow(dead_code, unreachable_pub, reason = "each target uses its own part")]

pub mod check;
pub mod dice;
pub mod json;
pub mod large;
pub mod shrink;
pub mod values;
