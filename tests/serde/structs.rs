//! Structs of every kind, and structs in structs.

use crate::compare::Compare;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::marker::PhantomData;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Plain {
    id: u64,
    name: String,
    active: bool,
    score: f64,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Unit;

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Empty {}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct EmptyTuple();

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Newtype<T>(T);

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Pair<A, B>(A, B);

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Generic<T, const N: usize>
where
    [T; N]: Serialize + for<'a> Deserialize<'a>,
{
    fixed: [T; N],
    #[serde(skip)]
    marker: PhantomData<T>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Page<T> {
    items: Vec<T>,
    first: Option<T>,
    by_name: BTreeMap<String, T>,
    total: usize,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Deep {
    a: DeepA,
    z: u8,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct DeepA {
    b: DeepB,
    y: u8,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct DeepB {
    c: Plain,
    x: Newtype<u8>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Nested {
    plain: Plain,
    unit: Unit,
    empty: Empty,
    nothing: (),
    list: Vec<Plain>,
    last: u8,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Lists {
    first: Vec<u8>,
    second: Vec<String>,
    third: Vec<Vec<u8>>,
}

macro_rules! wide {
    ($($field:ident)+) => {
        #[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
        struct Wide { $($field: u16),+ }
    };
}

wide! {
    a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 b0 b1 b2 b3 b4 b5 b6 b7 b8 b9 c0 c1 c2 c3 c4 c5 c6 c7 c8 c9 d0 d1 d2 d3 d4 d5 d6 d7
    d8 d9 e0 e1 e2 e3 e4 e5 e6 e7 e8 e9 f0 f1 f2 f3 f4 f5 f6 f7 f8 f9 g0 g1 g2 g3 g4 g5 g6 g7 g8 g9
}

fn plain(id: u64) -> Plain {
    Plain { id, name: format!("name {id}"), active: id % 2 == 0, score: 0.25 * f64::from(u8::try_from(id).unwrap()) }
}

pub fn cases(compare: &mut Compare) {
    compare.values("plain", &[plain(1), plain(2), plain(3)]);
    compare.values("unit", &[Unit]);
    compare.values("empty", &[Empty {}]);
    compare.values("empty tuple", &[EmptyTuple()]);
    compare.values("newtype", &[Newtype(1_u8), Newtype(2)]);
    compare.values("newtype of struct", &[Newtype(plain(1)), Newtype(plain(2))]);
    compare.values("newtype of newtype", &[Newtype(Newtype(Newtype("x".to_owned())))]);
    compare.values("newtype of Vec", &[Newtype(vec![1_u8]), Newtype(vec![])]);
    compare.values("newtype of unit", &[Newtype(Unit)]);
    compare.values("tuple struct", &[Pair(1_u8, "a".to_owned()), Pair(2, "b,c".to_owned())]);
    compare.values("tuple struct of structs", &[Pair(plain(1), plain(2)), Pair(plain(3), plain(4))]);
    compare.values("tuple struct of tuples", &[Pair((1_u8, 2_u8), Pair(3_u8, (4_u8,)))]);
    compare.values("tuple struct of empties", &[Pair(Empty {}, Unit)]);
    compare.values("generic", &[Generic { fixed: [1_u8, 2, 3], marker: PhantomData }]);
    compare.values("generic of structs", &[Generic { fixed: [plain(1), plain(2)], marker: PhantomData }]);
    compare.values("page of numbers", &[page(&[1_u8, 2]), page(&[3]), page(&[])]);
    compare.values("page of structs", &[page(&[plain(1), plain(2)]), page(&[plain(3)]), page(&[])]);
    compare.values("deep", &[1, 2].map(|id| Deep {
        a: DeepA { b: DeepB { c: plain(id), x: Newtype(5) }, y: 6 },
        z: 7,
    }));
    compare.values("nested", &[0, 1, 3].map(|length| Nested {
        plain: plain(1),
        unit: Unit,
        empty: Empty {},
        nothing: (),
        list: (0..length).map(plain).collect(),
        last: 1,
    }));
    compare.values("lists", &[
        Lists { first: vec![], second: vec![], third: vec![] },
        Lists { first: vec![1], second: vec!["a,b".to_owned(), String::new()], third: vec![vec![], vec![1, 2]] },
    ]);
    compare.values("wide", &[Wide::default(), Wide { a0: 1, g9: 65_535, ..Wide::default() }]);
    compare.values("boxed", &[Box::new(plain(1)), Box::new(plain(2))]);
}

fn page<T: Clone>(items: &[T]) -> Page<T> {
    Page {
        items: items.to_vec(),
        first: items.first().cloned(),
        by_name: items.iter().enumerate().map(|(index, item)| (format!("n{index}"), item.clone())).collect(),
        total: items.len(),
    }
}
