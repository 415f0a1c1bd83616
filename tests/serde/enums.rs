//! Every tagging with every kind of variant.

use crate::compare::Compare;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::Debug;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Inner {
    a: u8,
    b: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Unit;

/// The same variants under each tagging that allows them.
macro_rules! tagged {
    ($name:ident $(#[$attribute:meta])? { $($more:tt)* }) => {
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        $(#[$attribute])?
        enum $name {
            Unit,
            NewStruct(Inner),
            NewMap(BTreeMap<String, u8>),
            NewUnitStruct(Unit),
            Struct { x: u8, y: Option<String> },
            Lists { x: Vec<u8>, y: Vec<Inner> },
            Empty {},
            $($more)*
        }

        impl $name {
            fn common() -> Vec<Self> {
                vec![
                    $name::Unit,
                    $name::NewStruct(Inner { a: 1, b: "b".to_owned() }),
                    $name::NewMap(BTreeMap::from([("k".to_owned(), 1), ("l m".to_owned(), 2)])),
                    $name::NewMap(BTreeMap::new()),
                    $name::NewUnitStruct(Unit),
                    $name::Struct { x: 1, y: None },
                    $name::Struct { x: 2, y: Some("true".to_owned()) },
                    $name::Lists { x: vec![], y: vec![] },
                    $name::Lists { x: vec![1, 2], y: vec![Inner { a: 1, b: String::new() }] },
                    $name::Empty {},
                ]
            }
        }
    };
}

tagged!(External {
    New(u32),
    NewString(String),
    NewOption(Option<u8>),
    NewVec(Vec<u8>),
    NewTuple((u8, String)),
    NewEnum(Box<External>),
    NewUnit(()),
    Tuple(u8, String),
    TupleOfStructs(Inner, Inner),
    EmptyTuple(),
});

tagged!(Internal #[serde(tag = "type")] {
    // Boxed, since the tag is inside.
    NewEnum(Box<Internal2>),
});

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "inner type")]
enum Internal2 {
    Unit,
    Struct { n: i64 },
}

tagged!(Adjacent #[serde(tag = "t", content = "c")] {
    New(u32),
    NewString(String),
    NewOption(Option<u8>),
    NewVec(Vec<u8>),
    NewTuple((u8, String)),
    NewEnum(Box<Adjacent>),
    NewUnit(()),
    Tuple(u8, String),
    TupleOfStructs(Inner, Inner),
    EmptyTuple(),
});

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
enum Untagged {
    Unit,
    New(u32),
    Negative(i64),
    Float(f64),
    Bool(bool),
    NewString(String),
    NewVec(Vec<u8>),
    Tuple(u8, String),
    NewStruct(Inner),
    Struct { x: u8, y: Option<String> },
    NewMap(BTreeMap<String, Untagged>),
}

/// Names that stand in quotes, or would be something else without.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
enum OddNames {
    #[serde(rename = "true")]
    True,
    #[serde(rename = "1")]
    One,
    #[serde(rename = "")]
    Nothing,
    #[serde(rename = "a b")]
    Space(u8),
    #[serde(rename = "a,b|c")]
    Delimiters { x: u8 },
    #[serde(rename = "-")]
    Hyphen(u8, u8),
    #[serde(rename = "[2]{a}:")]
    Header(String),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "op", rename_all_fields = "camelCase")]
