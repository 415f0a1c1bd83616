//! No attribute is seen by other formats: they write the same bytes as with serde's own derives, and
//! read the same values. TOON reads back what it wrote.

use serde::{Deserialize, Serialize};
use std::fmt::Debug;

/// What formats make of a value.
fn written<T: Serialize>(value: &T) -> (String, String) {
    (format!("{:?}", serde_json::to_string(value)), format!("{:?}", postcard::to_allocvec(value)))
}

/// What formats read from the value, from parts of it, and from changed ones.
fn read<T: Serialize + Deserialize<'static> + Debug>(value: &T) -> Vec<String> {
    let mut all = Vec::new();
    let json = serde_json::to_string(value).unwrap();
    let mut texts = vec![json.clone(), json.replace("\":", "_\":")];
    for (at, _) in json.match_indices("\":") {
        // A field that is missing, and one that is there twice.
        let start = json[..at].rfind('"').unwrap();
        texts.push(format!("{}other{}", &json[..=start], &json[at..]));
        texts.push(format!("{}{}\":null,{}", &json[..start], &json[start..at], &json[start..]));
    }
    for text in texts {
        let text: &'static str = text.leak();
        let value = serde_json::from_str::<T>(text).map_err(|error| error.to_string());
        all.push(format!("{text}: {value:?}"));
    }
    for length in 0..postcard::to_allocvec(value).map_or(0, |bytes| bytes.len() + 1) {
        let mut bytes = postcard::to_allocvec(value).unwrap();
        bytes.truncate(length);
        let bytes: &'static [u8] = bytes.leak();
        all.push(format!("{bytes:?}: {:?}", postcard::from_bytes::<T>(bytes)));
    }
    all
}

fn round_trip<T: Serialize + Deserialize<'static> + PartialEq + Debug>(value: &T) {
    let text: &'static str = toon::to_string(value).unwrap().leak();
    assert_eq!(&toon::from_str::<T>(text).unwrap(), value, "{text}");
}

/// Defines types with our derives; with serde's for writing; and with serde's for reading. The other
/// derive of the latter is ours, so that the compiler knows `#[toon(…)]`.
macro_rules! matrix {
    ($($name:ident { $($items:item)* } $value:expr;)*) => {$(
        mod $name {
            mod ours {
                #[allow(unused_imports)]
                use super::super::helpers::*;
                use toon::{Deserialize, Serialize};
                $($items)*
                pub(super) fn facts() -> ((String, String), Vec<String>) {
                    let value = $value;
                    super::super::round_trip(&value);
                    (super::super::written(&value), super::super::read(&value))
                }
            }

            mod writing {
                #[allow(unused_imports)]
                use super::super::helpers::*;
                use {serde::Serialize, toon::Deserialize};
                $($items)*
                pub(super) fn written() -> (String, String) {
                    super::super::written(&$value)
                }
            }

            mod reading {
                #[allow(unused_imports)]
                use super::super::helpers::*;
                use {serde::Deserialize, toon::Serialize};
                $($items)*
                pub(super) fn read() -> Vec<String> {
                    super::super::read(&$value)
                }
            }

            #[test]
            fn is_unseen() {
                let (written, read) = ours::facts();
                assert_eq!(written, writing::written());
                assert_eq!(read, reading::read());
            }
        }
    )*};
}

mod helpers {
    pub(super) use std::borrow::Cow;
    pub(super) use std::collections::BTreeMap;

    pub(super) fn is_zero(value: &u8) -> bool {
        *value == 0
    }

    /// Numbers as strings.
    pub(super) mod text {
        use serde::{Deserialize, Deserializer, Serializer};

        pub(in super::super) fn serialize<S: Serializer>(
            value: &u8,
            serializer: S,
        ) -> Result<S::Ok, S::Error> {
            serializer.collect_str(value)
        }

        pub(in super::super) fn deserialize<'de, D: Deserializer<'de>>(
            deserializer: D,
        ) -> Result<u8, D::Error> {
            String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
        }
    }
}

