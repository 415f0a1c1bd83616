//! Converting JSON Lines to one array: the result equals that of the array.

use proptest::prelude::*;
use serde_json::Value;
use std::io::{self, BufRead, BufReader, Cursor, Read, Seek, SeekFrom};
use toon::json::{lines_to_toon_writer, to_toon};
use toon::{Category, Delimiter, EncodeOptions, KeyFolding, SpecVersion};

fn convert(lines: &[u8], options: &EncodeOptions) -> toon::Result<String> {
    let mut out = Vec::new();
    lines_to_toon_writer(Cursor::new(lines), &mut out, options)?;
    Ok(String::from_utf8(out).unwrap())
}

#[track_caller]
fn check(lines: &[String], options: &EncodeOptions) {
    let whole = to_toon(&format!("[{}]", lines.join(",")), options);
    let by_lines = convert(lines.join("\n").as_bytes(), options);
    match (&whole, &by_lines) {
        (Ok(whole), Ok(by_lines)) => assert_eq!(whole, by_lines),
        (Err(_), Err(_)) => {}
        _ => panic!("{whole:?}, but by lines {by_lines:?}"),
    }
}

#[track_caller]
fn check_all(lines: &[&str]) {
    let lines: Vec<String> = lines.iter().map(ToString::to_string).collect();
    for delimiter in [Delimiter::Comma, Delimiter::Tab, Delimiter::Pipe] {
        let options = EncodeOptions::new().delimiter(delimiter);
        check(&lines, &options);
        check(&lines, &options.clone().indent(4));
        check(&lines, &options.clone().spec(SpecVersion::V3));
        check(&lines, &options.clone().key_folding(KeyFolding::Safe));
        check(&lines, &options.fields(["b", "a"]));
    }
}

