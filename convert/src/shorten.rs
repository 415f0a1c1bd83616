//! Shortens text from callers for use in messages.

/// The maximum number of names that a message lists.
pub const MAX_NAMES: usize = 16;

/// Shortens a word so that it can still be recognized.
pub fn shorten(word: &str) -> String {
    cut(word, 64)
}

/// Shortens a message that contains text from a caller.
pub fn shorten_message(message: &str) -> String {
    cut(message, 512)
}

fn cut(text: &str, longest: usize) -> String {
    match text.char_indices().nth(longest) {
        Some((end, _)) => text.get(..end).map_or_else(String::new, |start| format!("{start}…")),
        None => text.to_owned(),
    }
}

/// Lists the first of the words, and how many more there are.
pub fn list(words: &[&str]) -> String {
    let names: Vec<String> = words.iter().take(MAX_NAMES).map(|word| shorten(word)).collect();
    let names = names.join(", ");
    match words.len().saturating_sub(MAX_NAMES) {
        0 => names,
        more => format!("{names} and {more} more"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_words_stay_and_long_ones_end_in_dots() {
        assert_eq!(shorten(""), "");
        assert_eq!(shorten(&"é".repeat(64)), "é".repeat(64));
        assert_eq!(shorten(&"é".repeat(65)), "é".repeat(64) + "…");
    }

    #[test]
    fn long_lists_are_counted() {
        assert_eq!(list(&["a", "b"]), "a, b");
        assert_eq!(list(&["a"; 16]).matches('a').count(), 16);
        assert!(list(&["b"; 18]).ends_with("b, b and 2 more"));
    }
}
