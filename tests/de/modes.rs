//! Strict mode in every scope, the five recoveries without it (§14.4), and the extensions.

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use toon::{DecodeOptions, ErrorKind};

#[derive(Debug, Deserialize, PartialEq)]
struct Named {
    a: u8,
}

const LENIENT: DecodeOptions = DecodeOptions::new().strict(false);
const EXPANDING: DecodeOptions = DecodeOptions::new().expand_paths(true);

/// Each of these is an error, even if the target ignores it.
const WRONG: [&str; 22] = [
    "x[2]: 1",
    "x[1]:\n  - 1\n  - 2",
    "x[1]{b}:\n  1\n  2",
    "x[1:]{b}:\n  k: 1\n  l: 2",
    "x[1]{b}:\n  1,2",
    "x[1:]{b}:\n  k: 1,2",
    "x:\n  b: 1\n  b: 2",
    "x[2:]{b}:\n  k: 1\n  k: 2",
    "x[0]{b,b}:",
    "x: \"\\q\"",
    "x[1]: \"\\q\"",
    "x[1]{b}:\n  \"\\q\"",
    "x[1]:\n  - \"\\q\"",
    "x: \"y\"z",
    "x[2]:\n  - 1\n\n  - 2",
    "x[1]:\n  - b: 1\n\n    c: 2",
    "x:\n    b: 1",
    "x: 1\n  b: 1",
    "x:\n  b",
    "x[1]:\n  - [2]: 1",
    "\"\\q\": 1",
    "x[1]{\"\\q\"}:\n  1",
];

/// So it is no way to read what a model writes.
#[test]
fn non_strict_reading_takes_some_mistakes_for_values() {
    for (text, value) in [
        ("users[3]{id,name}:\n  1,Ada", json!({"users": [{"id": 1, "name": "Ada"}]})),
        ("tags[2]:\n- a: 1\n- b: 2", json!({"tags": [], "- a": 1, "- b": 2})),
    ] {
        assert!(toon::from_str::<Value>(text).is_err(), "{text}");
        assert_eq!(LENIENT.from_str::<Value>(text).unwrap(), value);
    }
}

#[test]
fn getters_return_what_was_set() {
    let options = DecodeOptions::new();
    assert_eq!((options.get_indent(), options.get_max_depth()), (2, 128));
    assert_eq!((options.get_strict(), options.get_infer_types()), (true, true));
    assert_eq!((options.get_detect_indent(), options.get_expand_paths()), (false, false));
    let options = options.indent(4).max_depth(9).strict(false).infer_types(false);
    let options = options.detect_indent(true).expand_paths(true);
    assert_eq!((options.get_indent(), options.get_max_depth()), (4, 9));
    assert_eq!((options.get_strict(), options.get_infer_types()), (false, false));
    assert_eq!((options.get_detect_indent(), options.get_expand_paths()), (true, true));
}

#[test]
fn what_is_ignored_is_checked() {
    for wrong in WRONG {
        assert!(toon::from_str::<Value>(wrong).is_err(), "{wrong}");
        assert!(toon::from_str::<IgnoredAny>(wrong).is_err(), "{wrong}");
        for text in [format!("a: 1\n{wrong}"), format!("{wrong}\na: 1")] {
            let result = toon::from_str::<Named>(&text);
            assert!(result.is_err(), "{text}");
        }
        let inner: String = wrong.lines().map(|line| format!("\n    {line}")).collect();
        let text = format!("[1]:\n  - a: 1{inner}");
        assert!(toon::from_str::<Vec<Named>>(&text).is_err(), "{text}");
    }
}

#[test]
fn duplicates_have_their_place_before_serde_finds_them() {
    let error = toon::from_str::<Named>("a: 1\n\"a\": 2").unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::DuplicateKey { key, .. } if key == "a"));
    assert_eq!((error.line(), error.column()), (2, 1));
    // Also beyond the keys that are compared immediately.
    let many: String = (0..100).map(|i| format!("k{i}: 1\n")).collect();
    for repeated in ["k0", "k50", "k99", "\"k\\u0035\""] {
        let text = format!("{many}{repeated}: 2");
        let error = toon::from_str::<IgnoredAny>(&text).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::DuplicateKey { .. }), "{error}");
        assert_eq!((error.line(), error.column()), (101, 1));
    }
    assert!(toon::from_str::<IgnoredAny>(&many).is_ok());
}

