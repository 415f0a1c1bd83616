//! Lines at the wrong depth.

use super::advice_lacks;
use toon::DecodeOptions;

#[test]
fn a_text_whose_lines_differ() {
    advice_lacks(" a: 1\n  b: 2", &["every"]);
    advice_lacks("t[1]{a}:\n  1\n    b: 2", &["line above"]);
}

/// The advice for another unit offers this option.
#[test]
fn another_unit_is_an_option() {
    assert!(DecodeOptions::new().indent(4).check("a:\n    b:\n        c: 1").is_empty());
}
