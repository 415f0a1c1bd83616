//! `tabular` on fields of other types than the standard library's collections, and on values that
//! can be serialized only once.

use indexmap::IndexMap;
use serde::Serializer;
use smallvec::SmallVec;
use std::cell::Cell;
use std::collections::BTreeMap;
use toon::{Deserialize, EncodeOptions, ErrorKind, Serialize};

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
#[toon(tabular)]
struct Row {
    id: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    place: Place,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
#[toon(tabular)]
struct Place {
    x: u8,
    y: u8,
}

fn row(id: u32) -> Row {
    let note = (id % 2 == 1).then(|| format!("note {id}"));
    Row { id, note, place: Place { x: 1, y: 2 } }
}

/// A collection of one's own.
#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Rows(Vec<Row>);

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Page<'a> {
    #[toon(tabular)]
    few: SmallVec<[Row; 2]>,
    #[toon(tabular)]
    by_name: IndexMap<String, Row>,
    #[serde(borrow)]
    #[toon(tabular, rename = "theirs")]
    own: Own<'a>,
    #[toon(tabular)]
    rows: Option<Rows>,
}

/// Any other type is written as without the hint.
#[derive(serde::Serialize, serde::Deserialize, PartialEq, Debug)]
struct Own<'a> {
    #[serde(borrow)]
    name: &'a str,
}

#[test]
fn other_collections() {
    let page = Page {
        few: [row(0), row(1)].into_iter().collect(),
        by_name: [("z".into(), row(2)), ("a".into(), row(3))].into(),
        own: Own { name: "not a table" },
        rows: Some(Rows(vec![row(4)])),
    };
    let text = toon::to_string(&page).unwrap();
    assert_eq!(
        text,
        "few[2]{id,note,place{x,y}}:\n  0,null,1,2\n  1,note 1,1,2\n\
         by_name[2:]{id,note,place{x,y}}:\n  z: 2,null,1,2\n  a: 3,note 3,1,2\n\
         theirs:\n  name: not a table\n\
         rows[1]{id,note,place{x,y}}:\n  4,null,1,2"
    );
    assert_eq!(toon::from_str::<Page<'_>>(&text).unwrap(), page);
}

/// Other formats are written as by serde's derive.
#[test]
fn other_formats() {
    #[derive(serde::Serialize)]
    struct PlainRow {
        id: u32,
        #[serde(skip_serializing_if = "Option::is_none")]
        note: Option<String>,
        place: (u8, u8),
    }
    #[derive(serde::Serialize)]
    struct Plain {
        rows: Produced<PlainRow>,
    }
    #[derive(Serialize)]
    #[toon(tabular)]
    struct OurRow {
        id: u32,
        #[serde(skip_serializing_if = "Option::is_none")]
        note: Option<String>,
        #[toon(skip)]
        place: (u8, u8),
    }
    #[derive(Serialize)]
    struct Ours {
        #[toon(tabular)]
        rows: Produced<OurRow>,
    }
    let note = |id| (id == 1).then(|| "note".to_owned());
    let plain = || (0..3).map(|id| PlainRow { id, note: note(id), place: (1, 2) }).collect::<Vec<_>>();
    let ours = || (0..3).map(|id| OurRow { id, note: note(id), place: (1, 2) }).collect::<Vec<_>>();
    let json = serde_json::to_string(&Plain { rows: once(plain()) }).unwrap();
    assert_eq!(serde_json::to_string(&Ours { rows: once(ours()) }).unwrap(), json);
    let bytes = postcard::to_allocvec(&Plain { rows: once(plain()) }).unwrap();
    assert_eq!(postcard::to_allocvec(&Ours { rows: once(ours()) }).unwrap(), bytes);
    assert_eq!(serde_json::to_string(&ours()).unwrap(), serde_json::to_string(&plain()).unwrap());
    assert_eq!(postcard::to_allocvec(&ours()).unwrap(), postcard::to_allocvec(&plain()).unwrap());
}

/// The rows of an iterator, which are gone once they have been serialized.
struct Once<I>(Cell<Option<I>>);

impl<I: ExactSizeIterator<Item: serde::Serialize>> serde::Serialize for Once<I> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let rows = self.0.take().ok_or_else(|| serde::ser::Error::custom("serialized twice"))?;
        serializer.collect_seq(rows)
    }
}

type Produced<T> = Once<std::vec::IntoIter<T>>;

fn once<T>(rows: Vec<T>) -> Produced<T> {
    Once(Cell::new(Some(rows.into_iter())))
}

#[derive(Serialize, Clone, Default)]
#[toon(tabular, skip_default)]
struct Defaults {
    id: u32,
    zero: u8,
    #[toon(hoist)]
    common: u8,
}

#[derive(Serialize)]
struct Report {
    title: &'static str,
    #[toon(tabular)]
    rows: Produced<Row>,
    #[toon(tabular)]
    defaults: Produced<Defaults>,
    end: u8,
}

fn report(count: u32) -> Report {
    let default = |id| Defaults { id, ..Defaults::default() };
    Report {
        title: "all",
        rows: once((0..count).map(row).collect()),
        defaults: once((0..count).map(default).collect()),
        end: 1,
    }
}

/// Notes how much is written at once.
#[derive(Default)]
struct Chunks {
    bytes: Vec<u8>,
    longest: usize,
}

