//! Counts tokens.

#[cfg(feature = "tokens")]
mod vocabulary;

#[cfg(feature = "tokens")]
pub use vocabulary::{Counter, Vocabulary};

/// Estimates tokens without a tokenizer: a run of letters, digits and underscores is one token, and
/// so is every other character except for whitespace.
///
/// ```
/// use toon_convert::tokens::estimate;
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

/// Kinds of characters. Tokens consist of one kind.
#[derive(Clone, Copy, PartialEq)]
enum CharKind {
    Letter,
    Digit,
    Mark,
    Space,
    Wide,
}

impl CharKind {
    fn of(character: char) -> Self {
        match character {
            'a'..='z' | 'A'..='Z' => CharKind::Letter,
            '0'..='9' => CharKind::Digit,
            _ if character.is_whitespace() => CharKind::Space,
            _ if character.is_ascii() => CharKind::Mark,
            _ => CharKind::Wide,
        }
    }

    /// The usual maximum length of an `o200k_base` token, in characters.
    const fn longest(self) -> usize {
        match self {
            CharKind::Letter => 8,
            CharKind::Digit | CharKind::Mark => 3,
            CharKind::Space => usize::MAX,
            CharKind::Wide => 2,
        }
    }
}

/// Approximates the number of `o200k_base` tokens in JSON and TOON without a tokenizer: up to eight
/// letters, up to three digits, or up to three other characters in a row are one token. A space
/// belongs to the word after it.
///
/// ```
/// use toon_convert::tokens::approximate;
///
/// assert_eq!(approximate(r#"{"id":1,"name":"Ada"}"#), 9);
/// assert_eq!(approximate(""), 0);
/// ```
pub fn approximate(text: &str) -> usize {
    let mut count = 0;
    let mut characters = text.chars().peekable();
    while let Some(first) = characters.next() {
        let kind = CharKind::of(first);
        let mut length = 1;
        let mut is_one_space = first == ' ';
        while length < kind.longest() && characters.next_if(|next| CharKind::of(*next) == kind).is_some() {
            length += 1;
            is_one_space = false;
        }
        count += usize::from(!is_one_space);
    }
    count
}

/// Counts the tokens of [`Vocabulary::O200k`].
///
/// ```
/// assert_eq!(toon_convert::tokens::count("hello world"), 2);
/// assert_eq!(toon_convert::tokens::count(""), 0);
/// ```
#[cfg(feature = "tokens")]
pub fn count(text: &str) -> usize {
    Vocabulary::O200k.count(text)
}

/// Counts tokens: with the feature `tokens`, exactly, like `count`, and otherwise like
/// [`estimate`].
///
/// ```
/// assert_eq!(toon_convert::tokens::best("hello world"), 2);
/// ```
pub fn best(text: &str) -> usize {
    #[cfg(feature = "tokens")]
    return count(text);
    #[cfg(not(feature = "tokens"))]
    return estimate(text);
}

/// Whether tokens can be counted without waiting for the tokenizer's tables. Always `false` without
/// the feature `tokens`.
///
/// ```
/// use toon_convert::tokens;
///
/// tokens::load();
/// assert_eq!(tokens::are_loaded(), cfg!(feature = "tokens"));
/// ```
pub fn are_loaded() -> bool {
    #[cfg(feature = "tokens")]
    return Vocabulary::O200k.is_loaded();
    #[cfg(not(feature = "tokens"))]
    return false;
}

/// Loads the tokenizer's tables, which takes a few tenths of a second the first time. Does nothing
/// without the feature `tokens`.
///
/// ```
/// toon_convert::tokens::load();
/// ```
pub fn load() {
    #[cfg(feature = "tokens")]
    Vocabulary::O200k.load();
}

/// Like [`load`], but in a thread, without waiting for it.
pub(crate) fn load_in_background() {
    #[cfg(feature = "tokens")]
    if !Vocabulary::O200k.is_loaded() {
        let started = std::thread::Builder::new().name("tokens".to_owned()).spawn(load);
        if let Err(error) = started {
            tracing::warn!(%error, "cannot load the tokenizer: tokens are approximated");
        }
    }
}

#[cfg(all(test, feature = "tokens"))]
mod tests {
    use super::*;

    /// Approximates JSON and TOON equally well, so that the smaller one is usually found.
    #[test]
    fn approximations_are_near() {
        let rows: Vec<_> = (0..40)
            .map(|id| {
                serde_json::json!({"id": id, "name": format!("User {id}"), "email": format!("user{id}@example.com"), "score": f64::from(id) * 1.5, "note": "Reads every line, and answers late."})
            })
            .collect();
        let json = serde_json::to_string(&rows).unwrap();
        let toon = toon::to_string(&rows).unwrap();
        for text in [json.as_str(), &toon, toon::prompt::READING] {
            let (near, exact) = (approximate(text), count(text));
            assert!(near.abs_diff(exact) * 100 <= exact * 20, "{near} for {exact}");
        }
        assert!(approximate(&toon) < approximate(&json));
    }
}
