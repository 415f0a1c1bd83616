//! Whatever is shown of a document stays, and a mistake is that of `from_str`, wherever the text is
//! split.

use crate::random::Random;
use crate::seeds::DOCUMENTS;
use crate::{mutate, values};
use proptest::prelude::*;
use toon::{DecodeOptions, EncodeOptions, Error, Partial, Progress, Value};
use toon_testing::effort;

/// Whether `new` has everything that `old` has, and perhaps more after it.
fn continues(old: &Value, new: &Value) -> bool {
    match (old, new) {
        (Value::Array(old), Value::Array(new)) => {
            old.len() <= new.len() && old.iter().zip(new).all(|(old, new)| continues(old, new))
        }
        (Value::Object(old), Value::Object(new)) => {
            old.len() <= new.len()
                && old.iter().zip(new).all(|(old, new)| old.0 == new.0 && continues(old.1, new.1))
        }
        _ => old == new,
    }
}

/// The parts of `value` that are complete, with their paths.
fn complete<'v>(value: &'v Value, path: &str, progress: &Progress, found: &mut Vec<(String, &'v Value)>) {
    if progress.is_complete(path) {
        found.push((path.to_owned(), value));
        return;
    }
    match value {
        Value::Array(elements) => {
            for (index, element) in elements.iter().enumerate() {
                complete(element, &format!("{path}[{index}]"), progress, found);
            }
        }
        Value::Object(entries) => {
            for (key, element) in entries {
                // Only keys that a path has as they are.
                if key.chars().all(|c| c.is_ascii_alphanumeric()) && !key.is_empty() && key.len() < 20 {
                    let joint = if path.is_empty() { "" } else { "." };
                    complete(element, &format!("{path}{joint}{key}"), progress, found);
                }
            }
        }
        _ => {}
    }
}

fn at<'v>(value: &'v Value, path: &str) -> Option<&'v Value> {
    let pointer = path.replace('[', "/").replace(']', "").replace('.', "/");
    let pointer = if path.is_empty() || path.starts_with('[') { pointer } else { format!("/{pointer}") };
    value.pointer(&pointer)
}

fn facts(error: &Error) -> (String, usize, usize, Option<&str>) {
    (error.to_string(), error.line(), error.column(), error.path())
}

/// Feeds `text` in pieces of `size` bytes, and reads it after each.
#[track_caller]
fn check(text: &str, options: &DecodeOptions, size: usize) {
    let whole = options.from_str::<Value>(text);
    let is_fixed = options.get_strict() && !options.get_expand_paths();
    let mut partial = options.partial();
    let mut with_unfinished = options.partial().with_unfinished(true);
    let mut last: Option<Value> = None;
    let mut done: Vec<(String, Value)> = Vec::new();
    for (count, piece) in text.as_bytes().chunks(size).enumerate() {
        partial.push(piece);
        with_unfinished.push(piece);
        // Within a line, little changes.
        if count % 7 > 0 && !piece.contains(&b'\n') {
            continue;
        }
        let so_far = partial.text();
        let value = match partial.value::<Value>() {
            Ok(value) => value,
            Err(error) => {
                let whole = whole.as_ref().err().unwrap_or_else(|| panic!("{so_far:?} of {text:?}: {error}"));
                // Conflicts of dotted keys are found at the end of their object.
                if is_fixed {
                    assert_eq!(facts(&error), facts(whole), "{so_far:?} of {text:?}");
                }
                assert!(with_unfinished.value::<Value>().is_err() || !so_far.ends_with('\n'), "{so_far:?}");
                break;
            }
        };
        let unfinished = with_unfinished.value::<Value>();
        let unfinished = unfinished.unwrap_or_else(|error| panic!("{so_far:?} of {text:?}: {error}"));
        if !is_fixed {
            continue;
        }
        if let Some(last) = &last {
            assert!(
                value.as_ref().is_some_and(|value| continues(last, value)),
                "{last:?}, then {value:?} for {so_far:?} of {text:?}"
            );
        }
        let progress = partial.progress();
        let progress = progress.unwrap_or_else(|error| panic!("{so_far:?} of {text:?}: {error}"));
        assert_eq!(progress.unfinished(), None);
        if let Some(value) = &value {
            for (path, old) in &done {
                assert_eq!(at(value, path), Some(old), "{path} of {so_far:?} of {text:?}");
            }
            let mut found = Vec::new();
            complete(value, "", &progress, &mut found);
            done = found.into_iter().map(|(path, value)| (path, value.clone())).collect();
            assert!(unfinished.is_some(), "{so_far:?}");
        }
        last = value;
    }
    let mut partial = options.partial();
    partial.push(text);
    if let (Ok(whole), true) = (&whole, is_fixed) {
        if let Some(last) = &last {
            assert!(continues(last, whole), "{last:?}, then {whole:?}");
        }
        for (path, old) in &done {
            assert_eq!(at(whole, path), Some(old), "{path} of {text:?}");
        }
    }
    match (partial.finish::<Value>(), whole) {
        (Ok(value), Ok(whole)) => assert_eq!(value, whole, "{text:?}"),
        (Err(error), Err(whole)) => {
            assert_eq!(facts(&error), facts(&whole), "{text:?}");
            assert_eq!((error.suggestion(), error.classify()), (whole.suggestion(), whole.classify()));
        }
        (value, whole) => panic!("{text:?}: {value:?}, but {whole:?}"),
    }
}

