//! [`EncodeOptions`](toon::EncodeOptions).

use super::assert_text_in;
use crate::support::model::Layout;
use serde_json::json;
use toon::{Delimiter, EncodeOptions, ErrorKind, KeyFolding, SpecVersion};

const V3: Layout = Layout { v3: true, ..Layout::DEFAULT };

#[test]
fn indents() {
    let value = json!({"a": {"b": [1, {"c": {"d": 1}, "e": [{"f": 1}]}]}});
    for indent in 1..=16 {
        let spaces = |depth: usize| " ".repeat(indent * depth);
        let (one, two, three, four) = (spaces(1), spaces(2), spaces(3), spaces(4));
        // §10: the first field counts as one level deeper than its hyphen, whatever the indent.
        let text = format!("a:\n{one}b[2]:\n{two}- 1\n{two}- c:\n{four}d: 1\n{three}e[1]{{f}}:\n{four}1");
        assert_text_in(Layout { indent, ..Layout::DEFAULT }, value.clone(), &text);
    }
}

#[test]
fn indents_out_of_range() {
    for indent in [0, 17, usize::MAX] {
        let options = EncodeOptions::new().indent(indent);
        let error = options.to_string(&1).unwrap_err();
        assert!(
            matches!(error.kind(), ErrorKind::InvalidIndent { spaces, .. } if *spaces == indent),
            "{error}"
        );
        assert!(options.to_vec(&1).is_err());
        let mut written = Vec::new();
        assert!(options.to_writer(&mut written, &1).is_err());
        assert!(written.is_empty());
    }
}

#[test]
fn delimiters_stand_in_every_header() {
    let value = json!({
        "a": [], "b": [1, 2], "c": [[], [1]], "d": [{"x": 1, "y": {"z": 2}}], "e": {"p": {"x": 1}, "q": {"x": 2}}, "f": [{}],
    });
    for delimiter in [Delimiter::Tab, Delimiter::Pipe] {
        let mark = delimiter.as_char();
        let text = format!(
            "a: []\nb[2{mark}]: 1{mark}2\nc[2{mark}]:\n  - [0{mark}]:\n  - [1{mark}]: 1\n\
             d[1{mark}]{{x{mark}y{{z}}}}:\n  1{mark}2\ne[2:{mark}]{{x}}:\n  p: 1\n  q: 2\nf[1{mark}]:\n  -",
        );
        assert_text_in(Layout { delimiter, ..Layout::DEFAULT }, value.clone(), &text);
    }
}

#[test]
fn v3_has_no_groups_and_no_keyed_tables() {
    assert_text_in(V3, json!([{"a": 1}, {"a": 2}]), "[2]{a}:\n  1\n  2");
    assert_text_in(V3, json!([{"a": {"b": 1}}]), "[1]:\n  - a:\n      b: 1");
    assert_text_in(
        V3,
        json!([{"a": 1, "b": {"c": 2}}, {"a": 3, "b": {"c": 4}}]),
        "[2]:\n  - a: 1\n    b:\n      c: 2\n  - a: 3\n    b:\n      c: 4",
    );
    assert_text_in(V3, json!({"p": {"a": 1}, "q": {"a": 2}}), "p:\n  a: 1\nq:\n  a: 2");
    assert_text_in(V3, json!({"t": {"p": {"a": 1}, "q": {"a": 2}}}), "t:\n  p:\n    a: 1\n  q:\n    a: 2");
    // Tables within are still tables, and rows keep their order in the list form.
    assert_text_in(
        V3,
        json!([{"a": 1, "g": {"t": [{"x": 1}, {"x": 2}]}}, {"g": {"t": []}, "a": 2}]),
        "[2]:\n  - a: 1\n    g:\n      t[2]{x}:\n        1\n        2\n  - g:\n      t: []\n    a: 2",
    );
    assert_text_in(
        V3,
        json!([{"a": 1, "g": {"x": 1}}, {"g": {"x": 2}, "a": 2}]),
        "[2]:\n  - a: 1\n    g:\n      x: 1\n  - g:\n      x: 2\n    a: 2",
    );
    assert_text_in(V3, json!([{"a": 1, "b": 2}, {"b": 3, "a": 4}]), "[2]{a,b}:\n  1,2\n  4,3");
}

