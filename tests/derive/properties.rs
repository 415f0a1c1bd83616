//! Everything that is written is read back equal, at all positions of rows and with all options.

use crate::options::options;
use proptest::prelude::*;
use serde::de::DeserializeOwned;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;
use toon::{DecodeOptions, Deserialize, EncodeOptions, Serialize};
use toon_testing::effort;

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
#[toon(tabular)]
struct A {
    a: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    option: Option<u8>,
    #[serde(skip_serializing_if = "String::is_empty", default)]
    text: String,
    #[toon(skip_default)]
    number: u8,
    #[toon(skip_default)]
    group: Group,
    #[serde(skip_serializing_if = "is_two", default = "two")]
    #[toon(skip_default)]
    two: u8,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
#[toon(tabular, skip_default)]
struct B {
    #[serde(flatten)]
    flat: Flat,
    number: u8,
    group: Group,
    other: Option<u8>,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone, Default)]
#[toon(tabular)]
struct Flat {
    b: u8,
    #[toon(skip_default)]
    c: String,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
#[serde(default)]
#[toon(tabular, skip_default)]
struct Group {
    x: u8,
    inner: Inner,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone, Default)]
#[toon(tabular)]
struct Inner {
    #[toon(skip_default)]
    y: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    z: Option<u8>,
}

/// Its default is not that of its fields' types.
impl Default for Group {
    fn default() -> Self {
        Group { x: 1, inner: Inner { y: 1, z: None } }
    }
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
#[serde(untagged)]
enum Either {
    A(A),
    B(B),
    List(Vec<A>),
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone, Default)]
#[toon(skip_default)]
struct Page {
    #[toon(tabular)]
    first: Vec<A>,
    single: Option<Box<A>>,
    #[toon(tabular)]
    map: BTreeMap<String, B>,
    mixed: Vec<Either>,
    by_name: BTreeMap<String, Either>,
    pages: Vec<Page>,
    #[serde(flatten)]
    rest: BTreeMap<String, A>,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone, Default)]
#[toon(tabular)]
struct Keyed {
    #[serde(flatten)]
    flat: Flat,
    #[toon(skip_default)]
    group: Group,
    #[toon(skip_default)]
    key: String,
    number: u8,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone, Default)]
struct ByKey {
    #[toon(tabular(key = "key"))]
    by_text: Vec<Keyed>,
    #[toon(tabular(key = "a"), skip_default)]
    by_number: Vec<A>,
    #[toon(tabular(key = "text"))]
    option: Option<Vec<A>>,
    next: Option<Box<ByKey>>,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
#[serde(tag = "kind")]
enum Tagged {
    A(A),
    B(B),
    Page(Page),
    ByKey(ByKey),
    Own {
        #[toon(skip_default)]
        own: u8,
        #[toon(tabular)]
        rows: Vec<B>,
    },
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone, Default)]
#[toon(fold, skip_default)]
struct Folded {
    group: Group,
    row: Option<A>,
    map: BTreeMap<String, BTreeMap<String, u8>>,
    #[toon(tabular)]
    rows: Vec<A>,
    #[toon(tabular(key = "key"))]
    keyed: Vec<Keyed>,
    list: Vec<Folded>,
    next: Option<Box<Folded>>,
}

/// Groups with defaults of their own, of their type, and with none.
#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
#[serde(default)]
#[toon(tabular, skip_default)]
struct Groups {
    id: u8,
    one: Two,
    other: Two,
    none: NoDefault,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone, Default)]
#[toon(tabular, skip_default)]
struct Two {
    a: u8,
    leaf: Leaf,
    b: u8,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone, Default)]
#[toon(tabular)]
struct NoDefault {
    leaf: Leaf,
    two: Two,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone, Default)]
#[toon(tabular, skip_default)]
struct Leaf {
    x: u8,
    y: u8,
}

