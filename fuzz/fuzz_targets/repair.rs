//! Reading any text as an answer: no panic, what is repaired is valid, what is valid is not changed, what is
//! repaired once is repaired, and nothing complete is lost.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::collections::BTreeMap;
use toon::DecodeOptions;
use toon_answer::{FixKind, Options};

#[path = "../../answer/tests/answer/loss.rs"]
mod loss;

fuzz_target!(|text: &str| {
    for block in toon_answer::extract(text) {
        assert_eq!(&text[block.offset()..][..block.text().len()], block.text());
    }
    let is_valid = DecodeOptions::new().check(text).is_empty();
    match toon_answer::repair(text) {
        Ok(repaired) => {
            assert!(DecodeOptions::new().check(&repaired.text).is_empty());
            assert!(!repaired.fixes.is_empty() || is_valid && repaired.text == text);
            // Between fences, or below an introduction, less has to look like a document.
            let fenced = format!("`````toon\n{}\n`````\n", repaired.text);
            let again = toon_answer::repair(&fenced).unwrap();
            let value = |text: &str| toon::json::from_toon(text, &DecodeOptions::new()).unwrap();
            let is_odd = repaired.text.contains("`````") || repaired.text.contains(['\u{feff}', '\r']);
            assert!(is_odd || value(&again.text) == value(&repaired.text));
        }
        Err(error) => assert!(error.complete_bytes().is_none_or(|bytes| text.is_char_boundary(bytes))),
    }
    if let Ok(repaired) = Options::new().complete(true).repair(text) {
        assert!(repaired.fixes.iter().all(|fix| fix.kind() != FixKind::CutOff));
    }
    loss::check(text);
    if let Err(error) = toon_answer::from_answer::<BTreeMap<String, Vec<Option<u8>>>>(text) {
        assert!(error.mistakes().iter().chain(error.mismatch()).all(|error| error.line() > 0));
    }
});
