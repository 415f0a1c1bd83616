//! Rows of documents, one at a time.

use proptest::prelude::*;
use std::io::{BufReader, Read};
use toon_store::Rows;
use toon_testing::effort::cases;
use toon_testing::value;

fn rows(json: &[u8]) -> Result<Vec<String>, String> {
    let rows = Rows::new(json).map(|row| row.map(|row| String::from_utf8(row).unwrap()));
    rows.collect::<Result<_, _>>().map_err(|error| error.to_string())
}

#[test]
fn documents() {
    for (json, expected) in [
        ("[]", &[][..]),
        ("", &[]),
        (" \n", &[]),
        ("[1, \"a]\\\"\" ,[2],{\"b\":[3]} ]\n", &["1", "\"a]\\\"\"", "[2]", "{\"b\":[3]}"]),
        ("\u{feff}{\"a\":1}", &["{\"a\":1}"]),
        ("{\"a\":1}{\"a\":2}\n\n 3 \"x\" null", &["{\"a\":1}", "{\"a\":2}", "3", "\"x\"", "null"]),
    ] {
        assert_eq!(rows(json.as_bytes()).unwrap(), expected, "{json}");
    }
}

#[test]
fn mistakes() {
    for (json, message) in [
        ("[1", "the list does not end"),
        ("[1,", "expected an element after a comma"),
        ("[1,]", "expected an element after a comma"),
        ("[1,,2]", "expected an element after a comma"),
        ("[1 2]", "expected a comma between elements"),
        ("[1] 2", "there is text after the list"),
        ("[{\"a\":1", "a row does not end"),
        ("{\"a\":\"b", "a row does not end"),
        ("[,1]", "expected a row"),
        ("}", "expected a row"),
    ] {
        assert_eq!(rows(json.as_bytes()).unwrap_err(), message, "{json}");
    }
    let long = format!("[\"{}\"]", "x".repeat(17 << 20));
    assert_eq!(rows(long.as_bytes()).unwrap_err(), "a row is longer than 16 MiB");
}

/// Reads one byte at a time.
struct Slow<'b>(&'b [u8]);

impl Read for Slow<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let length = buffer.len().min(1);
        self.0.read(&mut buffer[..length])
    }
}

proptest! {
    #![proptest_config(cases(4_000))]

    /// Rows that are put together again are the document.
    #[test]
    fn nothing_is_lost(values in prop::collection::vec(value(3), 0..8), space in "[ \n\t]{0,2}") {
        let texts: Vec<String> = values.iter().map(ToString::to_string).collect();
        let list = format!("[{space}{}{space}]", texts.join(&format!("{space},{space}")));
        prop_assert_eq!(&rows(list.as_bytes()).unwrap(), &texts);
        let slow: Vec<_> = Rows::new(BufReader::with_capacity(1, Slow(list.as_bytes()))).map(Result::unwrap).collect();
        prop_assert_eq!(slow, texts.iter().map(|text| text.as_bytes().to_vec()).collect::<Vec<_>>());
        let lines = texts.iter().filter(|text| !text.starts_with('[')).cloned().collect::<Vec<_>>();
        prop_assert_eq!(rows(lines.join("\n").as_bytes()).unwrap(), lines);
    }
}