impl Default for Groups {
    fn default() -> Self {
        let two = |a, x, b| Two { a, leaf: Leaf { x, y: 0 }, b };
        let none = NoDefault { leaf: Leaf { x: 1, y: 0 }, two: two(0, 0, 1) };
        Groups { id: 1, one: two(1, 0, 0), other: two(0, 1, 0), none }
    }
}

/// Tables of all kinds, and the same without a hint.
#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
struct Declared {
    first: u8,
    #[toon(tabular)]
    a: Vec<A>,
    #[toon(tabular)]
    b: BTreeMap<String, B>,
    #[toon(tabular(key = "key"))]
    keyed: Vec<Keyed>,
    #[toon(tabular)]
    groups: Vec<Groups>,
    #[toon(tabular)]
    levels: Vec<Levelled>,
}

#[derive(Serialize, Clone)]
struct Undeclared {
    first: u8,
    a: Vec<A>,
    b: BTreeMap<String, B>,
    #[toon(with = "keyed_undeclared")]
    keyed: Vec<Keyed>,
    groups: Vec<Groups>,
    levels: Vec<Levelled>,
}

mod keyed_undeclared {
    pub(super) fn serialize<S: serde::Serializer>(
        rows: &[super::Keyed],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serde::Serialize::serialize(&toon::__private::Keyed(rows, "key"), serializer)
    }
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
#[toon(tabular, levels("one", "two", "three"))]
struct Levelled {
    #[toon(level = "two")]
    id: u8,
    #[toon(level = "three", skip_default)]
    text: String,
    #[toon(level = "two")]
    group: Group,
    #[toon(skip_default)]
    inner: LevelledGroup,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone, Default)]
#[toon(tabular, levels("one", "two", "three"))]
struct LevelledGroup {
    #[toon(skip_default)]
    a: u8,
    #[toon(level = "two")]
    b: u8,
    #[toon(level = "three", skip_default)]
    c: Leaf,
}

/// Columns that may be hoisted.
#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
#[toon(tabular)]
struct Hoisted {
    id: u8,
    #[toon(hoist)]
    text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[toon(hoist)]
    option: Option<u8>,
    #[toon(hoist, skip_default)]
    number: f32,
    #[toon(hoist)]
    wide: u64,
    #[toon(hoist)]
    kind: Kind,
    #[toon(skip_default)]
    group: Group,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone, Copy)]