matrix! {
    tabular {
        #[derive(Serialize, Deserialize, Debug, PartialEq)]
        #[serde(rename_all = "camelCase")]
        struct Table<T> {
            #[toon(tabular)]
            all_rows: Vec<Row<T>>,
            #[toon(tabular(header))]
            no_rows: Vec<Row<u8>>,
            #[toon(tabular(key = "FIRST_NAME"))]
            keyed_rows: Vec<Row<u8>>,
            #[toon(tabular)]
            by_name: BTreeMap<String, Row<u8>>,
        }
        #[derive(Serialize, Deserialize, Debug, PartialEq)]
        #[serde(rename_all = "SCREAMING_SNAKE_CASE")]
        #[toon(tabular)]
        struct Row<T> {
            first_name: String,
            value: T,
            #[toon(cell)]
            last_char: char,
        }
    } {
        let row = |first_name: &str| Row { first_name: first_name.into(), value: 1, last_char: 'c' };
        Table {
            all_rows: vec![row("a"), row("b")],
            no_rows: vec![],
            keyed_rows: vec![row("c"), row("d")],
            by_name: [("e".into(), row("f"))].into(),
        }
    };

    lifetimes {
        #[derive(Serialize, Deserialize, Debug, PartialEq)]
        #[toon(fold, skip_default)]
        struct Table<'a> {
            #[serde(borrow)]
            #[toon(tabular)]
            rows: Vec<Row<'a>>,
            outer: Outer<'a>,
        }
        #[derive(Serialize, Deserialize, Debug, PartialEq)]
        #[toon(tabular, range(start, end) = "lines")]
        struct Row<'a> {
            id: &'a str,
            #[toon(derived = "Self::path_of")]
            path: &'a str,
            #[serde(borrow)]
            #[toon(hoist, skip_default)]
            kind: Cow<'a, str>,
            start: u32,
            end: u32,
        }
        impl<'a> Row<'a> {
            fn path_of(&self) -> &'a str {
                self.id.split(':').next().unwrap_or_default()
            }
        }
        #[derive(Serialize, Deserialize, Debug, PartialEq, Default)]
        struct Outer<'a> {
            #[serde(borrow)]
            inner: BTreeMap<String, &'a str>,
        }
    } {
        let row = |id, start, end| Row { id, path: "a", kind: Cow::Borrowed("fn"), start, end };
        Table { rows: vec![row("a:b", 1, 2), row("a:c", 3, 3)], outer: Outer { inner: [("x".into(), "y")].into() } }
    };

    flatten {
        #[derive(Serialize, Deserialize, Debug, PartialEq)]
        #[serde(rename_all = "kebab-case")]
        struct Table {
            #[toon(tabular)]
            all_rows: Vec<Row>,
            #[serde(flatten)]
            last_row: Row,
        }
        #[derive(Serialize, Deserialize, Debug, PartialEq)]
        #[serde(rename_all = "PascalCase")]
        #[toon(tabular, skip_default, range(from, to) = "span")]
        struct Row {
            id: String,
            from: u8,
            to: u8,
            #[toon(derived = "length")]
            id_length: usize,
            #[serde(flatten)]
            part: Part,
        }
        #[derive(Serialize, Deserialize, Debug, PartialEq, Default)]
        #[toon(tabular)]
        struct Part {
            #[toon(rename = "named")]
            name: u8,
            #[serde(default)]
            #[toon(level = "full")]
            leveled: u8,
            #[serde(default)]
            #[toon(skip)]
            skipped: (),
        }
        fn length(row: &Row) -> usize {
            row.id.len()
        }
    } {
        let row = |from| Row {
            id: "a".into(),
            from,
            to: 9,
            id_length: 1,
            part: Part { name: 1, leveled: from, skipped: () },
        };
        Table { all_rows: vec![row(1), row(2)], last_row: row(3) }
    };

    ranges {
        #[derive(Serialize, Deserialize, Debug, PartialEq)]
        #[serde(rename_all = "camelCase")]
        #[toon(tabular, range(start_line, end_line) = "lines", range(first, last) = "numbers")]
        struct Row<T, const N: usize> {
            end_line: T,
            #[serde(rename = "FIRST", default)]
            first: i64,
            start_line: T,
            #[serde(alias = "final")]
            last: u128,
            name: Option<String>,
        }
    } [
        Row::<u8, 3> { end_line: 9, first: 3, start_line: 1, last: u128::MAX, name: None },
        Row { end_line: 9, first: 3, start_line: 9, last: 3, name: Some("n".into()) },
    ];

    derived {
        #[derive(Serialize, Deserialize, Debug, PartialEq)]
        #[serde(rename_all = "camelCase", deny_unknown_fields)]
        #[toon(tabular)]
        struct Row<T> {
            full_id: T,
            #[serde(alias = "path", skip_serializing_if = "String::is_empty", default)]
            #[toon(derived = "Self::path_of")]
            file_path: String,
            #[serde(rename = "COUNT", with = "text")]
            #[toon(derived = "one")]
            count: u8,
        }
        impl<T> Row<T> {
            fn path_of(&self) -> String {
                self.count.to_string()
            }
        }
        fn one<T>(_: &Row<T>) -> u8 {
            1
        }
    } [
        Row { full_id: "a:b".to_string(), file_path: "0".into(), count: 1 },
    ];

    groups {
        #[derive(Serialize, Deserialize, Debug, PartialEq)]
        struct Table<'a> {
            #[serde(borrow)]
            #[toon(tabular)]
            rows: Vec<Row<'a, Generic>>,
            one: Row<'a, Generic>,
        }
        #[derive(Serialize, Deserialize, Debug, PartialEq)]
        #[serde(rename_all = "camelCase")]
        #[toon(tabular, skip_default)]
        struct Row<'a, T> {
            #[toon(skip_default = false)]
            the_id: u8,
            #[serde(borrow, alias = "owned_by")]
            #[toon(nullable_group, rename = "owner")]
            the_owner: Option<Owner<'a>>,
            #[serde(skip_serializing_if = "Option::is_none")]
            #[toon(nullable_group, skip_default = false)]
            other: Option<Box<Other>>,
            #[toon(nullable_group, level = "full")]
            generic: Option<T>,
        }
        #[derive(Serialize, Deserialize, Debug, PartialEq)]
        #[serde(rename_all = "UPPERCASE")]
        #[toon(tabular)]
        struct Owner<'a> {
            login: &'a str,
            #[toon(nullable_group)]
            team: Option<Other>,
        }
        #[derive(Serialize, Deserialize, Debug, PartialEq)]
        #[serde(tag = "kind")]
        #[toon(tabular(unchecked), range(a, b) = "ab")]
        struct Other {
            a: u8,
            b: u8,
            #[serde(with = "text")]
            c: u8,
            #[serde(flatten)]
            flat: Flat,
        }
        #[derive(Serialize, Deserialize, Debug, PartialEq)]
        #[toon(tabular)]
        struct Flat {
            d: Option<char>,
        }
        #[derive(Serialize, Deserialize, Debug, PartialEq, Default)]
        #[toon(tabular)]
        struct Generic {
            e: u8,
        }
    } {
        let other = |a| Other { a, b: 2, c: 3, flat: Flat { d: None } };
        let row = |login: Option<&'static str>, team, has_other: bool| Row {
            the_id: 0,
            the_owner: login.map(|login| Owner { login, team }),
            other: has_other.then(|| Box::new(other(2))),
            generic: has_other.then_some(Generic { e: 1 }),
        };
        let rows = vec![row(None, None, true), row(Some("a"), None, false), row(Some("b"), Some(other(1)), true)];
        Table { rows, one: row(None, None, false) }
    };

    fields {
        #[derive(Serialize, Deserialize, Debug, PartialEq, Default)]
        #[serde(rename_all = "UPPERCASE", default)]
        #[toon(levels("brief", "long"), crate = "toon")]
        struct Object<T> {
            #[toon(rename = "other")]
            renamed: u8,
            #[toon(with = "text")]
            as_text: u8,
            #[serde(skip_serializing_if = "is_zero")]
            #[toon(skip_default = "is_zero")]
            predicate: u8,
            #[toon(skip_default)]
            default: Option<T>,
            #[toon(fold)]
            folded: BTreeMap<String, BTreeMap<String, u8>>,
            #[toon(level = "long")]
            leveled: String,
            #[toon(skip)]
            skipped: Option<u8>,
        }
    } Object {
        renamed: 1,
        as_text: 2,
        predicate: 0,
        default: Some(3_u8),
        folded: [("a".into(), [("b".into(), 4)].into())].into(),
        leveled: "l".into(),
        skipped: None,
    };

    variants {
        #[derive(Serialize, Deserialize, Debug, PartialEq)]
        #[serde(rename_all = "snake_case", rename_all_fields = "camelCase")]
        enum Either<T> {
            WithRows {
                #[toon(tabular)]
                all_rows: Vec<Row>,
                #[toon(skip_default)]
                the_value: T,
            },
            OneRow(Row),
            NoRows,
        }
        #[derive(Serialize, Deserialize, Debug, PartialEq)]
        #[toon(tabular, range(a, b) = "ab")]
        struct Row {
            a: u8,
            b: u8,
        }
    } [
        Either::WithRows { all_rows: vec![Row { a: 1, b: 2 }], the_value: 0_u8 },
        Either::OneRow(Row { a: 3, b: 3 }),
        Either::NoRows,
    ];
}
