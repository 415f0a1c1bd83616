//! Lines at the wrong depth.

use super::{says_nothing_of, suggestion, suggests};
use toon::DecodeOptions;

#[test]
fn a_whole_text_that_is_indented() {
    suggests("  a: 1\n  b: 2", "remove 2 spaces from the start of every line", "a: 1\nb: 2");
    suggests(
        "\n   a:\n     b: 2\n\n   c: 1",
        "remove 3 spaces from the start of every line",
        "a:\n  b: 2\nc: 1",
    );
    suggests("\ta: 1\n\tb: 2", "remove the indentation from every line", "a: 1\nb: 2");
    suggests("\u{feff}  a: 1\n  b: 2", "remove 2 spaces from the start of every line", "a: 1\nb: 2");
    // The first line only.
    suggests("  a: 1\nb: 2", "do not indent the line", "a: 1\nb: 2");
    suggests("  a: 1", "do not indent the line", "a: 1");
    says_nothing_of(" a: 1\n  b: 2", &["every"]);
}

#[test]
fn another_unit() {
    let expected = "indent each level by 2 spaces, not 4, or read the text with `indent` set to 4";
    suggests("a:\n    b:\n        c: 1", expected, "a:\n  b:\n    c: 1");
    assert!(DecodeOptions::new().indent(4).check("a:\n    b:\n        c: 1").is_empty());
    suggests("[2]{a}:\n    1\n    2", expected, "[2]{a}:\n  1\n  2");
    assert!(suggestion("a:\n   b: 1").contains("not 3"));
    suggests("a:\n    b: 1\n    c:\n      d: 2", "indent the line by 2 spaces", "a:\n  b: 1\n  c:\n    d: 2");
}

#[test]
fn uneven_lines() {
    suggests("a:\n b: 1\nc:\n  d: 1", "indent the line by 2 spaces", "a:\n  b: 1\nc:\n  d: 1");
    suggests("a: 1\n b: 2\nc:\n  d: 1", "remove the indentation", "a: 1\nb: 2\nc:\n  d: 1");
    suggests("a:\n  b: 1\n   c: 2", "indent the line by 2 spaces", "a:\n  b: 1\n  c: 2");
    suggests(
        "a:\n  b: 1\n c: 2",
        "remove the indentation, or indent the line by 2 spaces",
        "a:\n  b: 1\nc: 2",
    );
    suggests("a[1]:\n  - x: 1\n   y: 2", "indent the line by 4 spaces", "a[1]:\n  - x: 1\n    y: 2");
    suggests("a:\n  b:\n    c: 1\n   d: 2", "indent the line by 2 or 4 spaces", "a:\n  b:\n    c: 1\n  d: 2");
    suggests("a:\n  b: 1\n\tc: 2", "indent with spaces, 2 for each level", "a:\n  b: 1\n  c: 2");
}

#[test]
fn lines_that_are_too_deep() {
    let expected = "do not indent the line, or end the line above with a colon, without a value";
    suggests("a: 1\n  b: 2", expected, "a:\n  b: 2");
    suggests("t[2]{a}:\n  1\n    2", "indent the line by 2 spaces", "t[2]{a}:\n  1\n  2");
    suggests("t[2]:\n  - 1\n    - 2", "indent the line by 2 spaces", "t[2]:\n  - 1\n  - 2");
    says_nothing_of("t[1]{a}:\n  1\n    b: 2", &["line above"]);
}