/// Decoders of 3.x trim them as JavaScript does.
#[test]
fn v3_quotes_strings_in_unicode_spaces() {
    for space in [
        "\u{a0}", "\u{1680}", "\u{2000}", "\u{2009}", "\u{2028}", "\u{2029}", "\u{202f}", "\u{205f}",
        "\u{3000}", "\u{feff}",
    ] {
        for text in [format!("{space}a"), format!("a{space}"), space.to_owned()] {
            assert_text_in(V3, json!({"k": text}), &format!("k: \"{text}\""));
            assert_text_in(V3, json!(["x", text]), &format!("[2]: x,\"{text}\""));
            assert_text_in(V3, json!([{"k": text}]), &format!("[1]{{k}}:\n  \"{text}\""));
            assert_text_in(V3, json!([[], text]), &format!("[2]:\n  - [0]:\n  - \"{text}\""));
            assert_text_in(V3, json!(text), &format!("\"{text}\""));
            assert_text_in(Layout::DEFAULT, json!({"k": text}), &format!("k: {text}"));
        }
        assert_text_in(V3, json!({"k": format!("a{space}b")}), &format!("k: a{space}b"));
    }
    assert_text_in(V3, json!({"k": "a\u{200b}"}), "k: a\u{200b}");
}

#[test]
fn the_default_is_v4() {
    assert_eq!(SpecVersion::default(), SpecVersion::V4);
    assert_eq!(EncodeOptions::default(), EncodeOptions::new());
    assert_eq!(
        EncodeOptions::new(),
        EncodeOptions::new().indent(2).delimiter(Delimiter::Comma).spec(SpecVersion::V4)
    );
}

#[test]
fn getters_return_what_was_set() {
    let options = EncodeOptions::new();
    assert_eq!(
        (options.get_indent(), options.get_flatten_depth(), options.get_max_depth()),
        (2, usize::MAX, 128)
    );
    assert_eq!(options.get_delimiter(), Delimiter::Comma);
    assert_eq!((options.get_key_folding(), options.get_spec()), (KeyFolding::Off, SpecVersion::V4));
    assert_eq!(options.get_fields().len(), 0);
    let options = options.indent(4).flatten_depth(3).max_depth(9).delimiter(Delimiter::Tab);
    let options = options.key_folding(KeyFolding::Safe).spec(SpecVersion::V3);
    let options = options.fields(["b", "\"a.b\".c", "b"]);
    assert_eq!((options.get_indent(), options.get_flatten_depth(), options.get_max_depth()), (4, 3, 9));
    assert_eq!(options.get_delimiter(), Delimiter::Tab);
    assert_eq!((options.get_key_folding(), options.get_spec()), (KeyFolding::Safe, SpecVersion::V3));
    // As given, so that they can be set again.
    assert!(options.get_fields().eq(["b", "\"a.b\".c", "b"]));
    assert_eq!(EncodeOptions::new().fields([""; 0]).get_fields().len(), 0);
}

/// Each value is read from the name that it is displayed as.
#[test]
fn names_of_values() {
    for (value, names) in [
        (Delimiter::Comma, &["comma", ","][..]),
        (Delimiter::Tab, &["tab", "\t", "\\t"]),
        (Delimiter::Pipe, &["pipe", "|"]),
    ] {
        assert_eq!(value.to_string(), names[0]);
        for name in names {
            assert_eq!(name.parse::<Delimiter>().unwrap(), value);
        }
    }
    for (value, name) in [(KeyFolding::Off, "off"), (KeyFolding::Safe, "safe")] {
        assert_eq!((value.to_string().as_str(), name.parse::<KeyFolding>().unwrap()), (name, value));
    }
    for (value, name) in [(SpecVersion::V3, "3"), (SpecVersion::V4, "4")] {
        assert_eq!((value.to_string().as_str(), name.parse::<SpecVersion>().unwrap()), (name, value));
    }
    // Alignment is taken, as of other names.
    assert_eq!(format!("{:>6}", Delimiter::Tab), "   tab");
}

#[test]
fn unknown_names() {
    for name in ["", "Comma", "comma ", ",,", ";", "\\", "é"] {
        let error = name.parse::<Delimiter>().unwrap_err();
        let ErrorKind::UnknownChoice { option, name: found, expected, .. } = error.kind() else {
            panic!("{error}")
        };
        assert_eq!((*option, found.as_str(), *expected), ("delimiter", name, &["comma", "tab", "pipe"][..]));
        assert_eq!((error.classify(), error.line()), (toon::Category::Data, 0));
    }
    let error = "on".parse::<KeyFolding>().unwrap_err();
    assert_eq!(error.to_string(), "unknown key folding \"on\", expected one of `off`, `safe`");
    let error = "5".parse::<SpecVersion>().unwrap_err();
    assert_eq!(error.to_string(), "unknown specification version \"5\", expected one of `3`, `4`");
    // An error does not grow with its input.
    assert!("x".repeat(10_000).parse::<Delimiter>().unwrap_err().to_string().len() < 500);
}
