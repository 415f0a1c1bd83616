//! The last line before its line feed, which is only shown on request.

use toon::{Partial, Value};

/// What is shown of `text`, and the path that may still grow.
fn read(text: &str) -> (Option<Value>, Option<String>) {
    let mut partial = Partial::new().with_unfinished(true);
    partial.push(text);
    let value = partial.value::<Value>().unwrap();
    let progress = partial.progress().unwrap();
    (value, progress.unfinished().map(ToOwned::to_owned))
}

/// Compares values, since there are several ways to write them.
#[track_caller]
fn shows(text: &str, shown: &str, unfinished: impl Into<Option<&'static str>>) {
    let (value, path) = read(text);
    assert_eq!(value, Some(toon::from_str(shown).unwrap()), "{text:?}");
    assert_eq!(path.as_deref(), unfinished.into(), "{text:?}");
}

#[test]
fn a_field() {
    shows("a: 1\nb: x y", "a: 1\nb: x y", "b");
    shows("a: 1\nb: \"x\\", "a: 1\nb: x", "b");
    shows("a: 1\nb: \"x\\u00", "a: 1\nb: x", "b");
    shows("a: 1\nb: \"x\\\\", "a: 1\nb: \"x\\\\\"", "b");
    shows("a: 1\nb: \"", "a: 1\nb: \"\"", "b");
    shows("a:\n  b: 5", "a:\n  b: 5", "a.b");
    shows("a: 5\" pipe", "a: \"5\\\" pipe\"", "a");
}

#[test]
fn what_says_nothing_yet() {
    for end in [
        "", " ", "  ", "b", "b:", "b: ", "b[", "b[2", "b[2]{", "b[2]{x,", "b[2]{\"x", "\"b", "#", "# x",
        "  b: 1",
    ] {
        shows(&format!("a: 1\n{end}"), "a: 1", None);
    }
    assert_eq!(read("a:"), (None, None));
    shows("a[2]:\n  -", "a: []", None);
    shows("a[2]:\n  - ", "a: []", None);
    shows("a[2]:\n  - b:", "a: []", None);
}

#[test]
fn a_row() {
    shows("t[2]{a,b{c,d}}:\n  1", "t[1]:\n  - a: 1", "t[0].a");
    shows("t[2]{a,b{c,d}}:\n  1,", "t[1]:\n  - a: 1", "t[0].a");
    shows("t[2]{a,b{c,d}}:\n  1,2", "t[1]:\n  - a: 1\n    b:\n      c: 2", "t[0].b.c");
    shows("t[2]{a,b{c,d}}:\n  1,2,3", "t[1]{a,b{c,d}}:\n  1,2,3", "t[0].b.d");
    shows("t[2]{a,b}:\n  1,\"x, ", "t[1]{a,b}:\n  1,\"x, \"", "t[0].b");
    shows("t[2:]{a,b}:\n  k: 1", "t:\n  k:\n    a: 1", "t.k.a");
    // It would be an error.
    shows("t[2]{a}:\n  1,2", "t: []", None);
}

#[test]
fn an_element() {
    shows("a[3]: x,y", "a[2]: x,y", "a[1]");
    shows("a[3]: x,y,", "a[2]: x,y", "a[1]");
    shows("[3]: x,y", "[2]: x,y", "[1]");
    shows("[3]:\n  - x\n  - y", "[2]: x,y", "[1]");
    shows("[3]:\n  - x: 1\n  - x: 2", "[2]{x}:\n  1\n  2", "[1].x");
    shows("[3]:\n  - [2]: 1", "[1]:\n  - [1]: 1", "[0][0]");
}

#[test]
fn a_root() {
    shows("hello wor", "hello wor", "");
    shows("\"hello wor", "hello wor", "");
    assert_eq!(read("hello\n"), (None, None));
}

#[test]
fn a_value_that_does_not_match_yet() {
    #[derive(Debug, PartialEq, serde::Deserialize)]
    struct Row {
        id: u32,
        #[serde(default)]
        is_open: Option<bool>,
    }

    let mut partial = Partial::new().with_unfinished(true);
    partial.push("[2]{id,is_open}:\n  1,false\n  2,tr");
    let rows = partial.value::<Vec<Row>>().unwrap();
    assert_eq!(rows, Some(vec![Row { id: 1, is_open: Some(false) }]));
    partial.push("ue");
    let rows = partial.value::<Vec<Row>>().unwrap().unwrap();
    assert_eq!(rows[1], Row { id: 2, is_open: Some(true) });
    assert!(!partial.progress().unwrap().is_complete("[1]"));
    assert!(!partial.progress().unwrap().is_complete("[1].is_open"));
    assert!(partial.progress().unwrap().is_complete("[1].id"));
}
