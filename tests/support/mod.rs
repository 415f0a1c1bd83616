//! Shared by several test targets and the fuzz targets.
#![allow(dead_code, unreachable_pub, reason = "each target uses its own part")]

use std::io::Write as _;

pub mod disguise;
pub mod equality;
pub mod events;
pub mod model;
pub mod stubborn;

/// Prints a line in any case: the harness hides the output of the printing macros in passing tests.
pub fn note(line: &str) {
    // A closed stderr must not fail the test.
    let _ = std::io::stderr().write_all(format!("{line}\n").as_bytes());
}
