//! Lists in one cell: strings or numbers that are joined by a separator.

use alloc::vec::Vec;

/// The newtype name by which such a list is requested: an ordinary newtype, except for a reader that
/// wants to know.
pub const JOIN: &str = "$toon::join";

/// Separates strings.
pub const STRINGS: &str = "; ";

/// Separates numbers.
pub const NUMBERS: &str = " ";

/// Whether a string can be told from its neighbours once they are joined.
pub fn is_joinable(string: &str, separator: &str) -> bool {
    is_trimmed(string) && !string.contains(separator)
}

/// A non-empty text without leading or trailing whitespace.
pub fn is_trimmed(text: &str) -> bool {
    !text.is_empty() && text.trim().len() == text.len()
}

/// The strings of a cell. `None` if one is empty.
pub fn split<'c>(cell: &'c str, separator: &str) -> Option<Vec<&'c str>> {
    let strings: Vec<&str> = cell.split(separator).collect();
    strings.iter().all(|string| !string.is_empty()).then_some(strings)
}
