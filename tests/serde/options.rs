//! `Option`, as far as JSON can represent it.

use crate::compare::Compare;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Inner {
    a: Option<u8>,
    b: Option<String>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Nested {
    inner: Option<Inner>,
    list: Option<Vec<Option<u8>>>,
    map: Option<BTreeMap<String, Option<bool>>>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Skipped {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    a: Option<u8>,
    b: Option<u8>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    c: Option<Inner>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Newtype(Option<u8>);

#[derive(Debug, PartialEq, Serialize, Deserialize)]
enum Choice {
    Unit,
    Maybe(Option<u8>),
    Pair(Option<u8>, Option<Inner>),
    Named { a: Option<u8>, b: Option<Box<Choice>> },
}

fn inner(a: Option<u8>, b: Option<&str>) -> Inner {
    Inner { a, b: b.map(str::to_owned) }
}

pub fn cases(compare: &mut Compare) {
    compare.values("Option", &[Some(1_u8), None]);
    compare.values("Option of String", &[Some("null".to_owned()), Some(String::new()), Some("x".to_owned()), None]);
    compare.values("Option of Option", &[Some(Some(1_u8)), Some(None), None]);
    compare.values("three deep", &[Some(Some(Some(true))), Some(Some(None)), Some(None), None]);
    compare.values("Option of unit", &[Some(()), None]);
    compare.values("Option of Vec", &[Some(vec![1_u8, 2]), Some(vec![]), None]);
    compare.values("Option of Vec of Option", &[Some(vec![Some(1_u8), None]), Some(vec![None]), None]);
    compare.values("Option of struct", &[Some(inner(Some(1), None)), Some(inner(None, Some("x"))), None]);
    compare.values("Option of map", &[Some(BTreeMap::from([("k".to_owned(), 1)])), Some(BTreeMap::new()), None]);
    compare.values("Option of tuple", &[Some((1_u8, Some("a".to_owned()), None::<u8>)), None]);
    compare.values("Option of newtype", &[Some(Newtype(Some(1))), Some(Newtype(None)), None]);
    compare.values("struct of Options", &[inner(Some(1), Some("x")), inner(None, None), inner(None, Some("null"))]);
    let full = Nested {
        inner: Some(inner(Some(1), Some("y"))),
        list: Some(vec![Some(1), None]),
        map: Some(BTreeMap::from([("p".to_owned(), Some(true)), ("q".to_owned(), None)])),
    };
    let empty = Nested { inner: None, list: None, map: None };
    let hollow = Nested { inner: Some(inner(None, None)), list: Some(vec![]), map: Some(BTreeMap::new()) };
    compare.values("nested Options", &[full, empty, hollow]);
    compare.values("skipped Options", &[
        Skipped { a: Some(1), b: Some(2), c: None },
        Skipped { a: None, b: None, c: None },
        Skipped { a: None, b: Some(1), c: Some(inner(None, None)) },
        Skipped { a: Some(0), b: None, c: Some(inner(Some(1), Some(","))) },
    ]);
    compare.values("Options in variants", &[
        Choice::Unit,
        Choice::Maybe(Some(1)),
        Choice::Maybe(None),
        Choice::Pair(None, None),
        Choice::Pair(Some(1), Some(inner(None, Some("z")))),
        Choice::Named { a: None, b: None },
        Choice::Named { a: Some(1), b: Some(Box::new(Choice::Maybe(None))) },
        Choice::Named { a: Some(1), b: Some(Box::new(Choice::Unit)) },
    ]);
    compare.values("Option of enum", &[Some(Choice::Unit), Some(Choice::Maybe(None)), None]);
}
