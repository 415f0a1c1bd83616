//! Strings: which must be quoted (§7.2), and their escapes (§7.1).

use super::block::{self, class};
use super::copy;
use super::dialect::{Delimiter, SpecVersion};
use super::digits::digits_end;
use super::find::find_escaped;
use alloc::borrow::Cow;
use alloc::string::String;

/// What determines whether a string is quoted, besides the string itself: the document delimiter
/// and the version of the specification.
#[derive(Clone, Copy)]
pub(crate) struct Quoting {
    delimiter: u8,
    /// The classes of bytes that force quotes anywhere.
    special: u8,
    /// Decoders of the 3.x specifications trim all Unicode spaces, so a string that begins or ends
    /// with one needs quotes.
    trims_unicode: bool,
}

#[allow(
    clippy::trivially_copy_pass_by_ref,
    reason = "a copy is taken apart at once, and what it holds is kept in registers that others need"
)]
impl Quoting {
    pub(crate) fn new(delimiter: Delimiter, spec: SpecVersion) -> Self {
        let special = class::SPECIAL
            | match delimiter {
                Delimiter::Comma => class::COMMA,
                Delimiter::Tab => 0,
                Delimiter::Pipe => class::PIPE,
            };
        Quoting { delimiter: delimiter.byte(), special, trims_unicode: spec == SpecVersion::V3 }
    }

    /// Appends `string` as a value token: bare, or quoted if §7.2 requires it.
    #[inline]
    pub(crate) fn push(&self, out: &mut String, string: &str) {
        if self.is_odd(string) || !copy::push_unless_special(out, string, self.delimiter, self.special) {
            push_quoted(out, string);
        }
    }

    /// §7.2, apart from the bytes that force quotes anywhere, and the rule for root primitives that
    /// begin with U+FEFF.
    #[inline]
    fn is_odd(&self, string: &str) -> bool {
        let bytes = string.as_bytes();
        let (Some(&first), Some(&last)) = (bytes.first(), bytes.last()) else { return true };
        // The meaning of the first byte depends on the rest. One test for all classes, since they
        // are hard to predict.
        let word = if matches!(bytes.len(), 4 | 5) { class::WORD } else { 0 };
        let number = if last.is_ascii_digit() { class::NUMBER } else { 0 };
        // Tabs at either end are control characters.
        (block::is(first, class::START | word | number) && is_quoted_for_its_start(string))
            || last == b' '
            || (self.trims_unicode && has_unicode_padding(string))
    }
}

/// Whether `string`, whose first byte is in one of the classes above, would be read as something
/// else.
#[inline(never)]
fn is_quoted_for_its_start(string: &str) -> bool {
    match string.as_bytes() {
        [b't' | b'f' | b'n', ..] => matches!(string, "true" | "false" | "null"),
        [b'0'..=b'9' | b'+', ..] => is_numeric_like(string.as_bytes()),
        _ => true,
    }
}

/// `/^[+-]?[0-9]+(?:\.[0-9]+)?(?:e[+-]?[0-9]+)?$/i`, the pattern of §7.2: wider than the number
/// grammar.
fn is_numeric_like(bytes: &[u8]) -> bool {
    fn digits(bytes: &[u8]) -> Option<&[u8]> {
        bytes.get(digits_end(bytes, 0)..).filter(|rest| rest.len() < bytes.len())
    }
    fn unsigned(bytes: &[u8]) -> &[u8] {
        match bytes {
            [b'+' | b'-', rest @ ..] => rest,
            _ => bytes,
        }
    }
    let Some(mut rest) = digits(unsigned(bytes)) else { return false };
    if let [b'.', fraction @ ..] = rest {
        match digits(fraction) {
            Some(after) => rest = after,
            None => return false,
        }
    }
    if let [b'e' | b'E', exponent @ ..] = rest {
        match digits(unsigned(exponent)) {
            Some(after) => rest = after,
            None => return false,
        }
    }
    rest.is_empty()
}

/// Whether the 3.x reference decoder, which applies JavaScript's `trim` to tokens, would trim
/// `string`.
#[cold]
fn has_unicode_padding(string: &str) -> bool {
    string.trim_matches(|char: char| char.is_whitespace() || char == '\u{feff}').len() != string.len()
}

/// Appends `string` in quotes, escaped (§7.1).
#[inline(never)]
pub(crate) fn push_quoted(out: &mut String, string: &str) {
    if block::is_short_and_unescaped(string.as_bytes()) {
        out.push('"');
        out.push_str(string);
        out.push('"');
    } else {
        push_escaped(out, string, |_| None);
    }
}

/// Like [`push_quoted`], but uses the escapes that `short` returns.
#[inline]
pub(crate) fn push_escaped(out: &mut String, string: &str, short: impl Fn(u8) -> Option<&'static str>) {
    const HEX: &[u8; 16] = b"0123456789abcdef";
    out.reserve(string.len() + 2);
    out.push('"');
    let mut rest = string;
    loop {
        let len = find_escaped(rest.as_bytes());
        let Some(&byte) = rest.as_bytes().get(len) else { break };
        let (plain, from) = rest.split_at(len);
        out.push_str(plain);
        match byte {
            b'"' => out.push_str("\\\""),
            b'\\' => out.push_str("\\\\"),
            b'\n' => out.push_str("\\n"),
            b'\r' => out.push_str("\\r"),
            b'\t' => out.push_str("\\t"),
            control => {
                if let Some(escape) = short(control) {
                    out.push_str(escape);
                } else {
                    out.push_str("\\u00");
                    out.push(char::from(HEX[usize::from(control >> 4)]));
                    out.push(char::from(HEX[usize::from(control & 15)]));
                }
            }
        }
        rest = &from[1..];
    }
    out.push_str(rest);
    out.push('"');
}

