//! Map keys that are not strings.

use crate::compare::Compare;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::fmt::Debug;
use std::net::IpAddr;
use std::num::NonZeroU8;
use std::rc::Rc;

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Color {
    DeepRed,
    Green,
    #[serde(rename = "light blue")]
    LightBlue,
    #[serde(rename = "7")]
    Seven,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
struct Id(u32);

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
struct Name(String);

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
enum Data {
    New(u8),
    Struct { x: u8 },
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
struct Unit;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Row {
    x: u8,
    y: String,
}

/// A float that may be a key of a `BTreeMap`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
struct Float<T>(T);

impl<T: PartialEq> Eq for Float<T> {}

impl<T: PartialOrd> PartialOrd for Float<T> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl<T: PartialOrd> Ord for Float<T> {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.partial_cmp(&other.0).unwrap_or(std::cmp::Ordering::Equal)
    }
}

pub fn cases(compare: &mut Compare) {
    as_keys(compare, "u8", &[0_u8, 1, 255]);
    as_keys(compare, "i8", &[-128_i8, -1, 0, 127]);
    as_keys(compare, "u16", &[0_u16, 65_535]);
    as_keys(compare, "i16", &[i16::MIN, i16::MAX]);
    as_keys(compare, "u32", &[0_u32, u32::MAX]);
    as_keys(compare, "i32", &[-5_i32, 5]);
    as_keys(compare, "u64", &[0_u64, u64::MAX]);
    as_keys(compare, "i64", &[i64::MIN, i64::MAX]);
    as_keys(compare, "usize", &[0_usize, usize::MAX]);
    as_keys(compare, "u128", &[0_u128, u128::MAX]);
    as_keys(compare, "i128", &[i128::MIN, -1, i128::MAX]);
    as_keys(compare, "NonZero", &[NonZeroU8::MIN, NonZeroU8::MAX]);
    as_keys(compare, "bool", &[false, true]);
    as_keys(compare, "char", &['a', 'Z', '1', ' ', ':', '"', '\n', 'é', '😀']);
    as_keys(compare, "f64", &[-1.5, 0.0, 0.1, 1.0, 1e-7, 1e21, f64::MAX].map(Float));
    as_keys(compare, "f32", &[-1.5_f32, 0.0, 0.1, 1.0, 1e-7, 7.038_531e-26, 1e21, f32::MAX].map(Float));
    as_keys(compare, "f64 without a number", &[Float(f64::NAN)]);
    as_keys(compare, "infinite f64", &[Float(f64::INFINITY)]);
    as_keys(compare, "infinite f32", &[Float(f32::NEG_INFINITY)]);
    as_keys(compare, "unit variant", &[Color::DeepRed, Color::Green, Color::LightBlue, Color::Seven]);
    as_keys(compare, "newtype of integer", &[Id(1), Id(2)]);
    as_keys(compare, "newtype of string", &[Name("a b".to_owned()), Name("c".to_owned())]);
    as_keys(compare, "newtype of variant", &[Some(Color::Green), Some(Color::Seven)]);
    as_keys(compare, "Some", &[Some("a".to_owned()), Some("b".to_owned())]);
    as_keys(compare, "Some of integer", &[Some(1_u8), Some(2)]);
    as_keys(compare, "None", &[None::<String>]);
    as_keys(compare, "unit", &[()]);
    as_keys(compare, "unit struct", &[Unit]);
    as_keys(compare, "tuple", &[(1_u8, 2_u8)]);
    as_keys(compare, "Vec", &[vec![1_u8]]);
    as_keys(compare, "map", &[BTreeMap::from([(1_u8, 2_u8)])]);
    as_keys(compare, "newtype variant", &[Data::New(1)]);
    as_keys(compare, "struct variant", &[Data::Struct { x: 1 }]);
    as_keys(compare, "IpAddr", &["127.0.0.1", "::1"].map(|address| address.parse::<IpAddr>().unwrap()));
    as_keys(compare, "Box<str>", &[Box::<str>::from("a"), Box::from("1")]);
    as_keys(compare, "Rc<str>", &[Rc::<str>::from("a"), Rc::from("1")]);
    as_keys(compare, "Cow", &[Cow::Borrowed("a"), Cow::Borrowed("b c")]);
    as_keys(compare, "bytes", &[serde_bytes::ByteBuf::from(b"ab".as_slice())]);
    compare.values("hashed integers", &[(0..100).map(|n| (n, n + 1)).collect::<HashMap<i32, i32>>()]);
    compare.values("hashed bools", &[HashMap::from([(true, 1), (false, 2)])]);
    compare.values("hashed chars", &[('a'..='z').map(|key| (key, 1)).collect::<HashMap<char, u8>>()]);
    compare.values("hashed variants", &[HashMap::from([(Color::Green, 1), (Color::LightBlue, 2)])]);
}

/// Maps with these keys to each kind of value, so that they stand in each form.
fn as_keys<K>(compare: &mut Compare, label: &str, keys: &[K])
where
    K: Clone + Ord + Debug + Serialize + DeserializeOwned + 'static,
{
    let map = |count: usize| keys.iter().take(count).cloned().zip(1_u8..).collect::<BTreeMap<K, u8>>();
    compare.values(label, &[map(keys.len()), map(keys.len()), map(1)]);
    let of_rows = |count: usize| {
        let rows = (1..).map(|x| Row { x, y: format!("{x}") });
        keys.iter().take(count).cloned().zip(rows).collect::<BTreeMap<K, Row>>()
    };
    compare.values(&format!("{label}, of rows"), &[of_rows(keys.len()), of_rows(1)]);
    let of_lists = |list: &[u8]| keys.iter().cloned().map(|key| (key, list.to_vec())).collect::<BTreeMap<K, Vec<u8>>>();
    compare.values(&format!("{label}, of lists"), &[of_lists(&[1, 2]), of_lists(&[])]);
    let of_maps = keys.iter().cloned().map(|key| (key, map(keys.len()))).collect::<BTreeMap<K, BTreeMap<K, u8>>>();
    compare.values(&format!("{label}, of maps"), &[of_maps]);
}
