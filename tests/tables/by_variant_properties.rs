//! Lists that are grouped by variant are read back equal, in every way of reading.

use crate::options::options;
use proptest::prelude::*;
use serde::de::DeserializeOwned;
use std::collections::{BTreeMap, VecDeque};
use std::fmt::Debug;
use toon::{DecodeOptions, Deserialize, EncodeOptions, Serialize};
use toon_testing::effort;

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
enum External {
    Named {
        text: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        option: Option<u8>,
    },
    #[toon(plural = "a.b")]
    Row(Row),
    #[serde(rename = "a text")]
    Text(Option<String>),
    List(Vec<u8>),
    Map(BTreeMap<String, u8>),
    Nested {
        #[toon(by_variant, skip_default)]
        items: Vec<External>,
        internal: Internals,
    },
    Boxed(Box<External>),
    Empty {},
    #[toon(plural = "Empty")]
    Inner(Box<Internal>),
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
#[serde(tag = "kind", rename_all = "SCREAMING-KEBAB-CASE")]
enum Internal {
    Named {
        text: String,
        #[toon(skip_default)]
        number: u8,
    },
    RowOfCells(Row),
    Map(BTreeMap<String, u8>),
    Unit(()),
    Flat {
        #[serde(flatten)]
        row: Row,
        #[toon(by_variant(unordered))]
        items: Option<Vec<External>>,
    },
    Inner(Box<External>),
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone, Default)]
#[toon(tabular)]
struct Row {
    id: u8,
    #[toon(skip_default)]
    text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[toon(hoist)]
    option: Option<u8>,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone, Default)]
#[toon(fold)]
struct Internals {
    #[toon(by_variant)]
    items: VecDeque<Internal>,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone, Default)]
