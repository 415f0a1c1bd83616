//! The elements and the errors equal those of `from_str`, however the text is split.

use super::read;
use proptest::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use toon::DecodeOptions;
use toon_testing::effort;

/// Reads `text` both ways, in pieces of every size up to its own.
#[track_caller]
fn check(text: &str, options: &DecodeOptions) {
    for capacity in (1..=text.len().max(1)).step_by(1 + text.len() / 64) {
        check_in_pieces(text, options, capacity);
    }
}

#[track_caller]
fn check_in_pieces(text: &str, options: &DecodeOptions, capacity: usize) {
    let whole = options.from_str::<Vec<Value>>(text);
    let (elements, error) = read::<Value>(text.as_bytes(), options, capacity);
    match (&whole, &error) {
        (Ok(whole), None) => assert_eq!(*whole, elements, "{text:?} by {capacity}"),
        (Err(whole), Some(error)) => {
            assert_eq!(whole.to_string(), error.to_string(), "{text:?} by {capacity}");
            assert_eq!(
                (whole.line(), whole.column(), whole.path(), whole.classify()),
                (error.line(), error.column(), error.path(), error.classify()),
                "{text:?} by {capacity}"
            );
        }
        _ => panic!("{text:?} by {capacity}: {whole:?}, but {elements:?} and {error:?}"),
    }
}

#[test]
fn each_form_of_a_root() {
    for text in [
        "",
        "# nothing\n\n",
        "[]",
        "[0]:",
        "[]\n\n# end\n",
        "[]\na: 1",
        "[3]: 1,2,3",
        "[3]: 1,2\n",
        "[1]: a\nb: 2",
        "[2]{a,b}:\n  1,2\n  3,4",
        "[2]{a,b}:\n  1,2\n  3,4\n",
        "# head\n\n[2|]{a|b{c|d}}:\n  # a comment\n  1|2|3\n  4|5|6\n\n",
        "\u{feff}[1]{a}:\n  1",
        "\u{feff}# mark\n[1]{a}:\n  1",
        "\u{feff}\u{feff}[1]{a}:\n  1",
        "# c\n\u{feff}[1]{a}:\n  1",
        "\n\u{feff}word",
        "[3]:\n  - a\n  - b: 1\n    c:\n      d: 2\n  - [2]: 1,2",
        "[2]:\n  - t[2]{a}:\n      1\n      2\n    x: 1\n  -",
        "[2]:\r\n  - a\r\n  - b: 1\r\n",
        "[2:]{a}:\n  x: 1\n  y: 2",
        "a: 1\nb: 2",
        "word",
        "word\nword",
        "[2]{a,b\n  1,2",
        "[x]{a}:\n  1",
        " [1]{a}:\n  1",
        "\t[1]{a}:\n  1",
    ] {
        check(text, &DecodeOptions::new());
        check(text, &DecodeOptions::new().strict(false));
    }
}

#[test]
fn mistakes() {
    for text in [
        "[3]{a}:\n  1\n  2",
        "[1]{a}:\n  1\n  2",
        "[2]{a,b}:\n  1,2\n  3",
        "[2]{a}:\n  1\n\n  2",
        "[2]{a}:\n\n  1\n  2",
        "[2]{a}:\n  1\n\n# c\n\n  2",
        "[2]{a}:\n  1\n  2\nb: 3",
        "[3]{a}:\n  1\n  2\nb: 3",
        "[2]{a}:\n  1\n  2\n\nb: 3",
        "[2]{a}:\n  1\n    2",
        "[2]{a}:\n    1\n    2",
        "[2]{a}:\n  1\n   2",
        "[2]{a}:\n  1\n\t2",
        "[2]{a}:\n  1\n  \"x\\q\"",
        "[2]{a}:\n  1\n  b: 2",
        "[2]{a,a}:\n  1,2\n  3,4",
        "[2]:\n  - a: 1\n    a: 2\n  - 3",
        "[2]:\n  - 1\n  2",
        "[2]:\n  - b[3]: 1,2\n  - 2",
        "[2]:\n  - b:\n      c: 1\n\n    d: 2\n  - 2",
        "[1]{a}:",
        "[1]:\n",
        "[18446744073709551615]{a}:\n  1",
    ] {
        check(text, &DecodeOptions::new());
        check(text, &DecodeOptions::new().strict(false));
        check(text, &DecodeOptions::new().detect_indent(true));
    }
}

/// Which line tells the unit is not known before it is seen.
#[test]
fn the_unit_is_that_of_the_whole() {
    let options = DecodeOptions::new().strict(false).detect_indent(true);
    check("[2]:\n\t-\n\n    - a\n  - a\n    - a\r\n", &options);
    check("[2]:\n\t- a\n\t  - b\n   - c", &options);
    check("[3]{a}:\n\t1\n\t2\n\t3", &options);
    // Blank lines do not tell, though they may have spaces in front of tabs.
    check(" \t\n[1]:\n    - a", &options);
    check(" \t\t\n  \t\t\ta: 1", &options);
    // Nor do lines that show that it is not an array, if they begin with tabs.
    check("\n\t  j:\n\t  a:\n  b:", &options.clone().indent(3));
    check("\t   a: 1\n\t b: 1\n\n# c\n c:", &options);
    check("\t  word\nb\n c:", &options.clone().indent(4));
    // An indentation that is not a valid option may still be a unit.
    check("\t# 0\ne: 1\n                   a: 1\n", &options);
    check("\t# 0\n\ta: 1\n                   b: 1\n", &options);
    check("[2]:\n                   - a\n                   - b", &options);
    check("\ta: 1\n  b: 1\n", &options.clone().indent(17));
    check("[1]:\n\t- 1\n", &options.clone().indent(0));
}

