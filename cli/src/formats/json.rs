//! JSON text with other white space: what it says stays as it is spelled.

use std::io::{self, Write};

/// Where white space goes.
#[derive(Clone, Copy)]
pub(crate) enum Style {
    /// Nowhere.
    Compact,
    /// Each entry and element on a line, indented by so many spaces a level; `outer` levels are around all of it.
    Pretty { indent: usize, outer: usize },
}

/// Writes `json`, which is known to be JSON.
pub(crate) fn write<W: Write>(json: &str, style: Style, out: &mut W) -> io::Result<()> {
    let Style::Pretty { indent, outer } = style else { return compact(json, out) };
    let mut depth = outer;
    let mut rest = json.as_bytes();
    while let [byte, tail @ ..] = rest {
        match byte {
            b' ' | b'\t' | b'\n' | b'\r' => {}
            b'"' => {
                let (string, tail) = rest.split_at(string_end(rest));
                out.write_all(string)?;
                rest = tail;
                continue;
            }
            b'{' | b'[' => {
                out.write_all(&[*byte])?;
                let inside = tail.trim_ascii_start();
                if let [close @ (b'}' | b']'), behind @ ..] = inside {
                    out.write_all(&[*close])?;
                    rest = behind;
                    continue;
                }
                depth += 1;
                new_line(out, depth * indent)?;
            }
            b'}' | b']' => {
                depth = depth.saturating_sub(1);
                new_line(out, depth * indent)?;
                out.write_all(&[*byte])?;
            }
            b',' => {
                out.write_all(b",")?;
                new_line(out, depth * indent)?;
            }
            b':' => out.write_all(b": ")?,
            _ => out.write_all(&[*byte])?,
        }
        rest = tail;
    }
    Ok(())
}

/// A line end, and the indentation of the next line.
pub(crate) fn new_line<W: Write>(out: &mut W, spaces: usize) -> io::Result<()> {
    write!(out, "\n{:spaces$}", "")
}

fn compact<W: Write>(json: &str, out: &mut W) -> io::Result<()> {
    let mut rest = json.as_bytes();
    while !rest.is_empty() {
        let end = rest.iter().position(|byte| matches!(byte, b'"' | b' ' | b'\t' | b'\n' | b'\r'));
        let (plain, tail) = rest.split_at(end.unwrap_or(rest.len()));
        out.write_all(plain)?;
        let end = if tail.first() == Some(&b'"') { string_end(tail) } else { 0 };
        let (string, tail) = tail.split_at(end);
        out.write_all(string)?;
        rest = tail.trim_ascii_start();
    }
    Ok(())
}

/// Where the string ends that begins `json`.
fn string_end(json: &[u8]) -> usize {
    let mut is_escaped = true;
    let close = json.iter().position(|byte| {
        let is_close = *byte == b'"' && !is_escaped;
        is_escaped = *byte == b'\\' && !is_escaped;
        is_close
    });
    close.map_or(json.len(), |close| close + 1)
}

/// `json` in another style.
pub(crate) fn restyled(json: &str, style: Style) -> String {
    let mut out = Vec::with_capacity(json.len() * 2);
    // A vector takes all that is written.
    let _ = write(json, style, &mut out);
    String::from_utf8(out).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

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

    /// As `serde_json` does it.
    #[test]
    fn as_others() {
        let value = serde_json::json!({"a": [[], {}, [[1, "\n\u{1}é\"\\"]], {"b": {"c": null}}], "": -1.5});
        check(&value.to_string(), PRETTY, &serde_json::to_string_pretty(&value).unwrap());
        check(&serde_json::to_string_pretty(&value).unwrap(), Style::Compact, &value.to_string());
    }
}
