//! Identifiers, and the words in them.

/// The identifiers and words of a text: runs of letters, digits and `_`.
///
/// Scripts without spaces between words have an identifier for each character.
pub(super) fn identifiers(text: &str) -> impl Iterator<Item = &str> + Clone {
    let mut rest = text;
    std::iter::from_fn(move || {
        let start = rest.find(is_part)?;
        let found = rest.get(start..)?;
        let end = match found.chars().next() {
            Some(first) if is_ideograph(first) => first.len_utf8(),
            _ => found.find(|char| !is_part(char) || is_ideograph(char)).unwrap_or(found.len()),
        };
        let (identifier, after) = found.split_at_checked(end)?;
        rest = after;
        Some(identifier)
    })
}

fn is_part(char: char) -> bool {
    match char {
        'a'..='z' | 'A'..='Z' | '0'..='9' | '_' => true,
        _ => !char.is_ascii() && char.is_alphanumeric(),
    }
}

/// Whether the character is Chinese, Japanese or Thai, where words have no spaces between them.
fn is_ideograph(char: char) -> bool {
    matches!(char, '\u{0e00}'..='\u{0e7f}' | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{20000}'..='\u{3ffff}')
}

/// The words of an identifier: `maxTokens`, `max_tokens` and `MAX_TOKENS` have two, `HTTPServer2` three.
pub(super) fn words(identifier: &str) -> impl Iterator<Item = &str> + Clone {
    let mut rest = identifier;
    std::iter::from_fn(move || {
        rest = rest.trim_start_matches('_');
        let (word, after) = rest.split_at_checked(word_len(rest)?)?;
        rest = after;
        Some(word)
    })
}

/// The length of the word that the text begins with.
fn word_len(text: &str) -> Option<usize> {
    let mut chars = text.char_indices().peekable();
    let (_, mut last) = chars.next()?;
    while let Some((at, char)) = chars.next() {
        let ends = if last.is_uppercase() && char.is_uppercase() {
            // The last capital of several begins the next word: `HTTPServer`.
            chars.peek().is_some_and(|(_, next)| next.is_lowercase())
        } else {
            char == '_'
                || (!last.is_uppercase() && char.is_uppercase())
                || last.is_numeric() != char.is_numeric()
        };
        if ends {
            return Some(at);
        }
        last = char;
    }
    Some(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(text: &str) -> Vec<&str> {
        identifiers(text).flat_map(words).collect()
    }

    #[test]
    fn words_end_at_case_changes_digits_and_underscores() {
        assert_eq!(
            split("maxTokens max_tokens MAX_TOKENS"),
            ["max", "Tokens", "max", "tokens", "MAX", "TOKENS"]
        );
        assert_eq!(split("HTTPServer2 (o200k)"), ["HTTP", "Server", "2", "o", "200", "k"]);
        assert_eq!(split("__init__.py"), ["init", "py"]);
        assert_eq!(split("Größe naïve-café"), ["Größe", "naïve", "café"]);
    }

    #[test]
    fn scripts_without_spaces_have_a_word_for_each_character() {
        assert_eq!(split("超时 retry重试"), ["超", "时", "retry", "重", "试"]);
    }

    #[test]
    fn odd_texts_have_no_empty_words() {
        for text in ["", "_", "____", "\0\u{301}", "👍", "_a_", "A", "Aa", "ǅungla"] {
            assert!(split(text).iter().all(|word| !word.is_empty()), "{text:?}");
        }
    }
}
