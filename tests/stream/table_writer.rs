//! Tables that are written row by row.

use proptest::prelude::*;
use std::collections::{BTreeMap, HashMap};
use std::io::{self, BufReader, Read, Write};
use toon::{Delimiter, EncodeOptions, ErrorKind, KeyFolding, Serialize, SpecVersion, TableWriter};
use toon_testing::effort;

#[derive(Serialize, toon::Deserialize, Clone, Debug, PartialEq)]
#[toon(tabular)]
struct Row {
    id: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    #[toon(level = "full")]
    place: Place,
    #[serde(rename = "is,ok")]
    ok: bool,
}

#[derive(Serialize, toon::Deserialize, Clone, Debug, PartialEq)]
#[toon(tabular)]
struct Place {
    #[toon(level = "standard")]
    x: f64,
    y: char,
}

fn row(id: i64) -> Row {
    Row {
        id,
        text: (id % 2 == 1).then(|| format!("row {id}, {id}")),
        place: Place { x: 0.5, y: 'y' },
        ok: true,
    }
}

fn written<T: serde::Serialize>(
    key: Option<&str>,
    rows: &[T],
    options: &EncodeOptions,
) -> toon::Result<String> {
    let mut table = TableWriter::new(Vec::new(), key, rows.len(), options);
    rows.iter().try_for_each(|row| table.row(row))?;
    Ok(String::from_utf8(table.finish()?).unwrap())
}

/// The same rows in memory.
fn whole<T: serde::Serialize>(
    key: Option<&str>,
    rows: &[T],
    options: &EncodeOptions,
) -> toon::Result<String> {
    match key {
        Some(key) => options.to_string(&BTreeMap::from([(key, rows)])),
        None => options.to_string(rows),
    }
}

fn options() -> impl Strategy<Value = EncodeOptions> {
    let delimiter = prop_oneof![Just(Delimiter::Comma), Just(Delimiter::Tab), Just(Delimiter::Pipe)];
    let level = prop_oneof![Just(None), Just(Some("minimal")), Just(Some("standard")), Just(Some("full"))];
    (1..=16_usize, delimiter, level).prop_map(|(indent, delimiter, level)| {
        let options = EncodeOptions::new().indent(indent).delimiter(delimiter);
        level.map_or(options.clone(), |level| options.level(level))
    })
}

prop_compose! {
    fn rows()(rows in prop::collection::vec((any::<i64>(), any::<Option<String>>(), any::<f64>(), any::<char>(), any::<bool>()), 0..8)) -> Vec<Row> {
        rows.into_iter().map(|(id, text, x, y, ok)| Row { id, text, place: Place { x, y }, ok }).collect()
    }
}

proptest! {
    #![proptest_config(effort::cases(256))]

    #[test]
    fn the_text_is_that_of_to_string(
        rows in rows(),
        key in prop::option::of(any::<String>()),
        options in options(),
        fields in prop::sample::subsequence(vec!["is,ok", "place", "id", "text"], 0..=4).prop_shuffle(),
    ) {
        let key = key.as_deref();
        prop_assert_eq!(written(key, &rows, &options)?, whole(key, &rows, &options)?);
        let prefix = key.map_or(String::new(), |key| format!("{}.", serde_json::Value::from(key)));
        if !key.is_some_and(|key| key.chars().any(|c| c.is_control() || c == '\\' || c == '"')) {
            let options = options.fields(fields.iter().map(|field| format!("{prefix}{field}")));
            prop_assert_eq!(written(key, &rows, &options)?, whole(key, &rows, &options)?);
        }
    }

    /// Rows in orders of their own, of maps.
    #[test]
    fn rows_of_maps(rows in prop::collection::vec(prop::collection::vec(any::<u8>(), 6), 1..8)) {
        let rows: Vec<HashMap<String, u8>> =
            rows.into_iter().map(|row| row.into_iter().enumerate().map(|(n, cell)| (format!("k{n}"), cell)).collect()).collect();
        let options = EncodeOptions::new();
        prop_assert_eq!(written(None, &rows, &options)?, whole(None, &rows, &options)?);
    }
}

