//! Numbers in messages.

use std::fmt::Display;

/// A number with commas between groups of three digits.
pub(crate) fn grouped(number: impl Copy + Display) -> String {
    let digits = number.to_string();
    let commas = |index: usize| index > 0 && (digits.len() - index).is_multiple_of(3);
    digits
        .char_indices()
        .flat_map(|(index, digit)| commas(index).then_some(',').into_iter().chain([digit]))
        .collect()
}

/// Such as `1 list` and `2,000 lists`.
pub(crate) fn counted(number: u64, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", grouped(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_groups() {
        let numbers = [0, 12, 123, 1_234, 123_456, 1_234_567];
        assert_eq!(numbers.map(grouped), ["0", "12", "123", "1,234", "123,456", "1,234,567"]);
    }

    #[test]
    fn numbers_with_nouns() {
        let numbers = [0, 1, 2, 1_000];
        assert_eq!(
            numbers.map(|number| counted(number, "file")),
            ["0 files", "1 file", "2 files", "1,000 files"]
        );
    }
}
