//! Payloads that are damaged at random.

use super::{file, hook, payload, payloads, texts, value};
use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::Value;
use toon_testing::effort::cases;

/// What is put into a payload at random.
const PIECES: [&str; 16] = [
    "\"",
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "null",
    "true",
    "\\u0000",
    "\\ud800",
    "-1e999",
    "\"content\":",
    "\u{e9}",
    "\n",
    "[[[[[[[[",
];

fn mutated() -> impl Strategy<Value = String> {
    let change = (any::<Index>(), any::<Index>(), 0..4u8, 0..PIECES.len());
    (any::<Index>(), prop::collection::vec(change, 1..4)).prop_map(|(name, changes)| {
        let names = payloads();
        let mut text: Vec<char> = payload(&names[name.index(names.len())]).chars().collect();
        for (start, other, kind, piece) in changes {
            let at = start.index(text.len() + 1);
            match kind {
                0 => text.truncate(at),
                1 => _ = text.splice(at..at, PIECES[piece].chars()),
                2 => _ = text.drain(at..text.len().min(at + 1 + other.index(40))),
                _ => {
                    let (from, to) =
                        (at.min(other.index(text.len() + 1)), at.max(other.index(text.len() + 1)));
                    let copy: Vec<char> = text[from..to.min(from + 200)].to_vec();
                    text.splice(at..at, copy);
                }
            }
        }
        text.into_iter().collect()
    })
}

proptest! {
    #![proptest_config(cases(100_000))]

    /// An answer has a documented shape, and stands for what was sent.
    #[test]
    fn answers_to_damaged_payloads(sent in mutated()) {
        let Some(answer) = hook().blocks(true).answer(sent.as_bytes()) else { return Ok(()) };
        // Half of a surrogate pair can be in parts that are not read.
        let parsed = |json: &str| serde_json::from_str::<Value>(&json.replace("\\ud800", "\\ufffd"));
        let answer = parsed(answer.json()).unwrap();
        let keys: Vec<&String> = answer.as_object().unwrap().keys().collect();
        let is_known = matches!(
            keys.iter().map(|key| key.as_str()).collect::<Vec<_>>().as_slice(),
            ["hookSpecificOutput" | "updated_mcp_tool_output" | "modifiedResult" | "content" | "output"]
                | ["continue", "stopReason"]
                | ["decision", "reason"]
        );
        prop_assert!(is_known, "{answer}");
        // Numbers that are not read may be out of range.
        let Ok(sent) = parsed(&sent) else { return Ok(()) };
        let (before, after) = (texts(&sent), texts(&answer));
        prop_assert_eq!(before.len(), after.len());
        for (before, after) in before.iter().zip(&after).filter(|(before, after)| before != after) {
            prop_assert!(after.len() < before.len());
            // Where the text is JSON as a whole.
            if serde_json::from_str::<Value>(before).is_ok() {
                prop_assert_eq!(value(after), value(before));
            }
        }
    }
}

/// The answers next to the payloads are those of this test.
#[test]
fn no_answer_is_left_over() {
    let names = payloads();
    for entry in std::fs::read_dir(file("hooks")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let stem = name.split('.').next().unwrap();
        assert!(names.iter().any(|known| known == stem), "{name}");
    }
}
