//! Places, paths, categories and suggestions of errors.

use serde::Deserialize;
use serde::de::{DeserializeOwned, IgnoredAny};
use std::borrow::Cow;
use std::collections::BTreeMap;
use toon::{Category, DecodeOptions, Error, ErrorKind};

#[derive(Debug, Deserialize)]
#[allow(dead_code)]
#[serde(deny_unknown_fields)]
struct User {
    id: u32,
    email: String,
    tags: Option<Vec<u8>>,
}

#[derive(Debug, Deserialize)]
#[allow(dead_code)]
struct Even(#[serde(deserialize_with = "even")] u32);

fn even<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    let number = u32::deserialize(deserializer)?;
    if number % 2 == 0 { Ok(number) } else { Err(serde::de::Error::custom("an odd number")) }
}

#[derive(Debug, Deserialize)]
#[allow(dead_code)]
#[serde(try_from = "Pair")]
struct Ordered(u8, u8);

#[derive(Debug, Deserialize)]
struct Pair {
    a: u8,
    b: u8,
}

impl TryFrom<Pair> for Ordered {
    type Error = &'static str;
    fn try_from(Pair { a, b }: Pair) -> Result<Self, Self::Error> {
        if a < b { Ok(Ordered(a, b)) } else { Err("not in order") }
    }
}

#[derive(Debug, Deserialize)]
#[allow(dead_code)]
struct All {
    users: Vec<User>,
    even: Vec<Even>,
    ordered: BTreeMap<String, Ordered>,
}

#[track_caller]
fn fails<T: DeserializeOwned>(text: &str) -> Error {
    match toon::from_str::<T>(text) {
        Ok(_) => panic!("accepted: {text}"),
        Err(error) => error,
    }
}

#[track_caller]
fn at<T: DeserializeOwned>(text: &str, place: (usize, usize), path: Option<&str>, message: &str) {
    let error = fails::<T>(text);
    assert_eq!((error.line(), error.column()), place, "{error}");
    assert_eq!(error.path(), path, "{error}");
    assert_eq!(error.kind().to_string(), message);
    assert!(error.to_string().starts_with(message));
}

#[test]
fn types_that_refuse() {
    at::<Vec<User>>(
        "[1]{id,email}:\n  x,y",
        (2, 3),
        Some("[0].id"),
        "invalid type: string \"x\", expected u32",
    );
    at::<Vec<User>>(
        "[1]{id,email}:\n  1,2",
        (2, 5),
        Some("[0].email"),
        "invalid type: integer `2`, expected a string",
    );
    at::<Vec<User>>("[2]{id}:\n  1\n  2", (2, 3), Some("[0]"), "missing field `email`");
    at::<Vec<User>>(
        "[1]{id,mail}:\n  1,2",
        (1, 8),
        Some("[0]"),
        "unknown field `mail`, expected one of `id`, `email`, `tags`",
    );
    at::<BTreeMap<String, User>>(
        "[1:]{id,email}:\n  alice: 1,true",
        (2, 12),
        Some("alice.email"),
        "invalid type: boolean `true`, expected a string",
    );
    at::<BTreeMap<String, User>>("a.b:\n  id: 1", (1, 1), Some("[\"a.b\"]"), "missing field `email`");
    at::<User>(
        "id: 1\nemail: é\ntags[2]: 1,300",
        (3, 12),
        Some("tags[1]"),
        "invalid value: integer `300`, expected u8",
    );
    at::<User>(
        "id: 1\nemail: é\ntags: x",
        (3, 7),
        Some("tags"),
        "invalid type: string \"x\", expected a sequence",
    );
    at::<User>(
        "id: 1\nemial: é",
        (2, 1),
        None,
        "unknown field `emial`, expected one of `id`, `email`, `tags`",
    );
    at::<User>("id:\n  x: 1\nemail: y", (1, 1), Some("id"), "invalid type: object, expected u32");
    at::<Vec<Even>>("[2]: 2,  3", (1, 10), Some("[1]"), "an odd number");
    at::<BTreeMap<String, Ordered>>("m:\n  a: 2\n  b: 1", (1, 1), Some("m"), "not in order");
    at::<Vec<Ordered>>("[2]{a,b}:\n  1,2\n  2,1", (3, 3), Some("[1]"), "not in order");
    at::<Vec<Ordered>>("[1]:\n  - a: 2\n    b: 1", (2, 5), Some("[0]"), "not in order");
}

#[test]
fn advice_for_types() {
    let advice = |error: Error| error.suggestion().map(Cow::into_owned);
    assert_eq!(advice(fails::<Vec<String>>("[1]: 42")).as_deref(), Some("quote the value: \"42\""));
    assert_eq!(
        advice(fails::<User>("id: 1\nemial: x")).as_deref(),
        Some("did you mean the field \"email\"?")
    );
    assert_eq!(advice(fails::<User>("id: 1")).as_deref(), Some("add the field \"email\""));
    let borrowed = advice(toon::from_str::<Vec<&str>>("[1]: \"a\\n\"").unwrap_err()).unwrap_or_default();
    assert!(borrowed.contains("escapes"), "{borrowed}");
}

