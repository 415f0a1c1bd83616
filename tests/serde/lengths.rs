//! Sequences and maps that announce no length, or a wrong one.

use crate::compare::Compare;
use serde::ser::{SerializeMap, SerializeSeq, SerializeTuple};
use serde::{Deserialize, Serialize, Serializer};
use std::collections::BTreeMap;

/// The announced length, beside the content.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
enum Announced {
    Nothing,
    Fewer,
    More,
}

impl Announced {
    fn of(self, length: usize) -> Option<usize> {
        match self {
            Announced::Nothing => None,
            // Not zero: serde_json would close the brackets at once.
            Announced::Fewer => Some(length.div_ceil(2)),
            Announced::More => Some(length * 2 + 1),
        }
    }
}

#[derive(Debug)]
struct List<T>(Announced, Vec<T>);

#[derive(Debug)]
struct Tuple<T>(Announced, Vec<T>);

#[derive(Debug)]
struct Entries<T>(Announced, BTreeMap<String, T>);

impl<T: Serialize> Serialize for List<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut seq = serializer.serialize_seq(self.0.of(self.1.len()))?;
        self.1.iter().try_for_each(|item| seq.serialize_element(item))?;
        seq.end()
    }
}

impl<T: Serialize> Serialize for Tuple<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut tuple = serializer.serialize_tuple(self.0.of(self.1.len()).unwrap_or(self.1.len()))?;
        self.1.iter().try_for_each(|item| tuple.serialize_element(item))?;
        tuple.end()
    }
}

impl<T: Serialize> Serialize for Entries<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(self.0.of(self.1.len()))?;
        for (key, value) in &self.1 {
            map.serialize_key(key)?;
            map.serialize_value(value)?;
        }
        map.end()
    }
}

/// Equal by content, read from content.
macro_rules! content {
    ($($wrapper:ident: $inner:ty),+) => {
        $(
            impl<T: PartialEq> PartialEq for $wrapper<T> {
                fn eq(&self, other: &Self) -> bool {
                    self.1 == other.1
                }
            }

            impl<'de, T: Deserialize<'de>> Deserialize<'de> for $wrapper<T> {
                fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                    Ok($wrapper(Announced::Nothing, <$inner>::deserialize(deserializer)?))
                }
            }
        )+
    };
}

content!(List: Vec<T>, Tuple: Vec<T>, Entries: BTreeMap<String, T>);

pub fn cases(compare: &mut Compare) {
    for announced in [Announced::Nothing, Announced::Fewer, Announced::More] {
        let list = |items: &[u8]| List(announced, items.to_vec());
        compare.values("numbers", &[list(&[1, 2, 3, 4])]);
        compare.values("lists", &[List(announced, vec![list(&[1, 2]), list(&[3, 4])])]);
        compare.values("tuple", &[Tuple(announced, vec![1_u8, 2, 3])]);
        let entries = |shift: u8| {
            let names = ["a", "b", "c"].map(str::to_owned);
            Entries(announced, names.into_iter().zip(shift..).collect())
        };
        compare.values("entries", &[entries(1), entries(2)]);
        compare.values("rows", &[List(announced, vec![entries(1), entries(2)])]);
        let keyed = |count: u8| Entries(announced, (0..count).map(|n| (n.to_string(), entries(n))).collect());
        compare.values("keyed rows", &[keyed(2), keyed(20)]);
    }
    let nothing = |items: &[u8]| List(Announced::Nothing, items.to_vec());
    compare.values("nothing announced, nothing sent", &[nothing(&[]), nothing(&[1])]);
}
