//! The reader accepts what `serde_json` accepts, and rejects what it rejects.

use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::Value;
use toon::json::to_toon;
use toon::{EncodeOptions, ErrorKind};
use toon_testing::effort;
use toon_testing::value;

/// Except for intentional differences: duplicate keys, numbers beyond `f64` and a byte-order mark.
fn agree(json: &str) -> Result<(), TestCaseError> {
    let ours = to_toon(json, &EncodeOptions::new());
    let theirs = serde_json::from_str::<Value>(json.strip_prefix('\u{feff}').unwrap_or(json));
    match (&ours, &theirs) {
        (Err(error), Ok(_)) => {
            prop_assert!(matches!(error.kind(), ErrorKind::DuplicateKey { .. }), "{error}: {json:?}");
            prop_assert!(error.line() > 0);
        }
        (Ok(_), Err(error)) => {
            prop_assert!(error.to_string().starts_with("number out of range"), "{error}: {json:?}");
        }
        (Err(error), Err(_)) => prop_assert!(error.line() > 0 && error.column() > 0, "{error}: {json:?}"),
        (Ok(_), Ok(_)) => {}
    }
    Ok(())
}

/// A change of a text: some characters at a position are replaced by others.
fn change() -> impl Strategy<Value = (Index, usize, String)> {
    let inserted = prop_oneof![
        prop::sample::select(vec![
            "\"", "\\", "\\u", "\\ud800", "\\udc00", "\\n", "\\x", "{", "}", "[", "]", ":", ",", "-", "0",
            "1", ".", "e", "E+", "true", "null", " ", "\n", "\t", "\r", "\u{1}", "\u{a0}", "é", "/", "'",
            "NaN", "\"a\":",
        ])
        .prop_map(str::to_owned),
        Just(String::new()),
        any::<char>().prop_map(String::from),
    ];
    (any::<Index>(), 0_usize..3, inserted)
}

proptest! {
    #![proptest_config(effort::cases(2_000))]

    #[test]
    fn on_mutated_texts(value in value(4), changes in prop::collection::vec(change(), 1..4)) {
        let mut chars: Vec<char> = value.to_string().chars().collect();
        for (at, removed, inserted) in changes {
            let start = at.index(chars.len() + 1);
            let end = (start + removed).min(chars.len());
            chars.splice(start..end, inserted.chars());
        }
        agree(&chars.into_iter().collect::<String>())?;
    }

    #[test]
    fn on_soups_of_tokens(json in "([\\[\\]{},:]|\"[a-c\\\\u01]{0,4}\"|-?[0-9]{1,2}|\\.[0-9]|[eE]|true|null|[ \n]){0,12}") {
        agree(&json)?;
    }
}

#[test]
fn on_cases_that_readers_get_wrong() {
    for json in [
        "[1]x",
        "[\"\\u00A\"]",
        "[1,,2]",
        "[\"x\"",
        "[x",
        "[3[4]]",
        "[1:2]",
        "{\"a\":true,}",
        "{\"a\" b}",
        "{,}",
        "{1:1}",
        "{\"id\":0,,}",
        "[1e1.5]",
        "[-2.]",
        "[.2e-3]",
        "[0.e1]",
        "[0e]",
        "[0e+]",
        "[1.0e-]",
        "[1 000.0]",
        "[1eE2]",
        "[2.e3]",
        "[9.e+]",
        "[+1]",
        "[++1]",
        "[-]",
        "[-1x]",
        "[- 1]",
        "[0x1]",
        "[1+2]",
        "[-012]",
        "[\"\\uD800\\\"]",
        "[\"\\a\"]",
        "[\"\\\u{0}\"]",
        "[\"\u{1f}\"]",
        "\"\\",
        "[\u{2060}]",
        "<.>",
        "[a]",
        "abc",
        "{]",
        "[}",
        "[]]",
        "[\u{c}]",
        "\u{a0}",
        "[1]\u{c}",
        "[truth]",
        "[nulll]",
        "nullx",
        "true false",
        "[-0]",
        "[-123]",
        "[0e+1]",
        "[1E-2]",
        "[123.456e78]",
        "[123e-10000000]",
        "[1.7976931348623157e308]",
        "{\"\":0}",
        "[\"\\u0060\\u012a\\u12AB\"]",
        "[\"\\uD801\\udc37\"]",
        "[\"\\\\u0000\"]",
        "[\"\u{7f}\"]",
        "[\"\\uFFFF\"]",
        "[\"\u{10ffff}\"]",
        " [] ",
        "\r\n1",
        "[[]   ]",
        "",
    ] {
        agree(json).unwrap();
    }
}
