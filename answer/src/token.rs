//! Tokens (§4, §7), interpreted leniently.

use super::value::MeantValue;
use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use toon::__internal::number::{self, NumberValue};
use toon::__internal::quotes;
pub(super) use toon::__internal::quotes::inside as between_other_quotes;
pub(super) use toon::__internal::unquoted::{
    cells, closing_brace, closing_quote, find_unquoted, trim, unescaped_quote,
};

/// The value of an unquoted token.
pub(super) fn bare(token: &str) -> MeantValue<'_> {
    match token {
        "null" | "true" | "false" => MeantValue::Word(token),
        _ => match number::parse(token.as_bytes()) {
            // A number beyond `f64` is a string, as for every reader that does not request a
            // number.
            None | Some(NumberValue::Huge) => MeantValue::Text(token),
            Some(_) => MeantValue::Number(Cow::Borrowed(token)),
        },
    }
}

/// How the escapes of a quoted string were understood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Escapes {
    /// As §7.1 defines them.
    Valid,
    /// As §7.1 defines them, although the string looks like a Windows path.
    PathLike,
    /// Some are not defined by §7.1, and stand for the character after the backslash, or for
    /// themselves.
    Mended,
    /// The string is a Windows path, in which no backslash is an escape.
    Path,
    /// Some backslashes may be escapes or not.
    Ambiguous,
}

/// Unescapes the text between quotes.
///
/// Each escape is read by itself: those of §7.1 and JSON, and those of punctuation, as in Markdown
/// and LaTeX, stand for their characters. Before any other letter, as in `\d`, a backslash stands for
/// itself; but if the string has escapes of another kind, too, it is not certain which of them are
/// meant. A string in which all escapes are valid keeps its value, even if it looks like a path.
pub(super) fn unescape(raw: &str) -> (Cow<'_, str>, Escapes) {
    if !raw.contains('\\') {
        return (Cow::Borrowed(raw), Escapes::Valid);
    }
    let mut text = String::with_capacity(raw.len());
    let (mut has_invalid, mut has_literal, mut has_escape) = (false, false, false);
    let mut rest = raw;
    while let Some(at) = rest.find('\\') {
        text.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        let Some(escape) = rest.chars().next() else {
            text.push('\\');
            has_invalid = true;
            break;
        };
        let after = &rest[escape.len_utf8()..];
        let plain = match escape {
            '\\' | '"' => Some(escape),
            'n' => Some('\n'),
            'r' => Some('\r'),
            't' => Some('\t'),
            _ => None,
        };
        if let Some(character) = plain {
            has_escape |= escape != '"' && escape != '\\';
            text.push(character);
            rest = after;
            continue;
        }
        if let Some(character) = unicode(rest) {
            has_escape = true;
            text.push(character);
            rest = &rest["u0000".len()..];
            continue;
        }
        has_invalid = true;
        if let Some(character) = surrogates(rest) {
            text.push(character);
            rest = &rest["ud800\\udc00".len()..];
            continue;
        }
        // `\frac` and `\beta` are commands of LaTeX.
        let is_word = after.starts_with(|c: char| c.is_ascii_alphabetic());
        match escape {
            'b' if !is_word => text.push('\u{8}'),
            'f' if !is_word => text.push('\u{c}'),
            punctuation if punctuation.is_ascii_punctuation() => {
                has_escape |= !matches!(escape, '/' | '\'');
                text.push(punctuation);
            }
            other => {
                has_literal = true;
                text.push('\\');
                text.push(other);
            }
        }
        rest = after;
    }
    text.push_str(rest);
    let escapes = match (has_invalid, is_windows_path(raw)) {
        (true, true) => return (Cow::Borrowed(raw), Escapes::Path),
        (true, false) if has_literal && has_escape => Escapes::Ambiguous,
        (true, false) => Escapes::Mended,
        (false, true) => Escapes::PathLike,
        (false, false) => Escapes::Valid,
    };
    (Cow::Owned(text), escapes)
}

/// Whether `raw` as a whole is a Windows or UNC path whose backslashes are not escaped.
pub(super) fn is_windows_path(raw: &str) -> bool {
    let bytes = raw.as_bytes();
    let rest = match bytes {
        [drive, b':', b'\\', ..] if drive.is_ascii_alphabetic() => &raw[2..],
        [b'\\', b'\\', server, ..] if server.is_ascii_alphanumeric() => &raw[2..],
        _ => return false,
    };
    let is_name =
        |name: &str| !name.contains(['/', ':', '*', '?', '"', '<', '>', '|']) && name.trim() == name;
    // In an escaped path, all backslashes are doubled.
    let has_single = rest.replace("\\\\", "").contains('\\');
    has_single && rest.split('\\').all(is_name)
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

/// The text of a string in which quotes are doubled, as in CSV: `"He said ""hi"""`.
pub(super) fn doubled_quotes(token: &str) -> Option<String> {
    let inside = token.strip_prefix('"')?.strip_suffix('"')?;
    let without = inside.replace("\"\"", "");
    (without.len() < inside.len() && !without.contains('"') && !without.ends_with('\\'))
        .then(|| inside.replace("\"\"", "\""))
}

/// Which quotes can enclose a cell.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Quotes {
    Straight,
    Any,
}

/// Splits a row at the `delimiters`, where a quote opens only at the start of a cell, and closes only
/// at the end of one. All other quotes are text, as in `5" nail`.
pub(super) fn cells_with_plain_quotes<'t>(line: &'t str, delimiters: &[char], kind: Quotes) -> Vec<&'t str> {
    let mut cells = Vec::new();
    // What opens, but does not close again up to the end of the line.
    let mut unclosed: Vec<char> = Vec::new();
    let mut rest = line;
    loop {
        let begin = rest.len() - rest.trim_start_matches(' ').len();
        let open = rest[begin..].chars().next().unwrap_or_default();
        let close = match kind {
            _ if open == '"' => Some('"'),
            Quotes::Straight => None,
            Quotes::Any => quotes::closing(open).first().copied(),
        };
        let mut end = None;
        if let Some(close) = close.filter(|_| !unclosed.contains(&open)) {
            let from = begin + open.len_utf8();
            end = end_of_cell(rest, from, close, delimiters);
            if end.is_none() {
                unclosed.push(open);
            }
        }
        let end = end.or_else(|| rest.find(delimiters)).unwrap_or(rest.len());
        cells.push(trim(&rest[..end]));
        let mut after = rest[end..].chars();
        if after.next().is_none() {
            return cells;
        }
        rest = after.as_str();
    }
}

/// The end of a cell after the first `close` from `from` on that a delimiter or nothing follows.
fn end_of_cell(rest: &str, from: usize, close: char, delimiters: &[char]) -> Option<usize> {
    let mut escaped = false;
    for (at, c) in rest[from..].char_indices() {
        let after = from + at + c.len_utf8();
        if c == close && !escaped {
            let spaces = rest[after..].len() - rest[after..].trim_start_matches(' ').len();
            let next = &rest[after + spaces..];
            if next.is_empty() || next.starts_with(delimiters) {
                return Some(after + spaces);
            }
        }
        escaped = c == '\\' && !escaped;
    }
    None
}