#[test]
fn options_count() {
    check("[2]:\n    - a: 1\n      b: 2\n    - c", &DecodeOptions::new().indent(4));
    check("[2]:\n   # c\n   - a: 1\n     b: 2\n   - c", &DecodeOptions::new().detect_indent(true));
    check("[2]{a}:\n 1\n 2", &DecodeOptions::new().detect_indent(true));
    check("[1]{a}:\n  1", &DecodeOptions::new().indent(0));
    check("[1]{a}:\n  1", &DecodeOptions::new().max_depth(1));
    check("[1]{a}:\n  1", &DecodeOptions::new().max_depth(0));
    check("[2]{a.b,c}:\n  1,2\n  3,4", &DecodeOptions::new().expand_paths(true));
    check("[2]:\n  - a.b: 1\n    a.c: 2\n  - x", &DecodeOptions::new().expand_paths(true));
    check("[2]{a}:\n  1\n  true", &DecodeOptions::new().infer_types(false));
}

/// Longer than what is read at a time, in either form.
#[test]
fn many_elements() {
    let rows = (0..5_000).map(|n| format!("\n  {n},\"row, {n}\"")).collect::<Vec<_>>().concat();
    let text = format!("[5000]{{id,name}}:{rows}");
    check_in_pieces(&text, &DecodeOptions::new(), 8 << 10);
    check_in_pieces(&text.replace("4321,", "4321 "), &DecodeOptions::new(), 8 << 10);
    let items = (0..2_000)
        .map(|n| format!("\n  - id: {n}\n    tags[2]: a,b\n    more:\n      x: {n}"))
        .collect::<Vec<_>>()
        .concat();
    check_in_pieces(&format!("[2000]:{items}"), &DecodeOptions::new(), 8 << 10);
    check_in_pieces(&format!("[2000]:{items}\n\n  - 1"), &DecodeOptions::new(), 8 << 10);
    let long = (0..20_000).map(|n| format!("\n        - {n}")).collect::<Vec<_>>().concat();
    check_in_pieces(&format!("[2]:\n  - a:\n      b[20000]:{long}\n  - 1"), &DecodeOptions::new(), 8 << 10);
}

#[test]
fn typed() {
    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    #[serde(tag = "kind")]
    enum Shape {
        Circle { radius: f64 },
        Square { side: f64, name: Option<String> },
    }
    let shapes = vec![
        Shape::Circle { radius: 1.5 },
        Shape::Square { side: 2.0, name: None },
        Shape::Square { side: 3.0, name: Some("big".into()) },
    ];
    let text = toon::to_string(&shapes).unwrap();
    for capacity in 1..text.len() {
        let (read, error) = read::<Shape>(text.as_bytes(), &DecodeOptions::new(), capacity);
        assert!(error.is_none(), "{error:?}");
        assert_eq!(read, shapes);
    }
}

/// Lines of every kind, most of them where they may stand.
fn document() -> impl Strategy<Value = String> {
    let root = prop_oneof![
        8 => Just("[2]:"), 4 => Just("[3]{a,b}:"), 1 => Just("[1]{a}:"), 1 => Just("[2|]{a|b}:"), 1 => Just("[1:]{a}:"),
        1 => Just("# c"), 1 => Just(""), 1 => Just("[2]: 1,2"), 1 => Just("a: 1"), 1 => Just("[2]{a,b"),
        1 => Just("\t  b:"),
    ];
    let line = prop_oneof![
        8 => Just("- a"), 4 => Just("- a: 1"), 4 => Just("b: 2"), 2 => Just("-"), 2 => Just("- [2]: 1,2"), 2 => Just("- b[2]{x}:"),
        6 => Just("1,2"), 2 => Just("1"), 1 => Just("1|2"), 1 => Just("\"x\\y\",2"), 1 => Just("\"x"), 2 => Just("# c"), 1 => Just(""),
        1 => Just("[]"), 1 => Just("b[2]:"), 1 => Just("c:"),
    ];
    let indent = prop_oneof![10 => Just("  "), 5 => Just("    "), 3 => Just("      "), 1 => Just(""), 1 => Just(" "), 1 => Just("\t"), 1 => Just("\t  ")];
    let end = prop_oneof![4 => Just("\n"), 1 => Just("\r\n"), 1 => Just("\n\n")];
    let lines = prop::collection::vec((indent, line, end), 0..8);
    (root, lines).prop_map(|(root, lines)| {
        let lines = lines
            .into_iter()
            .map(|(indent, line, end)| format!("{indent}{line}{end}"))
            .collect::<Vec<_>>()
            .concat();
        format!("{root}\n{lines}")
    })
}

proptest! {
    #![proptest_config(effort::cases(4_000))]

    #[test]
    fn of_any_lines(text in document(), strict: bool, detect: bool, capacity in 1_usize..40) {
        let options = DecodeOptions::new().strict(strict).detect_indent(detect);
        check_in_pieces(&text, &options, capacity);
    }

    /// What the encoder writes, and what is left of it with a byte gone.
    #[test]
    fn of_what_is_written(values in prop::collection::vec(toon_testing::value(2), 0..6), cut: prop::sample::Index, capacity in 1_usize..80) {
        let mut text = toon::to_string(&values).unwrap();
        check_in_pieces(&text, &DecodeOptions::new(), capacity);
        let at = cut.index(text.len().max(1));
        if text.is_char_boundary(at) && at < text.len() {
            text.remove(at);
            check_in_pieces(&text, &DecodeOptions::new(), capacity);
        }
    }
}
