//! Unescapes the content of quoted tokens (§7.1).

use alloc::string::String;
use memchr::memchr;

/// An escape sequence that §7.1 does not define: its position, and how many bytes of it to show.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct BadEscape {
    pub(crate) at: usize,
    pub(crate) len: usize,
}

/// Appends `raw`, the text between the quotes, unescaped.
pub(crate) fn unescape_into(raw: &str, out: &mut String) -> Result<(), BadEscape> {
    walk(raw, |literal, character| {
        out.push_str(literal);
        out.extend(character);
    })
}

/// Checks that every escape sequence in `raw` is valid.
pub(crate) fn check(raw: &str) -> Result<(), BadEscape> {
    walk(raw, |_, _| ())
}

/// Calls `part` for each literal part, with the character of the escape that follows it.
fn walk(raw: &str, mut part: impl FnMut(&str, Option<char>)) -> Result<(), BadEscape> {
    let mut from = 0;
    while let Some(rest) = raw.get(from..) {
        let Some(literal) = memchr(b'\\', rest.as_bytes()) else {
            part(rest, None);
            break;
        };
        let at = from + literal;
        let (character, len) =
            escape(raw.get(at..).unwrap_or_default()).map_err(|len| BadEscape { at, len })?;
        part(rest.get(..literal).unwrap_or_default(), Some(character));
        from = at + len;
    }
    Ok(())
}

/// The character of the escape sequence at the start of `text` and its length, or the length of the
/// invalid sequence.
fn escape(text: &str) -> Result<(char, usize), usize> {
    let bytes = text.as_bytes();
    let character = match bytes.get(1) {
        Some(b'\\') => '\\',
        Some(b'"') => '"',
        Some(b'n') => '\n',
        Some(b'r') => '\r',
        Some(b't') => '\t',
        Some(b'u') => return unicode(text),
        Some(_) => return Err(text.chars().take(2).map(char::len_utf8).sum()),
        None => return Err(1),
    };
    Ok((character, 2))
}

fn unicode(text: &str) -> Result<(char, usize), usize> {
    let digits = text.bytes().skip(2).take(4).take_while(u8::is_ascii_hexdigit).count();
    let code = match text.get(2..6) {
        Some(hex) if digits == 4 => u32::from_str_radix(hex, 16).map_err(|_| 6_usize)?,
        _ => return Err(2 + digits),
    };
    // §7.1: surrogates are rejected, even in pairs.
    char::from_u32(code).map(|character| (character, 6)).ok_or(6)
}

#[cfg(test)]
mod tests {
    use super::{BadEscape, check, unescape_into};

    fn unescape(raw: &str) -> Result<String, BadEscape> {
        let mut out = String::new();
        unescape_into(raw, &mut out).map(|()| out)
    }

    #[test]
    fn every_escape() {
        assert_eq!(unescape(r#"a\\b\"c\nd\re\tf"#).unwrap(), "a\\b\"c\nd\re\tf");
        assert_eq!(unescape(r"\u00e9\u4E16\u0000").unwrap(), "é世\0");
        assert_eq!(unescape("").unwrap(), "");
    }

    #[test]
    fn everything_else_is_refused() {
        for (raw, at, len) in [
            (r"ab\x", 2, 2),
            (r"\é", 0, 3),
            ("\\", 0, 1),
            (r"\u12", 0, 4),
            (r"\u12g4", 0, 4),
            (r"\ud83d\ude00", 0, 6),
            (r"\u+123", 0, 2),
            (r"\/", 0, 2),
        ] {
            assert_eq!(unescape(raw), Err(BadEscape { at, len }), "{raw}");
            assert_eq!(check(raw), Err(BadEscape { at, len }), "{raw}");
        }
    }
}
