//! Reformats JSON text. Only whitespace changes.

pub mod lists;
pub mod non_finite;
pub(crate) mod scan;
pub mod values;
pub mod walk;

use std::io::{self, Write};
use walk::string_end;

/// Where whitespace goes.
#[derive(Clone, Copy)]
pub enum Style {
    /// Nowhere.
    Compact,
    /// Each entry and element on its own line, indented by `indent` spaces per level and `outer`
    /// more levels.
    Pretty {
        /// The number of spaces per level.
        indent: usize,
        /// The number of levels around the text.
        outer: usize,
    },
}

/// Reformats `json`, which must be valid.
///
/// # Errors
/// Fails if the writer does.
pub fn write<W: Write>(json: &str, style: Style, out: &mut W) -> io::Result<()> {
    let Style::Pretty { indent, outer } = style else { return compact(json, out) };
    let mut depth = outer;
    let mut rest = json.as_bytes();
    while let [byte, tail @ ..] = rest {
        rest = match byte {
            b' ' | b'\t' | b'\n' | b'\r' => tail,
            b'"' => copy(out, rest, string_end(rest))?,
            b'{' | b'[' => match tail.trim_ascii_start() {
                [close @ (b'}' | b']'), behind @ ..] => {
                    out.write_all(&[*byte, *close])?;
                    behind
                }
                inside => {
                    out.write_all(&[*byte])?;
                    depth += 1;
                    new_line(out, depth * indent)?;
                    inside
                }
            },
            b'}' | b']' => {
                depth = depth.saturating_sub(1);
                new_line(out, depth * indent)?;
                copy(out, rest, 1)?
            }
            b',' => {
                out.write_all(b",")?;
                new_line(out, depth * indent)?;
                tail
            }
            b':' => {
                out.write_all(b": ")?;
                tail
            }
            // A number or a word.
            _ => {
                let is_end = |byte: &u8| matches!(byte, b',' | b'}' | b']' | b' ' | b'\t' | b'\n' | b'\r');
                copy(out, rest, rest.iter().position(is_end).unwrap_or(rest.len()))?
            }
        };
    }
    Ok(())
}

/// Writes the first `length` bytes of `json`, and returns the rest.
fn copy<'j, W: Write>(out: &mut W, json: &'j [u8], length: usize) -> io::Result<&'j [u8]> {
    let (copied, rest) = json.split_at(length.min(json.len()));
    out.write_all(copied)?;
    Ok(rest)
}

/// Writes a line break, and the indentation of the next line.
fn new_line<W: Write>(out: &mut W, spaces: usize) -> io::Result<()> {
    const SPACES: &[u8] = &[b' '; 64];
    out.write_all(b"\n")?;
    let mut left = spaces;
    while left > 0 {
        let length = left.min(SPACES.len());
        out.write_all(SPACES.get(..length).unwrap_or_default())?;
        left -= length;
    }
    Ok(())
}

fn compact<W: Write>(json: &str, out: &mut W) -> io::Result<()> {
    let mut rest = json.as_bytes();
    while !rest.is_empty() {
        let end = rest.iter().position(|byte| matches!(byte, b'"' | b' ' | b'\t' | b'\n' | b'\r'));
        let (plain, tail) = rest.split_at(end.unwrap_or(rest.len()));
        out.write_all(plain)?;
        let end = if tail.first() == Some(&b'"') { string_end(tail) } else { 0 };
        rest = copy(out, tail, end)?.trim_ascii_start();
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn restyled(json: &str, style: Style) -> String {
        let mut out = Vec::new();
        write(json, style, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    const PRETTY: Style = Style::Pretty { indent: 2, outer: 0 };

    #[track_caller]
    fn check(json: &str, style: Style, expected: &str) {
        assert_eq!(restyled(json, style), expected);
    }

    #[test]
    fn compact() {
        check(
            " { \"a b\" : [ 1 , 2.50 ] ,\n\t\"\\\\\" : \"\\\" ,\" } ",
            Style::Compact,
            r#"{"a b":[1,2.50],"\\":"\" ,"}"#,
        );
        check("1", Style::Compact, "1");
        check("\"\"", Style::Compact, "\"\"");
    }

    #[test]
    fn pretty() {
        check(
            r#"{"a":[1,{"b":"x, {"}],"c":{ },"d":[
            ],"e":null}"#,
            PRETTY,
            "{\n  \"a\": [\n    1,\n    {\n      \"b\": \"x, {\"\n    }\n  ],\n  \"c\": {},\n  \"d\": [],\n  \"e\": null\n}",
        );
        check("[1]", Style::Pretty { indent: 4, outer: 1 }, "[\n        1\n    ]");
        check("true", PRETTY, "true");
    }

    /// Same as `serde_json`.
    #[test]
    fn as_others() {
        let value = serde_json::json!({"a": [[], {}, [[1, "\n\u{1}é\"\\"]], {"b": {"c": null}}], "": -1.5});
        check(&value.to_string(), PRETTY, &serde_json::to_string_pretty(&value).unwrap());
        check(&serde_json::to_string_pretty(&value).unwrap(), Style::Compact, &value.to_string());
    }
}
