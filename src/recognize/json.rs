//! JSON where TOON was expected.

/// Whether the text begins like JSON. No text written by an encoder does.
pub fn begins(text: &str) -> bool {
    let text = text.trim_start();
    let first_line = text.lines().next().unwrap_or_default().trim_end();
    if matches!(first_line, "{" | "[") {
        return true;
    }
    if let Some(rest) = text.strip_prefix('{') {
        return rest.trim_start().starts_with(['"', '}']);
    }
    text.strip_prefix('[').is_some_and(|rest| {
        let rest = rest.trim_start();
        let is_number = rest.starts_with(|c: char| c == '-' || c.is_ascii_digit());
        // `[2]` above other lines is rather a header without its colon.
        let is_whole = || first_line.contains(',') || first_line.len() == text.trim_end().len();
        rest.starts_with(['{', '"', '[']) || is_number && is_array_of_numbers(first_line) && is_whole()
    })
}

/// Whether `line` is an array of numbers, such as `[1, 2]`, rather than a header.
pub fn is_array_of_numbers(line: &str) -> bool {
    line.starts_with('[')
        && line.ends_with(']')
        && line.chars().all(|c| c.is_ascii_digit() || "[]-+.eE, ".contains(c))
}

/// Whether `line` has nothing but brackets and commas, as the last lines of JSON do.
pub fn is_closing(line: &str) -> bool {
    line.chars().all(|c| "{}[],".contains(c))
}

/// The text between the brackets of `[a, b]`.
pub fn array(token: &str) -> Option<&str> {
    token.strip_prefix('[')?.strip_suffix(']')
}

/// The text between the braces of `{a: 1}`.
pub fn object(token: &str) -> Option<&str> {
    token.strip_prefix('{')?.strip_suffix('}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn beginnings() {
        for text in [
            "{",
            "[\n 1",
            "{\"a\": 1}",
            "{}",
            " { \"a\"",
            "[{",
            "[[1]]",
            "[\"a\"]",
            "[1, -2.5e3]",
            "[-1]",
            "[2]\n",
            "[1, 2]\n3",
        ] {
            assert!(begins(text), "{text}");
        }
        for text in ["", "a: {\"b\": 1}", "[2]: 1", "[2]{a}:", "[]", "{a,b}", "[1, a]", "[1,", "[2]\n  - a"] {
            assert!(!begins(text), "{text}");
        }
    }

    #[test]
    fn brackets() {
        assert!(is_closing("}]},") && !is_closing("} a"));
        assert_eq!((array("[a, b]"), array("[a"), array("[")), (Some("a, b"), None, None));
        assert_eq!((object("{a: 1}"), object("{}"), object("{")), (Some("a: 1"), Some(""), None));
    }
}
