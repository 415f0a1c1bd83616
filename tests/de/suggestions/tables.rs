//! Headers, their lengths, and their rows and items.

use super::advice_lacks;
use toon::{DecodeOptions, ErrorKind};

/// Advice is the same wherever a check finds the mistake.
#[test]
fn rows_that_are_not_indented_in_a_check() {
    for text in ["users[2]{id,name}:\n1,Ann\n2,Bob", "[1]{id}:\n1", "a[1]:\n- id: 1\n  b: 2"] {
        let mistakes = DecodeOptions::new().check(text);
        assert!(mistakes.len() == 2, "{mistakes:?}");
        for mistake in mistakes {
            assert!(mistake.suggestion().unwrap_or_default().starts_with("indent the "), "{mistake:?}");
        }
    }
}

#[test]
fn lines_after_a_complete_table() {
    advice_lacks("users[1]{id,name}:\n  1,Ann\nThanks, bye", &["indent"]);
    advice_lacks("users[1]{id}:\n  1\nDone", &["indent"]);
    advice_lacks("users[2]{id}:\n  1\nThat was the last one.", &["indent"]);
}

#[test]
fn rows_that_are_missing() {
    let missing =
        "put the elements on the lines below the header, indented by one level, or write [0] in the header";
    for text in [
        "a[2]{b,c}:\nd: 1",
        "a[2]{b,c}:\nd: 1,2",
        "a[2]{b}:\nd[1]: 1",
        "a[2]{b,c}:",
        "a[2]:\nd: 1",
        "a[1]:\n  - b[2]:\n  - 1",
    ] {
        let mistakes = DecodeOptions::new().check(text);
        assert!(mistakes.iter().any(|mistake| mistake.suggestion().as_deref() == Some(missing)), "{text}");
    }
}

#[test]
fn brackets_that_are_no_length() {
    advice_lacks("a{b}:\n  c: 1\n  d", &["[1]", "[2]"]);
    advice_lacks("a[0].b: 1", &["write [0]"]);
    advice_lacks("array[-1]: 1", &["write [1]"]);
}

#[test]
fn a_length_beyond_all_numbers() {
    let text = "n[99999999999999999999999]: 1,2";
    let error = toon::from_str::<serde_json::Value>(text).unwrap_err();
    assert_eq!(error.kind().to_string(), "header declares 99999999999999999999999 elements, found 2");
    assert!(matches!(error.kind(), ErrorKind::HugeCount { found: 2, .. }), "{error}");
    let text = format!("n[1{}]:\n  - 1", "0".repeat(10_000));
    let error = toon::from_str::<serde_json::Value>(&text).unwrap_err();
    assert!(error.to_string().len() < 300);
    // The greatest number that there is.
    let error = toon::from_str::<serde_json::Value>("n[18446744073709551615]: 1").unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::CountMismatch { expected: u64::MAX, .. }), "{error}");
}

#[test]
fn rows_with_the_right_delimiter() {
    advice_lacks("t[1]{a,{b}}:\n  1,2", &["at the end"]);
    advice_lacks("t[1]{a}:\n  1,2", &["header"]);
    advice_lacks("t[1]{a,b}:\n  1|2|3", &["pipe"]);
    advice_lacks("t[1]{a,b}:\n  1,2,3", &["remove"]);
}

#[test]
fn a_row_with_a_colon() {
    advice_lacks("t[1]{a,b}:\n  x: 1,2", &["in the order"]);
}
