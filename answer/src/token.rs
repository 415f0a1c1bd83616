//! Tokens (§4, §7), interpreted leniently.

use super::value::MeantValue;
use alloc::borrow::Cow;
use alloc::string::String;
use toon::__answer::number::{self, Number};
pub(super) use toon::__answer::unquoted::{
    cells, closing_brace, closing_quote, find_unquoted, trim, unescaped_quote,
};

/// The value of an unquoted token.
pub(super) fn bare(token: &str) -> MeantValue<'_> {
    match token {
        "null" | "true" | "false" => MeantValue::Word(token),
        _ => match number::parse(token.as_bytes()) {
            // A number beyond `f64` is a string, as for every reader that does not request a
            // number.
            None | Some(Number::Huge) => MeantValue::Text(token),
            Some(_) => MeantValue::Number(Cow::Borrowed(token)),
        },
    }
}

/// Unescapes the text between quotes. Returns whether it contains an escape sequence that §7.1 does
/// not define. Those of JSON and JavaScript stand for their characters. With any other one, as in
/// `C:\Users\name`, no backslash is meant as an escape, and all of them stand for themselves.
pub(super) fn unescape(raw: &str) -> (Cow<'_, str>, bool) {
    if !raw.contains('\\') {
        return (Cow::Borrowed(raw), false);
    }
    let mut text = String::with_capacity(raw.len());
    let mut is_invalid = false;
    let mut rest = raw;
    while let Some(at) = rest.find('\\') {
        text.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        let Some(escape) = rest.chars().next() else {
            text.push('\\');
            is_invalid = true;
            break;
        };
        let behind = &rest[escape.len_utf8()..];
        let plain = match escape {
            '\\' | '"' => Some(escape),
            'n' => Some('\n'),
            'r' => Some('\r'),
            't' => Some('\t'),
            _ => None,
        };
        if let Some(character) = plain {
            text.push(character);
            rest = behind;
            continue;
        }
        if let Some(character) = unicode(rest) {
            text.push(character);
            rest = &rest["u0000".len()..];
            continue;
        }
        is_invalid = true;
        if let Some(character) = surrogates(rest) {
            text.push(character);
            rest = &rest["ud800\\udc00".len()..];
            continue;
        }
        match escape {
            '/' | '\'' | '`' => text.push(escape),
            'b' => text.push('\u{8}'),
            'f' => text.push('\u{c}'),
            _ => return (Cow::Borrowed(raw), true),
        }
        rest = behind;
    }
    text.push_str(rest);
    (Cow::Owned(text), is_invalid)
}

/// The code of `uXXXX`.
fn code(text: &str) -> Option<u32> {
    let hex = text.strip_prefix('u')?.get(..4)?;
    let is_hex = hex.bytes().all(|byte| byte.is_ascii_hexdigit());
    u32::from_str_radix(hex, 16).ok().filter(|_| is_hex)
}

fn unicode(text: &str) -> Option<char> {
    char::from_u32(code(text)?)
}

/// The character of `uD83D\uDE00`, a surrogate pair as in JSON.
fn surrogates(text: &str) -> Option<char> {
    let high = code(text).filter(|high| (0xd800..0xdc00).contains(high))?;
    let low = code(text.get(5..)?.strip_prefix('\\')?).filter(|low| (0xdc00..0xe000).contains(low))?;
    char::from_u32(0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00))
}
