//! Reading any text as an answer: no panic, what is repaired is valid, what is valid is not changed,
//! and what is repaired once is repaired.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::collections::BTreeMap;
use toon::DecodeOptions;

fuzz_target!(|text: &str| {
    for block in toon_answer::extract(text) {
        assert_eq!(&text[block.offset()..][..block.text().len()], block.text());
    }
    let is_valid = DecodeOptions::new().check(text).is_empty();
    match toon_answer::repair(text) {
        Ok(repaired) => {
            assert!(DecodeOptions::new().check(&repaired.text).is_empty());
            assert!(!repaired.fixes.is_empty() || is_valid && repaired.text == text);
            let again = toon_answer::repair(&repaired.text).unwrap();
            assert!(again.fixes.is_empty() && again.text == repaired.text);
        }
        Err(error) => assert!(!is_valid && error.line() > 0, "{error}"),
    }
    if let Err(error) = toon_answer::from_answer::<BTreeMap<String, Vec<Option<u8>>>>(text) {
        assert!(error.mistakes().iter().chain(error.mismatch()).all(|error| error.line() > 0));
    }
});
