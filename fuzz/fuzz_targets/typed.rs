//! Any text as values of many types: no panics, and accepted values round-trip.
#![no_main]
#![allow(clippy::float_cmp, reason = "what is written comes back to the last bit")]

use libfuzzer_sys::fuzz_target;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use toon_serde_fuzz::equality::equal;
use toon_serde_fuzz::options::decode_options;

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Row<'a> {
    id: u64,
    #[serde(borrow)]
    name: Cow<'a, str>,
    #[serde(default)]
    note: Option<&'a str>,
    ratio: f64,
    ok: bool,
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Document<'a> {
    #[serde(borrow)]
    a: Option<Box<Document<'a>>>,
    #[serde(borrow, default)]
    rows: Vec<Row<'a>>,
    #[serde(default)]
    b: BTreeMap<Cow<'a, str>, Kind>,
    #[serde(default)]
    c: Vec<Tagged>,
    #[serde(default)]
    pair: (i8, char),
    #[serde(default)]
    unit: Unit,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Default)]
struct Unit;

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Newtype<T>(T);

#[derive(Serialize, Deserialize, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Name {
    A,
    B,
    #[serde(rename = "a b")]
    Spaced,
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
enum Kind {
    Unit,
    Newtype(i64),
    Tuple(u8, String),
    Struct { x: f64, y: Option<bool> },
    Nested(Box<Kind>),
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
#[serde(tag = "type")]
enum Tagged {
    Unit,
    Newtype(BTreeMap<String, i32>),
    Struct { x: i32, inner: Vec<u8> },
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
#[serde(tag = "t", content = "c")]
enum Adjacent {
    Unit,
    Newtype(String),
    Tuple(u8, u8),
    Struct { x: Option<i32> },
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
#[serde(untagged)]
enum Untagged {
    Bool(bool),
    Number(Numeric),
    Text(String),
    // No number: §2 makes the float 0 the integer 0, which other variants take when it is read
    // back.
    Row { is_new: bool, name: String },
    List(Vec<Untagged>),
    Map(BTreeMap<String, Untagged>),
}

#[derive(Serialize, Deserialize, Debug)]
#[serde(untagged)]
enum Numeric {
    Integer(i64),
    Float(f64),
}

/// §2: `1e-400` is read as the float 0, which is written as the integer 0.
impl PartialEq for Numeric {
    fn eq(&self, other: &Numeric) -> bool {
        equal(&Value::from(self), &Value::from(other))
    }
}

impl From<&Numeric> for Value {
    fn from(number: &Numeric) -> Value {
        match *number {
            Numeric::Integer(number) => number.into(),
            Numeric::Float(number) => number.into(),
        }
    }
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Flattened {
    id: i32,
    #[serde(flatten)]
    tagged: Tagged,
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Rest {
    id: Option<i32>,
    #[serde(flatten)]
    rest: BTreeMap<String, Any>,
}

#[derive(Serialize, Deserialize, Debug)]
struct Any(Value);

/// Tables change the order of keys.
impl PartialEq for Any {
    fn eq(&self, other: &Any) -> bool {
        let [left, right] = [self, other].map(|Any(value)| {
            let mut value = value.clone();
            value.sort_all_objects();
            value
        });
        equal(&left, &right)
    }
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
#[serde(deny_unknown_fields)]
struct Strict {
    a: u8,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    b: Option<Vec<Strict>>,
}

/// Reads `text` as each type; the value is restored from the text that we write for it.
macro_rules! check {
    ($options:expr, $text:expr, $($type:ty),* $(,)?) => {$(
        match $options.from_str::<$type>($text) {
            Ok(value) => {
                let written = toon::to_string(&value).expect("what was read can be written");
                let again: $type = match toon::from_str(&written) {
                    Ok(again) => again,
                    Err(error) => panic!("{value:?}\n{}", error.render(&written)),
                };
                assert_eq!(again, value, "{written}");
            }
            Err(error) => {
                error.render($text);
                error.suggestion();
                assert!(error.line() > 0 && error.column() > 0, "{error} has no place");
            }
        }
    )*};
}

fuzz_target!(|data: &[u8]| {
    let Some((&choice, bytes)) = data.split_first() else { return };
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let options = decode_options(choice);
    check!(options, text, bool, i8, u64, i128, u128, f64, char, String, (), Unit, Newtype<u8>, Name);
    check!(options, text, Document<'_>, Vec<Row<'_>>, BTreeMap<String, Row<'_>>, Vec<Option<Row<'_>>>);
    check!(
        options,
        text,
        Vec<Cow<'_, str>>,
        BTreeSet<String>,
        [u8; 3],
        (u8, String, Option<bool>),
        Vec<Vec<i32>>
    );
    check!(options, text, Vec<Kind>, BTreeMap<String, Kind>, Kind, Vec<Tagged>, Vec<Adjacent>, Adjacent);
    check!(
        options,
        text,
        Untagged,
        Vec<Untagged>,
        Flattened,
        Vec<Flattened>,
        Rest,
        Vec<Rest>,
        Strict,
        Vec<Strict>
    );
    check!(options, text, BTreeMap<i32, u8>, BTreeMap<bool, u8>, BTreeMap<char, String>, BTreeMap<Name, Newtype<i8>>);
    check!(options, text, BTreeMap<u128, Vec<Kind>>, BTreeMap<String, BTreeMap<String, Option<u8>>>);
    // Borrowed targets cannot be read from strings with escapes.
    check!(options, text, Vec<Newtype<String>>, Option<Newtype<Option<String>>>);
    let _ = options.from_str::<&str>(text);
    let _ = options.from_str::<Vec<&str>>(text);
    let _ = options.from_str::<BTreeMap<&str, &str>>(text);
});
