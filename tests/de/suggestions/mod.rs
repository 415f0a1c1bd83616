//! Suggestions that address the cause of a mistake, also where the mistake is found elsewhere.

mod cases;
mod formats;
mod indentation;
mod tables;
mod types;

use cases::Case;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::time::Instant;
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

/// Checks that the suggestion for `text` says none of `words`.
#[track_caller]
fn advice_lacks(text: &str, words: &[&str]) {
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

/// The advice in `cases.txt`, and that the text that follows it is valid.
#[test]
fn cases() {
    let mut failed = 0;
    for Case { topic, text, advice, fixed } in cases::all() {
        let found = std::panic::catch_unwind(|| suggestion(&text)).ok();
        let error = toon::from_str::<Value>(&fixed).err();
        if found.as_ref() != Some(&advice) || error.is_some() {
            eprintln!("{topic}: {text:?}\n  expected {advice:?}\n  found    {found:?}");
            eprintln!("  followed {fixed:?}: {error:?}");
            failed += 1;
        }
    }
    assert_eq!(failed, 0, "of the cases above");
}

#[test]
fn text_after_a_quote() {
    advice_lacks("a: \"x\" y", &["comment", "delimiter"]);
}

/// What a config file in YAML has, where its type expects something else.
#[test]
fn configuration_in_yaml() {
    #[derive(serde::Deserialize)]
    #[allow(dead_code, reason = "they are only read")]
    struct Config {
        port: u16,
        hosts: Vec<String>,
    }
    assert_eq!(
        typed::<Config>("port: 80 # default\nhosts[1]: a").as_deref(),
        Some("write 80, and the comment on a line of its own that begins with #")
    );
    assert_eq!(
        typed::<Config>("port: 80\nhosts:\n  - a\n  - b").as_deref(),
        Some("write the length of the list after its key: hosts[2]:")
    );
}

/// Characters that would disturb a terminal are not repeated.
#[test]
fn control_characters() {
    assert_eq!(
        suggestion("\u{1b}c\u{202e}a:\n  - x"),
        "write the length of the list after its key: \u{fffd}c\u{fffd}a[1]:"
    );
}

#[test]
fn long_texts_take_linear_time() {
    let many = |line: &str| line.repeat(10_000);
    let started = Instant::now();
    for text in [
        format!("a:\n{}", many("  - x\n")),
        format!("a:\n{}", many("  - x: 1\n")),
        format!("a{{x,y}}:\n{}", many("  1,2\n")),
        format!("a[9]{{x,y}}:\n{}", many("1,2\n")),
        many("a[2]{x,y}:\n"),
        many("a[3]{x,y}:\n  1,2\n3,4\n"),
        format!("a[1]{{x}}:\n{}", many("  x\"y,\"z,1\n")),
        format!("a[1]{{x,y}}:\n  {}", many("x\"y,\"z")),
        format!("a[9]: {}", many("x\"y,\"z")),
        format!("a[9]: {}", many("'x,")),
        format!("a[9]: {}", many("‘x’,")),
        format!("a[9]{{x,y}}:\n{}", many("  “x,y\n")),
        format!("a:\n{}", many("  x,y\n")),
        format!("a:\n  {}\n  1", many("x,")),
        format!("a[1]:\n{}", many("  // x\n")),
        format!("a[{}]: 1", many("2 ")),
        format!("a,b\n{}", many("1,2\n")),
        format!("{}```", many("# comment\n")),
        format!("a b\n{}", many("# comment\n")),
        format!("a: \"{}", many("\n\"\"")),
        format!("  a: 1\n{}", many("  b: 1\n")),
        format!("a:\n    b: 1\n{}", many("    c: 1\n")),
        format!("a[1]{}", many("{a")),
        format!("{{\"a\": 1}}\n{}", many("{\"a\": 1}\n")),
        format!("{{{}", many("{")),
        (0..100).map(|depth| format!("{}- a[9]:\n", "  ".repeat(2 * depth))).collect(),
        (0..100).map(|depth| format!("{}a[9]:\n{0}  - 1\n{0}  -\n", "    ".repeat(depth))).collect(),
    ] {
        let _ = toon::from_str::<Value>(&text);
        let mistakes = DecodeOptions::new().check(&text);
        assert!(mistakes.iter().all(|mistake| mistake.suggestion().is_some_and(|advice| advice.len() < 999)));
    }
    // A quadratic one of these takes minutes.
    assert!(started.elapsed().as_secs() < 60, "{:?}", started.elapsed());
}
