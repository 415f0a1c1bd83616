//! Indents compact JSON.

/// Adds line breaks and two spaces per level to compact JSON, as `serde_json` would. Numbers stay
/// as written. `None` if the result exceeds `max_size` bytes, since deeply nested values consist
/// mostly of indentation.
pub(super) fn pretty(compact: &str, max_size: usize) -> Option<String> {
    let mut out = String::with_capacity(compact.len() * 2);
    let mut depth = 0;
    let mut in_string = false;
    let mut escaped = false;
    let mut characters = compact.chars().peekable();
    while let Some(character) = characters.next() {
        if out.len() > max_size {
            return None;
        }
        if in_string {
            out.push(character);
            in_string = escaped || character != '"';
            escaped = !escaped && character == '\\';
            continue;
        }
        match character {
            '{' | '[' => {
                out.push(character);
                // An empty container stays on one line.
                if let Some(end) = characters.next_if(|next| matches!(next, '}' | ']')) {
                    out.push(end);
                } else {
                    depth += 1;
                    break_line(&mut out, depth);
                }
            }
            '}' | ']' => {
                depth = depth.saturating_sub(1);
                break_line(&mut out, depth);
                out.push(character);
            }
            ',' => {
                out.push(',');
                break_line(&mut out, depth);
            }
            ':' => out.push_str(": "),
            '"' => {
                in_string = true;
                out.push('"');
            }
            other => out.push(other),
        }
    }
    (out.len() <= max_size).then_some(out)
}

fn break_line(out: &mut String, depth: usize) {
    out.push('\n');
    for _ in 0..depth {
        out.push_str("  ");
    }
}

#[cfg(test)]
mod tests {
    use super::pretty;

    #[test]
    fn it_is_what_serde_json_writes() {
        for compact in [
            "null",
            "[]",
            "{}",
            r#""a,b:{}[]""#,
            r#"[1,[],{},[2,{"a\"b\\":"c\\\"d"}]]"#,
            r#"{"a":{"b":[true,false,null]},"c":"x, y: z"}"#,
        ] {
            let value: serde_json::Value = serde_json::from_str(compact).unwrap();
            let expected = serde_json::to_string_pretty(&value).unwrap();
            assert_eq!(pretty(compact, expected.len() - 1), None);
            assert_eq!(pretty(compact, expected.len()), Some(expected));
        }
    }

    #[test]
    fn numbers_keep_their_digits() {
        assert_eq!(pretty("[12345678901234567890123]", 99).unwrap(), "[\n  12345678901234567890123\n]");
    }
}
