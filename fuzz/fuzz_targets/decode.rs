//! Any bytes, read in every mode: no panics, and accepted values can be written and read again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use serde::de::IgnoredAny;
use serde_json::Value;
use std::io::BufReader;
use toon::SpecVersion;
use toon_serde_fuzz::equality::{decoded_order, equal};
use toon_serde_fuzz::options::decode_options;

fuzz_target!(|data: &[u8]| {
    let Some((&choice, bytes)) = data.split_first() else { return };
    let options = decode_options(choice);
    let read = options.from_slice::<Value>(bytes);
    let ignored = options.from_slice::<IgnoredAny>(bytes);
    assert_eq!(read.is_ok(), ignored.is_ok(), "{read:?}, but ignored: {ignored:?}");

    if let Ok(text) = std::str::from_utf8(bytes) {
        match (&read, options.from_str::<Value>(text)) {
            (Ok(read), Ok(again)) => assert_eq!(*read, again),
            (Err(read), Err(again)) => {
                assert_eq!(read.to_string(), again.to_string());
                assert!(!again.render(text).is_empty());
                // Rendering against another source than the error's must not panic either.
                again.render("");
                again.render("a: é\n");
                assert!(again.line() > 0 && again.column() > 0, "{again} has no place");
                assert!(again.line() <= text.split('\n').count(), "{again} is beyond the document");
            }
            (read, again) => panic!("{read:?}, but by from_str {again:?}"),
        }
    } else {
        assert!(read.is_err(), "invalid UTF-8 was accepted");
    }

    if let Ok(text) = std::str::from_utf8(bytes) {
        let mistakes = options.check(text);
        match options.from_str::<IgnoredAny>(text) {
            Ok(_) => assert!(mistakes.is_empty(), "{mistakes:?}"),
            Err(error) => {
                let is_same = |mistake: &toon::Error| mistake.to_string() == error.to_string();
                assert!(mistakes.iter().any(is_same), "{error:?} is not among {mistakes:?}");
            }
        }
    }

    // Element by element, in pieces of a few bytes.
    if std::str::from_utf8(bytes).is_ok() {
        let reader = BufReader::with_capacity(1 + usize::from(choice % 16), bytes);
        let rows: Result<Vec<Value>, _> = options.rows(reader).collect();
        match (options.from_slice::<Vec<Value>>(bytes), rows) {
            (Ok(whole), Ok(rows)) => assert_eq!(whole, rows),
            (Err(whole), Err(rows)) => assert_eq!(whole.to_string(), rows.to_string()),
            (whole, rows) => panic!("{whole:?}, but by rows {rows:?}"),
        }
    }

    let Ok(value) = read else { return };
    let text = toon::to_string(&value).expect("what was read can be written");
    let again: Value = toon::from_str(&text).expect("what was written can be read");
    let expected = decoded_order(&value, SpecVersion::V4);
    assert!(equal(&again, &expected), "{text}\nread as {again}\nnot as  {expected}");
});
