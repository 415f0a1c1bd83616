//! Streaming fields that are declared as tables does not change the text.

use std::collections::BTreeMap;
use std::io::{self, Write};
use toon::{EncodeOptions, ErrorKind, KeyFolding, Serialize};

#[derive(Serialize, Clone, PartialEq)]
#[toon(tabular)]
struct Row {
    id: u32,
    text: String,
    #[toon(skip_default)]
    zero: u8,
}

#[derive(Serialize, Clone, PartialEq, Default)]
#[toon(skip_default)]
struct Page {
    before: u8,
    #[toon(tabular)]
    rows: Vec<Row>,
    #[toon(tabular)]
    by_name: BTreeMap<u32, Row>,
    #[toon(tabular(key = "id"))]
    by_key: Vec<Row>,
    after: u8,
    empty: Vec<u8>,
    inner: Vec<Page>,
    #[serde(flatten)]
    rest: BTreeMap<String, Vec<u8>>,
    last: Option<u8>,
}

/// The table's key is known when the table begins.
#[derive(Serialize)]
struct Folded {
    first: u8,
    #[toon(fold)]
    chain: Chain,
    last: u8,
}

#[derive(Serialize)]
struct Chain {
    #[toon(tabular)]
    rows: Vec<Row>,
}

fn rows(count: u32) -> Vec<Row> {
    (0..count).map(|id| Row { id, text: format!("row {id}, as it is"), zero: 0 }).collect()
}

fn page(count: u32, depth: u32) -> Page {
    let page = if depth == 0 { None } else { Some(page(count / 2, depth - 1)) };
    Page {
        before: 1,
        rows: rows(count),
        by_name: rows(count).into_iter().map(|row| (row.id, row)).collect(),
        by_key: rows(count),
        after: u8::from(depth == 1),
        inner: page.into_iter().flat_map(|page| [page.clone(), Page::default(), page]).collect(),
        rest: BTreeMap::from([("rest".into(), vec![1, 2])]),
        last: (depth == 1).then_some(1),
        ..Page::default()
    }
}

pub(crate) fn check(options: &EncodeOptions, value: &impl Serialize) {
    let mut bytes = Vec::new();
    options.to_writer(&mut bytes, value).unwrap();
    assert!(bytes == options.to_string(value).unwrap().into_bytes());
}

#[test]
fn the_text_is_the_same() {
    let folding = EncodeOptions::new().key_folding(KeyFolding::Safe);
    for options in [EncodeOptions::new(), EncodeOptions::new().indent(7), folding] {
        for count in [0, 1, 2, 300, 1_500] {
            check(&options, &page(count, 0));
            check(&options, &page(count, 2));
            check(&options, &vec![page(count, 1), Page::default(), page(count, 0)]);
            check(&options, &BTreeMap::from([("a", page(count, 1)), ("b", page(count, 0))]));
            check(&options, &Folded { first: 1, chain: Chain { rows: rows(count) }, last: 2 });
        }
    }
}

/// Accepts a limited number of bytes.
struct Full(usize);

impl Write for Full {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let Some(left) = self.0.checked_sub(bytes.len()) else {
            return Err(io::ErrorKind::StorageFull.into());
        };
        self.0 = left;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_writer_that_fails() {
    for room in [0, 10_000, 100_000] {
        let error = toon::to_writer(Full(room), &page(4_000, 0)).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::Io(_)), "{error}");
    }
}

/// A row with an invalid cell, after many valid ones.
#[derive(Serialize)]
#[toon(tabular)]
struct Odd {
    #[toon(cell)]
    cell: serde_json::Value,
}

#[derive(Serialize)]
struct Odds {
    #[toon(tabular)]
    rows: Vec<Odd>,
}

#[test]
fn a_cell_that_is_none() {
    let cells = (0..3_000).map(serde_json::Value::from).chain([serde_json::json!([1])]);
    let odds = Odds { rows: cells.map(|cell| Odd { cell }).collect() };
    let mut bytes = Vec::new();
    let error = toon::to_writer(&mut bytes, &odds).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::NotACell), "{error}");
    assert!(bytes.starts_with(b"rows[3001]{cell}:\n  0\n  1\n"));
    let error = toon::to_string(&odds).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::NotACell), "{error}");
}

/// A map with a page after so many of its keys, which is longer than what is collected.
struct Pages(Vec<String>, usize);

impl serde::Serialize for Pages {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeMap;
        let Pages(keys, at) = self;
        let mut map = serializer.serialize_map(Some(keys.len()))?;
        for (n, key) in keys.iter().enumerate() {
            let count = if n == *at || n == 2 * *at { 600 } else { 0 };
            map.serialize_entry(key, &Page { before: 1, rows: rows(count), ..Page::default() })?;
        }
        map.end()
    }
}