struct Lists {
    #[toon(by_variant)]
    external: Vec<External>,
    between: u8,
    #[toon(by_variant, rename = "b.c", skip_default)]
    internal: Option<Box<[Internal]>>,
    folded: Internals,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
struct Unordered {
    #[toon(by_variant(unordered))]
    items: Vec<Internal>,
}

/// The same through serde's buffers.
#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
struct Flattened {
    id: u8,
    #[serde(flatten)]
    lists: Lists,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
#[serde(untagged)]
enum Untagged {
    Lists(Lists),
    Items(#[toon(by_variant)] Vec<External>),
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
#[serde(tag = "kind", content = "content")]
enum Adjacent {
    Lists(Lists),
    Pair(u8, #[toon(by_variant)] Vec<External>),
    Named {
        #[toon(by_variant)]
        items: Vec<External>,
    },
}

fn byte() -> impl Strategy<Value = u8> {
    prop_oneof![2 => Just(0_u8), 1 => Just(1)]
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![2 => Just("x"), 1 => Just(""), 1 => Just("a, \"b\n"), 1 => Just("null"), 1 => Just("1")]
        .prop_map(String::from)
}

fn row() -> impl Strategy<Value = Row> {
    (byte(), text(), prop::option::of(byte())).prop_map(|(id, text, option)| Row { id, text, option })
}

fn map() -> impl Strategy<Value = BTreeMap<String, u8>> {
    prop::collection::btree_map(prop_oneof![Just("x".to_owned()), Just("_order".to_owned())], byte(), 0..3)
}

fn external(depth: u32) -> BoxedStrategy<External> {
    let flat = prop_oneof![
        3 => (text(), prop::option::of(byte())).prop_map(|(text, option)| External::Named { text, option }),
        3 => row().prop_map(External::Row),
        1 => prop::option::of(text()).prop_map(External::Text),
        1 => prop::collection::vec(byte(), 0..3).prop_map(External::List),
        1 => map().prop_map(External::Map),
        1 => Just(External::Empty {}),
    ];
    if depth == 0 {
        return flat.boxed();
    }
    let nested = (prop::collection::vec(external(depth - 1), 0..4), internals(depth - 1));
    prop_oneof![
        4 => flat,
        1 => nested.prop_map(|(items, internal)| External::Nested { items, internal }),
        1 => external(depth - 1).prop_map(|inner| External::Boxed(Box::new(inner))),
        1 => internal(depth - 1).prop_map(|inner| External::Inner(Box::new(inner))),
    ]
    .boxed()
}

fn internal(depth: u32) -> BoxedStrategy<Internal> {
    let flat = prop_oneof![
        3 => (text(), byte()).prop_map(|(text, number)| Internal::Named { text, number }),
        3 => row().prop_map(Internal::RowOfCells),
        1 => map().prop_map(Internal::Map),
        1 => Just(Internal::Unit(())),
    ];
    if depth == 0 {
        return flat.boxed();
    }
    let items = prop::option::of(prop::collection::vec(external(depth - 1), 0..3));
    let items = items.prop_map(|items| items.map(grouped));
    prop_oneof![
        4 => flat,
        1 => (row(), items).prop_map(|(row, items)| Internal::Flat { row, items }),
        1 => external(depth - 1).prop_filter("serde has no way to tag lists and scalars", |inner| {
            !matches!(inner, External::Boxed(_))
        }).prop_map(|inner| Internal::Inner(Box::new(inner))),
    ]
    .boxed()
}

fn internals(depth: u32) -> impl Strategy<Value = Internals> {
    prop::collection::vec(internal(depth), 0..4).prop_map(|items| Internals { items: items.into() })
}

fn lists() -> impl Strategy<Value = Lists> {
    let internal = prop::option::of(prop::collection::vec(internal(2), 0..8));
    (prop::collection::vec(external(2), 0..8), byte(), internal, internals(1)).prop_map(
        |(external, between, internal, folded)| Lists {
            external,
            between,
            internal: internal.map(Vec::into_boxed_slice),
            folded,
        },
    )
}

/// The items in the order in which their tables are written.
fn grouped<T>(items: Vec<T>) -> Vec<T> {
    let mut groups: Vec<Vec<T>> = Vec::new();
    for item in items {
        let kind = |item: &T| std::mem::discriminant(item);
        match groups.iter_mut().find(|group| kind(&group[0]) == kind(&item)) {
            Some(group) => group.push(item),
            None => groups.push(vec![item]),
        }
    }
    groups.into_iter().flatten().collect()
}

fn check<T: Serialize + DeserializeOwned + PartialEq + Debug>(
    value: &T,
    (encode, decode): &(EncodeOptions, DecodeOptions),
) -> Result<(), TestCaseError> {
    let text = encode.to_string(value).unwrap();
    let is = |read: toon::Result<T>, text: &str| {
        prop_assert!(read.as_ref().is_ok_and(|read| read == value), "{:?}\n{}\n{:?}", value, text, read);
        Ok(())
    };
    is(decode.from_str(&text), &text)?;
    is(decode.from_slice(text.as_bytes()), &text)?;
    is(decode.from_reader(text.as_bytes()), &text)?;
    is(decode.clone().strict(false).from_str(&text), &text)?;
    is(decode.clone().coerce(true).from_str(&text), &text)?;
    let mut streamed = Vec::new();
    encode.to_writer(&mut streamed, value).unwrap();
    prop_assert_eq!(std::str::from_utf8(&streamed).unwrap(), &text);
    let list = encode.to_string(&[value, value]).unwrap();
    for read in decode.rows::<_, T>(list.as_bytes()) {
        is(read, &list)?;
    }
    prop_assert!(decode.check(&text).is_empty(), "{}", text);
    let json = serde_json::to_string(value).unwrap();
    prop_assert_eq!(&serde_json::from_str::<T>(&json).unwrap(), value);
    let tree = toon::to_value(value).unwrap();
    is(toon::from_value(&tree), &tree.to_string())?;
    Ok(())
}

proptest! {
    #![proptest_config(effort::cases(500))]

    #[test]
    fn orders_are_kept(lists in lists(), options in options(0.5)) {
        check(&lists, &options)?;
    }

    #[test]
    fn through_buffers(lists in lists(), options in options(0.5)) {
        check(&Flattened { id: 1, lists: lists.clone() }, &options)?;
        check(&Adjacent::Pair(1, lists.external.clone()), &options)?;
        check(&Adjacent::Named { items: lists.external.clone() }, &options)?;
        check(&Untagged::Lists(lists.clone()), &options)?;
        check(&Adjacent::Lists(lists), &options)?;
    }

    #[test]
    fn without_order_variants_are_grouped(items in prop::collection::vec(internal(1), 0..9), options in options(0.5)) {
        let text = options.0.to_string(&Unordered { items: items.clone() }).unwrap();
        let read: Unordered = options.1.from_str(&text).unwrap();
        prop_assert_eq!(&read.items, &grouped(items), "{}", text);
        check(&read, &options)?;
    }

    /// Whatever is read from a text with mistakes is read again from what it is written as.
    #[test]
    fn texts_with_mistakes(
        lists in lists(),
        from in any::<prop::sample::Index>(),
        to in any::<prop::sample::Index>(),
        keeps in any::<bool>(),
    ) {
        let text = toon::to_string(&lists).unwrap();
        let mut lines: Vec<&str> = text.lines().collect();
        let line = lines[from.index(lines.len())];
        if !keeps {
            lines.remove(from.index(lines.len()));
        }
        lines.insert(to.index(lines.len() + 1), line);
        for options in [DecodeOptions::new(), DecodeOptions::new().strict(false)] {
            if let Ok(read) = options.from_str::<Lists>(&lines.join("\n")) {
                check(&read, &(EncodeOptions::new(), DecodeOptions::new()))?;
            }
        }
    }
}