#[test]
fn the_five_recoveries() {
    let lenient = |text: &str| LENIENT.from_str::<Value>(text).unwrap();
    assert_eq!(lenient("a[1]: 1,2\nb[3]:\n  - 1"), json!({"a": [1, 2], "b": [1]}));
    assert_eq!(serde_json::to_string(&lenient("a: 1\nb: 2\na[1]: 3")).unwrap(), r#"{"a":[3],"b":2}"#);
    assert_eq!(
        serde_json::to_string(&lenient("[1]{a,b,a{c}}:\n  1,2,3")).unwrap(),
        r#"[{"a":{"c":3},"b":2}]"#
    );
    assert_eq!(
        serde_json::to_string(&lenient("[3:]{v}:\n  x: 1\n  y: 2\n  x: 3")).unwrap(),
        r#"{"x":{"v":3},"y":{"v":2}}"#
    );
    assert_eq!(lenient("a:\n   b: 1\nc:\n\td: 2"), json!({"a": {"b": 1}, "c": {"d": 2}}));
    assert_eq!(lenient("a[2]:\n  - 1\n\n \t\n  - 2"), json!({"a": [1, 2]}));
    assert_eq!(lenient("a:\n      b: 1\n      c: 2\nd: 3"), json!({"a": {"b": 1, "c": 2}, "d": 3}));
}

#[test]
fn the_last_duplicate_counts_for_typed_targets_too() {
    assert_eq!(LENIENT.from_str::<Named>("a: 1\na: x\na: 2").unwrap(), Named { a: 2 });
    assert_eq!(LENIENT.from_str::<Vec<Named>>("[1]{a,a}:\n  x,2").unwrap(), [Named { a: 2 }]);
    assert_eq!(LENIENT.from_str::<Vec<Named>>("[1]:\n  - a: 1\n    a: 2").unwrap(), [Named { a: 2 }]);
    let map: BTreeMap<String, Named> = LENIENT.from_str("[2:]{a}:\n  k: 1\n  k: 2").unwrap();
    assert_eq!(map, BTreeMap::from([("k".into(), Named { a: 2 })]));
    // Overwritten values are checked.
    for text in ["a: \"\\q\"\na: 2", "a:\n  b\na: 2", "a: 1\n  b: 2\na: 2", "a[1]{x}:\n  1,2\na: 2"] {
        assert!(LENIENT.from_str::<Named>(text).is_err(), "{text}");
    }
    assert!(LENIENT.from_str::<IgnoredAny>("[1]{a,a}:\n  \"\\q\",2").is_err());
}

#[track_caller]
fn expands(text: &str, json: &str) {
    let value: Value = EXPANDING.from_str(text).unwrap();
    assert_eq!(serde_json::to_string(&value).unwrap(), json, "{text}");
    assert!(EXPANDING.from_str::<IgnoredAny>(text).is_ok());
}

#[test]
fn expansion() {
    expands("a.b: 1", r#"{"a":{"b":1}}"#);
    expands("a.b.c: 1\nx: 0\na.b.d: 2\na.e: 3", r#"{"a":{"b":{"c":1,"d":2},"e":3},"x":0}"#);
    expands(
        "\"a.b\": 1\na-b.c: 2\na..b: 3\n__proto__.x: 4\na.constructor: 5",
        r#"{"a.b":1,"a-b.c":2,"a..b":3,"__proto__.x":4,"a.constructor":5}"#,
    );
    expands(
        "a.b[2]: 1,2\na.c[1]{x.y,z,x.w}:\n  1,2,3",
        r#"{"a":{"b":[1,2],"c":[{"x":{"y":1,"w":3},"z":2}]}}"#,
    );
    expands("a:\n  b: 1\na.c: 2", r#"{"a":{"b":1,"c":2}}"#);
    expands("a.c: 2\na:\n  b: 1\n  d.e: 5\na.d.f: 6", r#"{"a":{"c":2,"b":1,"d":{"e":5,"f":6}}}"#);
    expands("m[2:]{x}:\n  a: 1\n  b: 2\nm.a.y: 3\nm.c: 4", r#"{"m":{"a":{"x":1,"y":3},"b":{"x":2},"c":4}}"#);
    expands("[2:]{x}:\n  a.b: 1\n  a.c: 2", r#"{"a":{"b":{"x":1},"c":{"x":2}}}"#);
    expands("[1]:\n  - a.b: 1\n    a.c: 2\n    d: 3", r#"[{"a":{"b":1,"c":2},"d":3}]"#);
    expands("a:\na.b: 1", r#"{"a":{"b":1}}"#);
    expands("[1]{a{b},a.c,d{e.f,e{g}}}:\n  1,2,3,4", r#"[{"a":{"b":1,"c":2},"d":{"e":{"f":3,"g":4}}}]"#);
}

#[test]
fn expansion_conflicts() {
    let lenient = LENIENT.expand_paths(true);
    for (text, json) in [
        ("a: 1\na.b: 2", r#"{"a":{"b":2}}"#),
        ("a.b: 1\na: 2", r#"{"a":2}"#),
        ("a.b: 1\na.b: 2", r#"{"a":{"b":2}}"#),
        ("a.b: 1\nc: 0\na:\n  b: 2", r#"{"a":{"b":2},"c":0}"#),
        ("a[1]: 1\na.b: 2", r#"{"a":{"b":2}}"#),
        ("[1]{a,a.b}:\n  1,2", r#"[{"a":{"b":2}}]"#),
    ] {
        let strict = EXPANDING.from_str::<Value>(text).unwrap_err();
        let expected =
            matches!(strict.kind(), ErrorKind::ExpansionConflict { .. } | ErrorKind::DuplicateKey { .. });
        assert!(expected && strict.line() > 0, "{text}: {strict}");
        let value: Value = lenient.from_str(text).unwrap();
        assert_eq!(serde_json::to_string(&value).unwrap(), json, "{text}");
    }
    // Overwritten values are checked, and so is everything between merged lines.
    for text in ["a: \"\\q\"\na.b: 2", "a.b:\n  c\na: 2", "a:\n  b: 1\n    c: 1\na.d: 2"] {
        assert!(lenient.from_str::<Value>(text).is_err(), "{text}");
    }
    for text in [
        "a.b: 1\n\nc[2]:\n  - 1\n\n  - 2",
        "x[1]:\n  - a.b: 1\n\n    a.c: 2",
        "a:\n    b: 1\na.c: 2",
        "m[3:]{x}:\n  a: 1\nm.b: 2",
        "m[1:]{x}:\n  a: 1,2\nm.b: 2",
        "a.b: 1\n  c: 2",
    ] {
        assert!(EXPANDING.from_str::<Value>(text).is_err(), "{text}");
        assert!(EXPANDING.from_str::<IgnoredAny>(text).is_err(), "{text}");
    }
}

#[test]
fn other_options() {
    let detecting = DecodeOptions::new().detect_indent(true);
    assert_eq!(
        detecting.from_str::<Value>("# c\n  # d\na:\n   b:\n      c: 1").unwrap(),
        json!({"a": {"b": {"c": 1}}})
    );
    assert_eq!(detecting.from_str::<Value>("a: 1").unwrap(), json!({"a": 1}));
    // A blank line with a space and a tab does not determine the unit.
    let value = detecting.strict(false).from_str::<Value>("a:\n \t\n    b: 1\n  c: 2").unwrap();
    assert_eq!(value, json!({"a": {"b": 1}, "c": 2}));
    let plain = DecodeOptions::new().infer_types(false);
    assert_eq!(
        plain.from_str::<Value>("a: 1\nb: true\nc: null\nd: []\ne[2]: 1,x").unwrap(),
        json!({"a": "1", "b": "true", "c": "null", "d": [], "e": ["1", "x"]})
    );
    assert_eq!(plain.from_str::<(u8, bool, Option<u8>)>("[3]: 1,true,null").unwrap(), (1, true, None));
}

/// In the middle of the text, and so close to its end that fewer than eight bytes are left.
#[test]
fn text_that_resembles_other_tokens() {
    let plain = DecodeOptions::new().infer_types(false);
    let text = [
        "trues",
        "tru",
        "True",
        "truE",
        "falsy",
        "fals",
        "nul",
        "nullx",
        "nil",
        "t",
        "-",
        "-x",
        "05",
        "1a",
        "2024-05-06",
    ];
    let others = [("true", json!(true)), ("false", json!(false)), ("null", json!(null)), ("5", json!(5))];
    for after in ["", "\nb: and some more of it"] {
        for token in text {
            let document = format!("a: {token}{after}");
            assert_eq!(toon::from_str::<Value>(&document).unwrap()["a"], token, "{document}");
            assert_eq!(toon::from_str::<A>(&document).unwrap().a, token, "{document}");
        }
        for (token, value) in &others {
            let document = format!("a: {token}{after}");
            assert_eq!(toon::from_str::<Value>(&document).unwrap()["a"], *value, "{document}");
            assert!(toon::from_str::<A>(&document).is_err(), "{document}");
            assert_eq!(plain.from_str::<Value>(&document).unwrap()["a"], *token, "{document}");
            assert_eq!(plain.from_str::<A>(&document).unwrap().a, *token, "{document}");
            let quoted = format!("a: \"{token}\"{after}");
            assert_eq!(toon::from_str::<Value>(&quoted).unwrap()["a"], *token, "{quoted}");
            assert_eq!(toon::from_str::<A>(&quoted).unwrap().a, *token, "{quoted}");
        }
    }
    assert_eq!(toon::from_str::<Value>("[4]: ,true,,").unwrap(), json!(["", true, "", ""]));
}

#[derive(serde::Deserialize)]
struct A {
    a: String,
}