/// All text has left in the same form when it is long.
#[test]
fn many_rows() {
    for level in ["minimal", "standard", "full"] {
        let options = EncodeOptions::new().level(level);
        for count in [0, 1, 2, 10_000] {
            let rows: Vec<Row> = (0..count).map(row).collect();
            for key in [None, Some("rows"), Some("")] {
                assert!(written(key, &rows, &options).unwrap() == whole(key, &rows, &options).unwrap());
            }
        }
    }
}

/// A row may borrow from a cursor that then moves on, and be of another type than the row before it.
#[test]
fn rows_that_do_not_outlive_their_cursor() {
    struct Cursor {
        id: u8,
        name: String,
    }

    impl Cursor {
        fn next(&mut self) -> Option<Borrowed<'_>> {
            self.id += 1;
            self.name.push('x');
            (self.id < 3).then_some(Borrowed { id: self.id, name: &self.name })
        }
    }

    #[derive(serde::Serialize)]
    struct Borrowed<'c> {
        id: u8,
        name: &'c str,
    }

    let mut table = TableWriter::new(Vec::new(), "rows", 3, &EncodeOptions::new());
    let mut cursor = Cursor { id: 0, name: String::new() };
    while let Some(row) = cursor.next() {
        table.row(&row).unwrap();
    }
    table.row(&BTreeMap::from([("name", "last"), ("id", "none")])).unwrap();
    assert_eq!(table.finish().unwrap(), b"rows[3]{id,name}:\n  1,x\n  2,xx\n  none,last");
}

/// It can be moved to another thread, and be kept across an `await`.
#[test]
fn it_can_be_sent() {
    fn is_sent<T: Send + Sync>(_: &T) {}
    is_sent(&TableWriter::new(Vec::new(), None, 1, &EncodeOptions::new()));
}

#[test]
fn no_rows() {
    assert_eq!(written::<Row>(None, &[], &EncodeOptions::new()).unwrap(), "[]");
    assert_eq!(written::<Row>(Some("a b"), &[], &EncodeOptions::new()).unwrap(), "\"a b\": []");
}

#[derive(Serialize, Default)]
#[toon(tabular, skip_default)]
struct Defaults {
    id: u32,
    zero: u8,
    #[toon(hoist)]
    common: u8,
}

/// Nothing is visited twice, so it is not known that all rows have the default.
#[test]
fn columns_with_defaults_stay() {
    let rows = [Defaults { id: 1, ..Defaults::default() }, Defaults::default()];
    assert_eq!(
        written(None, &rows, &EncodeOptions::new()).unwrap(),
        "[2]{id,zero,common}:\n  1,0,0\n  0,0,0"
    );
}

fn json(text: &str) -> serde_json::Value {
    serde_json::from_str(text).unwrap()
}

fn misfit(rows: &[&str]) -> String {
    let mut table = TableWriter::new(Vec::new(), "t", rows.len(), &EncodeOptions::new());
    let (last, rows) = rows.split_last().unwrap();
    for row in rows {
        table.row(&json(row)).unwrap();
    }
    let error = table.row(&json(last)).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::RowMisfit { row, .. } if *row == rows.len() + 1), "{error}");
    assert!(error.suggestion().is_some());
    let next = table.row(&json(last)).unwrap_err();
    assert!(matches!(next.kind(), ErrorKind::AlreadyFailed), "{next}");
    assert!(matches!(table.finish().unwrap_err().kind(), ErrorKind::AlreadyFailed));
    error.to_string()
}

