//! Without `#[toon(…)]`, the derives behave exactly like serde's own in every format: they write
//! the same bytes, read the same values, and fail in the same way.

use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt::{Debug, Write as _};

/// JSON texts that hardly any type accepts, so that there are errors to compare.
const ODD: [&str; 14] = [
    "null",
    "true",
    "-1",
    "300",
    "\"A\"",
    "\"x\"",
    "[]",
    "[1]",
    "[1,\"x\",null]",
    "{}",
    "{\"A\":1}",
    "{\"zz\":1}",
    "{\"t\":\"A\"}",
    "{\"t\":\"B\",\"c\":{\"x\":1}}",
];

/// How formats write a value, and read texts as its type.
fn facts<T: Serialize + DeserializeOwned + Debug>(value: &T) -> Vec<String> {
    let json = serde_json::to_string(value);
    let binary = postcard::to_allocvec(value);
    let ron = ron::ser::to_string_pretty(value, ron::ser::PrettyConfig::new().struct_names(true));
    let toon = toon::to_string(value);
    let mut facts = vec![format!("{json:?} {binary:?} {ron:?} {toon:?}")];
    let mut texts: Vec<String> = ODD.map(str::to_owned).to_vec();
    if let Ok(json) = json {
        // Each key missing, another and twice; each number another.
        for (at, _) in json.match_indices("\":") {
            let start = json[..at].rfind('"').unwrap();
            texts.push(format!("{}zz{}", &json[..=start], &json[at..]));
            texts.push(format!("{}{}\":null,{}", &json[..start], &json[start..at], &json[start..]));
        }
        for (at, _) in json.match_indices(|byte: char| byte.is_ascii_digit()) {
            texts.push(format!("{}7.5{}", &json[..at], &json[at + 1..]));
        }
        texts.push(json);
    }
    for text in texts {
        facts.push(format!(
            "{text}: {:?}",
            serde_json::from_str::<T>(&text).map_err(|error| error.to_string())
        ));
    }
    if let Ok(text) = toon {
        // serde's buffers do not know the places.
        let read = toon::from_str::<T>(&text).map_err(|error| error.kind().to_string());
        facts.push(format!("{text}: {read:?}"));
    }
    if let Ok(text) = ron {
        facts.push(format!("{text}: {:?}", ron::from_str::<T>(&text).map_err(|error| error.to_string())));
    }
    if let Ok(bytes) = binary {
        for length in 0..=bytes.len() {
            let mut fact = format!("{:?}: ", &bytes[..length]);
            let read = postcard::from_bytes::<T>(&bytes[..length]);
            write!(fact, "{read:?}").unwrap();
            facts.push(fact);
        }
    }
    facts
}

/// Defines types with serde's derives and again with ours, and compares what formats make of the
/// values.
macro_rules! same {
    ($($name:ident { $($items:item)* } [$($value:expr),* $(,)?])*) => {$(
        mod $name {
            mod theirs {
                #[allow(unused_imports)]
                use super::super::helpers::*;
                #[allow(unused_imports)]
                use serde::{Deserialize, Serialize};
                $($items)*
                pub(super) fn facts() -> Vec<Vec<String>> {
                    vec![$(super::super::facts(&$value)),*]
                }
            }

            mod ours {
                #[allow(unused_imports)]
                use super::super::helpers::*;
                #[allow(unused_imports)]
                use toon::{Deserialize, Serialize};
                $($items)*
                pub(super) fn facts() -> Vec<Vec<String>> {
                    vec![$(super::super::facts(&$value)),*]
                }
            }

            #[test]
            fn same() {
                let (theirs, ours) = (theirs::facts(), ours::facts());
                assert!(!theirs.is_empty());
                for (theirs, ours) in theirs.iter().zip(&ours) {
                    for (theirs, ours) in theirs.iter().zip(ours) {
                        assert_eq!(theirs, ours);
                    }
                    assert_eq!(theirs.len(), ours.len());
                }
            }
        }
    )*};
}

mod helpers {
    pub(super) use std::borrow::Cow;
    pub(super) use std::collections::BTreeMap;
    pub(super) use std::marker::PhantomData;

    /// Stands for a type of another crate.
    #[derive(Debug, PartialEq)]
    pub(super) struct Foreign<T> {
        pub(super) left: T,
        pub(super) right: u8,
    }

    /// One with a private field.
    #[derive(Debug, PartialEq)]
    pub(super) struct Closed(u16);