/// Only the fingerprints of streamed keys are known.
#[test]
fn many_long_keys_leave() {
    let name = |n| format!("customer-account-{n:08}");
    let by_name = rows(150_000).into_iter().map(|row| (name(row.id), row)).collect();
    toon::to_writer(io::sink(), &LongKeys { by_name }).unwrap();
}

#[derive(Serialize)]
struct LongKeys {
    #[toon(tabular)]
    by_name: BTreeMap<String, Row>,
}

/// The text after such a table is complete.
#[test]
fn a_large_map_behind_a_table_that_leaves() {
    for last in ["k9", "k00", "a", "k05x"] {
        let mut rest: Vec<(String, u8)> = (0..60).map(|n| (format!("k{n:02}"), 1)).collect();
        rest.push((last.into(), 1));
        let document = (Page { before: 1, rows: rows(600), ..Page::default() }, Entries(rest));
        let mut bytes = Vec::new();
        let result = toon::to_writer(&mut bytes, &document);
        assert_eq!(result.is_err(), last == "k00", "{last}");
        if result.is_ok() {
            assert_eq!(String::from_utf8(bytes).unwrap(), toon::to_string(&document).unwrap());
        }
    }
}

/// A map in the order given.
struct Entries(Vec<(String, u8)>);

impl serde::Serialize for Entries {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, value)| (key, value)))
    }
}

/// Duplicates of streamed keys are still found, whether they are sorted or not.
#[test]
fn keys_around_tables_that_leave() {
    let ascending: Vec<String> = (0..90).map(|n| format!("k{n:02}")).collect();
    let mut other = ascending.clone();
    other.swap(1, 2);
    for keys in [ascending, other] {
        for at in [3, 20, 40] {
            let pages = Pages(keys.clone(), at);
            let mut bytes = Vec::new();
            toon::to_writer(&mut bytes, &pages).unwrap();
            assert_eq!(String::from_utf8(bytes).unwrap(), toon::to_string(&pages).unwrap());
            for (first, place) in [(0, 90), (15, 16), (30, 60), (50, 51), (89, 90), (2, 30)] {
                let mut keys = keys.clone();
                keys.insert(place, keys[first].clone());
                let pages = Pages(keys, at);
                toon::to_writer(io::sink(), &pages).unwrap_err();
                toon::to_string(&pages).unwrap_err();
            }
        }
    }
}

/// Only the number in a header that has left must be right from the beginning.
#[test]
fn lengths_that_are_not_announced_behind_a_table_that_leaves() {
    /// So many elements.
    struct Unknown(u8);

    impl serde::Serialize for Unknown {
        fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            use serde::ser::SerializeSeq;
            let mut seq = serializer.serialize_seq(None)?;
            (0..self.0).try_for_each(|element| seq.serialize_element(&[element, 1]))?;
            seq.end()
        }
    }

    #[derive(Serialize)]
    struct Report {
        #[toon(tabular)]
        rows: Vec<Row>,
        list: Unknown,
        keyed: BTreeMap<u8, Unknown>,
    }

    let report =
        Report { rows: rows(2_000), list: Unknown(3), keyed: [(1, Unknown(1)), (2, Unknown(2))].into() };
    check(&EncodeOptions::new(), &report);
}

/// The tables of variants, with rows that the type declares and with others.
#[derive(Serialize)]
enum Either {
    Row(Row),
    Odd(Odd),
    Named { id: u32, text: String },
}

#[derive(Serialize)]
struct ByVariant {
    #[toon(by_variant)]
    first: Vec<Either>,
    between: u8,
    #[toon(by_variant(unordered))]
    last: Vec<Either>,
}

#[test]
fn tables_of_variants() {
    for count in [0, 2, 300, 4_000] {
        let list = || {
            let one = |row: Row| match row.id % 3 {
                0 => Either::Row(row),
                1 => Either::Odd(Odd { cell: row.text.into() }),
                _ => Either::Named { id: row.id, text: row.text },
            };
            rows(count).into_iter().map(one).collect()
        };
        let folding = EncodeOptions::new().key_folding(KeyFolding::Safe);
        for options in [EncodeOptions::new(), folding] {
            check(&options, &ByVariant { first: list(), between: 1, last: list() });
        }
    }
    // The rows before an invalid one have left, as they do from any declared table.
    let cells = (0..3_000).map(serde_json::Value::from).chain([serde_json::json!([1])]);
    let first = cells.map(|cell| Either::Odd(Odd { cell })).collect();
    let mut bytes = Vec::new();
    let error = toon::to_writer(&mut bytes, &ByVariant { first, between: 1, last: vec![] }).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::NotACell), "{error}");
    assert!(bytes.starts_with(b"first:\n  Odds[3001]{cell}:\n    0\n    1\n"));
}
