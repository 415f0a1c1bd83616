//! Reading TOON into serde types: enums, keys, options, numbers, borrowed strings.

use serde::Deserialize;
use serde::de::{DeserializeOwned, IgnoredAny};
use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::fmt::Debug;
use toon::{DecodeOptions, ErrorKind};

/// The same value as `serde_json` reads from `json`.
#[track_caller]
fn same<T: DeserializeOwned + PartialEq + Debug>(toon: &str, json: &str) {
    let expected: T = serde_json::from_str(json).unwrap();
    assert_eq!(toon::from_str::<T>(toon).unwrap(), expected, "{toon}");
    assert_eq!(DecodeOptions::new().strict(false).from_str::<T>(toon).unwrap(), expected, "{toon}");
    assert_eq!(DecodeOptions::new().expand_paths(true).from_str::<T>(toon).unwrap(), expected, "{toon}");
    assert_eq!(toon::from_slice::<T>(toon.as_bytes()).unwrap(), expected, "{toon}");
    assert_eq!(toon::from_reader::<_, T>(toon.as_bytes()).unwrap(), expected, "{toon}");
    assert!(toon::from_str::<IgnoredAny>(toon).is_ok());
    let tree: toon::Value = toon::from_str(toon).unwrap();
    assert_eq!(toon::from_value::<T>(&tree).unwrap(), expected, "{toon}");
}

#[derive(Debug, Deserialize, PartialEq)]
enum Event {
    Ping,
    New(u64),
    Pair(i32, String),
    Move {
        x: i64,
        y: i64,
    },
    Maybe(Option<u8>),
    #[serde(rename = "true")]
    True,
}

