//! The elements of an array at a path in a larger document.

use proptest::prelude::*;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{BufReader, Read};
use toon::{DecodeOptions, Error, ErrorKind, Rows};
use toon_testing::effort;

/// The elements, and the error after them if there is one.
fn read<T: DeserializeOwned>(text: &str, path: &str, options: &DecodeOptions) -> (Vec<T>, Option<Error>) {
    let mut results = Vec::new();
    for capacity in [1, 7, 64, 8192] {
        let mut elements = Vec::new();
        let mut error = None;
        for element in options.rows_at::<_, T>(BufReader::with_capacity(capacity, text.as_bytes()), path) {
            assert!(error.is_none(), "something follows an error");
            match element {
                Ok(element) => elements.push(element),
                Err(found) => error = Some(found),
            }
        }
        results.push((elements, error));
    }
    let messages: Vec<_> =
        results.iter().map(|(rows, error)| (rows.len(), error.as_ref().map(Error::to_string))).collect();
    assert!(messages.iter().all(|message| *message == messages[0]), "{text:?}: {messages:?}");
    results.pop().unwrap()
}

#[track_caller]
fn check(text: &str, path: &str, expected: Value) {
    let (elements, error) = read::<Value>(text, path, &DecodeOptions::new());
    assert_eq!(
        (Value::from(elements), error.map(|error| error.to_string())),
        (expected, None),
        "{text:?} at {path}"
    );
}

#[track_caller]
fn fails(text: &str, path: &str, message: &str) -> Error {
    let (_, error) = read::<Value>(text, path, &DecodeOptions::new());
    let error = error.unwrap();
    assert_eq!(error.to_string(), message, "{text:?} at {path}");
    error
}

const PAGE: &str = "\
# a comment
ok: true
tags[2]: issues,data
other:
  data:
    issues[1]{id}:
      0
data:
  page: 1
  list[2]:
    - issues: 1
    - data:
        issues[1]: 3
  issues[2]{id,owner{name}}:
    7,Ada

    8,Bob
  nothing: []
  inline[3]: 1,2,3
  mixed[3]:
    - 1
    - a: 1
      b: 2
    - [2]: 1,2
  none[0]:
  \"a.b\":
    \"c d\"[1]{x}:
      1
  keyed[2:]{x}:
    a: 1
    b: 2
  inner:
    empty:
    rows[1]{z}:
      9
last: 1
data.folded[1]{y}:
  5
";

#[test]
fn each_form_of_an_array() {
    let page = PAGE.replace("\n\n", "\n");
    check(
        &page,
        "data.issues",
        json!([{"id": 7, "owner": {"name": "Ada"}}, {"id": 8, "owner": {"name": "Bob"}}]),
    );
    check(&page, "other.data.issues", json!([{"id": 0}]));
    check(&page, "tags", json!(["issues", "data"]));
    check(&page, "data.nothing", json!([]));
    check(&page, "data.none", json!([]));
    check(&page, "data.inline", json!([1, 2, 3]));
    check(&page, "data.mixed", json!([1, {"a": 1, "b": 2}, [1, 2]]));
    check(&page, "data.list", json!([{"issues": 1}, {"data": {"issues": [3]}}]));
    check(&page, "data.\"a.b\".c d", json!([{"x": 1}]));
    check(&page, "data.a.b.c d", json!([{"x": 1}]));
    check(&page, "data.inner.rows", json!([{"z": 9}]));
    check(&page, "data.folded", json!([{"y": 5}]));
    check(&page, "\"data.folded\"", json!([{"y": 5}]));
    check("rows[1]{id}:\n  1", "rows", json!([{"id": 1}]));
    check("\u{feff}\n\nrows[1]{id}:\r\n  1\r\nend: 1\r\n", "rows", json!([{"id": 1}]));
    check("\"\"[1]: 1", "", json!([1]));
}

/// A key of dots alone is not the way through objects with empty keys.
#[test]
fn empty_segments_are_not_joined() {
    check("\".\":\n  \"\": 0\n\"\":\n  \"\":\n    \"\"[1]: 7", "\"\".\"\".\"\"", json!([7]));
    check("\"a.\": 0\na:\n  \"\"[1]: 2", "a.\"\"", json!([2]));
    check("a.b[1]: 1", "a.b", json!([1]));
}

