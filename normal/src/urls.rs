//! URLs in strings, which are all that the legible level abbreviates.

use super::cells;

/// What may follow the part of a URL that an alias stands for.
const DELIMITERS: &[u8] = b"/?#&=";

/// The URLs that `text` and the words in it begin with, up to the last place where they may be cut.
pub(super) fn each(text: &str) -> impl Iterator<Item = &str> {
    let words = if has_words(text) { usize::MAX } else { 1 };
    text.split(' ').take(words).filter_map(beginning)
}

/// Whether a URL may be abbreviated after a space in `text`, and not only at its beginning: in
/// templates and JSON text it may not.
pub(super) fn has_words(text: &str) -> bool {
    !cells::is_bracketed(text, cells::IN_LEGEND) && !text.contains('{')
}

/// Whether `text`, which begins with a URL, may be cut `at` this place: after a word, at the end of
/// the URL or before a delimiter.
pub(super) fn is_cut(text: &str, at: usize) -> bool {
    let bytes = text.as_bytes();
    let is_end = |byte: &u8| *byte == b' ' || DELIMITERS.contains(byte);
    at > 0 && is_word(bytes[at - 1]) && bytes.get(at).is_none_or(is_end)
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// The URL that `word` begins with, up to the last place where it may be cut.
fn beginning(word: &str) -> Option<&str> {
    let (scheme, _) = word.split_once("://")?;
    let is_scheme = scheme.starts_with(|first: char| first.is_ascii_alphabetic())
        && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte));
    // Brackets, quotes, commas and the like more often end a URL than belong to it.
    let is_in_url = |byte| is_word(byte) || b"-.~%:@+".contains(&byte) || DELIMITERS.contains(&byte);
    let end = word.bytes().position(|byte| !is_in_url(byte)).unwrap_or(word.len());
    let cut = (0..=end).rev().find(|&at| is_cut(word, at)).filter(|_| is_scheme)?;
    Some(&word[..cut])
}

/// A name for a URL: a word of its path or its host.
pub(super) fn name(url: &str) -> Option<&str> {
    let (_, rest) = url.split_once("://")?;
    let (host, path) = rest.split_at(rest.find(['/', '?', '#']).unwrap_or(rest.len()));
    let (labels, top) = host.rsplit_once('.').unwrap_or((host, ""));
    let api = labels.split('.').next().filter(|label| *label == "api").unwrap_or_default();
    let is_between = |char: char| !u8::try_from(char).is_ok_and(is_word);
    let mut words = [path, api, labels, top].into_iter().flat_map(|part| part.rsplit(is_between));
    words.find(|word| is_name(word))
}

/// Whether `word` says something: it is neither too short nor too long, and contains no ID.
fn is_name(word: &str) -> bool {
    const MIN_LETTERS: usize = 3;
    const MAX_BYTES: usize = 20;
    const MIN_ID_BYTES: usize = 8;
    let is_id = |run: &str| {
        let is_long = run.len() >= MIN_ID_BYTES.min(word.len());
        is_long && run.bytes().any(|byte| byte.is_ascii_digit())
    };
    word.len() <= MAX_BYTES
        && word.bytes().filter(u8::is_ascii_alphabetic).count() >= MIN_LETTERS
        && !word.split(|char: char| !char.is_ascii_hexdigit()).any(is_id)
}

#[cfg(test)]
mod tests {
    use super::{each, name};

    #[test]
    fn urls_in_texts() {
        for (text, expected) in [
            ("https://x.org/a/b", &["https://x.org/a/b"][..]),
            ("https://x.org/a/", &["https://x.org/a"]),
            ("see https://x.org/a, https://x.org/b.", &["https://x.org", "https://x.org"]),
            ("https://x.org/a/{id}", &["https://x.org/a"]),
            ("https://x.org/a{/id} https://x.org/b", &["https://x.org"]),
            ("https://x.org/a\",\"q=1", &["https://x.org"]),
            ("git+ssh://x.org/?q=a&r", &["git+ssh://x.org/?q=a&r"]),
            (r#"["https://x.org/a", https://x.org/b"#, &[]),
            (r#"{"a":"see https://x.org/b"}"#, &[]),
            ("the://", &[]),
            ("the: Checks for usage", &[]),
            ("1s://x.org/a", &[]),
            ("://x.org", &[]),
        ] {
            assert_eq!(each(text).collect::<Vec<_>>(), expected, "{text}");
        }
    }

    #[test]
    fn names_of_urls() {
        for (url, expected) in [
            ("https://api.github.com/repos/acme/shop", Some("shop")),
            ("https://api.github.com", Some("api")),
            ("https://www.example.org", Some("example")),
            ("https://shop.example", Some("shop")),
            ("http://localhost:8080", Some("localhost")),
            ("https://x.org/u/17", Some("org")),
            ("https://shop.example/u/9a41bc07de", Some("shop")),
            ("https://shop.example/u/abc123/4d5e", Some("shop")),
            ("https://shop.example/u/user_9a41bc07de", Some("shop")),
            ("https://shop.example/deadbeef/f7", Some("deadbeef")),
            ("http://10.0.0.1:8080/v1", None),
        ] {
            assert_eq!(name(url), expected, "{url}");
        }
    }
}
