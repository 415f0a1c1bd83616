//! Maps of everything, in every order.

use crate::compare::Compare;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Row {
    x: u8,
    y: String,
}

fn row(x: u8) -> Row {
    Row { x, y: format!("y{x}") }
}

fn map<T, const N: usize>(entries: [(&str, T); N]) -> BTreeMap<String, T> {
    entries.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
}

/// A map that keeps the order it was given.
#[derive(Debug, PartialEq)]
struct Entries<T>(Vec<(String, T)>);

impl<T: Serialize> Serialize for Entries<T> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, value)| (key, value)))
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Entries<T> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let map = BTreeMap::<String, T>::deserialize(deserializer)?;
        Ok(Entries(map.into_iter().collect()))
    }
}

fn entries<const N: usize>(entries: [(&str, u8); N]) -> Entries<u8> {
    Entries(entries.map(|(key, value)| (key.to_owned(), value)).into())
}

pub fn cases(compare: &mut Compare) {
    compare.values("of numbers", &[map([("a", 1_u8), ("b", 2)]), map([("a", 3), ("b", 4)]), map([("c", 5)]), map([])]);
    compare.values("of strings", &[map([("a", "x".to_owned()), ("b", "1".to_owned())]), map([("a", String::new())])]);
    compare.values("of units", &[map([("a", ()), ("b", ())])]);
    compare.values("of options", &[map([("a", Some(1_u8)), ("b", None)]), map([("a", None), ("b", Some(2))])]);
    compare.values("of structs", &[map([("a", row(1)), ("b", row(2))]), map([("a", row(3))]), map([])]);
    compare.values("of lists", &[map([("a", vec![1_u8, 2]), ("b", vec![])]), map([("a", vec![]), ("b", vec![1])])]);
    compare.values("of lists of structs", &[
        map([("a", vec![row(1), row(2)]), ("b", vec![row(3)])]),
        map([("a", vec![]), ("b", vec![row(4)])]),
    ]);
    compare.values("of tuples", &[map([("a", (1_u8, "x".to_owned(), None::<u8>)), ("b", (2, String::new(), Some(3)))])]);
    compare.values("of maps", &[
        map([("a", map([("x", 1_u8), ("y", 2)])), ("b", map([("x", 3), ("y", 4)]))]),
        map([("a", map([("x", 1)])), ("b", map([("y", 2)]))]),
        map([("a", map([])), ("b", map([]))]),
        map([("a", map([("x", 1)])), ("b", map([]))]),
        map([("a", map([])), ("b", map([("x", 1)]))]),
        map([("a", map([("x", 1)]))]),
    ]);
    let deep = |n: u8| map([("p", map([("q", map([("r", n)]))]))]);
    compare.values("single entries, nested", &[deep(1), deep(2)]);
    let nested = |n: u8| map([("a", map([("x", map([("l", n), ("m", 1)])), ("y", map([("l", 2), ("m", 3)]))]))]);
    compare.values("of maps of maps", &[nested(1), nested(2)]);
    compare.values("of structs and others", &[
        BTreeMap::from([("a".to_owned(), Ok(row(1))), ("b".to_owned(), Err(1_u8))]),
        BTreeMap::from([("a".to_owned(), Err(1)), ("b".to_owned(), Ok(row(1)))]),
    ]);
    orders(compare);
}

fn orders(compare: &mut Compare) {
    let wide = |seed: u32| (0..30).map(|n| (format!("key{n}"), n * seed)).collect::<HashMap<String, u32>>();
    compare.values("hash maps", &(1..8).map(wide).collect::<Vec<_>>());
    let of_rows = (0..50).map(|n| (format!("key{n}"), row(n))).collect::<HashMap<String, Row>>();
    compare.large("hash map of structs", &of_rows);
    let of_maps = (1..50).map(|n| (format!("key{n}"), wide(n))).collect::<HashMap<String, HashMap<String, u32>>>();
    compare.large("hash map of hash maps", &of_maps);
    let mut uneven: Vec<_> = (1..8).map(wide).collect();
    uneven[5].remove("key3");
    compare.values("hash maps, one with a key less", &[uneven]);
    let mut uneven: Vec<_> = (1..8).map(wide).collect();
    uneven[6].insert("more".to_owned(), 0);
    compare.values("hash maps, one with a key more", &[uneven]);

    // Each order of three keys next to each other one.
    let orders = [
        entries([("a", 1), ("b", 2), ("c", 3)]),
        entries([("a", 1), ("c", 3), ("b", 2)]),
        entries([("b", 2), ("a", 1), ("c", 3)]),
        entries([("b", 2), ("c", 3), ("a", 1)]),
        entries([("c", 3), ("a", 1), ("b", 2)]),
        entries([("c", 3), ("b", 2), ("a", 1)]),
    ];
    compare.values("in each order", &orders);
}
