//! Strings, a tenth of which need quotes.

use super::{pick, random, sentence, timestamp};

/// Strings of one or two sentences.
pub fn strings(count: usize) -> Vec<String> {
    let mut random = random(9);
    let string = |number: usize| {
        let text = sentence(&mut random, 2..15);
        if !number.is_multiple_of(10) {
            return text;
        }
        match random.u8(0..5) {
            0 => format!("{text}, {}", sentence(&mut random, 1..5)),
            1 => format!("\"{text}\""),
            2 => timestamp(&mut random),
            3 => format!("{text}\n{}", sentence(&mut random, 1..5)),
            _ => pick(&mut random, &["", "true", "42", "- item", "null", "key: value"]).to_owned(),
        }
    };
    (0..count).map(string).collect()
}