#[test]
fn paths_that_do_not_exist() {
    let error = fails(
        PAGE,
        "data.isues",
        "unknown key \"isues\" in path \"data.isues\", expected one of `page`, `list`, `issues`, `nothing`, `inline`, `mixed`, `none`, `a.b`, `keyed`, `inner` at line 8 column 1, in data",
    );
    assert_eq!(error.suggestion().unwrap(), "did you mean the key \"issues\"?");
    fails(
        PAGE,
        "page.issues",
        "unknown key \"page\" in path \"page.issues\", expected one of `ok`, `tags`, `other`, `data`, `last`, `data.folded`",
    );
    fails(
        PAGE,
        "data.inner.empty.rows",
        "unknown key \"rows\" in path \"data.inner.empty.rows\", but there are no keys at line 33 column 5, in data.inner.empty",
    );
    let error = fails(
        PAGE,
        "data.list.issues",
        "unknown key \"issues\" in path \"data.list.issues\", but there are no keys at line 10 column 3, in data.list",
    );
    assert!(error.suggestion().unwrap().contains("not through arrays"));
    fails(
        PAGE,
        "data.keyed.a",
        "unknown key \"a\" in path \"data.keyed.a\", but there are no keys at line 29 column 3, in data.keyed",
    );
    fails("", "a", "unknown key \"a\" in path \"a\", but there are no keys");
    let error = fails(
        "[1]{a}:\n  1",
        "a",
        "unknown key \"a\" in path \"a\", but there are no keys at line 1 column 1",
    );
    assert!(error.suggestion().unwrap().contains("`Rows::new`"));
    fails("word", "a", "unknown key \"a\" in path \"a\", but there are no keys at line 1 column 1");
}

#[test]
fn values_that_are_not_arrays() {
    fails(PAGE, "ok", "invalid type: boolean `true`, expected a sequence at line 2 column 5, in ok");
    fails(PAGE, "data", "invalid type: object, expected a sequence at line 8 column 1, in data");
    fails(PAGE, "data.keyed", "invalid type: object, expected a sequence at line 29 column 3, in data.keyed");
}

/// What is wrong in the array is the same error in the same place as if the whole document were
/// read.
#[test]
fn mistakes_in_the_array() {
    for rows in [
        "{id,n}:\n    1,2\n    3",
        "{id,n}:\n    1,2\n    3,4\n    5,6",
        "{id,n}:\n    1,2",
        "{id,n}:\n    1,2\n\n    3,4",
        "{id,n}:\n    1,2\n      3,4",
        "{id,n}:\n    1,2\n   3,4",
        "{id,id}:\n    1,2\n    3,4",
        "{id,n:\n    1,2\n    3,4",
        ":\n    - 1\n    - \"x",
        ":\n    - a: 1\n      a: 2\n    - 1",
        ": 1,2,3",
        ": 1,\"x",
    ] {
        let text = format!("# head\na:\n  x: 1\n  rows[2]{rows}\n  y: 1\nz: 1\n");
        let whole = toon::from_str::<Value>(&text).unwrap_err();
        let (_, error) = read::<Value>(&text, "a.rows", &DecodeOptions::new());
        let error = error.unwrap();
        assert_eq!(whole.to_string(), error.to_string(), "{text}");
    }
}

/// Of the rest of the document, the fields on the path are checked.
#[test]
fn mistakes_around_the_array() {
    check("x[2]: 1\na: 1\na: 2\nrows[1]: 1\nb[3]:\n  - 1\n", "rows", json!([1]));
    fails("rows[1]: 1\nrows[1]: 1", "rows", "duplicate key \"rows\" at line 2 column 1");
    fails("rows[1]:\n  - 1\nb: 1\n\"rows\": 1", "rows", "duplicate key \"rows\" at line 4 column 1");
    fails("a:\n  rows[1]:\n    - 1\nb: 1\na: 1", "a.rows", "duplicate key \"a\" at line 5 column 1");
    fails(
        "a:\n  rows[1]:\n    - 1\n  rows: 1\na: 1",
        "a.rows",
        "duplicate key \"rows\" at line 4 column 3, in a",
    );
    check("a:\n  rows[1]:\n    - 1\nb:\n  rows: 1", "a.rows", json!([1]));
    fails(
        "word\nrows[1]: 1",
        "rows",
        "unknown key \"rows\" in path \"rows\", but there are no keys at line 1 column 1",
    );
    fails(
        "a:\n  word\n  rows[1]: 1",
        "a.rows",
        "expected `key: value`, found a line without a colon at line 2 column 3, in a",
    );
    fails("a: 1\n\"b: 2\nrows[1]: 1", "rows", "unterminated string at line 2 column 1");
}

