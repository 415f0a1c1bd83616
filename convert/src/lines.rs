//! Finds JSON on lines of its own in a text.

use crate::json::is_json;
use std::ops::Range;

/// What the grammar of JSON allows next.
#[derive(Clone, Copy)]
enum Next {
    Value,
    ValueOrEnd,
    Key,
    KeyOrEnd,
    Colon,
    CommaOrEnd,
}

/// Reads the object or list that starts at `start`, the start of a line. Adds it to `found` if it
/// ends at the end of a line. If it is not valid, adds the valid ones in it that start and end with
/// a line. Returns the position where it ends, or where it turns out to be invalid.
///
/// Text up to there need not be read again, so that a whole text is read in linear time: if an
/// object or list is invalid, so are all others around the same mistake.
pub(crate) fn find(text: &str, start: usize, found: &mut Vec<Range<usize>>) -> usize {
    let bytes = text.as_bytes();
    // Where the objects and lists around the position start, and what closes them.
    let mut open: Vec<(usize, u8)> = Vec::new();
    let mut next = Next::Value;
    let mut place = start;
    while let Some(&byte) = bytes.get(place) {
        let closing = open.last().map(|(_, closing)| *closing);
        let mut end = place + 1;
        next = match (byte, next) {
            (b' ' | b'\t' | b'\n' | b'\r', _) => next,
            (b'[', Next::Value | Next::ValueOrEnd) => {
                open.push((place, b']'));
                Next::ValueOrEnd
            }
            (b'{', Next::Value | Next::ValueOrEnd) => {
                open.push((place, b'}'));
                Next::KeyOrEnd
            }
            (b']' | b'}', Next::ValueOrEnd | Next::KeyOrEnd | Next::CommaOrEnd) if closing == Some(byte) => {
                let Some((start, _)) = open.pop() else { return place };
                // What is in a valid value is only a part of it.
                while found.pop_if(|inner| inner.start > start).is_some() {}
                if begins_line(bytes, start) && ends_line(bytes, end) {
                    found.push(start..end);
                }
                if open.is_empty() {
                    return end;
                }
                Next::CommaOrEnd
            }
            (b',', Next::CommaOrEnd) if closing == Some(b']') => Next::Value,
            (b',', Next::CommaOrEnd) => Next::Key,
            (b':', Next::Colon) => Next::Value,
            (b'"', Next::Key | Next::KeyOrEnd) | (_, Next::Value | Next::ValueOrEnd) => {
                end = if byte == b'"' { end_of_string(bytes, place) } else { end_of_word(bytes, place) };
                if !text.get(place..end).is_some_and(is_json) {
                    return place;
                }
                if matches!(next, Next::Key | Next::KeyOrEnd) { Next::Colon } else { Next::CommaOrEnd }
            }
            _ => return place,
        };
        place = end;
    }
    place
}

fn begins_line(text: &[u8], start: usize) -> bool {
    start.checked_sub(1).is_none_or(|before| text.get(before) == Some(&b'\n'))
}

/// Whether there are only spaces up to the next line break.
fn ends_line(text: &[u8], end: usize) -> bool {
    let rest = text.get(end..).unwrap_or_default();
    let spaces = rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    matches!(rest.get(spaces..), None | Some([] | [b'\n', ..] | [b'\r', b'\n', ..]))
}

/// The position after a string, or where it turns out to be invalid, which is no later than the end
/// of its line.
fn end_of_string(text: &[u8], start: usize) -> usize {
    let mut end = start + 1;
    loop {
        match text.get(end) {
            Some(b'"') => return end + 1,
            Some(b'\\') if matches!(text.get(end + 1), Some(b'"' | b'\\')) => end += 2,
            None | Some(0..0x20) => return end,
            Some(_) => end += 1,
        }
    }
}

fn end_of_word(text: &[u8], start: usize) -> usize {
    let is_end = |byte: &u8| matches!(byte, b',' | b']' | b'}' | b' ' | b'\t' | b'\n' | b'\r');
    let rest = text.get(start..).unwrap_or_default();
    start + rest.iter().position(is_end).unwrap_or(rest.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is found in a text from its first line on, and where the search ends.
    fn found(text: &str) -> (Vec<&str>, &str) {
        let mut found = Vec::new();
        let end = find(text, 0, &mut found);
        (found.into_iter().map(|range| &text[range]).collect(), &text[end..])
    }

    #[test]
    fn values() {
        for json in [
            "[]",
            "{}",
            "[1, -2.5e+3,\"a\\\"]\\u00e9\",true,false,null]",
            "{\"a\":[{}],\n\"[\": {\"b\"\t:\r\n[[]]}}",
            "[\"\\ud800\"]",
            "[\n[1]\n,\n[2]\n]",
        ] {
            for end in ["", "\nmore", "\r\nmore", " \t\nmore"] {
                assert_eq!(found(&format!("{json}{end}")), (vec![json], end));
            }
            assert_eq!(found(&format!("{json} more")), (vec![], " more"));
            assert!(is_json(json));
        }
    }

    #[test]
    fn what_is_not_json() {
        for (text, rest) in [
            ("[1,]", "]"),
            ("[1 2]", "2]"),
            ("[,1]", ",1]"),
            ("[1}", "}"),
            ("{]", "]"),
            ("{\"a\"}", "}"),
            ("{\"a\":1,}", "}"),
            ("{\"a\":}", "}"),
            ("{a:1}", "a:1}"),
            ("[01]", "01]"),
            ("[\"\\x\"]", "\"\\x\"]"),
            ("[\"a\nb\"]", "\"a\nb\"]"),
            ("[\"a", "\"a"),
            ("[INFO] started", "INFO] started"),
            ("[\u{e9}]", "\u{e9}]"),
            ("[1, 2", ""),
        ] {
            assert_eq!(found(text), (vec![], rest), "{text}");
        }
    }

    #[test]
    fn values_in_what_is_not_json() {
        assert_eq!(found("[\n[1]\n,\n{}\nand more"), (vec!["[1]", "{}"], "and more"));
        assert_eq!(found("[\n[\n[1]\n], 2 3]"), (vec![], "3]"));
    }
}
