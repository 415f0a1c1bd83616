//! Round trips through every option, and the extensions: key folding, path expansion, detected
//! indentation, and reading without type inference.

use crate::support::equality::{decoded_order, equal};
use proptest::prelude::*;
use serde_json::{Value, json};
use toon::{DecodeOptions, Delimiter, EncodeOptions, ErrorKind, KeyFolding, SpecVersion};
use toon_testing::effort;
use toon_testing::value;

fn encode_options() -> impl Strategy<Value = EncodeOptions> {
    let delimiter = prop::sample::select(vec![Delimiter::Comma, Delimiter::Tab, Delimiter::Pipe]);
    (delimiter, 1..=16_usize)
        .prop_map(|(delimiter, indent)| EncodeOptions::new().delimiter(delimiter).indent(indent))
}

// -- round trips --

/// Checks the value of `text`, in both modes.
fn check(text: &str, options: &DecodeOptions, expected: &Value) -> Result<(), TestCaseError> {
    for strict in [true, false] {
        let read = options.clone().strict(strict).from_str::<Value>(text);
        match read {
            Ok(read) => {
                prop_assert!(
                    equal(&read, expected),
                    "{text:?}\nread back as {read}\nexpected     {expected}"
                );
            }
            Err(error) => prop_assert!(false, "{text:?}\n{error}"),
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(effort::cases(1024))]

    #[test]
    fn every_value_comes_back(value in value(5), options in encode_options(), indent in 1..=16_usize) {
        let text = options.indent(indent).to_string(&value).unwrap();
        check(&text, &DecodeOptions::new().indent(indent), &decoded_order(&value, SpecVersion::V4))?;
    }

    #[test]
    fn every_value_comes_back_from_version_3(value in value(5), options in encode_options()) {
        let text = options.spec(SpecVersion::V3).indent(2).to_string(&value).unwrap();
        check(&text, &DecodeOptions::new(), &decoded_order(&value, SpecVersion::V3))?;
    }

    #[test]
    fn any_indentation_is_detected(value in value(5), options in encode_options()) {
        let text = options.to_string(&value).unwrap();
        let detect = DecodeOptions::new().detect_indent(true);
        check(&text, &detect, &decoded_order(&value, SpecVersion::V4))?;
        // Detection overrides the option beside it.
        check(&text, &detect.indent(7), &decoded_order(&value, SpecVersion::V4))?;
    }

    #[test]
    fn folding_then_expanding_gives_the_value_back(
        value in value(5),
        options in encode_options(),
        depth in prop::sample::select(vec![0, 1, 2, 3, 4, usize::MAX]),
        version in prop::sample::select(vec![SpecVersion::V3, SpecVersion::V4]),
    ) {
        let options = options.key_folding(KeyFolding::Safe).flatten_depth(depth).spec(version);
        let text = options.to_string(&value).unwrap();
        let expand = DecodeOptions::new().detect_indent(true).expand_paths(true);
        check(&text, &expand, &decoded_order(&value, version))?;
    }

    #[test]
    fn without_types_every_bare_token_is_a_string(value in value(5)) {
        let text = toon::to_string(&value).unwrap();
        let expected = stringified(&decoded_order(&value, SpecVersion::V4));
        check(&text, &DecodeOptions::new().infer_types(false), &expected)?;
    }
}

/// `value` with the text that TOON has for each of its scalars.
fn stringified(value: &Value) -> Value {
    match value {
        Value::Array(elements) => elements.iter().map(stringified).collect(),
        Value::Object(fields) => {
            Value::Object(fields.iter().map(|(key, field)| (key.clone(), stringified(field))).collect())
        }
        Value::String(text) => Value::String(text.clone()),
        scalar => Value::String(toon::to_string(scalar).unwrap()),
    }
}

// -- key folding --

#[track_caller]
fn folds(value: &Value, expected: &str) {
    folds_with(&EncodeOptions::new(), value, expected);
}

#[track_caller]
fn folds_with(options: &EncodeOptions, value: &Value, expected: &str) {
    let options = options.clone().key_folding(KeyFolding::Safe);
    let text = options.to_string(value).unwrap();
    assert_eq!(text, expected);
    let read: Value = DecodeOptions::new().expand_paths(true).from_str(&text).unwrap();
    assert!(equal(&read, value), "{text}\nread back as {read}");
}

#[test]
fn chains_are_folded() {
    folds(&json!({ "a": { "b": { "c": 1 } } }), "a.b.c: 1");
    folds(&json!({ "a": { "b": [1, 2] } }), "a.b[2]: 1,2");
    folds(&json!({ "a": { "b": [] } }), "a.b: []");
    folds(&json!({ "a": { "b": {} } }), "a.b:");
    folds(&json!({ "a": { "b": { "x": 1, "y": 2 } } }), "a.b:\n  x: 1\n  y: 2");
    folds(&json!({ "a": { "b": [{ "x": 1 }, { "x": 2 }] } }), "a.b[2]{x}:\n  1\n  2");
    folds(&json!({ "a": { "b": [1, [2]] } }), "a.b[2]:\n  - 1\n  - [1]: 2");
    folds(&json!({ "a": { "b": 1 }, "c": { "d": { "e": 2 } } }), "a.b: 1\nc.d.e: 2");
    folds(&json!({ "x": 1, "a": { "y": 1, "b": { "c": 1 } } }), "x: 1\na:\n  y: 1\n  b.c: 1");
    folds(&json!([{ "a": { "b": [1] } }]), "[1]:\n  - a.b[1]: 1");
    folds(
        &json!([1, { "a": { "b": { "x": 1, "y": 2 } }, "z": 3 }]),
        "[2]:\n  - 1\n  - a.b:\n      x: 1\n      y: 2\n    z: 3",
    );
}

#[test]
fn folding_is_off_by_default() {
    let value = json!({ "a": { "b": 1 }, "c.d": 2 });
    assert_eq!(toon::to_string(&value).unwrap(), "a:\n  b: 1\nc.d: 2");
}

#[test]
fn tables_and_field_groups_win_over_folding() {
    folds(&json!([{ "a": { "b": 1 } }, { "a": { "b": 2 } }]), "[2]{a{b}}:\n  1\n  2");
    folds(
        &json!({ "m": { "x": { "a": { "b": 1 } }, "y": { "a": { "b": 2 } } } }),
        "m[2:]{a{b}}:\n  x: 1\n  y: 2",
    );
    folds(&json!({ "a": { "x": { "n": 1 }, "y": { "n": 2 } } }), "a[2:]{n}:\n  x: 1\n  y: 2");
    folds(&json!({ "o": { "a": { "x": { "n": 1 }, "y": { "n": 2 } } } }), "o.a[2:]{n}:\n  x: 1\n  y: 2");
}

#[test]
fn only_identifiers_are_folded() {
    folds(&json!({ "a": { "b-c": 1 } }), "a:\n  \"b-c\": 1");
    folds(&json!({ "a b": { "c": 1 } }), "\"a b\":\n  c: 1");
    folds(&json!({ "a": { "": 1 } }), "a:\n  \"\": 1");
    folds(&json!({ "_a": { "B9": 1 } }), "_a.B9: 1");
    folds(&json!({ "a": { "é": 1 } }), "a:\n  \"é\": 1");
    // §7.3 allows a bare key with a dot; with folding, it is literal only in quotes.
    folds(&json!({ "a.b": 1 }), "\"a.b\": 1");
    folds(&json!({ "a": { "b.c": 1 } }), "a:\n  \"b.c\": 1");
    folds(&json!({ "a.b": [{ "x.y": 1 }] }), "\"a.b\"[1]{\"x.y\"}:\n  1");
    folds(&json!({ "x.y": { "n": 1 }, "z": { "n": 2 } }), "[2:]{n}:\n  \"x.y\": 1\n  z: 2");
}

#[test]
fn refused_segments_are_not_folded() {
    for name in ["__proto__", "constructor", "prototype"] {
        folds(&json!({ "a": { name: 1 } }), &format!("a:\n  {name}: 1"));
        folds(&json!({ name: { "a": 1 } }), &format!("{name}:\n  a: 1"));
    }
}

#[test]
fn a_folded_key_never_meets_a_literal_one() {
    folds(&json!({ "a": { "b": 1 }, "a.b": 2 }), "a:\n  b: 1\n\"a.b\": 2");
    folds(&json!({ "a.b": 2, "a": { "b": 1 } }), "\"a.b\": 2\na:\n  b: 1");
    folds(&json!({ "a": { "b": { "c": 1 } }, "a.b.c": 2 }), "a:\n  b:\n    c: 1\n\"a.b.c\": 2");
    // Another literal key with a dot does not interfere.
    folds(&json!({ "a": { "b": 1 }, "a.c": 2 }), "a.b: 1\n\"a.c\": 2");
}

#[test]
fn flatten_depth_limits_the_segments() {
    let value = json!({ "a": { "b": { "c": { "d": 1 } } } });
    let depth = |segments| EncodeOptions::new().flatten_depth(segments);
    folds_with(&depth(0), &value, "a:\n  b:\n    c:\n      d: 1");
    folds_with(&depth(1), &value, "a:\n  b:\n    c:\n      d: 1");
    // The rest of a chain that was cut is not folded again, which would cut it into pieces.
    folds_with(&depth(2), &value, "a.b:\n  c:\n    d: 1");
    folds_with(&depth(3), &value, "a.b.c:\n  d: 1");
    folds_with(&depth(4), &value, "a.b.c.d: 1");
}

// -- path expansion --

#[track_caller]
fn expands(text: &str, expected: &Value) {
    for strict in [true, false] {
        let read: Value = DecodeOptions::new().strict(strict).expand_paths(true).from_str(text).unwrap();
        assert!(equal(&read, expected), "{text}\nread as  {read}\nexpected {expected}");
    }
}

#[test]
fn expansion_is_off_by_default() {
    assert_eq!(toon::from_str::<Value>("a.b: 1").unwrap(), json!({ "a.b": 1 }));
}

#[test]
fn paths_are_expanded_wherever_a_key_stands() {
    expands("a.b.c: 1", &json!({ "a": { "b": { "c": 1 } } }));
    expands("a.b[2]: 1,2", &json!({ "a": { "b": [1, 2] } }));
    expands("a.b: []", &json!({ "a": { "b": [] } }));
    expands("a.b:\n  c.d: 1", &json!({ "a": { "b": { "c": { "d": 1 } } } }));
    expands("a.b[1]{c.d}:\n  1", &json!({ "a": { "b": [{ "c": { "d": 1 } }] } }));
    expands("[1]{a{b.c}}:\n  1", &json!([{ "a": { "b": { "c": 1 } } }]));
    expands("[2:]{n}:\n  a.b: 1\n  c: 2", &json!({ "a": { "b": { "n": 1 } }, "c": { "n": 2 } }));
    expands("[1]:\n  - a.b: 1\n    a.c: 2", &json!([{ "a": { "b": 1, "c": 2 } }]));
    expands("m[1:]{x.y}:\n  k: 1", &json!({ "m": { "k": { "x": { "y": 1 } } } }));
}

#[test]
fn expanded_objects_are_merged() {
    expands("a.b: 1\na.c: 2", &json!({ "a": { "b": 1, "c": 2 } }));
    expands("a.b: 1\nx: 0\na.c: 2", &json!({ "a": { "b": 1, "c": 2 }, "x": 0 }));
    expands("a.b: 1\na:\n  c: 2", &json!({ "a": { "b": 1, "c": 2 } }));
    expands("a:\n  c: 2\na.b: 1", &json!({ "a": { "c": 2, "b": 1 } }));
    expands("a.b.c: 1\na.b.d: 2\na.e: 3", &json!({ "a": { "b": { "c": 1, "d": 2 }, "e": 3 } }));
    expands("[1]{a.b,x,a.c}:\n  1,2,3", &json!([{ "a": { "b": 1, "c": 3 }, "x": 2 }]));
}

#[test]
fn quoted_keys_are_literal() {
    expands("\"a.b\": 1", &json!({ "a.b": 1 }));
    expands("\"a.b\"[1]: 1", &json!({ "a.b": [1] }));
    expands("[1]{\"a.b\"}:\n  1", &json!([{ "a.b": 1 }]));
    expands("[1:]{n}:\n  \"a.b\": 1", &json!({ "a.b": { "n": 1 } }));
    expands("a.b: 1\n\"a.c\": 2", &json!({ "a": { "b": 1 }, "a.c": 2 }));
}

#[test]
fn only_identifiers_are_expanded() {
    for key in ["a..b", ".a", "a.", ".", "a.1", "a-b.c", "a.b c", "1.5", "é.a"] {
        expands(&format!("{key}: 1"), &json!({ key: 1 }));
    }
    for name in ["__proto__", "constructor", "prototype"] {
        for key in [name.to_owned(), format!("a.{name}"), format!("{name}.a"), format!("a.{name}.b")] {
            expands(&format!("{key}: 1"), &json!({ key: 1 }));
        }
    }
}

#[test]
fn conflicts_are_errors_in_strict_mode_and_the_last_wins_otherwise() {
    for (text, recovered) in [
        ("a: 1\na.b: 2", json!({ "a": { "b": 2 } })),
        ("a.b: 2\na: 1", json!({ "a": 1 })),
        ("a.b: 1\na.b: 2", json!({ "a": { "b": 2 } })),
        ("a.b: 1\na:\n  b: 2", json!({ "a": { "b": 2 } })),
        ("a.b.c: 1\na.b: 2\nx: 3", json!({ "a": { "b": 2 }, "x": 3 })),
        ("a[1]: 1\na.b: 2", json!({ "a": { "b": 2 } })),
        ("a.b[1]: 1\na.b.c: 2", json!({ "a": { "b": { "c": 2 } } })),
        ("[1]{a,a.b}:\n  1,2", json!([{ "a": { "b": 2 } }])),
    ] {
        let options = DecodeOptions::new().expand_paths(true);
        let error = options.from_str::<Value>(text).unwrap_err();
        assert!(error.line() > 0, "{text}: {error}");
        let read: Value = options.strict(false).from_str(text).unwrap();
        assert!(equal(&read, &recovered), "{text}\nread as  {read}\nexpected {recovered}");
    }
}

// -- detected indentation --

#[test]
fn the_first_indented_line_is_the_unit() {
    let detect = DecodeOptions::new().detect_indent(true);
    let expected = json!({ "a": { "b": { "c": 1 } }, "d": [{ "x": 1 }] });
    for spaces in 1..=16 {
        let unit = " ".repeat(spaces);
        let text = format!("a:\n{unit}b:\n{unit}{unit}c: 1\nd[1]:\n{unit}- x: 1");
        assert_eq!(detect.from_str::<Value>(&text).unwrap(), expected);
    }
    // Comments and blank lines do not count.
    let text = "# c\n  # c\n \na:\n   # c\n    b:\n        c: 1\nd[1]:\n    - x: 1";
    assert_eq!(detect.from_str::<Value>(text).unwrap(), expected);
    assert_eq!(detect.from_str::<Value>("a: 1").unwrap(), json!({ "a": 1 }));
    assert_eq!(detect.from_str::<Value>("").unwrap(), json!({}));
    // Indentation must be a multiple of the unit as ever (§12).
    let error = detect.from_str::<Value>("a:\n    b:\n      c: 1").unwrap_err();
    assert_eq!(error.line(), 3);
    assert!(DecodeOptions::new().from_str::<Value>("a:\n   b: 1").is_err());
}

// -- without types --

#[test]
fn untyped_tokens_stay_strings() {
    let options = DecodeOptions::new().infer_types(false);
    assert_eq!(options.from_str::<Value>("42").unwrap(), json!("42"));
    let text = "a: 1.50\nb: true\nc: null\nd[3]: 1,x,\"y\"\ne: []\nf:\ng[1]{n}:\n  -0";
    let expected = json!({
        "a": "1.50", "b": "true", "c": "null", "d": ["1", "x", "y"], "e": [], "f": {}, "g": [{ "n": "-0" }]
    });
    assert_eq!(options.from_str::<Value>(text).unwrap(), expected);
    // A target that requests a type gets it.
    assert_eq!(options.from_str::<Vec<u8>>("[2]: 1,2").unwrap(), [1, 2]);
}

#[test]
fn indents_out_of_range_are_errors() {
    for spaces in [0, 17, usize::MAX] {
        let error = EncodeOptions::new().indent(spaces).to_string(&1).unwrap_err();
        assert!(
            matches!(error.kind(), ErrorKind::InvalidIndent { spaces: s, .. } if *s == spaces),
            "{error}"
        );
        let error = DecodeOptions::new().indent(spaces).from_str::<Value>("1").unwrap_err();
        assert!(
            matches!(error.kind(), ErrorKind::InvalidIndent { spaces: s, .. } if *s == spaces),
            "{error}"
        );
    }
}
