//! Quotes other than `"`, which are part of a string in TOON.

use crate::text::unquoted::{self, find_unquoted};
use alloc::string::String;

/// The quotes that close a string that begins with `open`.
pub fn closing(open: char) -> &'static [char] {
    match open {
        '“' => &['”'],
        '„' => &['“', '”'],
        '‘' => &['’'],
        '‚' => &['‘', '’'],
        '«' => &['»'],
        '＂' => &['＂'],
        '\'' => &['\''],
        _ => &[],
    }
}

/// Whether `c` is a typographic double quote.
pub fn is_double(c: char) -> bool {
    matches!(c, '“' | '”' | '„' | '«' | '»' | '＂')
}

/// The text of a token in typographic or single quotes, which may be empty.
pub fn inside(token: &str) -> Option<&str> {
    let closing = closing(token.chars().next()?);
    let inside = token.strip_prefix(|_: char| true)?.strip_suffix(closing)?;
    (!inside.contains(closing)).then_some(inside)
}

/// Splits a row at `delimiter`, except inside quotes: `"…"`, and typographic or single quotes around
/// a whole cell.
pub fn cells(line: &str, delimiter: char) -> impl Iterator<Item = &str> {
    let mut rest = Some(line);
    // If an opening quote has no closing one, neither has any further one.
    let mut unclosed = String::new();
    core::iter::from_fn(move || {
        let line = rest?;
        let spaces = line.len() - line.trim_start_matches(' ').len();
        let open = line[spaces..].chars().next();
        let open = open.filter(|open| !closing(*open).is_empty() && !unclosed.contains(*open));
        let end = open.and_then(|open| {
            let end = quoted_end(&line[spaces..], open, delimiter);
            if end.is_none() {
                unclosed.push(open);
            }
            end.map(|end| spaces + end)
        });
        let end = end.or_else(|| find_unquoted(line, &[delimiter])).unwrap_or(line.len());
        rest = line[end..].strip_prefix(delimiter);
        Some(unquoted::trim(&line[..end]))
    })
}

/// Where the cell ends that begins with the quote `open`: at a delimiter or at the end of the line,
/// after a closing quote.
fn quoted_end(line: &str, open: char, delimiter: char) -> Option<usize> {
    let first = open.len_utf8();
    line[first..].match_indices(closing(open)).find_map(|(at, quote)| {
        let after = &line[first + at + quote.len()..];
        let rest = after.trim_start_matches(' ');
        (rest.is_empty() || rest.starts_with(delimiter)).then_some(line.len() - rest.len())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    #[test]
    fn tokens() {
        for token in ["“a b”", "„a b“", "„a b”", "‘a b’", "'a b'", "«a b»"] {
            assert_eq!(inside(token), Some("a b"), "{token}");
        }
        assert_eq!(inside("''"), Some(""));
        for token in ["\"a\"", "'", "“a", "a”", "'it's'", "", "a"] {
            assert_eq!(inside(token), None, "{token}");
        }
        assert!(is_double('”') && !is_double('"') && !is_double('\''));
    }

    #[test]
    fn rows() {
        let of = |line: &'static str| cells(line, ',').collect::<Vec<_>>();
        assert_eq!(of("1, “Ann, Paris” ,2"), ["1", "“Ann, Paris”", "2"]);
        assert_eq!(of("'a, b',\"c, d\",e"), ["'a, b'", "\"c, d\"", "e"]);
        assert_eq!(of("'tis,it's,5'"), ["'tis,it's,5'"]);
        assert_eq!(of("“a,b,c"), ["“a", "b", "c"]);
        assert_eq!(of("it's,’90s,"), ["it's", "’90s", ""]);
        assert_eq!(of(""), [""]);
    }

    /// A quadratic search takes minutes.
    #[test]
    fn quotes_that_are_not_closed() {
        assert_eq!(cells(&"'a,".repeat(100_000), ',').count(), 100_001);
    }
}
