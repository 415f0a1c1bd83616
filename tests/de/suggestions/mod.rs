//! Suggestions that address the cause of a mistake, also where the mistake is found elsewhere.

mod formats;
mod indentation;
mod quotes;
mod tables;
mod types;

use serde::de::DeserializeOwned;
use serde_json::Value;
use toon::DecodeOptions;

/// The suggestion for the first mistake of `text`, which is the same whether the text is read or
/// checked.
#[track_caller]
fn suggestion(text: &str) -> String {
    let Err(error) = toon::from_str::<Value>(text) else { panic!("accepted: {text}") };
    let mistakes = DecodeOptions::new().check(text);
    assert_eq!(mistakes[0].suggestion(), error.suggestion(), "{text}");
    error.suggestion().unwrap_or_default().into_owned()
}

/// Checks the suggestion for `text`, and that `fixed`, which follows it, is valid.
#[track_caller]
fn suggests(text: &str, expected: &str, fixed: &str) {
    assert_eq!(suggestion(text), expected, "{text}");
    if let Err(error) = toon::from_str::<Value>(fixed) {
        panic!("still wrong: {fixed}\n{error}");
    }
}

/// Checks that the suggestion for `text` says none of `words`.
#[track_caller]
fn says_nothing_of(text: &str, words: &[&str]) {
    let suggestion = suggestion(text);
    assert!(!words.iter().any(|word| suggestion.contains(word)), "{text}\n{suggestion}");
}

/// The same for a text that is read into a `T`.
#[track_caller]
fn typed<T: DeserializeOwned>(text: &str) -> Option<String> {
    match toon::from_str::<T>(text) {
        Ok(_) => panic!("accepted: {text}"),
        Err(error) => error.suggestion().map(std::borrow::Cow::into_owned),
    }
}
