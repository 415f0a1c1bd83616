//! A root list or map of rows is streamed like a field with `tabular`.

use super::fields::check;
use std::collections::BTreeMap;
use std::io::{self, Write};
use toon::{EncodeOptions, ErrorKind, Serialize};

/// Rows without columns that a table could omit.
#[derive(Serialize, Clone, PartialEq)]
#[toon(tabular)]
struct Plain {
    id: u32,
    #[serde(skip_serializing_if = "String::is_empty")]
    text: String,
    place: Place,
}

#[derive(Serialize, Clone, PartialEq)]
#[toon(tabular)]
struct Place {
    #[toon(level = "full")]
    x: u8,
    y: u8,
}

fn plain(id: u32) -> Plain {
    let text = if id % 3 == 0 { String::new() } else { format!("row {id}, as it is") };
    Plain { id, text, place: Place { x: 1, y: 2 } }
}

#[derive(Serialize, Clone, Default)]
#[toon(tabular, skip_default)]
struct Defaults {
    id: u32,
    zero: u8,
}

fn with_defaults(count: u32) -> Vec<Defaults> {
    (0..count).map(|id| Defaults { id, zero: 0 }).collect()
}

/// The most bytes that are written at once.
#[derive(Default)]
struct Longest(usize);

impl Write for Longest {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 = self.0.max(bytes.len());
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn longest(value: &impl serde::Serialize) -> usize {
    let mut longest = Longest::default();
    toon::to_writer(&mut longest, value).unwrap();
    longest.0
}

#[test]
fn the_root_is_a_table() {
    #[derive(Serialize)]
    struct Newtype(Vec<Plain>);
    for count in [0, 1, 2, 300, 3_000] {
        let rows: Vec<Plain> = (0..count).map(plain).collect();
        let map: BTreeMap<u32, Plain> = rows.iter().map(|row| (row.id, row.clone())).collect();
        for options in
            [EncodeOptions::new(), EncodeOptions::new().indent(5), EncodeOptions::new().level("minimal")]
        {
            check(&options, &rows);
            check(&options, &map);
            check(&options, &rows.as_slice());
            check(&options, &Some(&rows));
            check(&options, &Newtype(rows.clone()));
            // Columns with defaults may be omitted, so they are not streamed.
            check(&options, &with_defaults(count));
        }
    }
    let rows: Vec<Plain> = (0..3_000).map(plain).collect();
    assert!(longest(&rows) < 10_000);
    assert!(longest(&Some(&rows)) < 10_000);
    assert!(longest(&Newtype(rows.clone())) < 10_000);
    assert!(longest(&rows.iter().map(|row| (row.id, row)).collect::<BTreeMap<_, _>>()) < 10_000);
    // Not rows themselves.
    let somes: Vec<Option<Plain>> = rows.into_iter().map(Some).collect();
    assert!(longest(&somes) > 10_000);
    assert!(longest(&with_defaults(3_000)) > 10_000);
}

/// A list of other elements after many rows.
#[test]
fn the_root_turns_out_to_be_a_list() {
    #[derive(Serialize)]
    #[serde(untagged)]
    enum OurMixed {
        Plain(Plain),
        Place(Place),
    }
    #[derive(serde::Serialize)]
    #[serde(untagged)]
    enum Mixed {
        Plain(Plain),
        Place(Place),
    }
    #[derive(serde::Serialize)]
    #[serde(tag = "t")]
    enum Tagged {
        Plain(Plain),
        Place(Place),
    }
    let mixed =
        |count| (0..count).map(|id| Mixed::Plain(plain(id))).chain([Mixed::Place(Place { x: 1, y: 2 })]);
    check(&EncodeOptions::new(), &mixed(20).collect::<Vec<_>>());
    let ours = (0..3_000).map(|id| OurMixed::Plain(plain(id))).chain([OurMixed::Place(Place { x: 1, y: 2 })]);
    check(&EncodeOptions::new(), &ours.collect::<Vec<_>>());
    let error = toon::to_writer(io::sink(), &mixed(3_000).collect::<Vec<_>>()).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::RowMisfit { row: 3_001, .. }), "{error}");
    assert!(error.suggestion().unwrap().contains("`to_string`"));
    let tagged =
        |count| (0..count).map(|id| Tagged::Plain(plain(id))).chain([Tagged::Place(Place { x: 1, y: 2 })]);
    check(&EncodeOptions::new(), &tagged(3_000).collect::<Vec<_>>());
}
