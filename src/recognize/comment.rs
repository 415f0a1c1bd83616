//! Comments where TOON has none.

/// Whether `line` is a comment of a programming language.
pub fn is_foreign(line: &str) -> bool {
    line.starts_with("//")
}

/// Whether `text`, which follows a value, is a comment.
pub fn begins(text: &str) -> bool {
    text.starts_with('#') || is_foreign(text)
}

/// Splits a token that ends in a comment: the value, and the comment.
pub fn trailing(token: &str) -> Option<(&str, &str)> {
    let at = [" // ", " # "].into_iter().filter_map(|mark| token.find(mark)).min()?;
    let value = token[..at].trim_end();
    (!value.is_empty()).then(|| (value, &token[at + 1..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines() {
        assert!(is_foreign("// users") && is_foreign("//") && !is_foreign("# users"));
        assert!(begins("# users") && begins("// users") && !begins("/ users"));
    }

    #[test]
    fn ends_of_values() {
        assert_eq!(trailing("1 // one"), Some(("1", "// one")));
        assert_eq!(trailing("1  # one // 2"), Some(("1", "# one // 2")));
        for token in ["http://a.b", "#1", "C# x", " # a", "1"] {
            assert_eq!(trailing(token), None, "{token}");
        }
    }
}
