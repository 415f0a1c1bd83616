//! Advice for values of the wrong type. Types are named as in serde's error messages.

use crate::recognize::comment;
use crate::text::message::shorten;
use crate::text::number;
use alloc::format;
use alloc::string::{String, ToString};
use serde::de::Unexpected;

/// Advice for an `unexpected` value.
pub(super) fn advice(unexpected: Unexpected<'_>, expected: &str) -> Option<String> {
    match (unexpected, expected) {
        (Unexpected::Str(_), "a borrowed string") => Some(String::from(
            "write the string without escapes, or read it into a String or Cow<str>: a string with escapes cannot be borrowed",
        )),
        (_, "a string" | "a borrowed string") => {
            let token = match unexpected {
                Unexpected::Bool(value) => value.to_string(),
                Unexpected::Unsigned(value) => value.to_string(),
                Unexpected::Signed(value) => value.to_string(),
                Unexpected::Float(value) => value.to_string(),
                _ => return None,
            };
            Some(quote_value(&token))
        }
        (Unexpected::Str(text), _) => instead_of(text, expected),
        (Unexpected::Unsigned(0), "a boolean") => Some(String::from("write false")),
        (Unexpected::Unsigned(1), "a boolean") => Some(String::from("write true")),
        _ => None,
    }
}

/// Advice for the string `text` where something else was expected.
fn instead_of(text: &str, expected: &str) -> Option<String> {
    if is_null_elsewhere(text) {
        return Some(match (text, expected) {
            (_, "unit") => String::from("write null"),
            ("null", _) => String::from("write null without quotes, if the value may be missing"),
            _ => String::from("write null, if the value may be missing"),
        });
    }
    let trimmed = text.trim();
    if let Some((value, _)) = comment::trailing(trimmed) {
        let is_expected = match expected {
            "a boolean" => matches!(value, "true" | "false"),
            _ => is_number(expected) && number::parse(value.as_bytes()).is_some(),
        };
        return is_expected.then(|| {
            format!("write {}, and the comment on a line of its own that begins with #", shorten(value))
        });
    }
    if expected == "a boolean" {
        let word = ["true", "false"].into_iter().find(|word| trimmed.eq_ignore_ascii_case(word))?;
        return Some(in_place_of(word, text));
    }
    if !is_number(expected) {
        return None;
    }
    let (sign, digits) = match trimmed.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", trimmed.strip_prefix('+').unwrap_or(trimmed)),
    };
    // `.5` is a number only in other languages.
    if !digits.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let whole = digits.trim_start_matches('0');
    let zero = if whole.starts_with(|c: char| c.is_ascii_digit()) { "" } else { "0" };
    let number = format!("{sign}{zero}{whole}");
    number::parse(number.as_bytes()).map(|_| in_place_of(&shorten(&number), text))
}

fn in_place_of(value: &str, text: &str) -> String {
    // The value was a string, so it must have been quoted.
    let quotes = if value == text { " without quotes" } else { "" };
    format!("write {value}{quotes}")
}

/// Whether `word` means null in other languages, or is a quoted `null`.
pub(super) fn is_null_elsewhere(word: &str) -> bool {
    matches!(word, "null" | "None" | "Null" | "NULL" | "nil" | "undefined")
}

fn is_number(expected: &str) -> bool {
    matches!(
        expected.strip_prefix("a nonzero ").unwrap_or(expected),
        "i8" | "i16"
            | "i32"
            | "i64"
            | "i128"
            | "isize"
            | "u8"
            | "u16"
            | "u32"
            | "u64"
            | "u128"
            | "usize"
            | "f32"
            | "f64"
            | "a number"
            | "an integer"
            | "a JSON number"
    )
}

/// Advice for a token that is not a string.
pub(crate) fn quote_value(token: &str) -> String {
    format!("quote the value: \"{}\"", shorten(token))
}
