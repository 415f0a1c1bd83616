//! Estimates tokens. The estimate is good enough to choose between two ways to write a value; the
//! finished texts are compared with the caller's measure.

use super::tree::{Members, Tree, are_rows};

/// The number of letters in the first token of a word, and in each further token.
const FIRST_TOKEN_LETTERS: usize = 9;
const FURTHER_TOKEN_LETTERS: usize = 6;

/// Estimates the tokens of `text`: a word of up to nine letters, a group of three digits, and a run
/// of punctuation are one token each.
pub(super) fn tokens(text: &str) -> usize {
    let mut rest = text.as_bytes();
    let mut count = 0;
    while let Some(&first) = rest.first() {
        // A space counts as part of the following word or punctuation.
        let has_space = first == b' '
            && rest.get(1).is_some_and(|&byte| !byte.is_ascii_digit() && !byte.is_ascii_whitespace());
        let at = usize::from(has_space);
        let len = at + run(&rest[at..]);
        let chars = rest[..len].iter().filter(|&&byte| byte & 0xc0 != 0x80).count();
        count += if chars <= FIRST_TOKEN_LETTERS { 1 } else { 1 + (chars - 3) / FURTHER_TOKEN_LETTERS };
        rest = &rest[len..];
    }
    count
}

/// The length of the first word, number or run of punctuation. `text` must not be empty.
fn run(text: &[u8]) -> usize {
    let while_ = |is: fn(u8) -> bool| text.iter().position(|&byte| !is(byte)).unwrap_or(text.len());
    match text[0] {
        byte if byte.is_ascii_lowercase() => while_(|byte| byte.is_ascii_lowercase()),
        byte if byte.is_ascii_uppercase() => match text.get(1) {
            Some(next) if next.is_ascii_lowercase() => 1 + run(&text[1..]),
            _ => while_(|byte| byte.is_ascii_uppercase()),
        },
        byte if byte.is_ascii_digit() => while_(|byte| byte.is_ascii_digit()).min(3),
        byte if byte.is_ascii_whitespace() => while_(|byte| byte.is_ascii_whitespace()),
        _ => while_(|byte| !byte.is_ascii_alphanumeric() && !byte.is_ascii_whitespace()),
    }
}

/// A string as a TOON value, including quotes if needed.
pub(super) fn string(text: &str) -> usize {
    const QUOTES_TOKENS: usize = 2;
    let is_special =
        |byte: u8| matches!(byte, b':' | b'"' | b'\\' | b'[' | b']' | b'{' | b'}' | b',' | 0..0x20);
    tokens(text) + if text.is_empty() || text.bytes().any(is_special) { QUOTES_TOKENS } else { 0 }
}

pub(super) fn scalar(value: &Tree) -> usize {
    match value {
        Tree::Number(text) => tokens(text),
        Tree::String(text) => string(text),
        _ => 1,
    }
}

/// A value as compact JSON text.
pub(super) fn json(value: &Tree) -> usize {
    match value {
        Tree::String(text) => tokens(text) + 1,
        Tree::List(items) => 1 + items.iter().map(|item| json(item) + 1).sum::<usize>(),
        Tree::Object(members) => {
            1 + members.iter().map(|(key, value)| tokens(key) + json(value) + 2).sum::<usize>()
        }
        scalar => self::scalar(scalar),
    }
}

/// JSON text in a quoted string, which escapes most of its punctuation.
pub(super) fn quoted_json(value: &Tree) -> usize {
    match value {
        Tree::String(text) => tokens(text) + 2,
        Tree::List(items) => 2 + items.iter().map(|item| quoted_json(item) + 1).sum::<usize>(),
        Tree::Object(members) => {
            2 + members.iter().map(|(key, value)| tokens(key) + quoted_json(value) + 2).sum::<usize>()
        }
        scalar => self::scalar(scalar),
    }
}

/// A value as canonical TOON.
pub(super) fn plain(value: &Tree) -> usize {
    match value {
        Tree::List(items) => list(items),
        Tree::Object(members) => map(members),
        scalar => self::scalar(scalar),
    }
}

/// The members of an object, or the entry rows of a keyed table.
pub(super) fn map(members: &Members) -> usize {
    let values = || members.iter().map(|(_, value)| value);
    let keys: usize = members.iter().map(|(key, _)| tokens(key) + 2).sum();
    match members.first() {
        Some((_, Tree::Object(first))) if members.len() > 1 && are_rows(values()) => {
            HEADER_TOKENS + names(first) + keys + values().map(cells).sum::<usize>()
        }
        _ => keys + values().map(plain).sum::<usize>(),
    }
}

const HEADER_TOKENS: usize = 3;

fn names(first: &Members) -> usize {
    first.iter().map(|(key, _)| tokens(key) + 1).sum()
}

/// A list as canonical TOON: in tabular, inline or list form.
pub(super) fn list(items: &[Tree]) -> usize {
    match items.first() {
        Some(Tree::Object(first)) if are_rows(items) => {
            HEADER_TOKENS + names(first) + items.iter().map(cells).sum::<usize>()
        }
        _ => HEADER_TOKENS + items.iter().map(|item| 1 + plain(item)).sum::<usize>(),
    }
}

/// The cells of a row.
fn cells(row: &Tree) -> usize {
    match row {
        Tree::Object(members) => members.iter().map(|(_, value)| cells(value)).sum(),
        scalar => self::scalar(scalar) + 1,
    }
}

#[cfg(test)]
mod tests {
    use super::tokens;

    #[test]
    fn words_digits_and_punctuation() {
        for (text, expected) in [
            ("", 0),
            ("word", 1),
            ("two words", 2),
            ("CamelCase", 2),
            ("ABCdef", 2),
            ("12345", 2),
            ("https://x.org/u", 7),
            ("a  b", 3),
            ("internationalization", 3),
            ("é", 1),
        ] {
            assert_eq!(tokens(text), expected, "{text}");
        }
    }
}