#[test]
fn forms() {
    check_all(&[]);
    check_all(&["1"]);
    check_all(&["1", "\"a,b\"", "null", "true"]);
    check_all(&["1", "12", "123"]);
    check_all(&["1", "{}"]);
    check_all(&["{}", "{}"]);
    check_all(&["[]", "1"]);
    check_all(&["[1,2]", "[3]"]);
    check_all(&[r#"{"a":1,"b":2}"#]);
    check_all(&[r#"{"a":1,"b":2}"#, r#"{"b":4,"a":3}"#]);
    check_all(&[r#"{"a":1,"b":{"c":2,"d":3}}"#, r#"{"a":1,"b":{"d":2,"c":3}}"#]);
    check_all(&[r#"{"a":1,"b":{"c":2}}"#, r#"{"a":1,"b":null}"#]);
    check_all(&[r#"{"a":1}"#, "7"]);
    check_all(&["7", r#"{"a":1}"#]);
    check_all(&[r#"{"a":[1]}"#, r#"{"a":1}"#]);
    check_all(&[r#"{"a":{"b":{"c":1}}}"#, r#"{"a":{"b":{"c":[]}}}"#]);
    check_all(&[r#"{"a":{"a":1}}"#, r#"{"b":{"a":1}}"#]);
}

/// Far more than a batch, with the one row that does not fit at the beginning, in the middle, at
/// the end, or nowhere.
#[test]
fn many() {
    for odd in [0, 7_000, 19_999, usize::MAX] {
        let row = |n| match n {
            _ if n == odd => r#"{"id":1,"name":"x","more":true}"#.to_owned(),
            _ if n % 3 == 0 => format!(r#"{{"name":"name, {n}","id":{n}}}"#),
            _ => format!(r#"{{"id":{n},"name":"a name of some length, {n}"}}"#),
        };
        check(&(0..20_000).map(row).collect::<Vec<_>>(), &EncodeOptions::new());
    }
    let numbers: Vec<String> = (0..200_000).map(|n| n.to_string()).collect();
    check(&numbers, &EncodeOptions::new());
    let mut numbers = numbers;
    numbers.push("{}".to_owned());
    check(&numbers, &EncodeOptions::new());
}

#[test]
fn a_line_longer_than_a_batch() {
    let long = format!(r#"{{"id":1,"text":"{}"}}"#, "long ".repeat(200_000));
    check(&[r#"{"id":0,"text":""}"#.to_owned(), long.clone(), long], &EncodeOptions::new());
}

#[test]
fn blank_lines_and_line_ends() {
    let options = EncodeOptions::new();
    for text in ["1\n2", "1\n2\n", "\n\n1\r\n\t\n 2 \r\n  \n", "\u{feff}1\n2", "\u{feff}\n1\n2\n\n\n"] {
        assert_eq!(convert(text.as_bytes(), &options).unwrap(), "[2]: 1,2", "{text:?}");
    }
    for text in ["", "\n", " \n\t\r\n", "\u{feff}"] {
        assert_eq!(convert(text.as_bytes(), &options).unwrap(), "[]", "{text:?}");
    }
    let blank = "\n".repeat(1 << 20);
    assert_eq!(convert(format!("{blank}1{blank}2").as_bytes(), &options).unwrap(), "[2]: 1,2");
}

#[test]
fn places_of_mistakes() {
    let place = |lines: &str| {
        let error = convert(lines.as_bytes(), &EncodeOptions::new()).unwrap_err();
        (error.line(), error.column())
    };
    assert_eq!(place("{\"a\":1}\n\n{\"a\" 1}"), (3, 6));
    assert_eq!(place("1 2\n3"), (1, 3));
    assert_eq!(place("{\"a\":\n1}"), (1, 6));
    assert_eq!(place("[1,\n2]"), (1, 4));
    assert_eq!(place("1,\n2"), (1, 2));
    assert_eq!(place("1\n\u{feff}2"), (2, 1));
    assert_eq!(place("{\"a\":1}\n{\"é\":1,\"b\":2,\"é\":3}"), (2, 14));
    let filler = "{\"a\":1}\n".repeat(100_000);
    assert_eq!(place(&format!("{filler}{{\"a\":1,}}")), (100_001, 8));
    let deep = format!("1\n{}{}", "[".repeat(200), "]".repeat(200));
    assert_eq!(place(&deep).0, 2);
    let error = convert(b"1\n\"\xff\"", &EncodeOptions::new()).unwrap_err();
    assert_eq!((error.line(), error.column()), (2, 2));
    let error = convert(b"", &EncodeOptions::new().indent(0)).unwrap_err();
    assert_eq!(error.classify(), Category::Data);
}

#[test]
fn what_is_refused_writes_nothing() {
    let mut out = Vec::new();
    let text = format!("{}oops", "{\"a\":1}\n".repeat(100_000));
    assert!(lines_to_toon_writer(Cursor::new(text), &mut out, &EncodeOptions::new()).is_err());
    assert!(out.is_empty());
}

#[test]
fn from_where_the_reader_stands() {
    let mut reader = Cursor::new("header\n1\n2\n");
    reader.read_line(&mut String::new()).unwrap();
    let mut out = Vec::new();
    lines_to_toon_writer(reader, &mut out, &EncodeOptions::new()).unwrap();
    assert_eq!(out, b"[2]: 1,2");
}

/// Different content each time it is read.
struct Changing {
    texts: Vec<&'static str>,
    at: usize,
}

impl Read for Changing {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let text = self.texts.last().unwrap().as_bytes();
        let length = (&text[self.at.min(text.len())..]).read(buffer)?;
        self.at += length;
        Ok(length)
    }
}

impl Seek for Changing {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        if let SeekFrom::Start(at) = to {
            self.texts.pop();
            self.at = usize::try_from(at).unwrap();
        }
        Ok(self.at as u64)
    }
}

#[test]
fn lines_that_change_are_no_lines() {
    for second in ["1\n2\n3", "1", "{}\n2", "2\n1", ""] {
        let reader = BufReader::new(Changing { texts: vec![second, "1\n2"], at: 0 });
        let error = lines_to_toon_writer(reader, Vec::new(), &EncodeOptions::new()).unwrap_err();
        assert_eq!(error.classify(), Category::Io, "{second:?}");
    }
}

proptest! {
    #[test]
    fn as_the_array(values in prop::collection::vec(toon_testing::value(3), 0..6), v3: bool, fold: bool, is_long in prop::bool::weighted(0.1)) {
        let lines: Vec<String> = values.iter().map(Value::to_string).collect();
        // Longer than a batch, too.
        let copies = if is_long { 1 + (300 << 10) / lines.iter().map(|line| line.len() + 1).sum::<usize>().max(1) } else { 1 };
        let lines = vec![lines; copies.min(20_000)].concat();
        let mut options = EncodeOptions::new();
        if v3 {
            options = options.spec(SpecVersion::V3);
        }
        if fold {
            options = options.key_folding(KeyFolding::Safe);
        }
        check(&lines, &options);
    }
}
