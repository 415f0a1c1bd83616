//! Feature `json`: JSON text to TOON text, back, and whichever is smaller.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs, unreachable_pub)]

mod errors;
mod from_toon;
mod lines;
mod raw_value;
mod reader;
mod round_trip;
mod smallest;
mod to_toon;

use std::thread;
use toon::{EncodeOptions, Error};

/// `to_toon` with the defaults.
#[track_caller]
fn toon(json: &str) -> String {
    toon::json::to_toon(json, &EncodeOptions::new()).unwrap_or_else(|error| panic!("{error}: {json}"))
}

#[track_caller]
fn refused(json: &str) -> Error {
    toon::json::to_toon(json, &EncodeOptions::new()).expect_err(json)
}

/// The default stack size of Rust threads.
fn on_a_small_stack<T: Send>(run: impl FnOnce() -> T + Send) -> T {
    thread::scope(|scope| {
        thread::Builder::new().stack_size(2 << 20).spawn_scoped(scope, run).unwrap().join().unwrap()
    })
}
