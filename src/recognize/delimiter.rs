//! Characters that separate values, and others that stand for them.

use crate::text::unquoted::cells;

/// The delimiters of TOON (§11).
pub const DELIMITERS: [char; 3] = [',', '|', '\t'];

/// Characters that are written in place of a delimiter: those of CSV, and of Chinese and Japanese.
pub const OTHERS: [char; 4] = [';', '，', '、', '；'];

/// The delimiter, or the character in place of one, that splits `text` into `count` cells.
pub fn splitting(text: &str, count: u64) -> Option<char> {
    let fits = |delimiter: &char| count > 1 && cells(text, *delimiter).count() as u64 == count;
    DELIMITERS.into_iter().chain(OTHERS).find(fits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splitting_delimiters() {
        assert_eq!(splitting("1;2", 2), Some(';'));
        assert_eq!(splitting("1,2|3", 2), Some(','));
        assert_eq!(splitting("甲，乙，丙", 3), Some('，'));
        assert_eq!(splitting("甲、乙", 2), Some('、'));
        assert_eq!(splitting("\"1;2\"", 2), None);
        assert_eq!(splitting("1", 1), None);
    }
}