impl std::io::Write for Chunks {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.longest = self.longest.max(bytes.len());
        self.bytes.extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Columns with defaults stay, whether or not the table is streamed.
#[test]
fn iterators_are_serialized_once() {
    assert_eq!(
        toon::to_string(&report(2)).unwrap(),
        "title: all\nrows[2]{id,note,place{x,y}}:\n  0,null,1,2\n  1,note 1,1,2\ndefaults[2]{id,zero,common}:\n  0,0,0\n  1,0,0\nend: 1"
    );
    for count in [0, 1, 2, 100, 5_000] {
        let text = toon::to_string(&report(count)).unwrap();
        let mut chunks = Chunks::default();
        toon::to_writer(&mut chunks, &report(count)).unwrap();
        assert!(chunks.bytes == text.into_bytes());
        assert!(chunks.longest < 10_000, "{}", chunks.longest);
    }
    // A selection holds the table in memory, but its text is the same.
    let fields = EncodeOptions::new().fields(["defaults.zero", "defaults.id"]);
    assert_eq!(fields.to_string(&report(2)).unwrap(), "defaults[2]{zero,id}:\n  0,0\n  0,1");
}

#[derive(Serialize)]
#[toon(tabular)]
struct Levels {
    id: u32,
    #[toon(level = "full")]
    text: String,
}

#[derive(Serialize)]
struct Leveled {
    #[toon(tabular)]
    rows: Produced<Levels>,
}

/// A hidden column is removed from the text that is already there when the table begins to leave.
#[test]
fn hidden_columns() {
    let rows = |count| {
        let rows = (0..count).map(|id| Levels { id, text: "x".repeat(id as usize % 200) });
        Leveled { rows: once(rows.collect()) }
    };
    for count in [1, 3, 500] {
        for level in ["minimal", "full"] {
            let options = EncodeOptions::new().level(level);
            let text = options.to_string(&rows(count)).unwrap();
            let columns = if level == "full" { "{id,text}" } else { "{id}" };
            assert!(text.starts_with(&format!("rows[{count}]{columns}:\n")), "{text}");
            let mut bytes = Vec::new();
            options.to_writer(&mut bytes, &rows(count)).unwrap();
            assert!(bytes == text.into_bytes());
        }
    }
}

#[derive(serde::Serialize)]
#[serde(untagged)]
enum Mixed {
    Row(Row),
    Place(Place),
    Some(Option<Row>),
}

#[derive(Serialize)]
struct Mix {
    #[toon(tabular)]
    rows: Produced<Mixed>,
}

/// Elements that are not alike are a list, unless the table has already left.
#[test]
fn elements_that_are_not_alike() {
    let mix = |count: u32| {
        let rows = (0..count).map(|id| Mixed::Row(row(id)));
        Mix { rows: once(rows.chain([Mixed::Place(Place { x: 3, y: 4 })]).collect()) }
    };
    let text = "rows[2]:\n  - id: 0\n    place:\n      x: 1\n      y: 2\n  - x: 3\n    y: 4";
    assert_eq!(toon::to_string(&mix(1)).unwrap(), text);
    let mut bytes = Vec::new();
    toon::to_writer(&mut bytes, &mix(1)).unwrap();
    assert_eq!(bytes, text.as_bytes());
    let error = toon::to_writer(std::io::sink(), &mix(5_000)).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::RowMisfit { row: 5001, .. }), "{error:?}");
    assert_eq!(
        error.to_string(),
        "row 5001 does not fit the table: column \"x\": the table has no such column"
    );
    assert!(error.suggestion().unwrap().contains("`to_string`"), "{error:?}");
    // In a `Some`, the next one could be `None`.
    let some = Mix { rows: once((0..5_000).map(|id| Mixed::Some((id < 4_999).then(|| row(id)))).collect()) };
    let mut bytes = Vec::new();
    toon::to_writer(&mut bytes, &some).unwrap();
    assert!(bytes.ends_with(b"\n  - null"));
}

/// Only the value of the field itself is sent once, not what is inside it.
#[test]
fn lists_inside_other_types() {
    #[derive(Serialize)]
    struct Outer {
        #[toon(tabular)]
        inner: Inner,
    }
    #[derive(serde::Serialize)]
    struct Inner {
        list: Vec<Defaults>,
        map: BTreeMap<&'static str, Defaults>,
    }
    let default = Defaults::default;
    let inner = Inner {
        list: vec![Defaults { id: 1, ..default() }, default()],
        map: [("a", default()), ("b", Defaults { id: 2, ..default() })].into(),
    };
    assert_eq!(
        toon::to_string(&Outer { inner }).unwrap(),
        "inner:\n  list[2]{id}:\n    1\n    0\n  map[2:]{id}:\n    a: 0\n    b: 2"
    );
}

/// A newtype around a collection, which this derive's `Column` does not cover.
#[test]
fn a_transparent_collection() {
    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    #[serde(transparent)]
    struct Orders {
        orders: Vec<Row>,
    }
    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    struct Shop {
        #[toon(tabular)]
        orders: Orders,
    }
    let shop = Shop { orders: Orders { orders: vec![row(1)] } };
    let text = toon::to_string(&shop).unwrap();
    assert_eq!(text, "orders[1]{id,note,place{x,y}}:\n  1,note 1,1,2");
    assert_eq!(toon::from_str::<Shop>(&text).unwrap(), shop);
}