#[test]
fn options() {
    let options = DecodeOptions::new().indent(4);
    let text = "a:\n    b[1]{x}:\n        1\n";
    assert_eq!(read::<Value>(text, "a.b", &options).0, [json!({"x": 1})]);
    let detect = DecodeOptions::new().detect_indent(true);
    assert_eq!(read::<Value>(text, "a.b", &detect).0, [json!({"x": 1})]);
    let lenient = DecodeOptions::new().strict(false);
    assert_eq!(read::<Value>("a:\n  b[7]{x}:\n    1\na: 1", "a.b", &lenient).0, [json!({"x": 1})]);
    let (_, error) = read::<Value>(text, "a.b", &DecodeOptions::new().indent(0));
    assert_eq!(error.unwrap().to_string(), "indent must be 1 to 16 spaces, not 0");
    let (_, error) = read::<Value>("a:\n  b[1]:\n    - 1", "a.b", &DecodeOptions::new().max_depth(1));
    assert!(matches!(error.unwrap().kind(), ErrorKind::DepthLimit { .. }));
}

#[test]
fn invalid_utf8() {
    for (text, line) in [(&b"a\xff: 1\nrows[1]: 1"[..], 1), (b"rows[2]:\n  - 1\n  - \xff\nb: 1", 3)] {
        let error = Rows::<_, Value>::at(text, "rows").find_map(Result::err).unwrap();
        assert!(matches!(error.kind(), ErrorKind::InvalidUtf8), "{error}");
        assert_eq!(error.line(), line);
    }
    // In a value that is skipped, it goes unnoticed.
    let rows: Vec<Value> =
        Rows::at(&b"a:\n  b: \xff\nrows[1]: 1"[..], "rows").collect::<toon::Result<_>>().unwrap();
    assert_eq!(rows, [1]);
}

/// Neither the text before the table nor its rows nor the text after it are held in memory.
#[test]
fn a_long_document() {
    let before = (0..200_000).map(|n| format!("    - text of item {n}\n"));
    let rows = (0..100_000).map(|n| format!("    {n},name of {n}\n"));
    let after = (0..200_000).map(|n| format!("k{n}: 1\n"));
    let parts = ["data:\n  list[200000]:\n".to_owned()]
        .into_iter()
        .chain(before)
        .chain(["  rows[100000]{id,name}:\n".to_owned()])
        .chain(rows)
        .chain(after);
    let mut reader = BufReader::new(Parts { parts, rest: Vec::new() });
    let mut rows = Rows::<_, BTreeMap<String, Value>>::at(&mut reader, "data.rows");
    for id in 0..100_000 {
        assert_eq!(rows.next().unwrap().unwrap()["id"], id);
    }
    assert!(rows.next().is_none());
    drop(rows);
    assert_eq!(reader.read(&mut [0]).unwrap(), 0, "the document is read to its end");
}

struct Parts<I> {
    parts: I,
    rest: Vec<u8>,
}

impl<I: Iterator<Item = String>> Read for Parts<I> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        if self.rest.is_empty() {
            self.rest = self.parts.next().unwrap_or_default().into_bytes();
        }
        let length = self.rest.len().min(buffer.len());
        buffer[..length].copy_from_slice(&self.rest[..length]);
        self.rest.drain(..length);
        Ok(length)
    }
}

fn value() -> impl Strategy<Value = Value> {
    let scalar = prop_oneof![
        any::<i32>().prop_map(Value::from),
        any::<String>().prop_map(Value::from),
        Just(Value::Null)
    ];
    scalar.prop_recursive(4, 32, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map("[a-c.\"]{0,2}", inner, 0..4)
                .prop_map(|map| map.into_iter().collect()),
        ]
    })
}

/// The arrays that are reached through objects, with their quoted paths.
fn arrays(value: &Value, path: &str, found: &mut BTreeMap<String, Vec<Value>>) {
    match value {
        Value::Array(elements) if !path.is_empty() => _ = found.insert(path.to_owned(), elements.clone()),
        Value::Object(fields) => {
            for (key, field) in fields {
                let joint = if path.is_empty() { "" } else { "." };
                arrays(field, &format!("{path}{joint}{}", Value::from(key.as_str())), found);
            }
        }
        _ => {}
    }
}

proptest! {
    #![proptest_config(effort::cases(256))]

    #[test]
    fn every_array_of_a_document(value in value()) {
        // Keyed tables have no lines for the fields of their objects.
        let text = toon::EncodeOptions::new().spec(toon::SpecVersion::V3).to_string(&value).unwrap();
        let mut found = BTreeMap::new();
        arrays(&value, "", &mut found);
        for (path, elements) in found {
            let rows = Rows::<_, Value>::at(text.as_bytes(), &path).collect::<toon::Result<Vec<_>>>();
            let rows = rows.map_err(|error| TestCaseError::fail(format!("{text}\nat {path}: {error}")))?;
            // Folded keys are also found by their segments, and may come first.
            if !path.contains('.') || !text.contains("a.") {
                prop_assert_eq!(rows, elements, "{} at {}", text, path);
            }
        }
    }
}