    impl Closed {
        pub(super) fn new(value: u16) -> Self {
            Closed(value)
        }

        pub(super) fn get(&self) -> u16 {
            self.0
        }
    }

    pub(super) trait Has {
        type Item;
    }

    #[derive(Debug, PartialEq)]
    pub(super) struct Marker;

    impl Has for Marker {
        type Item = Option<u8>;
    }

    pub(super) mod as_text {
        use serde::{Deserialize, Deserializer, Serializer};

        pub(in super::super) fn serialize<T: ToString, S: Serializer>(
            value: &T,
            s: S,
        ) -> Result<S::Ok, S::Error> {
            s.serialize_str(&value.to_string())
        }

        pub(in super::super) fn deserialize<'de, T: std::str::FromStr, D: Deserializer<'de>>(
            d: D,
        ) -> Result<T, D::Error> {
            let text = String::deserialize(d)?;
            text.parse().map_err(|_| serde::de::Error::custom("no such text"))
        }
    }

    pub(super) fn is_zero(value: &u8) -> bool {
        *value == 0
    }

    pub(super) fn seven() -> u8 {
        7
    }
}

same! {
    named {
        #[derive(Debug, Serialize, Deserialize)]
        pub struct Named { x: u8, y: Option<String>, z: Vec<i16> }
    } [Named { x: 1, y: None, z: vec![] }, Named { x: 200, y: Some("a, b".into()), z: vec![-3, 4] }]

    other_shapes {
        #[derive(Debug, Serialize, Deserialize)]
        struct Unit;
        #[derive(Debug, Serialize, Deserialize)]
        struct Empty {}
        #[derive(Debug, Serialize, Deserialize)]
        struct Newtype(u8);
        #[derive(Debug, Serialize, Deserialize)]
        struct Tuple(u8, String, Newtype);
        #[derive(Debug, Serialize, Deserialize)]
        struct Nothing();
        #[derive(Debug, Serialize, Deserialize)]
        enum Never {}
        #[derive(Debug, Serialize, Deserialize)]
        #[serde(transparent)]
        struct Through { inner: Vec<u8>, #[serde(skip)] _mark: PhantomData<u8> }
    } [Unit, Empty {}, Newtype(3), Tuple(1, "two".into(), Newtype(3)), Nothing(), None::<Never>,
       Through { inner: vec![1, 2], _mark: PhantomData }]

    names {
        #[derive(Debug, Serialize, Deserialize)]
        #[serde(rename_all = "camelCase", rename = "Other Name", deny_unknown_fields)]
        struct Renamed {
            first_name: u8,
            #[serde(rename = "2nd", alias = "second", alias = "zz")]
            second_name: u8,
            #[serde(rename(serialize = "out", deserialize = "in"))]
            both: u8,
            r#type: u8,
        }
        #[derive(Debug, Serialize, Deserialize)]
        #[serde(rename(serialize = "Written"))]
        struct Half { a: u8 }
        #[derive(Debug, Serialize, Deserialize)]
        #[allow(non_camel_case_types)]
        struct r#struct { r#fn: r#enum }
        #[derive(Debug, Serialize, Deserialize)]
        #[allow(non_camel_case_types)]
        enum r#enum { r#match, r#loop(u8) }
        #[derive(Debug, Serialize, Deserialize)]
        #[serde(rename_all = "kebab-case", rename_all_fields = "UPPERCASE")]
        enum Words { OneTwo { in_it: u8 }, #[serde(rename = "3")] Three, #[serde(alias = "A")] Four(u8) }
    } [Renamed { first_name: 1, second_name: 2, both: 3, r#type: 4 }, Half { a: 1 },
       r#struct { r#fn: r#enum::r#match }, r#enum::r#loop(1), Words::OneTwo { in_it: 1 }, Words::Three, Words::Four(4)]

    external {
        #[derive(Debug, Serialize, Deserialize)]
        enum E { A, B(u8), C(u8, String), D { x: u8, y: Option<u8> }, #[serde(skip)] F, G() }
    } [E::A, E::B(1), E::C(1, "x".into()), E::D { x: 1, y: None }, E::F, E::G(), vec![E::A, E::B(2)]]

    internal {
        #[derive(Debug, Serialize, Deserialize)]
        #[serde(tag = "t")]
        enum E { A, B(Inner), D { x: u8 }, #[serde(other)] Rest }
        #[derive(Debug, Serialize, Deserialize)]
        struct Inner { x: u8, y: Vec<u8> }
        #[derive(Debug, Serialize, Deserialize)]
        #[serde(tag = "t")]
        struct Tagged { x: u8 }
    } [E::A, E::B(Inner { x: 1, y: vec![2] }), E::D { x: 3 }, E::Rest, Tagged { x: 1 }]

    adjacent {
        #[derive(Debug, Serialize, Deserialize)]
        #[serde(tag = "t", content = "c")]
        enum E { A, B(u8), C(u8, u8), D { x: u8 } }
    } [E::A, E::B(1), E::C(1, 2), E::D { x: 3 }]

    untagged {
        #[derive(Debug, Serialize, Deserialize)]
        #[serde(untagged, expecting = "one of several")]
        enum E { Nothing, One(u8), Pair(u8, u8), Object { x: u8 }, Text(String) }
    } [E::Nothing, E::One(1), E::Pair(1, 2), E::Object { x: 3 }, E::Text("x".into())]

    flattened {
        #[derive(Debug, Serialize, Deserialize)]
        struct Outer { a: u8, #[serde(flatten)] inner: Inner, #[serde(flatten)] rest: BTreeMap<String, u8> }
        #[derive(Debug, Serialize, Deserialize)]
        struct Inner { b: u8, #[serde(flatten)] kind: Option<Kind> }
        #[derive(Debug, Serialize, Deserialize)]
        enum Kind { A { x: u8 }, B(u8) }
    } [Outer { a: 1, inner: Inner { b: 2, kind: Some(Kind::A { x: 3 }) }, rest: [("z".to_owned(), 4)].into() },
       Outer { a: 1, inner: Inner { b: 2, kind: None }, rest: BTreeMap::new() }]

    own_functions {
        #[derive(Debug, Serialize, Deserialize)]
        struct With {
            #[serde(with = "as_text")] a: u8,
            #[serde(serialize_with = "as_text::serialize")] b: u8,
            #[serde(deserialize_with = "as_text::deserialize")] c: u8,
            #[serde(skip_serializing_if = "is_zero", default)] d: u8,
            #[serde(default = "seven")] e: u8,
            #[serde(skip)] f: u8,
            #[serde(skip_serializing)] g: u8,
            #[serde(skip_deserializing)] h: u8,
        }
        #[derive(Debug, Serialize, Deserialize)]
        #[serde(default)]
        struct Defaults { a: u8, b: String }
        impl Default for Defaults { fn default() -> Self { Defaults { a: 9, b: "nine".into() } } }
        #[derive(Debug, Serialize, Deserialize)]
        #[serde(default = "made")]
        struct Made { a: u8, b: Option<u8> }
        fn made() -> Made { Made { a: 5, b: Some(5) } }
    } [With { a: 1, b: 2, c: 3, d: 0, e: 5, f: 6, g: 7, h: 8 }, Defaults { a: 1, b: "x".into() }, Made { a: 1, b: None }]

    conversions {
        #[derive(Debug, Clone, Serialize, Deserialize)]
        #[serde(into = "(u8, u8)", from = "(u8, u8)")]
        struct Pair { a: u8, b: u8 }
        impl From<Pair> for (u8, u8) { fn from(p: Pair) -> Self { (p.a, p.b) } }
        impl From<(u8, u8)> for Pair { fn from((a, b): (u8, u8)) -> Self { Pair { a, b } } }
        #[derive(Debug, Clone, Serialize, Deserialize)]
        #[serde(into = "u8", try_from = "u8")]
        struct Even(u8);
        impl From<Even> for u8 { fn from(even: Even) -> Self { even.0 } }
        impl TryFrom<u8> for Even {
            type Error = String;
            fn try_from(value: u8) -> Result<Self, String> {
                if value % 2 == 0 { Ok(Even(value)) } else { Err(format!("{value} is odd")) }
            }
        }
    } [Pair { a: 1, b: 2 }, Even(4), Even(3)]

    generics {
        #[derive(Debug, Serialize, Deserialize)]
        struct Two<T, U: Clone = u8> where T: Debug { t: T, u: Vec<U>, mark: PhantomData<fn() -> T> }
        use std::fmt::Debug;
        #[derive(Debug, Serialize, Deserialize)]
        struct Assoc<H: Has> { item: H::Item, #[serde(bound(serialize = "", deserialize = ""))] mark: PhantomData<H> }
        #[derive(Debug, Serialize, Deserialize)]
        struct Sized<T, const N: usize> { #[serde(bound = "T: Serialize + for<'x> Deserialize<'x>")] only: Option<T>, n: [u8; 2] }
        #[derive(Debug, Serialize, Deserialize)]
        #[serde(bound = "T: Serialize + for<'x> Deserialize<'x>")]
        enum Tree<T> { Leaf(T), Node(Vec<Tree<T>>) }
        #[derive(Debug, Serialize, Deserialize)]
        struct Skipped<T, D> { t: T, #[serde(skip)] d: D, #[serde(default)] e: Option<T> }
        #[derive(Debug, Serialize, Deserialize)]
        #[serde(default)]
        struct Default1<T> { t: T, u: u8 }
        impl<T: Default> Default for Default1<T> { fn default() -> Self { Default1 { t: T::default(), u: 3 } } }
    } [Two::<u8> { t: 1, u: vec![2], mark: PhantomData }, Assoc::<Marker> { item: Some(1), mark: PhantomData },
       Sized::<u8, 2> { only: Some(1), n: [2, 3] }, Tree::Node(vec![Tree::Leaf(1), Tree::Node(vec![])]),
       Skipped::<u8, u16> { t: 1, d: 2, e: None }, Default1 { t: 1, u: 2 }]

    selves {
        #[derive(Debug, Serialize, Deserialize)]
        struct List { value: u8, next: Option<Box<Self>>, array: [u8; Self::LEN] }
        impl List { const LEN: usize = 2; }
        #[derive(Debug, Serialize, Deserialize)]
        enum Tree { Leaf, Nodes(Vec<Self>) }
        #[derive(Debug, Serialize, Deserialize)]
        struct Of<T> where Option<Self>: Sized { t: Option<T>, next: Vec<Self> }

    } [List { value: 1, next: Some(Box::new(List { value: 2, next: None, array: [3, 4] })), array: [5, 6] },
       Tree::Nodes(vec![Tree::Leaf]), Of::<u8> { t: Some(1), next: vec![Of { t: None, next: vec![] }] }]

    remotes {
        #[derive(Serialize, Deserialize)]
        #[serde(remote = "Foreign")]
        struct ForeignDef<T> { left: T, right: u8 }
        #[derive(Serialize, Deserialize)]
        #[serde(remote = "Closed")]
        struct ClosedDef { #[serde(getter = "Closed::get")] value: u16 }
        impl From<ClosedDef> for Closed { fn from(def: ClosedDef) -> Self { Closed::new(def.value) } }
        #[derive(Debug, Serialize, Deserialize)]
        struct Holder {
            #[serde(with = "ForeignDef")] a: Foreign<u8>,
            #[serde(with = "ClosedDef")] b: Closed,
        }
        #[derive(Debug, Serialize, Deserialize)]
        #[serde(remote = "Self")]
        struct Own { x: u8 }
        impl serde::Serialize for Own {
            fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> { Own::serialize(self, s) }
        }
        impl<'de> serde::Deserialize<'de> for Own {
            fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Self, D::Error> { Own::deserialize(d) }
        }
    } [Holder { a: Foreign { left: 1, right: 2 }, b: Closed::new(3) }, Own { x: 1 }]

    packed {
        #[derive(Debug, Clone, Copy, Serialize, Deserialize)]
        #[repr(C, packed)]
        struct Packed { a: u8, b: u32 }
        #[derive(Debug, Serialize, Deserialize)]
        #[repr(u8)]
        enum Numbered { A = 3, B = 7 }
    } [Packed { a: 1, b: 2 }, Numbered::A, Numbered::B]

    owned_texts {
        #[derive(Debug, Serialize, Deserialize)]
        struct Texts { a: Cow<'static, str>, b: Cow<'static, [u8]> }
    } [Texts { a: "x".into(), b: vec![1].into() }]
}

/// Types with lifetimes borrow what serde's would.
mod borrowing {
    use super::helpers::*;

    macro_rules! types {
        ($($derive:ident)::*) => {
            #[derive(Debug, PartialEq, $($derive)::*::Serialize, $($derive)::*::Deserialize)]
            pub(super) struct Borrowed<'a, 'b: 'a, T: ?Sized> {
                text: &'a str,
                bytes: Option<&'b [u8]>,
                #[serde(borrow)]
                cow: Cow<'a, str>,
                #[serde(borrow = "'b")]
                newtype: Newtype<'b>,
                owned: Cow<'a, str>,
                #[serde(skip)]
                mark: PhantomData<&'a T>,
            }

            #[derive(Debug, PartialEq, $($derive)::*::Serialize, $($derive)::*::Deserialize)]
            pub(super) struct Newtype<'n>(&'n str);

            #[derive(Debug, PartialEq, $($derive)::*::Serialize, $($derive)::*::Deserialize)]
            pub(super) enum Either<'e> {
                #[serde(borrow)]
                Left(Newtype<'e>),
                Right { text: &'e str },
            }

            pub(super) fn borrowed(json: &str) -> Borrowed<'_, '_, str> {
                serde_json::from_str(json).unwrap()
            }

            pub(super) fn is_borrowed(value: &Borrowed<'_, '_, str>) -> [bool; 2] {
                [&value.cow, &value.owned].map(|cow| matches!(cow, Cow::Borrowed(_)))
            }

            pub(super) fn either(json: &str) -> Either<'_> {
                serde_json::from_str(json).unwrap()
            }
        };
    }

    mod theirs {
        use super::*;
        types!(serde);
    }

    mod ours {
        use super::*;
        types!(toon);
    }

    #[test]
    fn same() {
        let json = r#"{"text":"t","bytes":null,"cow":"c","newtype":"n","owned":"o"}"#;
        let (theirs, ours) = (theirs::borrowed(json), ours::borrowed(json));
        assert_eq!(format!("{theirs:?}"), format!("{ours:?}"));
        assert_eq!(theirs::is_borrowed(&theirs), [true, false]);
        assert_eq!(ours::is_borrowed(&ours), [true, false]);
        assert_eq!(serde_json::to_string(&ours).unwrap(), json);
        for json in [r#"{"Left":"x"}"#, r#"{"Right":{"text":"x"}}"#] {
            assert_eq!(format!("{:?}", theirs::either(json)), format!("{:?}", ours::either(json)));
        }
    }

    #[test]
    fn static_text() {
        #[derive(Debug, PartialEq, toon::Serialize, toon::Deserialize)]
        struct Static {
            text: &'static str,
        }
        let value: Static = toon::from_str("text: a").unwrap();
        assert_eq!(value, Static { text: "a" });
    }
}

/// Types that only exist in a function, or are defined by a macro.
#[test]
fn local_and_made_types() {
    macro_rules! made {
        ($vis:vis $name:ident { $($field:ident: $ty:ty),* }) => {
            #[derive(Debug, PartialEq, toon::Serialize, toon::Deserialize)]
            $vis struct $name { $($field: $ty),* }
        };
    }
    made!(pub(crate) Made { list: Vec<u8>, map: std::collections::BTreeMap<String, u8> });

    #[derive(Debug, PartialEq, toon::Serialize, toon::Deserialize)]
    struct Local {
        made: Made,
    }
    let local = Local { made: Made { list: vec![1, 2], map: [("a".to_owned(), 1)].into() } };
    let text = toon::to_string(&local).unwrap();
    assert_eq!(text, "made:\n  list[2]: 1,2\n  map:\n    a: 1");
    assert_eq!(toon::from_str::<Local>(&text).unwrap(), local);
}

#[test]
fn made_types_with_hints() {
    macro_rules! made {
        ($(#[$hint:meta])* $name:ident { $($field:ident: $ty:ty),* }) => {
            #[derive(Debug, PartialEq, Default, toon::Serialize, toon::Deserialize)]
            $(#[$hint])*
            struct $name { $($field: $ty),*, #[toon(skip_default)] inside: Option<u8>, #[serde(skip_serializing_if = "Vec::is_empty", default)] #[toon(with = "list")] list: Vec<u8> }
        };
    }
    mod list {
        use serde::{Deserialize, Deserializer, Serializer};
        pub(super) fn serialize<S: Serializer>(list: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
            serializer.collect_str(&list.len())
        }
        pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
            let text = String::deserialize(deserializer)?;
            Ok(vec![0; text.parse().map_err(serde::de::Error::custom)?])
        }
    }
    made!(
        #[toon(tabular, skip_default)]
        Row { a: u8, b: String }
    );
    made!(
        #[toon(fold, skip_default)]
        Other { a: u8, row: Row }
    );

    let row = Row { a: 1, list: vec![0, 0], ..Row::default() };
    assert_eq!(toon::to_string(&row).unwrap(), "a: 1\nlist: \"2\"");
    let other = Other { row, ..Other::default() };
    let text = toon::to_string(&other).unwrap();
    assert_eq!(text, "row:\n  a: 1\n  list: \"2\"");
    assert_eq!(toon::from_str::<Other>(&text).unwrap(), other);
}