enum Renamed {
    MoveTo {
        to_x: i32,
        to_y: i32,
    },
    #[serde(alias = "rubout")]
    EraseAll,
    #[serde(other)]
    Unknown,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
enum HalfTagged {
    Known(u8),
    #[serde(untagged)]
    Other(String),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Holder<E> {
    before: u8,
    choice: E,
    choices: Vec<E>,
    named: BTreeMap<String, E>,
    maybe: Option<E>,
    pair: (E, E),
}

/// As a field, a list may be a table.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Listed<E> {
    choices: Vec<E>,
}

pub fn cases(compare: &mut Compare) {
    let mut external = External::common();
    external.extend([
        External::New(1),
        External::NewString("a: b".to_owned()),
        External::NewOption(None),
        External::NewOption(Some(1)),
        External::NewVec(vec![]),
        External::NewVec(vec![1, 2]),
        External::NewTuple((1, "x".to_owned())),
        External::NewEnum(Box::new(External::Unit)),
        External::NewEnum(Box::new(External::New(1))),
        External::NewEnum(Box::new(External::Struct { x: 1, y: None })),
        External::NewUnit(()),
        External::Tuple(1, "a,b".to_owned()),
        External::TupleOfStructs(Inner { a: 1, b: "x".to_owned() }, Inner { a: 2, b: "y".to_owned() }),
        External::EmptyTuple(),
    ]);
    every_pair(compare, "external", &external);

    let mut internal = Internal::common();
    internal.extend([
        Internal::NewEnum(Box::new(Internal2::Unit)),
        Internal::NewEnum(Box::new(Internal2::Struct { n: -1 })),
    ]);
    every_pair(compare, "internal", &internal);

    let mut adjacent = Adjacent::common();
    adjacent.extend([
        Adjacent::New(1),
        Adjacent::NewString("a: b".to_owned()),
        Adjacent::NewOption(None),
        Adjacent::NewOption(Some(1)),
        Adjacent::NewVec(vec![]),
        Adjacent::NewVec(vec![1, 2]),
        Adjacent::NewTuple((1, "x".to_owned())),
        Adjacent::NewEnum(Box::new(Adjacent::Unit)),
        Adjacent::NewEnum(Box::new(Adjacent::New(1))),
        Adjacent::NewUnit(()),
        Adjacent::Tuple(1, "a,b".to_owned()),
        Adjacent::TupleOfStructs(Inner { a: 1, b: "x".to_owned() }, Inner { a: 2, b: "y".to_owned() }),
        Adjacent::EmptyTuple(),
    ]);
    every_pair(compare, "adjacent", &adjacent);

    every_pair(compare, "untagged", &[
        Untagged::Unit,
        Untagged::New(1),
        Untagged::Negative(-1),
        Untagged::Float(1.5),
        Untagged::Bool(true),
        Untagged::NewString("1".to_owned()),
        Untagged::NewString("x".to_owned()),
        Untagged::NewVec(vec![]),
        Untagged::NewVec(vec![1, 2]),
        Untagged::Tuple(1, "a".to_owned()),
        Untagged::NewStruct(Inner { a: 1, b: "x".to_owned() }),
        Untagged::Struct { x: 1, y: None },
        Untagged::NewMap(BTreeMap::from([("k".to_owned(), Untagged::Bool(false))])),
    ]);
    every_pair(compare, "odd names", &[
        OddNames::True,
        OddNames::One,
        OddNames::Nothing,
        OddNames::Space(1),
        OddNames::Delimiters { x: 2 },
        OddNames::Hyphen(3, 4),
        OddNames::Header("x".to_owned()),
    ]);
    every_pair(compare, "renamed", &[Renamed::MoveTo { to_x: -1, to_y: 1 }, Renamed::EraseAll, Renamed::Unknown]);
    every_pair(compare, "half tagged", &[
        HalfTagged::Known(1),
        HalfTagged::Other("x".to_owned()),
        HalfTagged::Other("Known".to_owned()),
    ]);
    compare.values("Result", &[Ok(1_u8), Err("no".to_owned()), Ok(2)]);
}

/// The variants by themselves, each in all places of a struct, and each next to each other.
fn every_pair<E>(compare: &mut Compare, label: &str, variants: &[E])
where
    E: Clone + Debug + PartialEq + Serialize + DeserializeOwned + 'static,
{
    compare.values(label, variants);
    let holders: Vec<_> = variants
        .iter()
        .zip(variants.iter().cycle().skip(1))
        .map(|(one, other)| Holder {
            before: 1,
            choice: one.clone(),
            choices: vec![one.clone(), one.clone()],
            named: BTreeMap::from([("p".to_owned(), one.clone()), ("q".to_owned(), one.clone())]),
            maybe: Some(other.clone()),
            pair: (other.clone(), one.clone()),
        })
        .collect();
    compare.values(&format!("{label}, in a struct"), &holders);
    let lists = variants.iter().flat_map(|one| {
        let pair = |other: &E| vec![one.clone(), other.clone()];
        let three = |other: &E| vec![one.clone(), one.clone(), other.clone()];
        variants.iter().flat_map(move |other| [pair(other), three(other)])
    });
    let lists: Vec<_> = lists.map(|choices| Listed { choices }).collect();
    compare.large(&format!("{label}, next to each other"), &lists);
}