#[test]
fn enums_in_every_position() {
    same::<Event>("Ping", r#""Ping""#);
    same::<Event>("\"true\"", r#""true""#);
    same::<Event>("New: 5", r#"{"New":5}"#);
    same::<Event>("Pair[2]: -1,x", r#"{"Pair":[-1,"x"]}"#);
    same::<Event>("Move:\n  x: 1\n  y: 2", r#"{"Move":{"x":1,"y":2}}"#);
    same::<Event>("Move[2]: 1,2", r#"{"Move":[1,2]}"#);
    same::<Event>("Maybe: null", r#"{"Maybe":null}"#);
    same::<Event>("Ping: null", r#"{"Ping":null}"#);
    same::<Event>("[1:]{x,y}:\n  Move: 1,2", r#"{"Move":{"x":1,"y":2}}"#);
    same::<Vec<Event>>(
        "[4]:\n  - Ping\n  - New: 1\n  - Move:\n      x: 1\n      y: 2\n  - Pair[2]: 1,a",
        r#"["Ping",{"New":1},{"Move":{"x":1,"y":2}},{"Pair":[1,"a"]}]"#,
    );
    same::<Vec<Event>>("[2]{New}:\n  1\n  2", r#"[{"New":1},{"New":2}]"#);
    same::<Vec<Event>>("[1]{Move{x,y}}:\n  1,2", r#"[{"Move":{"x":1,"y":2}}]"#);
    same::<Vec<Event>>("[2]: Ping,\"true\"", r#"["Ping","true"]"#);
    same::<BTreeMap<String, Event>>("[2:]{New}:\n  a: 1\n  b: 2", r#"{"a":{"New":1},"b":{"New":2}}"#);
}

#[test]
fn what_is_no_variant() {
    for text in
        ["true", "1", "Pong", "New: 1\nPing: null", "", "New: x", "Ping: 1", "[1]: Ping", "Move:\n  x: 1"]
    {
        assert!(toon::from_str::<Event>(text).is_err(), "{text}");
    }
}

#[derive(Debug, Deserialize, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Colour {
    Red,
    Blue,
}

#[derive(Debug, Deserialize, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Id(u32);

#[test]
fn map_keys() {
    same::<BTreeMap<u8, u8>>("1: 2\n\"3\": 4", r#"{"1":2,"3":4}"#);
    same::<BTreeMap<i128, u8>>(
        "-170141183460469231731687303715884105728: 2",
        r#"{"-170141183460469231731687303715884105728":2}"#,
    );
    same::<BTreeMap<bool, u8>>("true: 2", r#"{"true":2}"#);
    same::<BTreeMap<char, u8>>("é: 2", r#"{"é":2}"#);
    same::<BTreeMap<Colour, u8>>("Red: 2\nBlue: 3", r#"{"Red":2,"Blue":3}"#);
    same::<BTreeMap<Id, u8>>("7: 2", r#"{"7":2}"#);
    same::<BTreeMap<Option<Id>, u8>>("7: 2", r#"{"7":2}"#);
    same::<HashMap<u64, Vec<u8>>>("7[2]: 1,2", r#"{"7":[1,2]}"#);
    same::<BTreeMap<u8, BTreeMap<u8, u8>>>("[1:]{5,6}:\n  1: 2,3", r#"{"1":{"5":2,"6":3}}"#);
    let float: Vec<(f64, u8)> = toon::from_str::<Pairs>("1.5: 2").unwrap().0;
    assert_eq!(float, [(1.5, 2)]);
    let error = toon::from_str::<BTreeMap<u8, u8>>("1: 2\nx: 3").unwrap_err();
    assert_eq!((error.line(), error.column()), (2, 1));
    assert!(toon::from_str::<BTreeMap<bool, u8>>("1: 2").is_err());
    assert!(toon::from_str::<BTreeMap<u8, u8>>("300: 2").is_err());
}

#[derive(Debug)]
struct Pairs(Vec<(f64, u8)>);

impl<'de> Deserialize<'de> for Pairs {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;
        impl<'de> serde::de::Visitor<'de> for Visitor {
            type Value = Pairs;
            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a map")
            }
            fn visit_map<A: serde::de::MapAccess<'de>>(self, mut map: A) -> Result<Pairs, A::Error> {
                let mut pairs = Vec::new();
                while let Some(pair) = map.next_entry()? {
                    pairs.push(pair);
                }
                Ok(Pairs(pairs))
            }
        }
        deserializer.deserialize_map(Visitor)
    }
}

#[derive(Debug, Deserialize, PartialEq)]
struct Unit;

#[derive(Debug, Deserialize, PartialEq)]
struct Wide {
    signed: i128,
    unsigned: u128,
    byte: u8,
    unit: (),
    nothing: Unit,
    letter: char,
    float: f32,
    option: Option<Option<u8>>,
    tuple: (u8, String, bool),
}

#[test]
fn every_scalar() {
    same::<Wide>(
        "signed: -170141183460469231731687303715884105728\nunsigned: 340282366920938463463374607431768211455\n\
         byte: 255\nunit: null\nnothing: null\nletter: é\nfloat: 0.1\noption: 7\ntuple[3]: 1,x,true",
        r#"{"signed":-170141183460469231731687303715884105728,"unsigned":340282366920938463463374607431768211455,
            "byte":255,"unit":null,"nothing":null,"letter":"é","float":0.1,"option":7,"tuple":[1,"x",true]}"#,
    );
    same::<Vec<Wide>>(
        "[1]:\n  - tuple[3]: 1,x,true\n    option: null\n    float: 1\n    letter: \"1\"\n    nothing: null\n    \
         unit: null\n    byte: 0\n    unsigned: 0\n    signed: 0",
        r#"[{"signed":0,"unsigned":0,"byte":0,"unit":null,"nothing":null,"letter":"1","float":1,"option":null,
             "tuple":[1,"x",true]}]"#,
    );
    same::<Vec<u8>>("[]", "[]");
    same::<[u8; 0]>("[0]:", "[]");
    same::<Vec<Vec<u8>>>("[2]:\n  - []\n  - [1]: 5", "[[],[5]]");
    same::<BTreeMap<String, u8>>("", "{}");
    same::<BTreeMap<String, BTreeMap<String, u8>>>("a:\nb:", r#"{"a":{},"b":{}}"#);
    same::<Vec<BTreeMap<String, u8>>>("[1]:\n  -", "[{}]");
    same::<Option<Vec<Option<u8>>>>("[2]: null,1", "[null,1]");
}

#[test]
fn integers_however_spelled_and_others_not() {
    assert_eq!(toon::from_str::<Vec<u64>>("[5]: 1e3,1.0,-0,15e-1,0.5e1").unwrap_err().path(), Some("[3]"));
    assert_eq!(toon::from_str::<Vec<u64>>("[4]: 1e3,1.0,-0,0.5e1").unwrap(), [1000, 1, 0, 5]);
    assert_eq!(toon::from_str::<u64>("18446744073709551615").unwrap(), u64::MAX);
    assert!(toon::from_str::<u64>("18446744073709551616").is_err());
    for token in ["18446744073709551616", "-9223372036854775809", "1.50", "1e-3"] {
        let kind = if token.contains(['.', 'e']) { "floating point" } else { "integer" };
        let unexpected = format!("invalid type: {kind} `{token}`, expected ");
        for error in [
            toon::from_str::<u64>(token).unwrap_err(),
            toon::from_str::<i64>(token).unwrap_err(),
            toon::from_str::<bool>(token).unwrap_err(),
            toon::from_str::<BTreeMap<i64, u8>>(&format!("{token}: 1")).unwrap_err(),
        ] {
            assert!(error.to_string().starts_with(&unexpected), "{error}");
        }
    }
    assert_eq!(toon::from_str::<u128>("1e38").unwrap(), 10_u128.pow(38));
    assert_eq!(toon::from_str::<f64>("9007199254740993").unwrap(), 9_007_199_254_740_992.0);
    assert_eq!(toon::from_str::<f64>("-0").unwrap().to_bits(), 0);
    assert!(matches!(toon::from_str::<f64>("1e400").unwrap_err().kind(), ErrorKind::NumberOutOfRange { .. }));
    assert!(matches!(toon::from_str::<f32>("1e39").unwrap_err().kind(), ErrorKind::NumberOutOfRange { .. }));
    assert!(matches!(toon::from_str::<u8>("1e400").unwrap_err().kind(), ErrorKind::NumberOutOfRange { .. }));
    assert_eq!(toon::from_str::<serde_json::Value>("1e400").unwrap(), "1e400");
    assert_eq!(toon::from_str::<serde_json::Value>("1.0").unwrap(), 1);
    assert!(toon::from_str::<i8>("-129").is_err());
}

#[derive(Debug, Deserialize, PartialEq)]
struct Borrowed<'a> {
    id: u32,
    #[serde(borrow)]
    name: &'a str,
    #[serde(borrow)]
    note: Cow<'a, str>,
}

#[test]
fn strings_are_borrowed_where_they_can_be() {
    let text = "[2]{id,name,note}:\n  1,Ada,\"x, y\"\n  2,\"B: c\",\"d\\n\"".to_owned();
    let rows: Vec<Borrowed<'_>> = toon::from_str(&text).unwrap();
    assert_eq!(rows[0], Borrowed { id: 1, name: "Ada", note: "x, y".into() });
    assert!(matches!(rows[0].note, Cow::Borrowed(_)));
    assert!(matches!(&rows[1].note, Cow::Owned(note) if note == "d\n"));
    let error = toon::from_str::<&str>("\"a\\n\"").unwrap_err();
    assert_eq!(
        error.to_string(),
        "invalid type: string \"a\\n\", expected a borrowed string at line 1 column 1"
    );
    let keys: BTreeMap<&str, &[u8]> = toon::from_str("a: b\n\"c d\": \"e\"").unwrap();
    assert_eq!(keys, BTreeMap::from([("a", &b"b"[..]), ("c d", b"e")]));
}

#[derive(Debug, Deserialize, PartialEq)]
#[serde(tag = "type")]
enum Tagged {
    A { x: u8 },
    B(BTreeMap<String, u8>),
}

#[derive(Debug, Deserialize, PartialEq)]
#[serde(untagged)]
enum Untagged {
    Number(f64),
    Text(String),
    List(Vec<Untagged>),
    Map(BTreeMap<String, Untagged>),
}

#[derive(Debug, Deserialize, PartialEq)]
struct Flat {
    id: u8,
    #[serde(flatten)]
    rest: BTreeMap<String, Untagged>,
}

#[test]
fn what_serde_buffers() {
    same::<Vec<Tagged>>("[2]{type,x}:\n  A,1\n  B,2", r#"[{"type":"A","x":1},{"type":"B","x":2}]"#);
    same::<Untagged>("a[2]:\n  - 1.5\n  - b: x", r#"{"a":[1.5,{"b":"x"}]}"#);
    same::<Vec<Flat>>("[1]{id,a,b{c}}:\n  1,x,2", r#"[{"id":1,"a":"x","b":{"c":2}}]"#);
    same::<Flat>("a: x\nid: 1", r#"{"a":"x","id":1}"#);
}

#[test]
fn what_a_target_does_not_take_is_an_error() {
    for text in ["[3]: 1,2,3", "[1]: 1", "[3]:\n  - 1\n  - 2\n  - 3"] {
        let error = toon::from_str::<(u8, u8)>(text).unwrap_err();
        assert!(
            matches!(
                error.kind(),
                ErrorKind::InvalidLength { .. } | ErrorKind::UnreadElements { left: 1, .. }
            ),
            "{error}"
        );
    }
    // Elements that it leaves unread are checked.
    let error = toon::from_str::<(u8, u8)>("[3]: 1,2,\"\\x\"").unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::InvalidEscape { .. }), "{error}");
}

#[test]
fn the_document_is_read_once() {
    let mut deserializer = toon::Deserializer::from_str("1");
    assert_eq!(u8::deserialize(&mut deserializer).unwrap(), 1);
    assert!(matches!(u8::deserialize(&mut deserializer).unwrap_err().kind(), ErrorKind::AlreadyRead));
}

/// Short ones are read as one word, unless they are at the end of the text.
#[test]
fn floats_of_a_few_characters() {
    for (token, value) in [
        ("0", 0.0_f64),
        ("-0", 0.0),
        ("-0.0", 0.0),
        ("-0.5", -0.5),
        ("7", 7.0),
        ("19.99", 19.99),
        ("-1234567", -1_234_567.0),
        ("0.000001", 0.000_001),
        ("123456.7", 123_456.7),
        ("-99999.99", -99_999.99),
        ("1e5", 1e5),
        ("2.5e-3", 2.5e-3),
    ] {
        for text in [format!("[2]: {token},0.12345678"), format!("[2]: 0,{token}")] {
            let floats: Vec<f64> = toon::from_str(&text).unwrap();
            assert!(floats.iter().any(|float| float.to_bits() == value.to_bits()), "{text}: {floats:?}");
        }
    }
    for token in ["\"1.5\"", "1.", ".5", "01", "00.5", "-", "1.2.3", "1-2", "+1"] {
        for text in [format!("[2]: {token},0.12345678"), format!("[2]: 0,{token}")] {
            assert!(toon::from_str::<Vec<f64>>(&text).is_err(), "{text}");
        }
    }
}