#[test]
fn rows_that_do_not_fit() {
    let row = r#"{"id":1,"owner":{"name":"ada","id":2},"text":"x"}"#;
    for (rows, message) in [
        (
            vec![row, r#"{"id":1,"owner":{"name":"ada","id":2}}"#],
            r#"row 2 does not fit the table: column "text": the column is missing"#,
        ),
        (
            vec![row, r#"{"owner":{"name":"ada","id":2},"text":1}"#],
            r#"row 2 does not fit the table: column "id": the column is missing"#,
        ),
        (
            vec![row, r#"{"id":1,"owner":{"name":"ada"},"text":1}"#],
            r#"row 2 does not fit the table: column "owner.id": the column is missing"#,
        ),
        (
            vec![row, row, r#"{"text":1,"owner":{"id":2},"id":1}"#],
            r#"row 3 does not fit the table: column "owner.name": the column is missing"#,
        ),
        (
            vec![row, r#"{"id":1,"owner":{"name":"ada","id":2},"text":1,"more":1}"#],
            r#"row 2 does not fit the table: column "more": the table has no such column"#,
        ),
        (
            vec![row, r#"{"id":1,"owner":{"nick":"ada","id":2},"text":1}"#],
            r#"row 2 does not fit the table: column "owner.nick": the table has no such column"#,
        ),
        (
            vec![row, r#"{"id":1,"owner":null,"text":1}"#],
            r#"row 2 does not fit the table: column "owner": expected an object, as in the first row"#,
        ),
        (
            vec![row, r#"{"id":1,"owner":[],"text":1}"#],
            r#"row 2 does not fit the table: column "owner": expected an object, as in the first row"#,
        ),
        (
            vec![row, r#"{"id":1,"owner":{},"text":1}"#],
            r#"row 2 does not fit the table: column "owner.name": the column is missing"#,
        ),
        (
            vec![row, r#"{"id":[1],"owner":{"name":"ada","id":2},"text":1}"#],
            r#"row 2 does not fit the table: column "id": expected a scalar, found an array or object"#,
        ),
        (
            vec![row, r#"{"text":{"a":1},"id":1,"owner":{"name":"ada","id":2}}"#],
            r#"row 2 does not fit the table: column "text": expected a scalar, found an array or object"#,
        ),
        (
            vec![r#"{"id":1,"tags":[]}"#],
            r#"row 1 does not fit the table: column "tags": expected a scalar, found an array or object"#,
        ),
        (
            vec![r#"{"id":1,"owner":{"tags":["a"]}}"#],
            r#"row 1 does not fit the table: column "owner.tags": expected a scalar, found an array or object"#,
        ),
        (
            vec![r#"{"id":1,"owner":{}}"#],
            r#"row 1 does not fit the table: column "owner": expected an object that is not empty"#,
        ),
        (vec!["{}"], "row 1 does not fit the table: expected at least one column"),
        (vec!["7"], "row 1 does not fit the table: expected an object"),
        (vec!["null"], "row 1 does not fit the table: expected an object"),
        (vec!["[1]"], "row 1 does not fit the table: expected an object"),
        (vec![r#"[{"a":[{"b":1}]}]"#], "row 1 does not fit the table: expected an object"),
        (vec![row, "7"], "row 2 does not fit the table: expected an object"),
        (vec![row, "[]"], "row 2 does not fit the table: expected an object"),
    ] {
        assert_eq!(misfit(&rows), message, "{rows:?}");
    }
}

/// Groups are new in specification 4.
#[test]
fn groups_in_specification_3() {
    let options = EncodeOptions::new().spec(SpecVersion::V3);
    let error = written(None, &[row(1)], &options).unwrap_err();
    assert!(error.to_string().contains("column \"place\""), "{error}");
}

#[test]
fn wrong_numbers_of_rows() {
    let mut table = TableWriter::new(Vec::new(), None, 1, &EncodeOptions::new());
    table.row(&row(1)).unwrap();
    assert_eq!(table.row(&row(2)).unwrap_err().to_string(), "expected 1 row, as announced, found more");
    assert!(matches!(table.finish().unwrap_err().kind(), ErrorKind::AlreadyFailed));
    let mut table = TableWriter::new(Vec::new(), None, 3, &EncodeOptions::new());
    table.row(&row(1)).unwrap();
    assert_eq!(table.finish().unwrap_err().to_string(), "expected 3 rows, as announced, found 1");
    let table = TableWriter::new(Vec::new(), None, 1, &EncodeOptions::new());
    assert!(table.finish().is_err());
    let mut table = TableWriter::new(Vec::new(), None, 0, &EncodeOptions::new());
    assert!(table.row(&row(1)).is_err());
}

#[test]
fn options_that_do_not_apply() {
    let first = |options: EncodeOptions| written(Some("rows"), &[row(1)], &options).unwrap_err().to_string();
    assert!(first(EncodeOptions::new().key_folding(KeyFolding::Safe)).contains("leave `key_folding` off"));
    assert_eq!(first(EncodeOptions::new().indent(0)), "indent must be 1 to 16 spaces, not 0");
    assert_eq!(
        first(EncodeOptions::new().fields(["id"])),
        "no field in \"rows\" is selected: begin their paths with it"
    );
    // Before anything is written.
    let options = EncodeOptions::new().fields(["rows.nick"]);
    let mut bytes = Vec::new();
    let mut table = TableWriter::new(&mut bytes, "rows", 1, &options);
    let error = table.row(&row(1)).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::UnknownFieldPath { .. }), "{error}");
    drop(table);
    assert!(bytes.is_empty());
    assert!(first(EncodeOptions::new().level("all")).starts_with("unknown level \"all\""));
}

/// Fails after so many bytes.
#[derive(Debug)]
struct Full(usize);

impl Write for Full {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 = self.0.checked_sub(bytes.len()).ok_or(io::ErrorKind::StorageFull)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_writer_that_fails() {
    for room in [0, 10_000, 100_000] {
        let mut table = TableWriter::new(Full(room), None, 10_000, &EncodeOptions::new());
        let error = (0..10_000).map(row).find_map(|row| table.row(&row).err()).unwrap();
        assert!(matches!(error.kind(), ErrorKind::Io(_)), "{error}");
        assert!(matches!(table.row(&row(1)).unwrap_err().kind(), ErrorKind::AlreadyFailed));
    }
    let mut table = TableWriter::new(Full(0), None, 1, &EncodeOptions::new());
    table.row(&row(1)).unwrap();
    assert!(matches!(table.finish().unwrap_err().kind(), ErrorKind::Io(_)));
}

/// A panic while a row is serialized leaves a table that can only be dropped.
#[test]
fn a_row_that_panics() {
    struct Panics;
    impl serde::Serialize for Panics {
        fn serialize<S: serde::Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
            panic!("on purpose")
        }
    }
    let mut table = TableWriter::new(Vec::new(), None, 1, &EncodeOptions::new());
    let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| table.row(&Panics)));
    assert!(result.is_err());
    assert!(matches!(table.row(&Panics).unwrap_err().kind(), ErrorKind::AlreadyFailed));
}

/// Rows arrive at the other end of a pipe while the table is still being written.
#[cfg(unix)]
#[test]
fn through_a_pipe() {
    let (reader, writer) = std::os::unix::net::UnixStream::pair().unwrap();
    let (seen, wait) = std::sync::mpsc::channel();
    let sender = std::thread::spawn(move || {
        let mut table = TableWriter::new(writer, None, 5_000, &EncodeOptions::new());
        for id in 0..5_000 {
            table.row(&row(id)).unwrap();
            if id == 9 {
                table.flush().unwrap();
                // The first rows are read before the others exist.
                wait.recv().unwrap();
            }
        }
        drop(table.finish().unwrap());
    });
    let mut reader = BufReader::new(reader);
    let mut first = [0; 40];
    reader.read_exact(&mut first).unwrap();
    seen.send(()).unwrap();
    let rows = toon::Rows::<_, Row>::new(first.chain(reader));
    for (id, read) in (0..).zip(rows) {
        assert_eq!(read.unwrap(), row(id));
    }
    sender.join().unwrap();
}

/// Its table would be beside this one.
#[test]
fn rows_with_child_tables() {
    #[derive(toon::Serialize)]
    #[toon(tabular)]
    struct Task {
        title: &'static str,
    }

    #[derive(toon::Serialize)]
    #[toon(tabular)]
    struct Project {
        id: u8,
        #[toon(child)]
        tasks: Vec<Task>,
    }

    let mut table = TableWriter::new(Vec::new(), "projects", 1, &EncodeOptions::new());
    let error = table.row(&Project { id: 1, tasks: vec![Task { title: "x" }] }).unwrap_err();
    assert_eq!(
        error.to_string(),
        "row 1 does not fit the table: column \"tasks\": expected a scalar, found an array or object"
    );
}
