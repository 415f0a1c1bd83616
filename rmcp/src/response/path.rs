//! Paths of fields, with the syntax of [`toon::EncodeOptions::fields`].

use std::borrow::Cow;

/// Splits `path` into keys at its dots. A key in quotes, like a TOON string, may contain dots.
/// Anything that is not a quoted string is taken literally.
pub(super) fn segments(path: &str) -> impl Iterator<Item = Cow<'_, str>> {
    let mut rest = Some(path);
    std::iter::from_fn(move || {
        let path = rest?;
        let (segment, after) = quoted(path).unwrap_or_else(|| match path.split_once('.') {
            Some((segment, after)) => (Cow::Borrowed(segment), Some(after)),
            None => (Cow::Borrowed(path), None),
        });
        rest = after;
        Some(segment)
    })
}

/// The path of the field `key`, which may contain any characters.
pub(super) fn quote(key: &str) -> String {
    match toon::to_string(key) {
        Ok(token) if token.starts_with('"') => token,
        // A string that needs no quotes contains nothing to escape.
        _ => format!("\"{key}\""),
    }
}

/// The quoted key at the start of `path`, and the rest after its dot.
fn quoted(path: &str) -> Option<(Cow<'_, str>, Option<&str>)> {
    let inside = path.strip_prefix('"')?;
    let mut is_escaped = false;
    let end = inside.find(|character| {
        let ends = character == '"' && !is_escaped;
        is_escaped = character == '\\' && !is_escaped;
        ends
    })?;
    let (token, after) = path.split_at_checked(end + 2)?;
    let after = if after.is_empty() { None } else { Some(after.strip_prefix('.')?) };
    Some((Cow::Owned(toon::from_str(token).ok()?), after))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(path: &str, expected: &[&str]) {
        assert_eq!(segments(path).collect::<Vec<_>>(), expected, "{path}");
    }

    #[test]
    fn dots_and_quotes() {
        check("id", &["id"]);
        check("a.b.", &["a", "b", ""]);
        check("", &[""]);
        check(r#""a.b".c"#, &["a.b", "c"]);
        check(r#"a."b.\"c\"\\".d"#, &["a", "b.\"c\"\\", "d"]);
    }

    #[test]
    fn quoted_keys_are_themselves() {
        for key in ["id", "a.b", "", "\"", "a\\.\n\u{1}\u{8}\u{c}é", "#a", "-"] {
            check(&quote(key), &[key]);
        }
    }

    #[test]
    fn other_quotes_are_characters() {
        check(r#"a"b.c"#, &["a\"b", "c"]);
        check(r#""a.b"#, &["\"a", "b"]);
        check(r#""a"b.c"#, &["\"a\"b", "c"]);
        check(r#""\x".c"#, &["\"\\x\"", "c"]);
    }
}