#[test]
fn of_each_construct() {
    for text in DOCUMENTS {
        for text in [(*text).to_owned(), format!("{text}\n"), text.replace('\n', "\r\n")] {
            check(&text, &DecodeOptions::new(), 1);
            check(&text, &DecodeOptions::new().detect_indent(true), 1);
            check(&text, &DecodeOptions::new().indent(0), 1);
            check(&text, &DecodeOptions::new().max_depth(2), 1);
            check(&text, &DecodeOptions::new().infer_types(false), 1);
        }
    }
}

#[test]
fn of_damaged_documents() {
    let mut random = Random::for_case(7, 0);
    let count = if effort::is_long() { 40_000 } else { 600 };
    for _ in 0..count {
        let (text, indent) = mutate::document(&mut random);
        check(&text, &DecodeOptions::new().indent(indent), 1);
    }
}

#[test]
fn of_tables_with_comments_and_blank_lines() {
    let mut random = Random::for_case(8, 0);
    for _ in 0..40 {
        let value = values::value(&mut random);
        let text = EncodeOptions::new().to_string(&value).unwrap_or_default();
        let text = text.replace('\n', "\r\n# comment\r\n");
        check(&text, &DecodeOptions::new(), 1);
    }
}

#[test]
fn many_keys_of_which_two_are_equal() {
    let lines: String = (0..60).map(|n| format!("k{}: {n}\n", n * 7 % 59)).collect();
    check(&lines, &DecodeOptions::new(), 1);
    check(&format!("{lines}x\n"), &DecodeOptions::new(), 1);
    let mut partial = Partial::new();
    partial.push(&lines);
    type Numbers = std::collections::HashMap<String, u32>;
    assert!(partial.value::<Numbers>().is_ok());
    partial.push("x\n");
    let (error, whole) = (partial.value::<Numbers>(), toon::from_str::<Numbers>(partial.text()));
    assert_eq!(facts(&error.unwrap_err()), facts(&whole.unwrap_err()));
}

proptest! {
    #![proptest_config(effort::cases(240))]

    #[test]
    fn of_random_documents(value in toon_testing::value(4), size in 1..9_usize, indent in 1..5_usize) {
        let text = EncodeOptions::new().indent(indent).to_string(&value).unwrap();
        let options = DecodeOptions::new().indent(indent);
        check(&text, &options, size);
        check(&format!("{text}\n"), &options, size);
        check(&text, &options.clone().strict(false), size);
        check(&text, &options.expand_paths(true), size);
    }

    #[test]
    fn invalid_utf_8(bytes in prop::collection::vec(any::<u8>(), 0..12), before in "[a-zé:\n ]{0,12}") {
        let bytes = [before.as_bytes(), &bytes].concat();
        let mut partial = Partial::new();
        bytes.chunks(1).for_each(|byte| partial.push(byte));
        match (partial.finish::<Value>(), toon::from_slice::<Value>(&bytes)) {
            (Ok(value), Ok(whole)) => prop_assert_eq!(value, whole),
            (Err(error), Err(whole)) => {
                prop_assert_eq!(facts(&error), facts(&whole));
                prop_assert_eq!(error.classify(), whole.classify());
            }
            (value, whole) => prop_assert!(false, "{value:?}, but {whole:?}"),
        }
    }
}
