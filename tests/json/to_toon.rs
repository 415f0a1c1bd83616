//! Converting JSON text.

use crate::toon;
use toon::json::{to_toon, to_toon_writer};
use toon::{Delimiter, EncodeOptions, ErrorKind, KeyFolding, SpecVersion};

#[test]
fn numbers_are_exact_in_value_and_canonical_in_form() {
    for (json, expected) in [
        ("0", "0"),
        ("-0", "0"),
        ("-0.0", "0"),
        ("0e5", "0"),
        ("7", "7"),
        ("-12", "-12"),
        ("1.0", "1"),
        ("1.50", "1.5"),
        ("1e3", "1000"),
        ("1E+3", "1000"),
        ("-2.5e-3", "-0.0025"),
        ("0.000001", "0.000001"),
        ("0.0000001", "1e-7"),
        ("100000000000000000000.0", "100000000000000000000"),
        ("1e20", "100000000000000000000"),
        ("1e21", "1e+21"),
        ("18446744073709551616", "18446744073709551616"),
        ("1234567890123456789012345678901234567890", "1234567890123456789012345678901234567890"),
        ("-1234567890123456789012345678901234567890", "-1234567890123456789012345678901234567890"),
        ("0.1000000000000000055", "0.1000000000000000055"),
        ("3.14159265358979323846264338327950288", "3.14159265358979323846264338327950288"),
        ("1e400", "1e+400"),
        ("1.5e-400", "1.5e-400"),
        ("9007199254740993", "9007199254740993"),
    ] {
        assert_eq!(toon(json), expected, "{json}");
        assert_eq!(toon(&format!("[{json},{json}]")), format!("[2]: {expected},{expected}"));
        assert_eq!(toon(&format!(r#"{{"n":{json}}}"#)), format!("n: {expected}"));
        assert_eq!(toon(&format!(r#"[{{"n":{json}}}]"#)), format!("[1]{{n}}:\n  {expected}"));
    }
}

#[test]
fn a_number_may_be_long() {
    let digits = "1234567890".repeat(1_000);
    assert_eq!(toon(&digits), digits);
    let fraction = format!("0.{digits}1");
    assert_eq!(toon(&fraction), fraction);
}

#[test]
fn keys_keep_their_order() {
    assert_eq!(toon(r#"{"z":1,"a":2,"10":3,"m":4,"2":5}"#), "z: 1\na: 2\n\"10\": 3\nm: 4\n\"2\": 5");
    assert_eq!(toon(r#"[{"b":1,"a":2},{"b":3,"a":4}]"#), "[2]{b,a}:\n  1,2\n  3,4");
}

#[test]
fn every_form() {
    for (json, expected) in [
        ("null", "null"),
        ("true", "true"),
        (" false\n", "false"),
        (r#""text""#, "text"),
        (r#""true""#, "\"true\""),
        ("[]", "[]"),
        ("{}", ""),
        (r#"{"a":[],"b":{}}"#, "a: []\nb:"),
        ("[1,[2,[3]],{}]", "[3]:\n  - 1\n  - [2]:\n    - 2\n    - [1]: 3\n  -"),
        (r#"{"a":{"b":{"c":null}}}"#, "a:\n  b:\n    c: null"),
        (r#"[{"a":1,"b":{"x":true}},{"b":{"x":false},"a":2}]"#, "[2]{a,b{x}}:\n  1,true\n  2,false"),
        (r#"{"a":{"n":1},"b":{"n":2}}"#, "[2:]{n}:\n  a: 1\n  b: 2"),
        (r#"[{"a":1},{"b":2}]"#, "[2]:\n  - a: 1\n  - b: 2"),
    ] {
        assert_eq!(toon(json), expected, "{json}");
    }
}

#[test]
fn strings() {
    for (json, expected) in [
        (r#""\"\\\/\b\f\n\r\t""#, r#""\"\\/\u0008\u000c\n\r\t""#),
        (r#""\u0041\u00e9\u4e2d""#, "Aé中"),
        (r#""\ud83d\ude00""#, "😀"),
        (r#""\uD83D\uDE00!""#, "😀!"),
        (r#""a\u0020b""#, "a b"),
        ("\"é中😀\u{7f}\u{2028}\"", "é中😀\u{7f}\u{2028}"),
        (r#""\u0000""#, r#""\u0000""#),
        (r#""""#, r#""""#),
        (r#""12""#, r#""12""#),
        (
            r#""a long enough string to be read by eights, with, commas""#,
            r#""a long enough string to be read by eights, with, commas""#,
        ),
        (
            r#""a long enough string \u0061nd an escape after it""#,
            "a long enough string and an escape after it",
        ),
        // §7.2: at the start of a document.
        ("\"\u{feff}\"", "\"\u{feff}\""),
    ] {
        assert_eq!(toon(json), expected, "{json}");
    }
    assert_eq!(toon(r#"{"\u0061\nb":1,"c d":2}"#), "\"a\\nb\": 1\n\"c d\": 2");
}

#[test]
fn white_space_and_a_byte_order_mark_are_nothing() {
    assert_eq!(toon("\u{feff} {\t\"a\"\r\n: [ 1 , 2 ] , \"b\" : { } } \n"), "a[2]: 1,2\nb:");
}

#[test]
fn options_count() {
    let json = r#"{"a":{"b":[1,2]}}"#;
    let with = |options: EncodeOptions| to_toon(json, &options).unwrap();
    assert_eq!(with(EncodeOptions::new().indent(4)), "a:\n    b[2]: 1,2");
    assert_eq!(with(EncodeOptions::new().delimiter(Delimiter::Pipe)), "a:\n  b[2|]: 1|2");
    assert_eq!(with(EncodeOptions::new().key_folding(KeyFolding::Safe)), "a.b[2]: 1,2");
    let v3 = EncodeOptions::new().spec(SpecVersion::V3);
    assert_eq!(to_toon(r#"{"a":{"n":1},"b":{"n":2}}"#, &v3).unwrap(), "a:\n  n: 1\nb:\n  n: 2");
    let error = to_toon(json, &EncodeOptions::new().indent(17)).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::InvalidIndent { spaces: 17, .. }));
    assert_eq!(error.line(), 0);
}

#[test]
fn fields_are_picked() {
    let options = EncodeOptions::new().fields(["name", "owner.id"]);
    let json = r#"[{"id": 1, "owner": {"x": [{}], "id": 1.0}, "name": "a"}, {"name": "b", "owner": {"id": 2}, "no": [[1]]}]"#;
    assert_eq!(to_toon(json, &options).unwrap(), "[2]{name,owner{id}}:\n  a,1\n  b,2");
    assert_eq!(to_toon(r#" "a" "#, &options).unwrap(), "a");
    // Parts that are not selected must be valid JSON, but may have duplicate keys.
    let json = "{\"a\": {\"x\": 1, \"x\": 2},\n\"name\": 1, \"name\": 2}";
    let error = to_toon(json, &options).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::DuplicateKey { key, .. } if key == "name"));
    assert_eq!((error.line(), error.column()), (2, 12));
    let error = to_toon(json, &EncodeOptions::new().fields(["no"])).unwrap_err();
    assert_eq!(error.to_string(), "unknown field \"no\", expected one of `a`, `name`");
    assert!(to_toon(r#"{"no": [1,], "name": 1}"#, &options).is_err());
}

#[test]
fn reader_to_writer() {
    let mut out = Vec::new();
    to_toon_writer(r#"{"a":[1,2]}"#.as_bytes(), &mut out, &EncodeOptions::new()).unwrap();
    assert_eq!(out, b"a[2]: 1,2");
}
