//! What several test targets, and the fuzz targets, share.
#![allow(dead_code, unreachable_pub, reason = "each target uses its own part")]

use std::io::Write as _;

pub mod disguise;
pub mod effort;
pub mod equality;
pub mod events;
pub mod model;
pub mod random;
pub mod stubborn;

/// Prints a line in any case: the harness keeps back what the printing macros of a passing test say.
pub fn note(line: &str) {
    // A closed stderr is no reason to fail.
    let _ = std::io::stderr().write_all(format!("{line}\n").as_bytes());
}