#[test]
fn no_advice_that_would_not_help() {
    #[derive(Debug, Deserialize)]
    #[allow(dead_code, reason = "never made")]
    struct Bowstring {
        a: u8,
    }
    #[derive(Debug, Deserialize)]
    enum Short {
        N,
        Un,
    }
    let advice = |error: Error| error.suggestion().map(Cow::into_owned);
    assert_eq!(advice(fails::<Vec<Bowstring>>("[1]: 5")), None);
    assert_eq!(advice(fails::<Vec<String>>("[1]: null")), None);
    assert_eq!(advice(fails::<Vec<Short>>("[1]: 5")), None);
    let unknown = advice(fails::<Vec<Short>>("[1]: x")).unwrap_or_default();
    assert!(!unknown.contains("did you mean"), "{unknown}");
}

#[test]
fn every_mistake_of_syntax_and_structure_has_a_place_and_advice() {
    for (text, place, category) in [
        ("a: \"x\\q\"", (1, 6), Category::Syntax),
        ("a: \"x\nb: 1", (1, 4), Category::Syntax),
        ("a: \"x", (1, 4), Category::Eof),
        ("a: \"x\"y", (1, 7), Category::Syntax),
        ("a[03]: 1", (1, 2), Category::Syntax),
        ("a[2: 1\nb: 1", (1, 2), Category::Syntax),
        ("a[2", (1, 1), Category::Data),
        ("b: 1\na [2]: 1", (2, 2), Category::Syntax),
        ("a[2]x: 1", (1, 5), Category::Syntax),
        ("a[2]{b}\nc: 1", (1, 8), Category::Syntax),
        ("a[2]{}:\nc: 1", (1, 6), Category::Syntax),
        ("a[2]{b,}:\nc: 1", (1, 8), Category::Syntax),
        ("a[2]{b:\nc: 1", (1, 5), Category::Syntax),
        ("a[2]{b|c}:", (1, 7), Category::Syntax),
        ("a[2]{b,b}:", (1, 8), Category::Syntax),
        ("a[2:]:", (1, 6), Category::Syntax),
        ("a[1]{b}: 1", (1, 10), Category::Syntax),
        ("a:\n  [1]: 1", (2, 3), Category::Syntax),
        ("a:\n\tb: 1", (2, 1), Category::Syntax),
        ("a:\n   b: 1", (2, 4), Category::Syntax),
        ("a:\n    b: 1", (2, 5), Category::Structure),
        ("a: 1\n  b: 1", (2, 3), Category::Structure),
        ("a[2]:\n  - 1\n\n  - 2", (3, 1), Category::Structure),
        ("a: 1\nb", (2, 1), Category::Syntax),
        ("a[1]:\n  - 1\n  b: 1", (3, 3), Category::Structure),
        ("a[1]{b}:\n  1\n  c: 1", (3, 4), Category::Structure),
        ("a[1:]{b}:\n  1", (2, 3), Category::Structure),
        ("[1]: 1\nb: 1", (2, 1), Category::Structure),
        ("a[2]: 1,2,3", (1, 2), Category::Structure),
        ("a[2]: 1\nb: 1", (1, 2), Category::Structure),
        ("a[2]: 1\n", (1, 2), Category::Eof),
        ("a[2]:\n  - 1\n", (1, 2), Category::Eof),
        ("a[1]{b,c}:\n  1,2,3", (2, 3), Category::Structure),
        ("a[1]{b,c}:\n  1\nd: 1", (2, 3), Category::Structure),
        ("a[1]{b,c}:\n  1", (2, 3), Category::Eof),
        ("a: 1\na: 2", (2, 1), Category::Structure),
        ("\u{feff}a: 1\n\"a\": 2", (2, 1), Category::Structure),
        ("é: 1\r\né: 2", (2, 1), Category::Structure),
        ("a: é\t\"", (0, 0), Category::Data),
    ] {
        let Err(error) = toon::from_str::<serde_json::Value>(text) else {
            assert_eq!(place.0.min(1), usize::from(category != Category::Data || text == "a[2"), "{text}");
            continue;
        };
        assert_eq!((error.line(), error.column()), place, "{text:?}: {error}");
        assert_eq!(error.classify(), category, "{text:?}: {error}");
        assert!(error.suggestion().is_some(), "{error}");
        assert!(error.render(text).contains('^'), "{}", error.render(text));
    }
}

#[test]
fn rendering_survives_any_source() {
    let error = fails::<IgnoredAny>("a: 1\nb: \"");
    for source in ["", "x", "\u{feff}", "\n\n\n", "a\nb", "世界\n\t世\u{202e}", &"x".repeat(10_000)] {
        assert!(error.render(source).starts_with("error: "));
    }
    let text = format!("a: {}\"", "\"x\"".repeat(200));
    let shown = fails::<IgnoredAny>(&text).render(&text);
    assert!(shown.lines().all(|line| line.chars().count() < 140), "{shown}");
}

