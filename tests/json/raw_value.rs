//! `serde_json`'s `RawValue` is transcoded everywhere, in both directions.

use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};
use std::collections::BTreeMap;
use toon::{EncodeOptions, ErrorKind};

fn raw(json: &str) -> Box<RawValue> {
    RawValue::from_string(json.to_string()).unwrap()
}

#[derive(Serialize)]
struct Envelope {
    id: u32,
    payload: Box<RawValue>,
}

fn envelope(id: u32, payload: &str) -> Envelope {
    Envelope { id, payload: raw(payload) }
}

#[test]
fn in_every_position() {
    for json in
        ["null", "1.50", "\"a,b\"", "[1, 2]", "[]", "{}", r#"{ "z": 1, "a": [{"x": 1}, {"x": 2.0}] }"#]
    {
        let value = raw(json);
        let plain: serde_json::Value = serde_json::from_str(json).unwrap();
        assert_eq!(toon::to_string(&value).unwrap(), toon::to_string(&plain).unwrap());
        let pairs = [
            (toon::to_string(&vec![&value; 2]), toon::to_string(&vec![&plain; 2])),
            (
                toon::to_string(&BTreeMap::from([("k", &value)])),
                toon::to_string(&BTreeMap::from([("k", &plain)])),
            ),
            (toon::to_string(&Some(&value)), toon::to_string(&Some(&plain))),
            (toon::to_string(&(1, &value)), toon::to_string(&(1, &plain))),
        ];
        for (raw, plain) in pairs {
            assert_eq!(raw.unwrap(), plain.unwrap(), "{json}");
        }
    }
}

#[test]
fn in_a_table() {
    let rows = [envelope(1, r#"{"b": 1.0, "a": "x"}"#), envelope(2, r#"{"a": "y", "b": 2e1}"#)];
    assert_eq!(toon::to_string(&rows).unwrap(), "[2]{id,payload{b,a}}:\n  1,1,x\n  2,20,y");
    let rows = [envelope(1, "12345678901234567890123"), envelope(2, "[1]")];
    assert_eq!(
        toon::to_string(&rows).unwrap(),
        "[2]:\n  - id: 1\n    payload: 12345678901234567890123\n  - id: 2\n    payload[1]: 1",
    );
}

#[test]
fn fields_of_it_are_picked() {
    let options = EncodeOptions::new().fields(["payload.a.x", "id", "payload.no"]);
    let rows = [envelope(1, r#"{"z": [1], "a": {"y": 1, "x": 2.0}}"#), envelope(2, r#"{"a": {"x": 3}}"#)];
    assert_eq!(options.to_string(&rows[0]).unwrap(), "payload:\n  a:\n    x: 2\nid: 1",);
    assert_eq!(options.unknown_fields(&rows).unwrap(), ["payload.no"]);
    let root = raw(r#"[{"id": 1, "x": 2}]"#);
    assert_eq!(options.to_string(&root).unwrap(), "[1]{id}:\n  1");
    assert_eq!(options.unknown_fields(&root).unwrap(), ["payload.a.x", "payload.no"]);
}

#[test]
fn what_it_holds_is_checked() {
    let error = toon::to_string(&envelope(1, r#"{"a":1,"a":2}"#)).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::DuplicateKey { key, .. } if key == "a"), "{error}");
    // `serde_json` does not look into the strings of raw values.
    let error = toon::to_string(&envelope(1, r#""\ud800""#)).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::InvalidJson { .. }), "{error}");
    assert_eq!(error.line(), 0, "there is no text that the place would be in");
}

#[test]
fn its_levels_count() {
    let value = envelope(1, "[[1]]");
    assert!(EncodeOptions::new().max_depth(3).to_string(&value).is_ok());
    let error = EncodeOptions::new().max_depth(2).to_string(&value).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::DepthLimit { limit: 2, .. }), "{error}");
}

#[test]
fn an_error_in_it_cannot_be_swallowed() {
    struct Careless;
    impl Serialize for Careless {
        fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            use serde::ser::SerializeSeq as _;
            let mut seq = serializer.serialize_seq(None)?;
            let _ = seq.serialize_element(&raw(r#"[1, "\ud800"]"#));
            seq.serialize_element(&1)?;
            seq.end()
        }
    }
    assert!(toon::to_string(&Careless).is_err());
}

#[test]
fn made_from_a_value() {
    let value = to_raw_value(&BTreeMap::from([("a", 1)])).unwrap();
    assert_eq!(toon::to_string(&value).unwrap(), "a: 1");
}

#[derive(Deserialize)]
struct Received {
    id: u32,
    payload: Box<RawValue>,
}

#[test]
fn it_is_read_as_compact_json() {
    for (toon, json) in [
        ("id: 1\npayload: 1.50", "1.5"),
        ("id: 1\npayload: 1e400", "1e+400"),
        ("id: 1\npayload: \"a \\\"b\\\"\"", r#""a \"b\"""#),
        ("id: 1\npayload: null", "null"),
        ("id: 1\npayload: []", "[]"),
        ("id: 1\npayload:", "{}"),
        ("id: 1\npayload[2]: x,1", r#"["x",1]"#),
        ("id: 1\npayload:\n  b: 1\n  a[1]{x}:\n    2", r#"{"b":1,"a":[{"x":2}]}"#),
    ] {
        let received: Received = toon::from_str(toon).unwrap();
        assert_eq!((received.id, received.payload.get()), (1, json), "{toon}");
    }
    let root: Box<RawValue> = toon::from_str("[2]{id,g{x}}:\n  1,a\n  2,1.0").unwrap();
    assert_eq!(root.get(), r#"[{"id":1,"g":{"x":"a"}},{"id":2,"g":{"x":1}}]"#);
    let rows: Vec<Received> = toon::from_str("[2]{id,payload{b,a}}:\n  1,1.0,x\n  2,1e3,y").unwrap();
    let payloads: Vec<&str> = rows.iter().map(|row| row.payload.get()).collect();
    assert_eq!(payloads, [r#"{"b":1,"a":"x"}"#, r#"{"b":1000,"a":"y"}"#]);
    let map: BTreeMap<String, Box<RawValue>> = toon::from_str("[2:]{n}:\n  a: 1\n  b: 2").unwrap();
    assert_eq!(map["b"].get(), r#"{"n":2}"#);
    let expanded: BTreeMap<String, Box<RawValue>> =
        toon::DecodeOptions::new().expand_paths(true).from_str("a.b.c: 1.0\na.d: x").unwrap();
    assert_eq!(expanded["a"].get(), r#"{"b":{"c":1},"d":"x"}"#);
    let cells: Vec<BTreeMap<String, Box<RawValue>>> = toon::from_str("[1]{a,b}:\n  1,x").unwrap();
    assert_eq!(cells[0]["a"].get(), "1");
}

#[test]
fn numbers_beside_it_are_read_as_ever() {
    let both: (Box<RawValue>, serde_json::Value) = toon::from_str("[2]: 1.0,1.0").unwrap();
    assert_eq!((both.0.get(), both.1), ("1", serde_json::json!(1)));
}

/// JSON text that is a field's type stays in the table, and is read as such.
#[cfg(feature = "derive")]
#[test]
fn a_column_is_not_hoisted() {
    #[derive(toon::Serialize, toon::Deserialize)]
    #[toon(tabular)]
    struct Row {
        id: u8,
        #[toon(hoist, cell)]
        raw: Box<RawValue>,
    }
    #[derive(toon::Serialize, toon::Deserialize)]
    struct Rows {
        #[toon(tabular)]
        rows: Vec<Row>,
    }
    let row = |id| Row { id, raw: RawValue::from_string("\"x\"".into()).unwrap() };
    let text = toon::to_string(&Rows { rows: vec![row(1), row(2)] }).unwrap();
    assert_eq!(text, "rows[2]{id,raw}:\n  1,x\n  2,x");
    let read: Rows = toon::from_str(&text).unwrap();
    assert_eq!(read.rows[1].raw.get(), "\"x\"");
}