/// The string of a token written by [`Quoting::push`] or [`push_quoted`].
pub(crate) fn unquote(token: &str) -> Cow<'_, str> {
    let Some(mut rest) = token.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) else {
        return Cow::Borrowed(token);
    };
    let mut string = String::with_capacity(rest.len());
    while let Some((plain, escaped)) = rest.split_once('\\') {
        string.push_str(plain);
        let mut chars = escaped.chars();
        string.push(match chars.next() {
            Some('n') => '\n',
            Some('r') => '\r',
            Some('t') => '\t',
            Some('u') => {
                let digits = chars.as_str().get(..4).unwrap_or_default();
                chars = chars.as_str().get(4..).unwrap_or_default().chars();
                u32::from_str_radix(digits, 16).ok().and_then(char::from_u32).unwrap_or_default()
            }
            other => other.unwrap_or_default(),
        });
        rest = chars.as_str();
    }
    string.push_str(rest);
    Cow::Owned(string)
}

/// The length of the quoted token at the start of `text`, including its quotes; the length of
/// `text` if it is not closed.
pub(crate) fn quoted_len(text: &[u8]) -> usize {
    let mut at = 1;
    while let Some(&byte) = text.get(at) {
        match byte {
            b'"' => return at + 1,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;
    use alloc::string::ToString;

    fn comma() -> Quoting {
        Quoting::new(Delimiter::Comma, SpecVersion::V4)
    }

    fn written(string: &str) -> String {
        let mut out = String::new();
        comma().push(&mut out, string);
        out
    }

    /// Whether `string` is written in quotes. Asserts that it is written completely in either case.
    fn is_quoted(quoting: Quoting, string: &str) -> bool {
        let mut out = String::from("before ");
        quoting.push(&mut out, string);
        let token = out.strip_prefix("before ").unwrap_or_default();
        assert_eq!(unquote(token), string);
        token != string
    }

    #[test]
    fn quoted() {
        for string in [
            "", " ", " a", "a ", "true", "false", "null", "42", "-3.14", "05", "+1", "1e-6", "1E+6", "0",
            "a:b", "a\"b", "a\\b", "a[", "a]", "{a", "a}", "a,b", "-", "-a", "#a", "\ta", "a\tb", "a\u{1}b",
            "a\u{1f}",
        ] {
            assert!(is_quoted(comma(), string), "{string:?}");
        }
    }

    #[test]
    fn bare() {
        for string in [
            "a", "True", "nulls", "tru", "1.", ".5", "1e", "1e+", "0x10", "1_000", "a b", "a#b", "a-b", "é",
            "+", "a|b", "\u{a0}", "\u{7f}", "\u{feff}", "1.5.2", "24-51", "+a", "١",
        ] {
            assert!(!is_quoted(comma(), string), "{string:?}");
        }
    }

    #[test]
    fn only_the_document_delimiter_counts() {
        assert!(is_quoted(Quoting::new(Delimiter::Pipe, SpecVersion::V4), "a|b"));
        assert!(!is_quoted(Quoting::new(Delimiter::Pipe, SpecVersion::V4), "a,b"));
        assert!(!is_quoted(Quoting::new(Delimiter::Tab, SpecVersion::V4), "a,b"));
    }

    #[test]
    fn unicode_spaces_in_v3() {
        for string in ["\u{a0}a", "a\u{2003}", "\u{feff}a"] {
            assert!(is_quoted(Quoting::new(Delimiter::Comma, SpecVersion::V3), string), "{string:?}");
            assert!(!is_quoted(comma(), string), "{string:?}");
        }
        assert!(!is_quoted(Quoting::new(Delimiter::Comma, SpecVersion::V3), "a\u{a0}b"));
    }

    #[test]
    fn special_bytes_are_found_wherever_they_stand() {
        for len in 1..50 {
            for at in 0..len {
                for special in [':', '"', '\\', '[', ']', '{', '}', ',', '\0', '\n', '\u{1f}'] {
                    let mut string = "a".repeat(len);
                    string.replace_range(at..=at, &special.to_string());
                    assert!(is_quoted(comma(), &string), "{string:?}");
                }
            }
            assert!(!is_quoted(comma(), &"a".repeat(len)));
        }
    }

    #[test]
    fn escapes() {
        assert_eq!(written("a\"b\\c\nd\re\tf\u{1}g\u{1f}"), r#""a\"b\\c\nd\re\tf\u0001g\u001f""#);
        assert_eq!(written("é: 👋"), "\"é: 👋\"");
        assert_eq!(written("\u{7f}:"), "\"\u{7f}:\"");
    }

    #[test]
    fn unquoting_is_the_inverse() {
        for string in ["a", "a b", "", "a\"b\\c\nd\re\tf\u{1}g\u{1f}é", "\\u0041", "\\"] {
            assert_eq!(unquote(&written(string)), string);
        }
    }

    #[test]
    fn lengths_of_quoted_tokens() {
        for token in ["\"\"", "\"a\"", r#""a\"b""#, r#""\\""#] {
            assert_eq!(quoted_len(format!("{token},x\"").as_bytes()), token.len());
        }
        assert_eq!(quoted_len(b"\"abc"), 4);
        assert_eq!(quoted_len(b"\"abc\\"), 5);
    }
}
