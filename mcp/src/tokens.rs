//! How many tokens a text is.

/// An estimate without a tokenizer: a run of letters, digits and underscores is one token, and so is every other
/// character that is not white space.
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

/// What kinds of characters make tokens of their own.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Letter,
    Digit,
    Mark,
    Space,
    Wide,
}

impl Kind {
    fn of(character: char) -> Self {
        match character {
            'a'..='z' | 'A'..='Z' => Kind::Letter,
            '0'..='9' => Kind::Digit,
            _ if character.is_whitespace() => Kind::Space,
            _ if character.is_ascii() => Kind::Mark,
            _ => Kind::Wide,
        }
    }

    /// How many characters a token has at most, as `o200k_base` usually has it.
    const fn longest(self) -> usize {
        match self {
            Kind::Letter => 8,
            Kind::Digit | Kind::Mark => 3,
            Kind::Space => usize::MAX,
            Kind::Wide => 2,
        }
    }
}

/// A number near that of `o200k_base` for JSON and TOON, without a tokenizer: words of up to eight letters, up to three
/// digits, and up to three other signs in a row are a token each, and a space belongs to the word behind it.
///
/// ```
/// use toon_mcp::tokens::approximate;
///
/// assert_eq!(approximate(r#"{"id":1,"name":"Ada"}"#), 9);
/// assert_eq!(approximate(""), 0);
/// ```
pub fn approximate(text: &str) -> usize {
    let mut count = 0;
    let mut characters = text.chars().peekable();
    while let Some(first) = characters.next() {
        let kind = Kind::of(first);
        let mut length = 1;
        let mut is_one_space = first == ' ';
        while length < kind.longest() && characters.next_if(|next| Kind::of(*next) == kind).is_some() {
            length += 1;
            is_one_space = false;
        }
        count += usize::from(!is_one_space);
    }
    count
}

/// The number of tokens in the encoding `o200k_base`, by a real tokenizer. The first call loads its tables.
///
/// A text with 100,000 characters of one kind in a row, such as spaces, is [approximated](approximate): the tokenizer's
/// regular expression gives up on such texts.
///
/// ```
/// assert_eq!(toon_mcp::tokens::count("hello world"), 2);
/// assert_eq!(toon_mcp::tokens::count(""), 0);
/// assert!(toon_mcp::tokens::count(&" ".repeat(2_000_000)) > 0);
/// ```
#[cfg(feature = "tokens")]
pub fn count(text: &str) -> usize {
    if has_long_run(text) { approximate(text) } else { tables::get().encode_ordinary(text).len() }
}

/// Whether so many characters of one kind stand in a row that the tokenizer might backtrack beyond its limit of a million
/// steps, and panic.
#[cfg(feature = "tokens")]
fn has_long_run(text: &str) -> bool {
    const MAX_RUN: usize = 100_000;
    if text.len() < MAX_RUN {
        return false;
    }
    let (mut kind, mut length) = (Kind::Space, 0);
    text.chars().any(|character| {
        let next = Kind::of(character);
        length = if next == kind { length + 1 } else { 1 };
        kind = next;
        length >= MAX_RUN
    })
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

/// Whether tokens can be counted without waiting for the tokenizer's tables. Without the feature `tokens` they never can.
pub(crate) fn are_loaded() -> bool {
    #[cfg(feature = "tokens")]
    return tables::are_loaded();
    #[cfg(not(feature = "tokens"))]
    return false;
}

/// Loads the tokenizer's tables, which takes some tenths of a second the first time. Without the feature `tokens` there are
/// none.
///
/// ```
/// toon_mcp::tokens::load();
/// ```
pub fn load() {
    #[cfg(feature = "tokens")]
    tables::get();
}

/// The same on a thread of its own, without waiting.
pub(crate) fn load_in_background() {
    #[cfg(feature = "tokens")]
    if !tables::are_loaded() {
        let started = std::thread::Builder::new().name("tokens".to_owned()).spawn(load);
        if let Err(error) = started {
            tracing::warn!(%error, "the tokenizer cannot be loaded: tokens are approximated");
        }
    }
}

#[cfg(feature = "tokens")]
mod tables {
    use std::sync::OnceLock;
    use tiktoken_rs::{CoreBPE, o200k_base_singleton};

    /// Whether they are loaded can be asked without loading them.
    static LOADED: OnceLock<&'static CoreBPE> = OnceLock::new();

    pub(super) fn get() -> &'static CoreBPE {
        LOADED.get_or_init(o200k_base_singleton)
    }

    pub(super) fn are_loaded() -> bool {
        LOADED.get().is_some()
    }
}

#[cfg(all(test, feature = "tokens"))]
mod tests {
    use super::*;

    /// JSON and TOON are judged alike, so that the smaller one is usually found.
    #[test]
    fn approximations_are_near() {
        let rows: Vec<_> = (0..40)
            .map(|id| {
                serde_json::json!({"id": id, "name": format!("User {id}"), "email": format!("user{id}@example.com"), "score": f64::from(id) * 1.5, "note": "Reads every line, and answers late."})
            })
            .collect();
        let json = serde_json::to_string(&rows).unwrap();
        let toon = toon::to_string(&rows).unwrap();
        for text in [json.as_str(), &toon, include_str!("prompt.md")] {
            let (near, exact) = (approximate(text), count(text));
            assert!(near.abs_diff(exact) * 100 <= exact * 20, "{near} for {exact}");
        }
        assert!(approximate(&toon) < approximate(&json));
    }
}
