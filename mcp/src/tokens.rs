//! How many tokens a text is.

/// An estimate without a tokenizer: a run of letters, digits and underscores is one token, and so is every other
/// character that is no white space.
///
/// ```
/// use toon_mcp::tokens::estimate;
///
/// assert_eq!(estimate("hello world"), 2);
/// assert_eq!(estimate("a.b.c"), 5);
/// assert_eq!(estimate("..."), 3);
/// assert_eq!(estimate(""), 0);
/// ```
pub fn estimate(text: &str) -> usize {
    let mut count = 0;
    let mut in_word = false;
    for character in text.chars() {
        let word = character.is_alphanumeric() || character == '_';
        if if word { !in_word } else { !character.is_whitespace() } {
            count += 1;
        }
        in_word = word;
    }
    count
}

/// The number of tokens in the encoding `o200k_base`, by a real tokenizer.
///
/// ```
/// assert_eq!(toon_mcp::tokens::count("hello world"), 2);
/// assert_eq!(toon_mcp::tokens::count(""), 0);
/// ```
#[cfg(feature = "tokens")]
pub fn count(text: &str) -> usize {
    tiktoken_rs::o200k_base_singleton().encode_ordinary(text).len()
}

/// The number of tokens by the best means there is: a real tokenizer with feature `tokens`, else [`estimate`].
///
/// ```
/// assert_eq!(toon_mcp::tokens::best("hello world"), 2);
/// ```
pub fn best(text: &str) -> usize {
    #[cfg(feature = "tokens")]
    return count(text);
    #[cfg(not(feature = "tokens"))]
    return estimate(text);
}
