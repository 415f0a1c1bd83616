//! JSON with comments and trailing commas.

use super::json::walk::string_end;
use crate::error::Error;
use memchr::{memchr2, memmem};

/// Replaces comments and trailing commas with spaces, so that everything else keeps its line and
/// column.
///
/// # Errors
/// Fails if a comment is not closed.
pub fn to_json(name: &str, text: &str) -> Result<String, Error> {
    let mut json = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    // What the array or object has before the next value, and the place of the comma after a value.
    let (mut last, mut comma) = (b',', None);
    while let Some(byte) = rest.first() {
        let comment = match rest {
            [b'/', b'/', ..] => Some(memchr2(b'\n', b'\r', rest).unwrap_or(rest.len())),
            [b'/', b'*', inside @ ..] => match memmem::find(inside, b"*/") {
                Some(length) => Some(length + 4),
                None => return Err(unclosed(name, text, text.len() - rest.len())),
            },
            _ => None,
        };
        if let Some(length) = comment {
            let (comment, behind) = rest.split_at(length);
            // A space for each character, so that columns stay, and all line breaks.
            let kept = comment.iter().filter(|byte| !matches!(byte, 0x80..=0xbf));
            json.extend(kept.map(|byte| if matches!(byte, b'\n' | b'\r') { *byte } else { b' ' }));
            rest = behind;
            continue;
        }
        match byte {
            b' ' | b'\t' | b'\n' | b'\r' => {}
            b',' if !matches!(last, b',' | b':' | b'[' | b'{') => comma = Some(json.len()),
            b']' | b'}' => {
                if let Some(comma) = comma.take().and_then(|comma| json.get_mut(comma)) {
                    *comma = b' ';
                }
            }
            _ => comma = None,
        }
        if !byte.is_ascii_whitespace() {
            last = *byte;
        }
        let length = if *byte == b'"' { string_end(rest) } else { 1 };
        let (copied, behind) = rest.split_at(length);
        json.extend_from_slice(copied);
        rest = behind;
    }
    crate::text::utf8(name, json)
}

/// Advice for an error that JSON with comments does not have.
pub fn advice(text: &str, error: &toon::Error) -> Option<&'static str> {
    let (before, behind) = crate::error::split(text, error)?;
    match behind.as_bytes() {
        [b'/', b'/' | b'*', ..] => Some("JSON has no comments; to accept them, use --jsonc"),
        [b']' | b'}', ..] if before.trim_end().ends_with(',') => {
            Some("remove the comma before it, or use --jsonc to accept it")
        }
        _ => None,
    }
}

fn unclosed(name: &str, text: &str, offset: usize) -> Error {
    let place = crate::error::place(text.get(..offset).unwrap_or_default());
    Error::at(name, place, "this comment is not closed", "write */ at its end")
}

#[cfg(test)]
mod tests {
    use super::to_json;

    #[test]
    fn places_stay() {
        for (jsonc, json) in [
            ("{}", "{}"),
            ("// é\n{\"a\": 1, /* é\r\n*/ \"b\": 2,}", "    \n{\"a\": 1,     \r\n   \"b\": 2 }"),
            ("[1, // one,\n]", "[1         \n]"),
            ("[1,/**/ 2 , ] //", "[1,     2   ]   "),
            ("[\"/*\", \"\\\"//,]\", \"é,\"]", "[\"/*\", \"\\\"//,]\", \"é,\"]"),
            ("[[1,],{\"a\":[],},]", "[[1 ],{\"a\":[] } ]"),
            ("/***/1/*/*/", "     1     "),
        ] {
            assert_eq!(to_json("", jsonc).unwrap(), json);
        }
    }

    /// Only a comma after a value may be superfluous.
    #[test]
    fn mistakes_stay() {
        for json in ["[,]", "{,}", "[1,,]", "{\"a\":,}", ",", "[1]/", "[1", "\"a", "[1,"] {
            assert_eq!(to_json("", json).unwrap(), json);
        }
        assert!(to_json("", "[1] /* a *").is_err());
        assert!(to_json("", "[1] /*/").is_err());
    }
}
