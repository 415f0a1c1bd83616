//! The answer to a call, as a function of the call.

use serde_json::json;
use std::fmt::Write;

/// Texts have about one of these sizes.
const SIZES: [usize; 7] = [1_000, 3_000, 10_000, 30_000, 100_000, 300_000, 1_000_000];

/// How an answer is sent.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Shape {
    Json,
    Events,
}

impl Shape {
    pub(crate) fn of(seed: u64) -> Self {
        if seed.is_multiple_of(2) { Shape::Json } else { Shape::Events }
    }
}

/// The size of the text for a seed.
pub(crate) fn size(seed: u64, longest: usize) -> usize {
    let sizes = SIZES.iter().filter(|&&size| size <= longest).count().max(1);
    let index = usize::try_from(seed / 2).unwrap_or_default() % sizes;
    SIZES.get(index).copied().unwrap_or(longest)
}

/// JSON of rows, of about this size.
pub(crate) fn rows(seed: u64, size: usize) -> String {
    let mut text = format!(r#"{{"seed":{seed},"rows":["#);
    let mut row = 0;
    while row == 0 || text.len() < size {
        let comma = if row == 0 { "" } else { "," };
        let value = (seed * 7919 + row * 104_729) % 100_003;
        // Writing to a string does not fail.
        let _ = write!(text, r#"{comma}{{"id":{row},"name":"row {seed}-{row}","value":{value}}}"#);
        row += 1;
    }
    text.push_str("]}");
    text
}

/// JSON that is large and quickly made.
pub(crate) fn filler(seed: u64, size: usize) -> String {
    format!(r#"["{seed}","{}"]"#, "0123456789abcdef".repeat(size / 16))
}

/// The answer to a request with this id.
pub(crate) fn answer(id: u64, text: &str) -> String {
    let text = json!(text);
    format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{"content":[{{"type":"text","text":{text}}}]}}}}"#)
}

/// The messages before it, if it is sent as events.
pub(crate) fn progress(id: u64) -> [String; 3] {
    [1, 2, 3].map(|step| {
        format!(
            r#"{{"jsonrpc":"2.0","method":"notifications/progress","params":{{"progressToken":{id},"progress":{step}}}}}"#
        )
    })
}
