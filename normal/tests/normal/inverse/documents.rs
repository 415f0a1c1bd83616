//! Detecting the form.

use super::{DecodeOptions, ErrorKind, Options, reads, reads_list, reads_text, refuses_text, to_json};

#[test]
fn plain_toon_is_read_as_it_is() {
    for (text, json) in [
        ("a: _", r#"{"a":"_"}"#),
        ("a: 1\n_form: 1 list", r#"{"a":1,"_form":"1 list"}"#),
        ("_form: 1 table\na: _", r#"{"_form":"1 table","a":"_"}"#),
        ("_form: 01 list", r#"{"_form":"01 list"}"#),
        ("_form: 1 list times", r#"{"_form":"1 list times"}"#),
        ("_form: 1", r#"{"_form":1}"#),
        ("_form[1]: 1 list", r#"{"_form":["1 list"]}"#),
        ("[]", "[]"),
        ("", "{}"),
        ("5", "5"),
        ("a.b: 1\na: 2", r#"{"a.b":1,"a":2}"#),
    ] {
        reads_text(text, json);
    }
}

#[test]
fn json_is_refused() {
    for json in ["{}", "[1]", "[[1.5,2.5],[3,4]]", " \n{\"a\": 1}\n", "[ ]", "\u{feff}{\"a\":1}"] {
        let error = to_json(json).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::IsJson), "{json}: {error}");
        assert_eq!(error.suggestion().as_deref(), Some("parse it with a JSON library"));
    }
    assert_eq!(to_json("[2]: 1,2").unwrap(), "[1,2]");
    assert!(!matches!(
        to_json("{\"a\": 1").map_err(|error| matches!(error.kind(), ErrorKind::IsJson)),
        Err(true)
    ));
}

#[test]
fn kinds_of_roots() {
    reads_text("_form: 1 object", "{}");
    reads_list("list: 5", "5");
    reads_list("list: null", "null");
    reads_list("list: __", r#""_""#);
    reads_list("list: []", "[]");
    reads_list("list: \"[[1,2],[3]]\"\nlist.json: true", "[[1,2],[3]]");
    reads_text("_form: 1 map\nmap:", "{}");
    reads_text("_form: 1 map\nmap.map: _key\nmap[2]{_key,a}:\n  x,1\n  y,2", r#"{"x":{"a":1},"y":{"a":2}}"#);
    reads_text("_form: 1 map time\nmap:\n  at: 2026-01-02T100000Z", r#"{"at":"2026-01-02T10:00:00Z"}"#);
    reads_text("_form: 1 list\nlist[2]{a}:\n  1\n  2", r#"[{"a":1},{"a":2}]"#);
    reads_text("\"_form\": \"1 list\"\nlist: 5", "5");
    reads_text("\u{feff}_form: 1 object\r\na: 1\r\n", r#"{"a":1}"#);
}

#[test]
fn broken_lists() {
    refuses_text("_form: 1 list", 1, 8, "expected `list`");
    refuses_text("_form: 1 list\na: 1", 2, 4, "expected `list`");
    refuses_text("_form: 1 list\nlist: 1\nb: 2", 3, 4, "as the only member");
    refuses_text("_form: 1 list\nlist:\n  a: 1", 2, 1, "found an object");
    refuses_text("_form: 1 list\nlist.: 1", 2, 8, "expected `list`");
    refuses_text("_form: 1 map", 1, 8, "expected `map`");
    refuses_text("_form: 1 map\nlist: 1", 2, 7, "expected `map`");
    refuses_text("_form: 1 map\nmap: 1", 2, 6, "expected a map");
    refuses_text("_form: 1 map\nmap[1]{a}:\n  1", 2, 1, "expected a map");
}

#[test]
fn newer_versions() {
    for version in ["2", "10", "99999999999999999999999999999999999999999"] {
        let text = format!("_form: {version} object\na: 1");
        let error = to_json(&text).unwrap_err();
        assert!(
            matches!(error.kind(), ErrorKind::NewerForm { version: found, .. } if found == version),
            "{error}"
        );
        assert_eq!((error.line(), error.column()), (1, 8));
    }
}

#[test]
fn options() {
    let form = "_form: 1 object\na.b: 1";
    for (options, option) in [
        (DecodeOptions::new().strict(false), "non-strict reading"),
        (DecodeOptions::new().infer_types(false), "reading without type inference"),
        (DecodeOptions::new().expand_paths(true), "path expansion"),
    ] {
        let options = Options::new().decode(options);
        let error = options.to_json(form).unwrap_err();
        assert!(
            matches!(error.kind(), ErrorKind::UnsupportedOption { option: found, .. } if *found == option),
            "{error}"
        );
        assert!(options.to_json("a.b: 1").is_ok());
    }
    let four = Options::new().decode(DecodeOptions::new().indent(4));
    assert_eq!(four.to_json("_form: 1 object\na:\n    b: __").unwrap(), r#"{"a":{"b":"_"}}"#);
    let any = Options::new().decode(DecodeOptions::new().detect_indent(true));
    assert_eq!(any.to_json("_form: 1 object\na:\n   b: __").unwrap(), r#"{"a":{"b":"_"}}"#);
}

#[test]
fn toon_is_checked() {
    reads("a[1]: 1", r#"{"a":[1]}"#);
    refuses_text("_form: 1 object\na[2]: 1", 2, 2, "header declares 2 elements, found 1");
}
