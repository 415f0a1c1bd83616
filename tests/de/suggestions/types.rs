//! Values of another type than the target expects.

use super::typed;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::num::NonZeroU8;

type Field<T> = BTreeMap<String, T>;

#[derive(Debug, Deserialize)]
#[allow(dead_code, reason = "never made")]
struct User {
    id: u32,
    tags: Option<Vec<String>>,
}

#[test]
fn null_in_other_words() {
    let expected = Some("write null, if the value may be missing");
    for word in ["None", "Null", "NULL", "nil", "undefined"] {
        assert_eq!(typed::<Field<Option<u8>>>(&format!("a: {word}")).as_deref(), expected);
        assert_eq!(typed::<Field<Option<bool>>>(&format!("a: \"{word}\"")).as_deref(), expected);
        assert_eq!(typed::<Field<Option<User>>>(&format!("a: {word}")).as_deref(), expected);
    }
    assert_eq!(
        typed::<Field<Option<u8>>>("a: \"null\"").as_deref(),
        Some("write null without quotes, if the value may be missing")
    );
    assert_eq!(typed::<Vec<()>>("[1]: None").as_deref(), Some("write null"));
    #[derive(Debug, Deserialize)]
    enum Colour {
        Red,
    }
    assert_eq!(
        typed::<Field<Option<Colour>>>("a: None").as_deref(),
        Some("write null, if the value may be missing, or one of the known variants")
    );
    for word in ["N/A", "-", "none"] {
        assert_eq!(typed::<Field<Option<u8>>>(&format!("a: {word}")), None);
    }
}

#[test]
fn bools() {
    for (text, expected) in [
        ("True", "write true"),
        ("FALSE", "write false"),
        ("\"true\"", "write true without quotes"),
        ("1", "write true"),
        ("0", "write false"),
    ] {
        assert_eq!(typed::<Field<bool>>(&format!("a: {text}")).as_deref(), Some(expected), "{text}");
    }
    for text in ["yes", "2", "truth"] {
        assert_eq!(typed::<Field<bool>>(&format!("a: {text}")), None, "{text}");
    }
}

#[test]
fn numbers() {
    for (text, expected) in [
        ("\"5\"", "write 5 without quotes"),
        ("\"-1.5e3\"", "write -1.5e3 without quotes"),
        ("\" 5 \"", "write 5"),
        ("007", "write 7"),
        ("+5", "write 5"),
        ("-00.5", "write -0.5"),
        ("\"000\"", "write 0"),
    ] {
        assert_eq!(typed::<Field<f64>>(&format!("a: {text}")).as_deref(), Some(expected), "{text}");
    }
    assert_eq!(typed::<Vec<NonZeroU8>>("[1]: \"5\"").as_deref(), Some("write 5 without quotes"));
    assert_eq!(typed::<Vec<User>>("[1]{id}:\n  \"5\"").as_deref(), Some("write 5 without quotes"));
    for text in ["5%", "$5", "\"\"", "five", ".5", "5.", "1 000", "--5", "0x1f"] {
        assert_eq!(typed::<Field<f64>>(&format!("a: {text}")), None, "{text}");
    }
}

#[test]
fn arrays() {
    for (text, expected) in [
        ("a: x, y", "write the array with its length: a[2]: x,y"),
        ("a: x", "write the array with its length: a[1]: x"),
        ("a: [x, y]", "write the array with its length: a[2]: x,y"),
        ("a: [\"x, y\", 'z']", "write the array with its length: a[2]: \"x, y\",z"),
        ("a: \"x, y\"", "write the array with its length: a[1]: \"x, y\""),
        ("\"a b\": x", "write the array with its length: \"a b\"[1]: x"),
        (
            "a: [[x], [y]]",
            "write the array with its length, a[N]:, and its elements on the lines below, each preceded by `- `",
        ),
    ] {
        assert_eq!(typed::<Field<Vec<String>>>(text).as_deref(), Some(expected), "{text}");
    }
    let long = format!("a: {}", vec!["word"; 40].join(", "));
    assert_eq!(
        typed::<Field<Vec<String>>>(&long).as_deref(),
        Some("write the array with its length: a[40]: and its values separated by commas")
    );
    assert_eq!(
        typed::<Vec<Vec<String>>>("[1]:\n  - x, y").as_deref(),
        Some("write the array with its length: [2]: x,y")
    );
    assert_eq!(
        typed::<Vec<User>>("[1]{id,tags}:\n  1,x").as_deref(),
        Some(
            "write the table as a list, with the fields of each item on lines of their own: a cell cannot hold an array"
        )
    );
    assert_eq!(typed::<Field<Vec<String>>>("a: true"), None);
    assert_eq!(typed::<Vec<Vec<u8>>>("[1]: 5"), None);
}

#[test]
fn objects() {
    assert_eq!(
        typed::<Field<User>>("a: {id: 1}").as_deref(),
        Some("write each field on a line of its own below `a:`, indented by 2 spaces, without braces")
    );
    assert_eq!(typed::<Field<User>>("a: x"), None);
}

#[test]
fn comments() {
    let expected =
        |value: &str| format!("write {value}, and the comment on a line of its own that begins with #");
    for text in ["5 # kg", "5 // kg", "5  #"] {
        let advice = typed::<Field<u8>>(&format!("a: {text} "));
        assert_eq!(advice, (text != "5  #").then(|| expected("5")), "{text}");
    }
    assert_eq!(typed::<Field<bool>>("a: true # yes"), Some(expected("true")));
    assert_eq!(typed::<Field<bool>>("a: 1 # yes"), None);
    assert_eq!(typed::<Field<u8>>("a: five # kg"), None);
}

/// Advice for strings is as it was.
#[test]
fn strings() {
    assert_eq!(typed::<Field<String>>("a: 5").as_deref(), Some("quote the value: \"5\""));
    assert_eq!(typed::<Field<String>>("a: true").as_deref(), Some("quote the value: \"true\""));
}
