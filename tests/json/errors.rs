//! Rejected texts, with their places.

use crate::{on_a_small_stack, refused};
use std::io;
use toon::json::{to_toon, to_toon_writer};
use toon::{Category, EncodeOptions, ErrorKind};

/// Values as Python and JavaScript write them.
#[test]
fn values_of_other_languages() {
    for (json, suggestion) in [
        ("[{\"a\":NaN}]", "JSON has no NaN, which Python writes; write null"),
        ("[1, -Infinity]", "JSON has no Infinity, which Python writes; write null"),
        ("{\"a\": None}", "None is null in JSON"),
        ("{\"a\": undefined}", "undefined is null in JSON"),
        ("[True]", "True is true in JSON"),
        ("[False]", "False is false in JSON"),
        ("['a']", "write strings in double quotes"),
    ] {
        assert_eq!(refused(json).suggestion().as_deref(), Some(suggestion), "{json}");
    }
    let ordinary = "write an object, an array, a string in double quotes, a number, true, false or null";
    for json in ["[NaNs]", "[x]", "[,1]"] {
        assert_eq!(refused(json).suggestion().as_deref(), Some(ordinary), "{json}");
    }
}

#[test]
fn text_that_is_no_json() {
    for (json, line, column, message) in [
        ("nul!", 1, 1, "expected a value"),
        ("NaN", 1, 1, "expected a value"),
        ("-Infinity", 1, 2, "expected a digit"),
        ("[1,]", 1, 4, "expected a value"),
        ("[,1]", 1, 2, "expected a value"),
        ("[1 2]", 1, 4, "expected `,` or `]`"),
        ("[1}", 1, 3, "expected `,` or `]`"),
        ("{\"a\":1]", 1, 7, "expected `,` or `}`"),
        ("{\"a\":1,}", 1, 8, "expected a key in double quotes"),
        ("{a:1}", 1, 2, "expected a key in double quotes"),
        ("{'a':1}", 1, 2, "expected a key in double quotes"),
        ("{\"a\" 1}", 1, 6, "expected `:`"),
        ("{\"a\":}", 1, 6, "expected a value"),
        ("{}{}", 1, 3, "expected end of input"),
        ("1 2", 1, 3, "expected end of input"),
        ("]", 1, 1, "expected a value"),
        ("// no\n1", 1, 1, "expected a value"),
        ("[\n  \"é😀\", x]", 2, 9, "expected a value"),
        ("[\t\tx]", 1, 4, "expected a value"),
        ("\u{a0}1", 1, 1, "expected a value"),
        // numbers
        ("01", 1, 1, "number with leading zeros"),
        ("-01", 1, 2, "number with leading zeros"),
        ("1.x", 1, 3, "expected a digit"),
        (".5", 1, 1, "expected a value"),
        ("+1", 1, 1, "expected a value"),
        ("[1e]", 1, 4, "expected a digit"),
        ("[1e+]", 1, 5, "expected a digit"),
        ("[-]", 1, 3, "expected a digit"),
        ("0x10", 1, 2, "expected end of input"),
        ("1_000", 1, 2, "expected end of input"),
        ("[1.5.5]", 1, 5, "expected `,` or `]`"),
        // strings
        ("\"a\nb\"", 1, 3, "unescaped control character in a string"),
        ("\"a\tb\"", 1, 3, "unescaped control character in a string"),
        (r#""\x41""#, 1, 2, "invalid escape sequence in a string"),
        (r#""\'""#, 1, 2, "invalid escape sequence in a string"),
        (r#""\u12g4""#, 1, 2, "expected four hexadecimal digits after `\\u`"),
        (r#""\u12""#, 1, 2, "expected four hexadecimal digits after `\\u`"),
        (r#""\u+123""#, 1, 2, "expected four hexadecimal digits after `\\u`"),
        (r#""é\u{41}""#, 1, 3, "expected four hexadecimal digits after `\\u`"),
        (r#""a\ud800""#, 1, 3, "unpaired surrogate in an escape sequence"),
        (r#""\ud800x""#, 1, 2, "unpaired surrogate in an escape sequence"),
        (r#""\ud800\n""#, 1, 2, "unpaired surrogate in an escape sequence"),
        (r#""\ud800\u0041""#, 1, 2, "unpaired surrogate in an escape sequence"),
        (r#""\ud800\ud800""#, 1, 2, "unpaired surrogate in an escape sequence"),
        (r#""\udc00\ud800""#, 1, 2, "unpaired surrogate in an escape sequence"),
        (r#"{"\udfff":1}"#, 1, 3, "unpaired surrogate in an escape sequence"),
    ] {
        let error = refused(json);
        assert_eq!((error.line(), error.column()), (line, column), "{json}: {error}");
        assert_eq!(
            error.to_string(),
            format!("invalid JSON: {message} at line {line} column {column}"),
            "{json}"
        );
        assert!(matches!(error.kind(), ErrorKind::InvalidJson { .. }), "{json}");
        assert_eq!(error.classify(), Category::Syntax, "{json}");
    }
}

#[test]
fn text_that_ends_too_early() {
    for json in [
        "",
        "  \n",
        "[",
        "[1",
        "[1,",
        "{",
        "{\"a",
        "{\"a\"",
        "{\"a\":",
        "{\"a\":1",
        "{\"a\":1,",
        "\"",
        "\"abc",
        "\"\\",
        "\"\\u",
        "\"\\u12",
        "t",
        "tru",
        "fals",
        "nul",
        "-",
        "1.",
        "1e",
        "1e-",
        "[[1], [2]",
        "\u{feff}",
    ] {
        let error = refused(json);
        assert_eq!(error.classify(), Category::Eof, "{json:?}: {error}");
        let end = (json.matches('\n').count() + 1, json.chars().rev().take_while(|&c| c != '\n').count() + 1);
        assert_eq!((error.line(), error.column()), end, "{json:?}: {error}");
    }
}

#[test]
fn every_prefix_of_a_text_is_refused() {
    let json = r#" {"a": [1.5e3, {"b\n\ud83d\ude00": null}, true, false, "x"], "c": {}} "#.trim_end();
    for end in 0..json.len() {
        assert_eq!(refused(&json[..end]).classify(), Category::Eof, "{}", &json[..end]);
    }
}

#[test]
fn the_error_is_drawn() {
    let json = "{\n  \"name\": \"Ada\",\n  \"tags\": [1, 2,]\n}";
    let drawn = refused(json).render(json);
    assert!(drawn.contains("3 |   \"tags\": [1, 2,]\n  |                 ^"), "{drawn}");
}

#[test]
fn a_key_twice() {
    for (json, key, line, column) in [
        (r#"{"a":1,"a":2}"#, "a", 1, 8),
        (r#"{"a":1,"b":2,"\u0061":3}"#, "a", 1, 14),
        ("{\n  \"a\": {\"x\": 1},\n  \"b\": 2,\n  \"a\": 3\n}", "a", 4, 3),
        (r#"[{"a":1},{"a":2,"a":3}]"#, "a", 1, 17),
        (r#"[{"a":1,"b":2},{"b":1,"b":2}]"#, "b", 1, 23),
        (r#"[{"a":1,"a":2},{"a":1,"a":2}]"#, "a", 1, 9),
        (r#"[{"g":{"a":1,"a":2}},{"g":{"a":1}}]"#, "a", 1, 14),
        (r#"{"k":{"n":1},"k":{"n":2}}"#, "k", 1, 14),
        (r#"{"k":{"n":1},"l":{"n":2},"k":{"n":3}}"#, "k", 1, 26),
        (r#"{"k":{"n":1,"n":1},"l":{"n":2}}"#, "n", 1, 13),
        (r#"{"é":{},"é":{}}"#, "é", 1, 9),
        (r#"{"":1,"":2}"#, "", 1, 7),
        (r#"[[{"a":[],"a":[]}]]"#, "a", 1, 11),
    ] {
        let error = refused(json);
        assert!(
            matches!(error.kind(), ErrorKind::DuplicateKey { key: found, .. } if found == key),
            "{json}: {error}"
        );
        assert_eq!((error.line(), error.column()), (line, column), "{json}: {error}");
    }
}

#[test]
fn a_key_twice_among_many() {
    let keys: Vec<String> = (0..1_000).map(|index| format!("\"k{index}\":{index}")).collect();
    let error = refused(&format!("{{{},\"k500\":0}}", keys.join(",")));
    assert!(matches!(error.kind(), ErrorKind::DuplicateKey { key, .. } if key == "k500"), "{error}");
    assert_eq!(error.column(), keys.join(",").len() + 3);
}

#[test]
fn the_same_key_in_other_objects_is_fine() {
    assert_eq!(crate::toon(r#"{"a":{"a":1},"b":{"a":{"a":2}}}"#), "a:\n  a: 1\nb:\n  a:\n    a: 2");
}

#[test]
fn levels_up_to_the_limit() {
    for limit in [1, 2, 127, 128] {
        let options = EncodeOptions::new().max_depth(limit);
        let arrays = |levels: usize| "[".repeat(levels) + &"]".repeat(levels);
        let objects = |levels: usize| "{\"a\":".repeat(levels) + "1" + &"}".repeat(levels);
        to_toon(&arrays(limit), &options).unwrap();
        to_toon(&objects(limit), &options).unwrap();
        for (json, column) in [(arrays(limit + 1), limit + 1), (objects(limit + 1), limit * 5 + 1)] {
            let error = to_toon(&json, &options).unwrap_err();
            assert!(matches!(error.kind(), ErrorKind::DepthLimit { limit: found, .. } if *found == limit));
            assert_eq!((error.line(), error.column()), (1, column));
        }
    }
}

#[test]
fn a_hundred_thousand_levels() {
    on_a_small_stack(|| {
        for opening in ["[", "{\"a\":", "[{\"a\":"] {
            let error = refused(&opening.repeat(100_000));
            assert!(matches!(error.kind(), ErrorKind::DepthLimit { limit: 128, .. }), "{error}");
            assert!(error.line() == 1 && error.column() > 128);
        }
        // The limit can be raised: the reader does not recurse.
        let deep = "[".repeat(2_000) + &"]".repeat(2_000);
        to_toon(&deep, &EncodeOptions::new().max_depth(2_000)).unwrap();
    });
}

#[test]
fn readers_and_writers_that_fail() {
    struct Broken;
    impl io::Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("unplugged"))
        }
    }
    impl io::Write for Broken {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::Error::other("unplugged"))
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let options = EncodeOptions::new();
    for error in [
        to_toon_writer(Broken, Vec::new(), &options).unwrap_err(),
        to_toon_writer("1".as_bytes(), Broken, &options).unwrap_err(),
    ] {
        assert!(matches!(error.kind(), ErrorKind::Io(_)));
        assert_eq!(error.to_string(), "unplugged");
    }

    let mut out = Vec::new();
    let error = to_toon_writer(&b"{\n\"\xc3\xa9\xff\": 1}"[..], &mut out, &options).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::InvalidUtf8));
    assert_eq!((error.line(), error.column()), (2, 3));
    to_toon_writer(&b"[1, 2, x]"[..], &mut out, &options).unwrap_err();
    assert!(out.is_empty(), "nothing is written of a text that is refused");
}
