//! Detects the format of text by its content.

use super::BYTE_ORDER_MARK;
use crate::input::without_mark;
use memchr::memchr;
use serde::de::IgnoredAny;
use toon::__internal::header;

/// Whether text that begins with `head` is JSON rather than TOON.
///
/// `{` begins a JSON object, a slash a comment above one, and U+001E a JSON text sequence. `[` begins a
/// JSON array, unless it begins a TOON header. Anything else is JSON if it is a single line with a scalar:
/// this means the same in both formats, except for an unquoted string, which is TOON.
pub fn is_json(head: &[u8]) -> bool {
    let head = without_mark(head).trim_ascii();
    match head {
        [] | [b'{' | 0x1e, ..] | [b'/', b'/' | b'*', ..] => true,
        [b'[', inside @ ..] => !header::is_bracket(inside),
        _ => serde_json::from_slice::<serde_json::Value>(head).is_ok(),
    }
}

/// Whether text that begins with `head` is NDJSON: the first line is a whole value, and another value
/// follows. This is neither JSON nor TOON.
pub fn is_ndjson(head: &[u8]) -> bool {
    let head = without_mark(head).trim_ascii_start();
    let Some(end) = memchr(b'\n', head) else { return false };
    let (first, behind) = head.split_at(end);
    let behind = behind.trim_ascii_start();
    let second = behind.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let is_value = |line| serde_json::from_slice::<IgnoredAny>(line).is_ok();
    (matches!(second, [b'{' | b'[' | b'"', ..]) || is_value(second)) && is_value(first)
}

/// Whether the first line is the header of a table in TOML, such as `[server]` or `[[servers]]`.
pub fn is_toml(text: &str) -> bool {
    let first = text.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with('#'));
    let name = first.and_then(|line| line.strip_prefix('[')?.strip_suffix(']'));
    let name =
        name.map(|name| name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name));
    let is_key = |char: char| char.is_ascii_alphanumeric() || matches!(char, '_' | '-' | '.');
    name.is_some_and(|name| {
        name.starts_with(|first: char| first.is_ascii_alphabetic())
            && name.chars().all(is_key)
            && !matches!(name, "true" | "false" | "null")
    })
}

/// Whether `text` is a JSON object or array as a whole, and not TOON.
pub fn is_whole_json(text: &str) -> bool {
    let text = text.trim_start_matches(BYTE_ORDER_MARK).trim();
    text != "[]" && text.starts_with(['{', '[']) && serde_json::from_str::<IgnoredAny>(text).is_ok()
}

/// What the root of a TOON document is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Root {
    /// A list of any form.
    List,
    /// A table, all of whose rows have the same fields.
    Table,
    /// Anything else.
    Other,
}

impl Root {
    /// The root of a document that begins with `head`, by its first line that is neither blank nor a
    /// comment.
    pub fn of(head: &[u8]) -> Self {
        let line = without_mark(head)
            .split(|byte| *byte == b'\n')
            .map(<[u8]>::trim_ascii)
            .find(|line| !matches!(line, [] | [b'#', ..]));
        let Some([b'[', inside @ ..]) = line else { return Root::Other };
        let digits = inside.iter().take_while(|byte| byte.is_ascii_digit()).count();
        match inside.get(digits..) {
            // A keyed table is an object.
            None | Some([b':', ..]) => Root::Other,
            Some([b']', b'{', ..] | [_, b']', b'{', ..]) => Root::Table,
            Some(_) => Root::List,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{is_json, is_ndjson};

    #[test]
    fn json() {
        for text in [
            "{",
            "{}",
            " \n{\"a\":1}",
            "// c\n{}",
            "[",
            "[]",
            "[1]",
            "[1,2]",
            "[ 3]: ",
            "[[1]]",
            "\u{feff}{}",
            "1",
            "\"a\"",
            "null",
            "",
        ] {
            assert!(is_json(text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn ndjson() {
        for text in [
            "{}\n{}",
            "{\"a\":1}\r\n\r\n{\"a\":2}\r\n",
            "\u{feff}\n1\n2",
            "[1]\n[2]\n",
            "null\n\"a",
            "{}\n{\"a",
        ] {
            assert!(is_ndjson(text.as_bytes()), "{text}");
        }
        for text in [
            "",
            "\n",
            "{}",
            "{}\n",
            "{}\n\n",
            "{\n}\n{\n}",
            "[\n1\n]",
            "[1,\n2]",
            "1\n# c",
            "a: 1\nb: 2",
            "{} {}",
            "{}\n/",
            "[1]:\n  1",
            "\"a\",\"b\"\n\"c\",\"d\"",
            "{\"a\":\n1}\n{}",
        ] {
            assert!(!is_ndjson(text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn toon() {
        for text in [
            "[3]: 1,2,3",
            "[2]{a}:\n  1\n  2",
            "[2|]{a|b}:",
            "[2\t]: a\tb",
            "[2:]{a}:",
            "[0]:",
            "a: 1",
            "# c",
            "word",
            "\"a\": 1",
        ] {
            assert!(!is_json(text.as_bytes()), "{text}");
        }
    }
}
