//! Compacts JSON: removes whitespace between tokens, and replaces escapes with characters.

use crate::{Size, tokens};
use std::borrow::Cow;

/// The tokens of a JSON text, without the whitespace between them.
fn pieces(json: &str) -> impl Iterator<Item = &str> {
    let mut rest = json;
    core::iter::from_fn(move || {
        rest = rest.trim_start_matches(is_space);
        if rest.is_empty() {
            return None;
        }
        let end =
            if rest.starts_with('"') { end_of_string(rest) } else { rest.find(is_end).unwrap_or(rest.len()) };
        let (piece, after) = rest.split_at_checked(end)?;
        rest = after;
        Some(piece)
    })
}

fn is_space(character: char) -> bool {
    matches!(character, ' ' | '\t' | '\n' | '\r')
}

fn is_end(character: char) -> bool {
    is_space(character) || character == '"'
}

/// The position after a string's closing quote.
fn end_of_string(text: &str) -> usize {
    let mut position = 1;
    while let Some(after) = text.get(position..).and_then(|rest| rest.find(['"', '\\'])) {
        position += after + 1;
        if text.as_bytes().get(position - 1) == Some(&b'"') {
            return position;
        }
        // The first byte of what is escaped, which is ASCII in JSON.
        position += 1;
    }
    text.len()
}

/// Removes the escapes that JSON does not require from a string. Other tokens are already as short
/// as possible.
fn shorten(piece: &str) -> Cow<'_, str> {
    if !(piece.starts_with('"') && (piece.contains("\\u") || piece.contains("\\/"))) {
        return Cow::Borrowed(piece);
    }
    let string = serde_json::from_str::<String>(piece);
    string.and_then(|string| serde_json::to_string(&string)).map_or(Cow::Borrowed(piece), Cow::Owned)
}

pub(crate) fn compact(json: &str) -> String {
    // Many texts have no escapes at all.
    let has_escapes = json.contains('\\');
    let mut out = String::with_capacity(json.len());
    for piece in pieces(json) {
        if has_escapes {
            out.push_str(&shorten(piece));
        } else {
            out.push_str(piece);
        }
    }
    out
}

/// Whether compact JSON of this size is so large that hosts may save it to a file, in which lines
/// are useful.
pub(crate) fn is_large(json: &str, size: Size) -> bool {
    const MIN_TOKENS: u64 = 2_000;
    let tokens = if size.tokens == 0 { tokens::approximate(json) as u64 } else { size.tokens };
    tokens > MIN_TOKENS
}

/// Like [`compact()`], but with each record on its own line: the elements of the list at the root,
/// or of the lists that are members of the object at the root. The value is the same.
pub(crate) fn lines(json: &str) -> String {
    let list_depth = if json.trim_start().starts_with('[') { 1 } else { 2 };
    let mut out = String::with_capacity(json.len());
    let (mut depth, mut is_in_list) = (0, false);
    for piece in pieces(json) {
        if piece.starts_with('"') {
            out.push_str(&shorten(piece));
            continue;
        }
        for character in piece.chars() {
            if matches!(character, '[' | '{') {
                depth += 1;
                is_in_list |= character == '[' && depth == list_depth;
            }
            let is_between = is_in_list && depth == list_depth;
            if matches!(character, ']' | '}') {
                depth -= 1;
            }
            match character {
                '[' | ',' if is_between => out.extend([character, '\n']),
                ']' if is_between => {
                    is_in_list = false;
                    // An empty list has no lines.
                    if out.ends_with("[\n") {
                        out.pop();
                    } else {
                        out.push('\n');
                    }
                    out.push(']');
                }
                _ => out.push(character),
            }
        }
    }
    out
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
            assert_eq!(compact(json), plain);
            let parsed = |json: &str| serde_json::from_str::<serde_json::Value>(json).unwrap();
            assert_eq!(parsed(&plain), parsed(json));
            assert_eq!(plain.replace("2.50", "2.5"), parsed(json).to_string());
        }
    }

    #[test]
    fn characters_in_place_of_escapes() {
        assert_eq!(compact(r#"["\u00e9\/", "\ud83d\ude00", "\u0007\n"]"#), "[\"é/\",\"😀\",\"\\u0007\\n\"]");
        // Half of a surrogate pair is not a character.
        assert_eq!(compact(r#"["\ud83d"]"#), r#"["\ud83d"]"#);
    }

    #[test]
    fn a_line_for_each_record() {
        for (json, expected) in [
            (r#"[{"a": [1, 2]}, {}, "[,"]"#, "[\n{\"a\":[1,2]},\n{},\n\"[,\"\n]"),
            (
                r#"{"n": 2, "rows": [[1, []], {"b": [3]}], "none": [ ], "in": {"rows": [1, 2]}, "x": ["\u00e9"]}"#,
                "{\"n\":2,\"rows\":[\n[1,[]],\n{\"b\":[3]}\n],\"none\":[],\"in\":{\"rows\":[1,2]},\"x\":[\n\"é\"\n]}",
            ),
            ("[]", "[]"),
            ("{}", "{}"),
            (" 7", "7"),
        ] {
            assert_eq!(lines(json), expected);
            assert_eq!(compact(&lines(json)), compact(json));
        }
    }

    #[test]
    fn large_json() {
        let size = |tokens| Size { bytes: 0, tokens };
        assert!(!is_large("", size(2_000)) && is_large("", size(2_001)));
        assert!(!is_large("[1]", size(0)) && is_large(&"[1]".repeat(2_000), size(0)));
    }

    /// Invalid JSON is never passed here, but must not cause an infinite loop.
    #[test]
    fn anything_ends() {
        for text in ["\"", "\"\\", "a\"b", "\u{a0}", "\"\\\"", ""] {
            assert!(compact(text).len() <= text.len() && lines(text).len() <= text.len());
        }
    }
}
