//! serde's attributes on containers and fields.

use crate::compare::Compare;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::BTreeMap;
use std::fmt;

#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Defaults {
    user_name: String,
    #[serde(alias = "mail")]
    email_address: String,
    #[serde(rename = "type")]
    kind: u8,
    #[serde(skip)]
    skipped: u8,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tags: Vec<String>,
    #[serde(skip_serializing_if = "is_zero")]
    count: u32,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(count: &u32) -> bool {
    *count == 0
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Denies {
    a: u8,
    #[serde(default = "seven")]
    b: u8,
    #[serde(rename(serialize = "c", deserialize = "c"))]
    renamed: u8,
}

fn seven() -> u8 {
    7
}

/// Written by `Display`, read by `FromStr`.
#[derive(Clone, Debug, PartialEq)]
struct Version(u8, u8);

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.0, self.1)
    }
}

impl Serialize for Version {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Version {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let parse = |(major, minor): (&str, &str)| Some(Version(major.parse().ok()?, minor.parse().ok()?));
        text.split_once('.').and_then(parse).ok_or_else(|| serde::de::Error::custom("not a version"))
    }
}

/// Written and read through another type.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "(i32, i32)", into = "(i32, i32)")]
struct Ordered {
    low: i32,
    high: i32,
}

impl TryFrom<(i32, i32)> for Ordered {
    type Error = &'static str;

    fn try_from((low, high): (i32, i32)) -> Result<Self, Self::Error> {
        if low <= high { Ok(Ordered { low, high }) } else { Err("low is above high") }
    }
}

impl From<Ordered> for (i32, i32) {
    fn from(ordered: Ordered) -> Self {
        (ordered.low, ordered.high)
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
struct Shouted(String);

impl From<String> for Shouted {
    fn from(text: String) -> Self {
        Shouted(text)
    }
}

impl From<Shouted> for String {
    fn from(shouted: Shouted) -> Self {
        shouted.0
    }
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
struct Transparent {
    inner: BTreeMap<String, u8>,
}

mod hex {
    use serde::{Deserialize, Deserializer, Serializer};

    #[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
    pub fn serialize<S: Serializer>(value: &u32, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("{value:08x}"))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
        let text = String::deserialize(deserializer)?;
        u32::from_str_radix(&text, 16).map_err(serde::de::Error::custom)
    }
}

mod remote {
    #[derive(Debug, PartialEq)]
    pub struct Point {
        pub x: i32,
        pub y: i32,
    }
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "remote::Point")]
struct PointDef {
    x: i32,
    y: i32,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Converted {
    #[serde(with = "hex")]
    color: u32,
    version: Version,
    range: Ordered,
    #[serde(with = "PointDef")]
    point: remote::Point,
    shouted: Shouted,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind")]
struct Tagged {
    a: u8,
    b: Vec<u8>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "T: Serialize + for<'a> Deserialize<'a>")]
struct Bounded<T> {
    value: T,
}

pub fn cases(compare: &mut Compare) {
    compare.values("defaults", &[
        Defaults::default(),
        Defaults { user_name: "Ada".to_owned(), count: 1, ..Defaults::default() },
        Defaults { tags: vec!["a".to_owned(), "b".to_owned()], kind: 2, ..Defaults::default() },
    ]);
    compare.values("deny unknown fields", &[Denies { a: 1, b: 2, renamed: 3 }, Denies { a: 4, b: 7, renamed: 5 }]);
    compare.values("display", &[Version(1, 0), Version(0, 25), Version(10, 10)]);
    compare.values("try_from", &[Ordered { low: -1, high: 1 }, Ordered { low: 0, high: 0 }]);
    compare.values("try_from that fails", &[Ordered { low: 1, high: -1 }]);
    compare.values("from", &["", "1", "a: b", "plain"].map(|text| Shouted(text.to_owned())));
    compare.values("transparent", &[
        Transparent { inner: BTreeMap::from([("a".to_owned(), 1)]) },
        Transparent { inner: BTreeMap::new() },
    ]);
    // The second colour is a number to every reader but its own.
    compare.values("with", &[0xdead_beef_u32, 0x0123_4567, 0x00e1_0000].map(|color| Converted {
        color,
        version: Version(1, 10),
        range: Ordered { low: 1, high: 2 },
        point: remote::Point { x: -1, y: 1 },
        shouted: Shouted("hey".to_owned()),
    }));
    compare.values("tagged struct", &[Tagged { a: 1, b: vec![] }, Tagged { a: 2, b: vec![1, 2] }]);
    compare.values("bounds", &[Bounded { value: vec![Some(1_u8)] }, Bounded { value: vec![] }]);
    missing_and_unknown_fields();
}

/// Fields that a type does not know, does not find, or finds under another name.
fn missing_and_unknown_fields() {
    let read: Vec<Defaults> = toon::from_str("[2]{mail,unknown,userName}:\n  a@b.c,1,Ada\n  d@e.f,2,Bob").unwrap();
    assert_eq!(read[1].email_address, "d@e.f");
    assert_eq!(read[0].user_name, "Ada");
    let read: Defaults = toon::from_str("unknown:\n  deep[2]{a,b}:\n    1,2\n    3,4\ntype: 5\nlist[1]: x").unwrap();
    assert_eq!(read.kind, 5);
    let read: Denies = toon::from_str("c: 1\na: 2").unwrap();
    assert_eq!(read, Denies { a: 2, b: 7, renamed: 1 });
    assert!(toon::from_str::<Denies>("c: 1\na: 2\nd: 3").is_err());
    assert!(toon::from_str::<Denies>("c: 1").is_err());
}