#[test]
fn the_width_explains_a_cell_that_slipped() {
    let error = fails::<Vec<User>>("[1]{id,email}:\n  x");
    assert!(matches!(error.kind(), ErrorKind::WidthMismatch { expected: 2, found: 1, .. }), "{error}");
}

#[test]
fn an_invalid_cell_without_a_field_is_counted() {
    for row in ["1,\"x", "1,\"x\" y", "1,\"x\"\"y,2"] {
        let text = format!("[1]{{a}}:\n  {row}\n");
        let error = fails::<Vec<BTreeMap<String, u8>>>(&text);
        assert_eq!(
            error.to_string(),
            "row has 2 cells, but the header has 1 field at line 2 column 3, in [0]"
        );
        assert!(
            DecodeOptions::new().check(&text).iter().any(|mistake| mistake.to_string() == error.to_string())
        );
    }
}

#[test]
fn a_deserializer_of_bytes() {
    let mut deserializer = toon::Deserializer::from_slice("a: 中".as_bytes());
    let map = BTreeMap::<String, String>::deserialize(&mut deserializer).unwrap();
    assert_eq!(map["a"], "中");
    deserializer.end().unwrap();

    // They fail as a whole, however they are read.
    for bytes in [&b"a: 1\nb: \xe4\xb8\xad\xff"[..], b"1\n\xff", b"\xff"] {
        let expected = toon::from_slice::<IgnoredAny>(bytes).unwrap_err().to_string();
        let mut deserializer = toon::Deserializer::from_slice(bytes);
        assert_eq!(IgnoredAny::deserialize(&mut deserializer).unwrap_err().to_string(), expected);
        let again = IgnoredAny::deserialize(&mut deserializer).unwrap_err();
        assert!(matches!(again.kind(), ErrorKind::AlreadyRead), "{again}");
        assert_eq!(toon::Deserializer::from_slice(bytes).end().unwrap_err().to_string(), expected);
    }
}

#[test]
fn bytes_and_readers() {
    let error = toon::from_slice::<IgnoredAny>(b"a: 1\nb: \xe4\xb8\xad\xff").unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::InvalidUtf8));
    assert_eq!((error.line(), error.column()), (2, 5));
    assert_eq!(error.classify(), Category::Syntax);
    assert_eq!(toon::from_slice::<IgnoredAny>(b"a: \xe4\xb8").unwrap_err().classify(), Category::Eof);
    assert!(toon::from_slice::<IgnoredAny>(b"a: \xed\xa0\x80").is_err());

    struct Broken;
    impl std::io::Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            Err(std::io::Error::new(std::io::ErrorKind::TimedOut, "too slow"))
        }
    }
    let error = toon::from_reader::<_, u8>(Broken).unwrap_err();
    assert_eq!(error.classify(), Category::Io);
    assert_eq!((error.line(), error.column()), (0, 0));
    let source = std::error::Error::source(&error).unwrap();
    assert_eq!(source.to_string(), "too slow");
    assert_eq!(std::io::Error::from(error).kind(), std::io::ErrorKind::TimedOut);
    let error = fails::<u8>("[3]: 1");
    assert_eq!(std::io::Error::from(fails::<Vec<u8>>("[3]: 1")).kind(), std::io::ErrorKind::UnexpectedEof);
    assert_eq!(std::io::Error::from(error).kind(), std::io::ErrorKind::InvalidData);
}

#[test]
fn one_pointer_and_free_to_travel() {
    fn travels<T: Send + Sync + std::error::Error + 'static>() {}
    travels::<Error>();
    assert_eq!(size_of::<Error>(), size_of::<usize>());
    let error = fails::<Vec<u8>>("[1]: x");
    assert_eq!(
        format!("{error:?}"),
        "Error(\"invalid type: string \\\"x\\\", expected u8\", line: 1, column: 6, path: \"[0]\")",
    );
}

#[test]
fn options_out_of_range() {
    for spaces in [0, 17] {
        let error = DecodeOptions::new().indent(spaces).from_str::<u8>("1").unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::InvalidIndent { .. }));
    }
}

/// A caller that swallows thousands of errors pays for each of them only once.
#[test]
fn swallowed_errors() {
    #[derive(Debug)]
    struct Lenient;
    impl<'de> Deserialize<'de> for Lenient {
        fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            let _ = u8::deserialize(deserializer);
            Ok(Lenient)
        }
    }
    let text = format!("[20000]: {}", vec!["x"; 20_000].join(","));
    assert_eq!(toon::from_str::<Vec<Lenient>>(&text).unwrap().len(), 20_000);
    let text = format!("[20000]:\n{}", "  - x\n".repeat(20_000));
    assert_eq!(toon::from_str::<Vec<Lenient>>(&text).unwrap().len(), 20_000);
}
