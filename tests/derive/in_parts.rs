//! Enums with a tag, and structs with flattened fields: TOON reads them without buffers, so that
//! options, places and paths are those of any other struct.

use serde::de::DeserializeOwned;
use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::fmt::Debug;
use toon::{DecodeOptions, Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Action {
    Reply {
        text: String,
        urgent: bool,
    },
    Search(Query),
    #[serde(alias = "halt")]
    Stop,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Query {
    words: Vec<String>,
    limit: u8,
}

fn coerced<T: DeserializeOwned>(text: &str) -> toon::Result<T> {
    DecodeOptions::new().coerce(true).from_str(text)
}

/// The message of the error, and its suggestion.
fn failure<T: DeserializeOwned + Debug>(text: &str) -> (String, String) {
    let error = toon::from_str::<T>(text).unwrap_err();
    (error.to_string(), error.suggestion().unwrap_or_default().into_owned())
}

fn reply() -> Action {
    Action::Reply { text: "5".into(), urgent: true }
}

fn search() -> Action {
    Action::Search(Query { words: vec!["7".into(), "b".into()], limit: 3 })
}

#[test]
fn a_tag_at_any_place() {
    for text in [
        "type: reply\ntext: 5\nurgent: \"true\"",
        "text: 5\ntype: reply\nurgent: True",
        "text: 5\nurgent: true\ntype: reply",
    ] {
        assert_eq!(coerced::<Action>(text).unwrap(), reply(), "{text}");
    }
    for text in [
        "type: search\nwords[2]: 7,b\nlimit: \"3\"",
        "words[2]:\n  - 7\n  - b\ntype: search\nlimit: 3",
        "more:\n  a[1]{x}:\n    1\nwords[2]:\n  - 7\n  - b\nlimit: 3\ntype: search",
    ] {
        assert_eq!(coerced::<Action>(text).unwrap(), search(), "{text}");
    }
    assert_eq!(toon::from_str::<Action>("type: halt").unwrap(), Action::Stop);
    assert_eq!(toon::from_str::<Action>("a:\n  b: 1\ntype: stop\nc: 2").unwrap(), Action::Stop);
}

#[test]
fn in_lists_and_tables() {
    let text = "[4]:\n  - type: stop\n  - text: 5\n    urgent: true\n    type: reply\n  - words[2]: 7,b\n    limit: 3\n    type: search\n  - type: stop\n    rest:\n      x: 1";
    let all = vec![Action::Stop, reply(), search(), Action::Stop];
    assert_eq!(coerced::<Vec<Action>>(text).unwrap(), all);
    let rows = "a[3]{type,text,urgent}:\n  reply,5,true\n  reply,5,True\n  stop,x,null\nb[2]{urgent,text,type}:\n  true,5,reply\n  true,5,reply";
    let read: BTreeMap<String, Vec<Action>> = coerced(rows).unwrap();
    assert_eq!(read["a"], [reply(), reply(), Action::Stop]);
    assert_eq!(read["b"], [reply(), reply()]);
    let keyed = "[2:]{text,type,urgent}:\n  a: 5,reply,true\n  b: 5,reply,true";
    let read: BTreeMap<String, Action> = coerced(keyed).unwrap();
    assert_eq!(read, BTreeMap::from([("a".into(), reply()), ("b".into(), reply())]));
}

#[test]
fn errors_have_their_places() {
    let list = "[2]:\n  - type: stop\n  - type: reply\n    text: a\n    urgent: 1";
    assert_eq!(
        failure::<Vec<Action>>(list),
        (
            "invalid type: integer `1`, expected a boolean at line 5 column 13, in [1].urgent".into(),
            "write true".into(),
        )
    );
    let late = "text: a\nurgent: 1\ntype: reply";
    assert_eq!(
        failure::<Action>(late).0,
        "invalid type: integer `1`, expected a boolean at line 2 column 9, in urgent"
    );
    let newtype = "type: search\nlimit: 300\nwords[1]: a";
    assert_eq!(
        failure::<Action>(newtype).0,
        "invalid value: integer `300`, expected u8 at line 2 column 8, in limit"
    );
    let row = "[1]{type,text,urgent}:\n  reply,a,b";
    assert_eq!(
        failure::<Vec<Action>>(row).0,
        "invalid type: string \"b\", expected a boolean at line 2 column 11, in [0].urgent"
    );
    assert_eq!(failure::<Action>("type: serach\nlimit: 1"), (
        "unknown variant `serach`, expected one of `reply`, `search`, `halt`, `stop` at line 1 column 7, in type".into(),
        "did you mean the variant \"search\"?".into(),
    ));
    assert_eq!(
        failure::<BTreeMap<String, Action>>("a:\n  text: x\n  urgent: true"),
        (
            "missing field `type` at line 1 column 1, in a".into(),
            "add the field \"type\", with the value reply, search, halt or stop".into(),
        )
    );
    assert_eq!(failure::<Action>("type: reply\ntext: x").0, "missing field `urgent` at line 1 column 1");
    assert_eq!(
        failure::<Action>("type: reply\ntext: x\ntext: y").0,
        "duplicate key \"text\" at line 3 column 1"
    );
    assert_eq!(failure::<Action>("type: reply\ntype: stop").0, "duplicate key \"type\" at line 2 column 1");
    assert_eq!(
        failure::<Action>("text: x\ntype: stop\ntext: y").0,
        "duplicate key \"text\" at line 3 column 1"
    );
    assert_eq!(
        failure::<Vec<Action>>("[1]{type,text,urgent}:\n  stop,a").0,
        "row has 2 cells, but the header has 3 fields at line 2 column 3, in [0].urgent"
    );
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Label {
    name: String,
    #[serde(flatten)]
    values: HashMap<String, String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Size {
    width: u8,
    height: u8,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Shape {
    id: u8,
    #[serde(flatten)]
    size: Size,
    #[serde(flatten)]
    action: Option<Action>,
    #[serde(flatten)]
    more: BTreeMap<String, Vec<String>>,
    last: bool,
}

#[test]
fn flattened_maps() {
    let label = Label {
        name: "7".into(),
        values: HashMap::from([("x".into(), "300".into()), ("y".into(), "a".into())]),
    };
    assert_eq!(coerced::<Label>("x: 300\nname: 7\ny: a").unwrap(), label);
    let rows = "[1]{x,name,y}:\n  300,7,a";
    assert_eq!(coerced::<Vec<Label>>(rows).unwrap(), [label]);
    assert_eq!(
        failure::<Label>("x: 300\nname: a"),
        (
            "invalid type: integer `300`, expected a string at line 1 column 4, in x".into(),
            "quote the value: \"300\"".into(),
        )
    );
}

#[test]
fn several_flattened_fields() {
    let text = "a[1]: 1\nheight: \"2\"\nid: 1\nlast: True\nwidth: 3\nb[1]:\n  - x";
    let shape = Shape {
        id: 1,
        size: Size { width: 3, height: 2 },
        action: None,
        more: BTreeMap::from([("a".into(), vec!["1".into()]), ("b".into(), vec!["x".into()])]),
        last: true,
    };
    assert_eq!(coerced::<Shape>(text).unwrap(), shape);
    assert_eq!(
        failure::<Shape>("id: 1\nwidth: 2\nheight: 300\nlast: true").0,
        "invalid value: integer `300`, expected u8 at line 3 column 9, in height"
    );
    assert_eq!(
        failure::<Shape>("id: 1\nwidth: 2\nlast: true").0,
        "missing field `height` at line 1 column 1"
    );
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", content = "with")]
enum Adjacent {
    Unit,
    New(u8),
    Struct { x: String, y: Option<u8> },
    Tuple(u8, String),
    List(Vec<Size>),
}

#[test]
fn content_before_its_tag() {
    for (text, value) in [
        ("with: \"7\"\nkind: New", Adjacent::New(7)),
        ("kind: New\nwith: \"7\"", Adjacent::New(7)),
        (
            "other:\n  a: 1\nwith:\n  x: 1\n  y: \"2\"\nmore: 1\nkind: Struct",
            Adjacent::Struct { x: "1".into(), y: Some(2) },
        ),
        ("with[2]: 1,2\nkind: Tuple", Adjacent::Tuple(1, "2".into())),
        ("kind: Unit", Adjacent::Unit),
        ("with: null\nkind: Unit", Adjacent::Unit),
        ("with[1]{width,height}:\n  1,2\nkind: List", Adjacent::List(vec![Size { width: 1, height: 2 }])),
    ] {
        assert_eq!(coerced::<Adjacent>(text).unwrap(), value, "{text}");
    }
    let rows = "[2]{with,kind}:\n  \"7\",New\n  8,New";
    assert_eq!(coerced::<Vec<Adjacent>>(rows).unwrap(), [Adjacent::New(7), Adjacent::New(8)]);
    assert_eq!(
        failure::<Adjacent>("with:\n  x: 1\nkind: Struct").0,
        "invalid type: integer `1`, expected a string at line 2 column 6, in with.x"
    );
    assert_eq!(failure::<Adjacent>("with: 7").0, "missing field `kind` at line 1 column 1");
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "t", deny_unknown_fields)]
enum Borrowed<'a, T> {
    Text {
        text: &'a str,
        #[serde(borrow)]
        either: Cow<'a, str>,
    },
    Other {
        value: T,
    },
}

#[test]
fn borrowed_strings_and_generics() {
    let text = "either: \"b c\"\ntext: a\nt: Text";
    let read: Borrowed<'_, u8> = toon::from_str(text).unwrap();
    assert!(matches!(&read, Borrowed::Text { text: "a", either: Cow::Borrowed("b c") }));
    assert_eq!(
        toon::from_str::<Borrowed<'_, u8>>("value: 5\nt: Other").unwrap(),
        Borrowed::Other { value: 5 }
    );
    let error = toon::from_str::<Borrowed<'_, u8>>("t: Other\nvalue: 5\nmore: 1").unwrap_err();
    assert_eq!(error.to_string(), "unknown field `more`, expected `value` at line 3 column 1");
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "t")]
enum Nested {
    Inside { inner: Box<Nested> },
    Wrapped(Holder),
    End,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Holder {
    #[serde(flatten)]
    all: BTreeMap<String, Nested>,
}

#[test]
fn the_depth_is_limited() {
    for tag in ["Inside", "Wrapped"] {
        let text = |depth: usize| {
            let mut text = String::new();
            for level in 0..depth {
                text.push_str(&"  ".repeat(level));
                text.push_str("inner:\n");
            }
            text.push_str(&"  ".repeat(depth));
            text.push_str("t: End\n");
            for level in (0..depth).rev() {
                text.push_str(&"  ".repeat(level));
                text.extend(["t: ", tag, "\n"]);
            }
            text
        };
        assert!(toon::from_str::<Nested>(&text(127)).is_ok());
        let error = toon::from_str::<Nested>(&text(128)).unwrap_err();
        assert!(error.to_string().starts_with("nested deeper than 128 levels"), "{error}");
    }
}
