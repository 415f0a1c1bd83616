//! Converting TOON text.

use serde::de::IgnoredAny;
use serde_json::Value;
use toon::json::from_toon;
use toon::{DecodeOptions, ErrorKind};

#[track_caller]
fn json(toon: &str) -> String {
    from_toon(toon, &DecodeOptions::new()).unwrap_or_else(|error| panic!("{error}: {toon}"))
}

#[test]
fn compact_json() {
    for (toon, expected) in [
        ("", "{}"),
        ("null", "null"),
        ("a: 1", r#"{"a":1}"#),
        ("a: true\nb: text\nc: null", r#"{"a":true,"b":"text","c":null}"#),
        ("[]", "[]"),
        ("a: []\nb:", r#"{"a":[],"b":{}}"#),
        ("[2]: 1,b", r#"[1,"b"]"#),
        ("[2]{id,name}:\n  1,Ada\n  2,Bob", r#"[{"id":1,"name":"Ada"},{"id":2,"name":"Bob"}]"#),
        ("[2]{a,b{x}}:\n  1,true\n  2,false", r#"[{"a":1,"b":{"x":true}},{"a":2,"b":{"x":false}}]"#),
        ("[2:]{n}:\n  a: 1\n  b: 2", r#"{"a":{"n":1},"b":{"n":2}}"#),
        ("[3]:\n  - 1\n  - [1]: x\n  - a: 1\n    b: 2", r#"[1,["x"],{"a":1,"b":2}]"#),
        ("1: 2\ntrue: 3\nnull: 4", r#"{"1":2,"true":3,"null":4}"#),
        ("z: 1\na: 2\n\"10\": 3", r#"{"z":1,"a":2,"10":3}"#),
    ] {
        assert_eq!(json(toon), expected, "{toon}");
    }
}

#[test]
fn numbers_keep_every_digit() {
    for (token, expected) in [
        ("1.50", "1.5"),
        ("1e3", "1000"),
        ("-0", "0"),
        ("1e400", "1e+400"),
        ("-1.5e-400", "-1.5e-400"),
        ("0.1000000000000000055", "0.1000000000000000055"),
        ("1234567890123456789012345678901234567890", "1234567890123456789012345678901234567890"),
        // §4: these are strings.
        ("05", "\"05\""),
        ("+1", "\"+1\""),
        (".5", "\".5\""),
        ("1.", "\"1.\""),
        ("NaN", "\"NaN\""),
        ("-", "\"-\""),
        ("\"1\"", "\"1\""),
    ] {
        for (toon, expected) in [
            (token.to_string(), expected.to_string()),
            (format!("n: {token}"), format!("{{\"n\":{expected}}}")),
            (format!("[2]: {token},{token}"), format!("[{expected},{expected}]")),
            (format!("[1]{{n}}:\n  {token}"), format!("[{{\"n\":{expected}}}]")),
            (format!("[1]{{g{{n}}}}:\n  {token}"), format!("[{{\"g\":{{\"n\":{expected}}}}}]")),
            (format!("[1:]{{n}}:\n  k: {token}"), format!("{{\"k\":{{\"n\":{expected}}}}}")),
            (format!("[2]:\n  - {token}\n  - x: {token}"), format!("[{expected},{{\"x\":{expected}}}]")),
        ] {
            // A bare hyphen is a list item of its own.
            if token != "-" {
                assert_eq!(json(&toon), expected, "{toon}");
            }
        }
    }
}

#[test]
fn strings_are_escaped_as_serde_json_does() {
    for toon in [
        "plain text",
        "é中😀",
        r#""\"\\\n\r\t\u0001\u0008\u000c\u001f""#,
        "\"\u{7f}: a/b\"",
        "\"a long enough string to be written by eights: \\\" and more\"",
    ] {
        let string: String = toon::from_str(toon).unwrap();
        assert_eq!(json(toon), serde_json::to_string(&string).unwrap(), "{toon}");
    }
    assert_eq!(json("\"a\\nb\": 1"), r#"{"a\nb":1}"#);
}

#[test]
fn options_count() {
    let with = |toon: &str, options: DecodeOptions| from_toon(toon, &options).unwrap();
    let new = DecodeOptions::new;
    assert_eq!(with("[2]: 1,true", new().infer_types(false)), r#"["1","true"]"#);
    assert_eq!(with("a.b: 1\na.c: 1e400", new().expand_paths(true)), r#"{"a":{"b":1,"c":1e+400}}"#);
    assert_eq!(with("[3]: 1,2", new().strict(false)), "[1,2]");
    assert_eq!(with("a: 1\nb: 2\na: 3", new().strict(false)), r#"{"a":3,"b":2}"#);
    assert_eq!(with("a:\n    b: 1", new().indent(4)), r#"{"a":{"b":1}}"#);
    assert_eq!(with("a:\n   b: 1", new().detect_indent(true)), r#"{"a":{"b":1}}"#);
}

#[test]
fn errors_have_their_place() {
    for toon in
        ["[3]: 1,2", "a: 1\na: 2", "a: \"x", "[1]: 1\nmore: 2", "[2]{a,b}:\n  1,2\n  3", "a:\n  b: \"\\x\""]
    {
        let error = from_toon(toon, &DecodeOptions::new()).unwrap_err();
        let typed = toon::from_str::<IgnoredAny>(toon).unwrap_err();
        assert_eq!((error.line(), error.column()), (typed.line(), typed.column()), "{toon}: {error}");
        assert!(error.line() > 0 && error.column() > 0, "{toon}: {error}");
    }
    let error = from_toon("a:\n  b: 1", &DecodeOptions::new().max_depth(1)).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::DepthLimit { limit: 1, .. }));
    assert!(from_toon("a: 1", &DecodeOptions::new().indent(0)).is_err());
}

#[test]
fn what_it_writes_is_json() {
    let toon = "a[2]{x,y}:\n  1,\"q\\\"\"\n  2,1e999\nb:\n  c: -1e-7\n  \"d e\": \"\\u0007\"";
    assert!(serde_json::from_str::<Value>(&json(toon).replace("1e+999", "1")).is_ok());
}
