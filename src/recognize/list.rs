//! List items with other marks than a hyphen and a space.

/// The text of an item in the list of a text for people: `* a`, `• a`, `1. a` or `1) a`.
pub fn bullet(item: &str) -> Option<&str> {
    let number = item.trim_start_matches(|c: char| c.is_ascii_digit());
    let text = match item.strip_prefix(['*', '•', '+']) {
        None if number.len() < item.len() => number.strip_prefix(['.', ')'])?,
        text => text?,
    };
    text.strip_prefix(' ').map(str::trim_start).filter(|text| !text.is_empty())
}

/// The text directly after a hyphen, as in `-a`, unless the hyphen is the sign of a number.
pub fn hyphenated(item: &str) -> Option<&str> {
    item.strip_prefix('-').filter(|text| text.starts_with(|c: char| c.is_alphabetic() || c == '"'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bullets() {
        for item in ["* a", "• a", "+ a", "1. a", "12) a", "*  a"] {
            assert_eq!(bullet(item), Some("a"), "{item}");
        }
        for item in ["- a", "*a", "1 a", "1.5", "* ", "a", ""] {
            assert_eq!(bullet(item), None, "{item}");
        }
    }

    #[test]
    fn hyphens() {
        assert_eq!(hyphenated("-a"), Some("a"));
        assert_eq!(hyphenated("-\"a\""), Some("\"a\""));
        for item in ["- a", "-1", "-", "--a", "a-b"] {
            assert_eq!(hyphenated(item), None, "{item}");
        }
    }
}
