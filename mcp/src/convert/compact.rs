//! JSON without its white space.

/// The pieces of a JSON text that are not white space between tokens.
fn pieces(json: &str) -> impl Iterator<Item = &str> {
    let mut rest = json;
    core::iter::from_fn(move || {
        rest = rest.trim_start_matches(is_space);
        if rest.is_empty() {
            return None;
        }
        let end =
            if rest.starts_with('"') { end_of_string(rest) } else { rest.find(is_end).unwrap_or(rest.len()) };
        let (piece, behind) = rest.split_at_checked(end)?;
        rest = behind;
        Some(piece)
    })
}

fn is_space(character: char) -> bool {
    matches!(character, ' ' | '\t' | '\n' | '\r')
}

fn is_end(character: char) -> bool {
    is_space(character) || character == '"'
}

/// Behind the closing quote.
fn end_of_string(text: &str) -> usize {
    let mut escaped = false;
    let closing = text.bytes().skip(1).position(|byte| {
        let is_closing = byte == b'"' && !escaped;
        escaped = byte == b'\\' && !escaped;
        is_closing
    });
    closing.map_or(text.len(), |position| position + 2)
}

/// The length that it has without.
pub(super) fn length(json: &str) -> usize {
    pieces(json).map(str::len).sum()
}

pub(super) fn compact(json: &str) -> String {
    pieces(json).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_serde_json_writes_it() {
        for json in [
            "{ \"\\\" , \\\\\" : \" x \" , \"a b\" : [ 1 , 2.50 ,\n\ttrue ] }",
            "[]",
            " [ { } , \"\\\\\" , \" é \" ]\r\n",
            "\"\"",
            "  null",
        ] {
            let value: Box<serde_json::value::RawValue> = serde_json::from_str(json).unwrap();
            let plain = compact(value.get());
            assert_eq!(length(json), plain.len());
            assert_eq!(compact(json), plain);
            let parsed = |json: &str| serde_json::from_str::<serde_json::Value>(json).unwrap();
            assert_eq!(parsed(&plain), parsed(json));
            assert_eq!(plain.replace("2.50", "2.5"), parsed(json).to_string());
        }
    }

    /// What is no JSON is never asked for, but must not hang.
    #[test]
    fn anything_ends() {
        for text in ["\"", "\"\\", "a\"b", "\u{a0}", "\"\\\"", ""] {
            assert!(length(text) <= text.len());
        }
    }
}
