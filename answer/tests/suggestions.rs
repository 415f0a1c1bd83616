//! What a suggestion explains is repaired, or refused with at least the same advice.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs, unreachable_pub)]

#[path = "../../tests/de/suggestions/cases.rs"]
mod cases;

use serde_json::Value;
use toon_answer::Options;

#[test]
fn what_is_explained_is_repaired_or_refused_with_the_same_advice() {
    let mut wrong = Vec::new();
    let (mut repaired, mut refused) = (0, 0);
    for cases::Case { topic, text, advice, fixed } in cases::all() {
        match Options::new().complete(true).repair(&format!("{text}\n")) {
            Ok(found) => {
                repaired += 1;
                let value: Value = toon::from_str(&found.text).unwrap();
                let meant: Value = toon::from_str(&fixed).unwrap();
                if value != meant {
                    wrong.push(format!("{topic}\n{text}\n  found {value}\n  meant {meant}"));
                }
            }
            Err(error) => {
                refused += 1;
                let help = error.suggestion().unwrap_or_default();
                if help != advice {
                    wrong.push(format!("{topic}\n{text}\n  error {error}\n  help {help}\n  advice {advice}"));
                }
            }
        }
    }
    println!("{repaired} repaired, {refused} refused");
    assert!(wrong.is_empty(), "{} of {}\n{}", wrong.len(), repaired + refused, wrong.join("\n\n"));
}
