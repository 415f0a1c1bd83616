//! What TOON reads in parts has the values that serde's own derive gives it, and is refused where
//! that refuses it: on random objects with their entries in any order.

use proptest::prelude::*;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};
use std::fmt::Debug;
use toon::DecodeOptions;
use toon_testing::effort;

macro_rules! types {
    ($($items:item)*) => {
        mod theirs {
            use serde::Deserialize;
            use std::collections::BTreeMap;
            use serde_json::Value;
            $($items)*
        }

        mod ours {
            use toon::Deserialize;
            use std::collections::BTreeMap;
            use serde_json::Value;
            $($items)*
        }
    };
}

types! {
    #[derive(Debug, Deserialize)]
    pub struct Inner { x: u8, y: Option<String>, #[serde(default)] z: Vec<u8> }

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct Closed { x: u8, y: Option<String> }

    #[derive(Debug, Deserialize)]
    pub struct Newtype(Inner);

    #[derive(Debug, Deserialize)]
    pub struct Unit;

    #[derive(Debug, Deserialize)]
    #[serde(tag = "type")]
    pub enum Internal {
        A,
        B(Inner),
        C { x: u8, #[serde(alias = "z")] y: Option<String>, #[serde(default)] id: u8 },
        D { name: String, #[serde(flatten)] rest: BTreeMap<String, Value> },
        E(Box<Second>),
        F(BTreeMap<String, Value>),
        G(Unit),
        H(Closed),
        I { #[serde(flatten)] inner: Inner, #[serde(flatten)] second: Option<Second> },
        J(Adjacent),
        K(()),
    }

    #[derive(Debug, Deserialize)]
    #[serde(tag = "kind", rename_all = "UPPERCASE", deny_unknown_fields)]
    pub enum Second { A { x: u8 }, B(Box<Internal>), C {}, #[serde(other)] Other }

    #[derive(Debug, Deserialize)]
    #[serde(tag = "kind", content = "c")]
    pub enum Adjacent { A, B(u8), C(Option<u8>), D { x: u8, y: Option<String> }, E(u8, String), F(Box<Internal>), G(Inner) }

    #[derive(Debug, Deserialize)]
    #[serde(tag = "kind", content = "c", deny_unknown_fields)]
    pub enum Strict { A, B(Inner), C { x: u8 }, D(Vec<Inner>) }

    #[derive(Debug, Deserialize)]
    pub enum External { A(u8), B { x: u8 }, C(Vec<u8>), #[serde(rename = "name")] D(String) }

    #[derive(Debug, Deserialize)]
    pub struct Flat { id: u8, #[serde(flatten)] inner: Inner, last: Option<bool> }

    #[derive(Debug, Deserialize)]
    pub struct FlatMap { name: String, #[serde(flatten)] values: BTreeMap<String, String> }

    #[derive(Debug, Deserialize)]
    pub struct FlatMany {
        #[serde(flatten)]
        maybe: Option<Closed>,
        id: Option<u8>,
        #[serde(flatten)]
        tagged: Option<Internal>,
        #[serde(flatten)]
        newtype: Option<Newtype>,
        #[serde(flatten)]
        rest: BTreeMap<String, Value>,
    }

    #[derive(Debug, Deserialize)]
    pub struct FlatNested { #[serde(flatten)] flat: Flat, #[serde(flatten)] rest: BTreeMap<String, Value> }

    #[derive(Debug, Deserialize)]
    pub struct FlatEnums {
        #[serde(flatten)]
        external: Option<External>,
        #[serde(flatten)]
        adjacent: Option<Adjacent>,
        #[serde(flatten)]
        unit: (),
        #[serde(flatten)]
        rest: BTreeMap<String, Value>,
    }

    #[derive(Debug, Deserialize)]
    pub struct FlatTagged { id: u8, #[serde(flatten)] internal: Internal }

    #[derive(Debug, Deserialize)]
    #[serde(default)]
    pub struct FlatDefault { id: u8, #[serde(flatten)] rest: BTreeMap<String, u8>, name: String }

    impl Default for FlatDefault {
        fn default() -> Self {
            FlatDefault { id: 7, rest: BTreeMap::from([("seven".to_owned(), 7)]), name: "seven".to_owned() }
        }
    }

    #[derive(Debug, Deserialize)]
    #[serde(untagged)]
    pub enum Either { Internal(Internal), Flat(Flat), Map(BTreeMap<String, Value>) }

    #[derive(Debug, Deserialize)]
    pub struct Places<T> {
        one: T,
        many: Vec<T>,
        named: BTreeMap<String, T>,
        maybe: Option<T>,
        pair: (T, u8),
        after: u8,
    }
}

/// Reads `text` as both types.
fn same<T: DeserializeOwned + Debug, O: DeserializeOwned + Debug>(text: &str, options: &DecodeOptions) {
    let theirs = options.from_str::<T>(text);
    let ours = options.from_str::<O>(text);
    match (theirs, ours) {
        (Ok(theirs), Ok(ours)) => assert_eq!(format!("{theirs:?}"), format!("{ours:?}"), "{text}"),
        (Err(_), Err(error)) => assert!(error.line() > 0, "{error} has no place: {text}"),
        (theirs, ours) => assert!(theirs.is_ok() && ours.is_ok(), "{theirs:?}\n{ours:?}\n{text}"),
    }
}

macro_rules! compare {
    ($number:expr, $text:expr, $places:expr, $options:expr; $($name:ident)*) => {{
        let compare: &[fn(&str, &str, &DecodeOptions)] = &[$(|text, places, options| {
            same::<theirs::$name, ours::$name>(text, options);
            same::<theirs::Places<theirs::$name>, ours::Places<ours::$name>>(places, options);
        }),*];
        compare[$number % compare.len()]($text, $places, $options);
    }};
}

fn scalar() -> impl Strategy<Value = Value> {
    prop_oneof![
        6 => (0_u8..=255).prop_map(|number| json!(number)),
        2 => "[a-c]{1,2}".prop_map(|text| json!(text)),
        1 => prop::sample::select(vec![json!(null), json!(true), json!(300), json!(-1), json!(1.5), json!("1"), json!("a: b")]),
    ]
}

fn text() -> impl Strategy<Value = Value> {
    prop_oneof![9 => "[a-c]{1,2}".prop_map(|text| json!(text)), 1 => scalar()]
}

fn number() -> impl Strategy<Value = Value> {
    prop_oneof![15 => (0_u8..=255).prop_map(|number| json!(number)), 1 => scalar()]
}

/// An entry: mostly with the value that fields of its name have.
fn entry() -> impl Strategy<Value = (String, Value)> {
    let entry = |key: &'static str, value: BoxedStrategy<Value>| {
        value.prop_map(move |value| (key.to_owned(), value)).boxed()
    };
    let names = |names: &'static [&'static str]| {
        prop::sample::select(names.to_vec()).prop_map(|name| json!(name)).boxed()
    };
    let list = prop::collection::vec(number(), 0..3).prop_map(Value::Array).boxed();
    let inner = (number(), text()).prop_map(|(x, y)| json!({ "x": x, "y": y })).boxed();
    let tagged = (prop::sample::select(vec!["A", "B", "C", "D"]), number())
        .prop_map(|(tag, x)| json!({ "x": x, "type": tag, "name": "n" }));
    // In its buffers, but nowhere else, serde takes a small number for the index of a variant where a list has
    // the name of one, so with `flatten` it reads `[4, "a"]` as a tagged enum.
    let pair = (20_u8..=255, text()).prop_map(|(x, y)| json!([x, y]));
    let rows = prop::collection::vec((number(), text()).prop_map(|(x, y)| json!({ "x": x, "y": y })), 0..3);
    let content =
        prop_oneof![number(), inner.clone(), pair, tagged, Just(json!(null)), rows.prop_map(Value::Array),];
    prop_oneof![
        3 => entry("type", names(&["A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K", "L"])),
        3 => entry("kind", names(&["A", "B", "C", "D", "E", "F", "G", "H"])),
        3 => entry("x", number().boxed()),
        2 => entry("y", text().boxed()),
        1 => entry("z", list.clone().boxed()),
        2 => entry("id", number().boxed()),
        2 => entry("name", text().boxed()),
        1 => entry("last", any::<bool>().prop_map(|last| json!(last)).boxed()),
        2 => entry("c", content.clone().boxed()),
        1 => entry("A", number().boxed()),
        1 => entry("B", inner.boxed()),
        1 => entry("C", list.boxed()),
        1 => entry("other", prop_oneof![scalar(), content].boxed()),
        1 => entry("$toon::part 0", number().boxed()),
        1 => entry("a\"b", number().boxed()),
    ]
}

/// An object with its entries in any order. Of the same key the last value counts.
fn object() -> impl Strategy<Value = Value> {
    prop::collection::vec(entry(), 0..8)
        .prop_map(|entries| Value::Object(entries.into_iter().collect::<Map<_, _>>()))
}

/// The same object with its entries in another order.
fn turned(object: &Value, by: usize) -> Value {
    let Value::Object(entries) = object else { return object.clone() };
    let by = by % entries.len().max(1);
    entries
        .iter()
        .skip(by)
        .chain(entries.iter().take(by))
        .map(|(key, value)| (key.clone(), value.clone()))
        .collect()
}

proptest! {
    #![proptest_config(effort::cases(100_000))]

    #[test]
    fn random_objects(
        object in object(),
        other in object(),
        (turn, again, number) in (0_usize..8, any::<bool>(), 0_usize..1_000),
        is_strict in prop::bool::weighted(0.8),
    ) {
        let options = DecodeOptions::new().strict(is_strict);
        let second = if again { turned(&object, turn) } else { other };
        let text = toon::to_string(&object).unwrap();
        let places = toon::to_string(&json!({
            "one": turned(&object, turn), "many": [object, object], "named": { "p": object, "q": second },
            "maybe": object, "pair": [second, 1], "after": 1,
        })).unwrap();
        compare!(number, &text, &places, &options;
            Internal Second Adjacent Strict Flat FlatMap FlatMany FlatNested FlatEnums FlatTagged FlatDefault
            Either Internal Adjacent Inner);
    }
}
