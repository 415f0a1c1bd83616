//! Sentences among data.

use crate::text::unquoted::find_unquoted;

/// Whether `line` looks like a sentence: it mostly consists of words, at least three of them.
pub fn is_prose(line: &str) -> bool {
    let is_word = |word: &&str| {
        let word = word.trim_matches(|c: char| c.is_ascii_punctuation());
        !word.is_empty() && word.chars().all(|c| c.is_alphabetic() || "'’-".contains(c))
    };
    let words = line.split_ascii_whitespace().count();
    words > 2
        && line.starts_with(|c: char| c.is_alphabetic() || "*<".contains(c))
        && line.split_ascii_whitespace().filter(is_word).count() * 4 >= words * 3
        && find_unquoted(line, &['|', '\t', '[', '{', '=']).is_none()
}

/// Whether a value is rather a sentence, as in `Note: I could not find it.`
pub fn is_sentence(value: &str) -> bool {
    value.trim_end().ends_with(['.', '!', '?']) && value.split_whitespace().nth(2).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines() {
        for line in ["Sure, here are your users.", "Let me know if you need more!", "**Note** the next line"]
        {
            assert!(is_prose(line), "{line}");
        }
        for line in ["first name", "1 and 2", "a b [c d]", "x = y and z", "a | b | c | d", ""] {
            assert!(!is_prose(line), "{line}");
        }
    }

    #[test]
    fn sentences() {
        assert!(is_sentence("I could not find it.") && is_sentence(" is it right? "));
        assert!(!is_sentence("Ann B.") && !is_sentence("a long value without an end"));
    }
}