enum Kind {
    One,
    Two,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
#[serde(deny_unknown_fields)]
struct Fleet {
    #[toon(tabular)]
    rows: Vec<Hoisted>,
    between: u8,
    #[toon(tabular(key = "id"))]
    keyed: Vec<Hoisted>,
    #[toon(tabular, skip_default)]
    inner: Option<BTreeMap<String, Hoisted>>,
    next: Option<Box<Fleet>>,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
#[serde(tag = "kind")]
enum Fleets {
    Fleet(Fleet),
    Boxed(Box<Fleet>),
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
#[serde(untagged)]
enum Untagged {
    Fleet(Fleet),
    Other(u8),
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
struct Flattened {
    id: u8,
    #[serde(flatten)]
    fleet: Fleet,
}

fn two() -> u8 {
    2
}

fn is_two(value: &u8) -> bool {
    *value == 2
}

fn byte() -> impl Strategy<Value = u8> {
    prop_oneof![4 => Just(0_u8), 2 => Just(1), 1 => Just(2)]
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![3 => Just(""), 1 => Just("x"), 1 => Just("a,|\t\"b\n"), 1 => Just("null"), 1 => Just("1")]
        .prop_map(String::from)
}

fn key() -> impl Strategy<Value = String> {
    prop_oneof![Just("k"), Just("a.b"), Just("l m"), Just("n")].prop_map(String::from)
}

fn group() -> impl Strategy<Value = Group> {
    let inner = (byte(), prop::option::weighted(0.2, byte())).prop_map(|(y, z)| Inner { y, z });
    prop_oneof![1 => Just(Group::default()), 1 => (byte(), inner).prop_map(|(x, inner)| Group { x, inner })]
}

fn a() -> impl Strategy<Value = A> {
    (byte(), prop::option::weighted(0.2, byte()), text(), byte(), group(), byte())
        .prop_map(|(a, option, text, number, group, two)| A { a, option, text, number, group, two })
}

fn b() -> impl Strategy<Value = B> {
    (byte(), text(), byte(), group(), prop::option::weighted(0.2, byte()))
        .prop_map(|(b, c, number, group, other)| B { flat: Flat { b, c }, number, group, other })
}

fn either() -> impl Strategy<Value = Either> {
    let list = prop::collection::vec(a(), 0..3).prop_map(Either::List);
    prop_oneof![20 => a().prop_map(Either::A), 2 => b().prop_map(Either::B), 1 => list]
}

fn page() -> impl Strategy<Value = Page> {
    let leaf = (
        prop::collection::vec(a(), 0..4),
        prop::option::of(a().prop_map(Box::new)),
        prop::collection::btree_map(key(), b(), 0..3),
        prop::collection::vec(either(), 0..4),
        prop::collection::btree_map(key(), either(), 0..4),
        prop::collection::btree_map(key(), a(), 0..3),
    );
    let leaf = leaf.prop_map(|(first, single, map, mixed, by_name, rest)| {
        let pages = Vec::new();
        Page { first, single, map, mixed, by_name, pages, rest }
    });
    leaf.prop_recursive(2, 6, 2, |page| {
        (page.clone(), prop::collection::vec(page, 0..3)).prop_map(|(page, pages)| Page { pages, ..page })
    })
}

/// Rows without duplicate keys.
fn unlike<T, K: Ord>(rows: Vec<T>, key: impl Fn(&T) -> K) -> Vec<T> {
    let mut seen = BTreeSet::new();
    rows.into_iter().filter(|row| seen.insert(key(row))).collect()
}

fn keyed(most: usize) -> impl Strategy<Value = Vec<Keyed>> {
    let row = (byte(), text(), group(), prop_oneof![key(), text()], byte());
    let row = row.prop_map(|(b, c, group, key, number)| Keyed { flat: Flat { b, c }, group, key, number });
    prop::collection::vec(row, 0..=most).prop_map(|rows| unlike(rows, |row| row.key.clone()))
}

fn by_key() -> impl Strategy<Value = ByKey> {
    let numbers = prop::collection::vec(a(), 0..4).prop_map(|rows| unlike(rows, |row| row.a));
    let texts = prop::collection::vec(a(), 0..4);
    let texts = texts.prop_map(|mut rows| {
        // An empty text is `null` in a row, which is not a key.
        rows.retain(|row| !row.text.is_empty());
        unlike(rows, |row| row.text.clone())
    });
    let leaf = (keyed(4), numbers, prop::option::of(texts));
    let leaf = leaf.prop_map(|(by_text, by_number, option)| ByKey { by_text, by_number, option, next: None });
    leaf.prop_recursive(2, 4, 1, |next| {
        (next.clone(), next).prop_map(|(this, next)| ByKey { next: Some(Box::new(next)), ..this })
    })
}

fn folded() -> impl Strategy<Value = Folded> {
    let inner = || prop::collection::btree_map(key(), byte(), 0..2);
    let map = prop::collection::btree_map(key(), inner(), 0..2);
    let leaf = (group(), prop::option::weighted(0.2, a()), map, prop::collection::vec(a(), 0..2), keyed(2));
    let leaf = leaf.prop_map(|(group, row, map, rows, keyed)| Folded {
        group,
        row,
        map,
        rows,
        keyed,
        ..Folded::default()
    });
    let leaf = prop_oneof![2 => Just(Folded::default()), 1 => leaf];
    leaf.prop_recursive(5, 12, 2, |folded| {
        let list = prop::collection::vec(folded.clone(), 0..3);
        (folded.clone(), prop::bool::weighted(0.8), list, folded).prop_map(|(next, is_chain, list, other)| {
            let next = Some(Box::new(next));
            if is_chain { Folded { next, ..Folded::default() } } else { Folded { list, next, ..other } }
        })
    })
}

fn hoisted() -> impl Strategy<Value = Hoisted> {
    let wide = prop_oneof![4 => Just(1), 1 => Just(u64::MAX)];
    let number = prop_oneof![2 => Just(0.0_f32), 2 => Just(0.1), 1 => Just(3.5)];
    let kind = prop_oneof![3 => Just(Kind::One), 1 => Just(Kind::Two)];
    (byte(), text(), prop::option::weighted(0.3, byte()), number, wide, kind, group()).prop_map(
        |(id, text, option, number, wide, kind, group)| Hoisted {
            id,
            text,
            option,
            number,
            wide,
            kind,
            group,
        },
    )
}

fn groups() -> impl Strategy<Value = Groups> {
    let leaf = || (byte(), byte()).prop_map(|(x, y)| Leaf { x, y });
    let two = move || (byte(), leaf(), byte()).prop_map(|(a, leaf, b)| Two { a, leaf, b });
    let none = (leaf(), two()).prop_map(|(leaf, two)| NoDefault { leaf, two });
    let usual = Groups::default();
    (byte(), two(), two(), none, 0..16_u8).prop_map(move |(id, one, other, none, own)| {
        let usual = usual.clone();
        Groups {
            id: if own & 1 == 0 { id } else { usual.id },
            one: if own & 2 == 0 { one } else { usual.one },
            other: if own & 4 == 0 { other } else { usual.other },
            none: if own & 8 == 0 { none } else { usual.none },
        }
    })
}

fn check<T: Serialize + DeserializeOwned + PartialEq + Debug>(
    value: &T,
    (encode, decode): &(EncodeOptions, DecodeOptions),
) -> Result<(), TestCaseError> {
    let text = encode.to_string(value).unwrap();
    let is_plain = text.chars().all(|character| character >= ' ' || "\n\t".contains(character));
    prop_assert!(is_plain, "{:?}", text);
    let read = decode.from_str::<T>(&text);
    prop_assert!(read.as_ref().is_ok_and(|read| read == value), "{:?}\n{}\n{:?}", value, text, read);
    // Other formats are unaffected.
    let json = serde_json::to_string(value).unwrap();
    prop_assert_eq!(&serde_json::from_str::<T>(&json).unwrap(), value);
    let tree = toon::to_value(value).unwrap();
    let read = toon::from_value::<T>(&tree);
    prop_assert!(read.as_ref().is_ok_and(|read| read == value), "{:?}\n{}\n{:?}", value, tree, read);
    Ok(())
}

/// Anything but a table has the same entries as a tree.
fn check_entries<T: Serialize>(value: T) -> Result<(), TestCaseError> {
    let text = toon::to_string(&(0, &value)).unwrap();
    let expected: toon::Value = toon::from_str(&text).unwrap();
    prop_assert_eq!(toon::to_value(&(0, &value)).unwrap(), expected, "{}", text);
    Ok(())
}

proptest! {
    #![proptest_config(effort::cases(500))]

    #[test]
    fn rows(rows in prop::collection::vec(a(), 0..6), options in options(0.5)) {
        check(&rows, &options)?;
    }

    #[test]
    fn rows_of_groups(rows in prop::collection::vec(groups(), 0..4), options in options(0.5)) {
        check(&rows, &options)?;
        let map: BTreeMap<usize, Groups> = rows.into_iter().enumerate().collect();
        check(&map, &options)?;
    }

    #[test]
    fn declared_tables(
        a in prop::collection::vec(a(), 0..6),
        b in prop::collection::btree_map(key(), b(), 0..4),
        keyed in keyed(4),
        groups in prop::collection::vec(groups(), 0..5),
        level in prop_oneof![Just("one"), Just("two"), Just("three")],
        options in options(0.5),
    ) {
        let levels = |row: &A| Levelled {
            id: row.a,
            text: row.text.clone(),
            group: row.group.clone(),
            inner: LevelledGroup { a: row.a, b: row.two, c: Leaf { x: row.number, y: row.a } },
        };
        let levels = a.iter().map(levels).collect();
        let declared = Declared { first: 1, a, b, keyed, groups, levels };
        check(&declared, &options)?;
        // Written by cells alone, and by keys.
        let Declared { first, a, b, keyed, groups, levels } = declared.clone();
        let undeclared = Undeclared { first, a, b, keyed, groups, levels };
        prop_assert_eq!(options.0.to_string(&declared).unwrap(), options.0.to_string(&undeclared).unwrap());
        let at = options.0.clone().level(level);
        prop_assert_eq!(at.to_string(&declared).unwrap(), at.to_string(&undeclared).unwrap());
    }

    #[test]
    fn hoisted_columns(rows in prop::collection::vec(hoisted(), 0..4), inner in prop::option::of(prop::collection::vec(hoisted(), 0..4)), options in options(0.5)) {
        let keyed = unlike(rows.clone(), |row| row.id);
        let inner = inner.map(|rows| rows.into_iter().map(|row| (format!("{}{}", row.id, row.text), row)).collect());
        let fleet = Fleet { rows, between: 1, keyed, inner, next: None };
        check(&fleet, &options)?;
        let tagged = [Fleets::Fleet(fleet.clone()), Fleets::Boxed(Box::new(fleet.clone()))];
        check(&tagged.to_vec(), &options)?;
        let next = Fleet { next: Some(Box::new(fleet.clone())), ..fleet };
        check(&Flattened { id: 1, fleet: next.clone() }, &options)?;
        check(&Untagged::Fleet(next), &options)?;
    }

    #[test]
    fn trees(a in a(), b in b(), groups in groups()) {
        check_entries(Levelled {
            id: a.a,
            text: a.text.clone(),
            group: a.group.clone(),
            inner: LevelledGroup { a: a.a, b: a.two, c: Leaf { x: a.number, y: a.a } },
        })?;
        check_entries(a)?;
        check_entries(b)?;
        check_entries(Groups { other: Two::default(), ..groups })?;
    }

    #[test]
    fn mixed_rows(rows in prop::collection::vec(either(), 0..6), options in options(0.5)) {
        check(&rows, &options)?;
    }

    #[test]
    fn entries(rows in prop::collection::btree_map("[a-e]", either(), 0..6), options in options(0.5)) {
        check(&rows, &options)?;
    }

    #[test]
    fn pairs(pair in (b(), b()), options in options(0.5)) {
        check(&pair, &options)?;
    }

    #[test]
    fn pages(page in page(), options in options(0.5)) {
        check(&page, &options)?;
    }

    #[test]
    fn lists_by_key(lists in prop::collection::vec(by_key(), 0..3), options in options(0.5)) {
        check(&lists, &options)?;
    }

    #[test]
    fn folded_fields(value in folded(), options in options(0.5)) {
        check(&value, &options)?;
        let list = vec![value.clone(), value];
        check(&list, &options)?;
    }

    #[test]
    fn tagged(
        values in prop::collection::vec(prop_oneof![
            a().prop_map(Tagged::A),
            b().prop_map(Tagged::B),
            page().prop_map(Tagged::Page),
            by_key().prop_map(Tagged::ByKey),
            (byte(), prop::collection::vec(b(), 0..3)).prop_map(|(own, rows)| Tagged::Own { own, rows }),
        ], 0..4),
        options in options(0.5),
    ) {
        check(&values, &options)?;
    }
}
