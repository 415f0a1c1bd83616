//! Rewriting JSON before it is converted: filling rows, leaving out entries, and why lists are not
//! tables.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a panic is how a test fails")]
#![allow(unreachable_pub, reason = "the modules are shared with other targets")]

mod drop;
mod fill;
mod lines;
mod list_forms;
mod properties;

use crate::rewrite::Rewrite;
use toon::EncodeOptions;

fn fill() -> Rewrite {
    Rewrite::new().fill(true)
}

#[track_caller]
fn check(rewrite: &Rewrite, json: &str, expected: &str) {
    let rewritten = rewrite.apply(json, &EncodeOptions::new()).unwrap();
    assert_eq!(rewritten.json, expected, "{json}");
}

/// The default stack size of Rust threads.
fn on_a_small_stack<T: Send>(run: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        std::thread::Builder::new().stack_size(2 << 20).spawn_scoped(scope, run).unwrap().join().unwrap()
    })
}
