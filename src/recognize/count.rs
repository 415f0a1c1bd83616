//! What is written in the brackets of a header in place of a plain count (§6).

/// A number of elements that is not written as TOON demands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count<'t> {
    /// Without leading zeros.
    pub digits: &'t str,
    /// The brackets contain a colon.
    pub is_keyed: bool,
    /// `|` or a tab, if the brackets contain it.
    pub delimiter: Option<char>,
    /// What is odd about it.
    pub spelling: Spelling,
}

/// What is odd about a count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spelling {
    /// Only spaces, leading zeros or the order of the marks, as in `[ 02 ]`.
    Loose,
    /// `[#2]`, as in older versions of the format.
    Hash,
    /// `[2,]`, as in older versions of the format.
    Comma,
    /// `[2 items]` or `[N=2]`.
    Unit,
    /// `[~50]` or `[50+]`.
    Approximate,
}

/// The longest unit, in bytes.
const MAX_UNIT: usize = 20;

/// Parses the text between the brackets.
pub fn parse(inside: &str) -> Option<Count<'_>> {
    let text = inside.trim_matches(' ');
    let unhashed = text.trim_start_matches('#');
    let named =
        text.split_once('=').filter(|(name, _)| is_placeholder(name.trim_end())).map(|(_, rest)| rest);
    let number = named.unwrap_or(unhashed).trim_start_matches(' ');
    let exact = number.strip_prefix(['~', '≈', '<', '>']).unwrap_or(number).trim_start_matches(' ');
    let (digits, rest) =
        exact.split_at(exact.len() - exact.trim_start_matches(|c: char| c.is_ascii_digit()).len());
    let unit = rest.trim_end_matches([',', ':', '|', '\t', ' ']);
    let marks = || rest[unit.len()..].chars().filter(|mark| *mark != ' ');
    if digits.is_empty() || marks().count() > 2 {
        return None;
    }
    let spelling = if exact.len() < number.len() || unit == "+" {
        Spelling::Approximate
    } else if is_unit(unit) || named.is_some() && unit.is_empty() {
        Spelling::Unit
    } else if !unit.is_empty() {
        return None;
    } else if unhashed.len() < text.len() {
        Spelling::Hash
    } else if marks().any(|mark| mark == ',') {
        Spelling::Comma
    } else {
        Spelling::Loose
    };
    let digits = match digits.trim_start_matches('0') {
        "" => "0",
        digits => digits,
    };
    let delimiter = marks().find(|mark| matches!(mark, '|' | '\t'));
    Some(Count { digits, is_keyed: marks().any(|mark| mark == ':'), delimiter, spelling })
}

/// Whether `text`, which follows a number, is a word after a space.
fn is_unit(text: &str) -> bool {
    text.strip_prefix(' ').is_some_and(|text| {
        let word = text.trim_start_matches(' ');
        !word.is_empty() && word.len() <= MAX_UNIT && word.chars().all(char::is_alphabetic)
    })
}

/// Whether the text between the brackets stands for a count that is not known: `N`, `?`, `…` or
/// `length`.
pub fn is_placeholder(inside: &str) -> bool {
    inside.len() <= 1
        || ["len", "length", "count", "num", "size"].iter().any(|word| inside.eq_ignore_ascii_case(word))
        || !inside.contains(|c: char| c.is_ascii_alphanumeric())
}

/// Whether the text between the brackets may belong to the key, as in `scores[Ann]: 5`.
pub fn is_name(inside: &str) -> bool {
    !is_placeholder(inside) && inside.chars().all(|c| c.is_alphanumeric() || "_ -.".contains(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts() {
        use Spelling::{Approximate, Comma, Hash, Loose, Unit};
        for (inside, digits, spelling) in [
            ("02", "2", Loose),
            (" 2 ", "2", Loose),
            ("000", "0", Loose),
            ("#2", "2", Hash),
            ("2,", "2", Comma),
            ("2 items", "2", Unit),
            ("12 rows", "12", Unit),
            ("N=3", "3", Unit),
            ("length = 3", "3", Unit),
            ("~50", "50", Approximate),
            ("~ 50", "50", Approximate),
            ("50+", "50", Approximate),
            ("~50 rows", "50", Approximate),
        ] {
            let expected = Count { digits, is_keyed: false, delimiter: None, spelling };
            assert_eq!(parse(inside), Some(expected), "{inside}");
        }
        for inside in ["", "N", "Ann", "-1", "2.5", "10k", "5min", "2 of 3", "#", "2|:|", "Ann=2"] {
            assert_eq!(parse(inside), None, "{inside}");
        }
    }

    #[test]
    fn marks() {
        let of = |inside| parse(inside).map(|count| (count.is_keyed, count.delimiter));
        assert_eq!(of("1|:"), Some((true, Some('|'))));
        assert_eq!(of("#2|"), Some((false, Some('|'))));
        assert_eq!(of("02\t"), Some((false, Some('\t'))));
        assert_eq!(of("2 rows :"), Some((true, None)));
    }

    #[test]
    fn other_texts() {
        for inside in ["", "N", "?", "...", "…", "Length", "*"] {
            assert!(is_placeholder(inside) && !is_name(inside), "{inside}");
        }
        for inside in ["Ann", "first name", "a.b", "2024-01"] {
            assert!(is_name(inside), "{inside}");
        }
        assert!(!is_name("a:b"));
    }
}
