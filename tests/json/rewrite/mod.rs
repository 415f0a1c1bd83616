//! Rewriting JSON before it is converted: filling rows, leaving out entries, and why lists are not
//! tables.

mod drop;
mod fill;
mod lines;
mod list_forms;
mod properties;

use toon::EncodeOptions;
use toon::json::Rewrite;

fn fill() -> Rewrite {
    Rewrite::new().fill(true)
}

#[track_caller]
fn check(rewrite: &Rewrite, json: &str, expected: &str) {
    let rewritten = rewrite.apply(json, &EncodeOptions::new()).unwrap();
    assert_eq!(rewritten.json, expected, "{json}");
}
