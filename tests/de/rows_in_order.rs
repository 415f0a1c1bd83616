//! Rows whose columns are the fields of a struct, in order or not.

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use std::collections::BTreeMap;
use std::fmt;

#[derive(Deserialize, Debug, PartialEq)]
struct Row {
    id: u32,
    name: String,
}

fn rows<'de, T: Deserialize<'de>>(text: &'de str) -> Vec<T> {
    toon::from_str(text).unwrap()
}

fn error<'de, T: Deserialize<'de> + fmt::Debug>(text: &'de str) -> String {
    toon::from_str::<Vec<T>>(text).unwrap_err().to_string()
}

#[test]
fn in_any_order() {
    let expected = [Row { id: 1, name: "Ada".to_owned() }, Row { id: 2, name: "7".to_owned() }];
    for text in [
        "[2]{id,name}:\n  1,Ada\n  2,\"7\"",
        "[2]{name,id}:\n  Ada,1\n  \"7\",2",
        "[2]{id,name,other}:\n  1,Ada,x\n  2,\"7\",y",
        "[2]{other,id,name}:\n  x,1,Ada\n  y,2,\"7\"",
    ] {
        assert_eq!(rows::<Row>(text), expected, "{text}");
    }
    assert!(error::<Row>("[1]{id}:\n  1").contains("missing field `name`"));
}

#[test]
fn one_header_after_another() {
    #[derive(Deserialize, Debug, PartialEq)]
    struct Document {
        a: Vec<Row>,
        b: Vec<Row>,
        c: Vec<Row>,
        d: BTreeMap<String, Row>,
    }
    let text = "a[1]{id,name}:\n  1,a\nb[1]{name,id}:\n  b,2\nc[1]{id,name}:\n  3,c\nd[2:]{id,name}:\n  k: 4,d\n  l: 5,e";
    let document: Document = toon::from_str(text).unwrap();
    let row = |id, name: &str| Row { id, name: name.to_owned() };
    assert_eq!(
        (document.a, document.b, document.c),
        (vec![row(1, "a")], vec![row(2, "b")], vec![row(3, "c")])
    );
    assert_eq!(document.d.into_values().collect::<Vec<_>>(), [row(4, "d"), row(5, "e")]);
}

/// The same header for structs of different types, one of which has a visitor that knows fields by
/// their names alone.
#[test]
fn one_header_for_several_types() {
    #[derive(Debug, PartialEq)]
    struct ByName(BTreeMap<String, String>);

    impl<'de> Deserialize<'de> for ByName {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            struct Entries;

            impl<'de> Visitor<'de> for Entries {
                type Value = ByName;

                fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                    formatter.write_str("fields by their names")
                }

                fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<ByName, A::Error> {
                    let mut entries = BTreeMap::new();
                    while let Some((key, value)) = map.next_entry()? {
                        entries.insert(key, value);
                    }
                    Ok(ByName(entries))
                }
            }

            deserializer.deserialize_struct("ByName", &["id", "name"], Entries)
        }
    }

    #[derive(Deserialize, Debug, PartialEq)]
    struct Other {
        id: String,
        name: String,
    }

    #[derive(Deserialize, Debug, PartialEq)]
    struct Generic<T> {
        id: u32,
        name: T,
    }

    #[derive(Deserialize, Debug, PartialEq)]
    struct Mixed(Row, ByName, Other, Generic<String>, Row);

    let text = "[5]{id,name}:\n  1,a\n  \"2\",b\n  \"3\",c\n  4,d\n  5,e";
    let Mixed(first, by_name, other, generic, last) = toon::from_str(text).unwrap();
    assert_eq!((first.id, &*first.name, last.id, &*last.name), (1, "a", 5, "e"));
    assert_eq!(
        by_name.0,
        BTreeMap::from([("id", "2"), ("name", "b")].map(|(k, v)| (k.to_owned(), v.to_owned())))
    );
    assert_eq!(other, Other { id: "3".to_owned(), name: "c".to_owned() });
    assert_eq!(generic, Generic { id: 4, name: "d".to_owned() });
}

/// A visitor of the derive inside another one, which passes on maps alone.
#[test]
fn a_visitor_around_the_derived_one() {
    struct Around<D>(D);

    impl<'de, D: Deserializer<'de>> Deserializer<'de> for Around<D> {
        type Error = D::Error;

        fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
            self.0.deserialize_any(MapsAlone(visitor))
        }

        fn deserialize_struct<V: Visitor<'de>>(
            self,
            name: &'static str,
            fields: &'static [&'static str],
            visitor: V,
        ) -> Result<V::Value, D::Error> {
            self.0.deserialize_struct(name, fields, MapsAlone(visitor))
        }

        serde::forward_to_deserialize_any! {
            bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
            newtype_struct seq tuple tuple_struct map enum identifier ignored_any
        }
    }

    struct MapsAlone<V>(V);

    impl<'de, V: Visitor<'de>> Visitor<'de> for MapsAlone<V> {
        type Value = V::Value;

        fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
            self.0.expecting(formatter)
        }

        fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<V::Value, A::Error> {
            self.0.visit_map(map)
        }
    }

    #[derive(Debug, PartialEq)]
    struct Inside(Row);

    impl<'de> Deserialize<'de> for Inside {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            Row::deserialize(Around(deserializer)).map(Inside)
        }
    }

    assert_eq!(rows::<Inside>("[1]{id,name}:\n  1,a"), [Inside(Row { id: 1, name: "a".to_owned() })]);
}

#[test]
fn what_attributes_ask_for() {
    fn twice<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
        u32::deserialize(deserializer).map(|number| number * 2)
    }

    #[derive(Deserialize, Debug, PartialEq)]
    #[serde(rename_all = "camelCase", deny_unknown_fields)]
    struct Attributes<'a> {
        #[serde(skip)]
        skipped: u8,
        #[serde(deserialize_with = "twice")]
        first_one: u32,
        #[serde(default, borrow)]
        text: Option<&'a str>,
        #[serde(default = "Vec::new", skip_deserializing)]
        list: Vec<u8>,
        #[serde(rename = "Last")]
        last: Inner,
    }

    #[derive(Deserialize, Debug, PartialEq)]
    #[serde(default)]
    struct Inner {
        #[serde(with = "as_text")]
        number: u8,
        unit: (),
    }

    impl Default for Inner {
        fn default() -> Self {
            Inner { number: 9, unit: () }
        }
    }

    mod as_text {
        use serde::Deserialize;

        pub(super) fn deserialize<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<u8, D::Error> {
            let text = <&str>::deserialize(deserializer)?;
            text.parse().map_err(serde::de::Error::custom)
        }
    }

    let row = |first_one, text, number| Attributes {
        skipped: 0,
        first_one,
        text,
        list: Vec::new(),
        last: Inner { number, unit: () },
    };
    assert_eq!(
        rows::<Attributes<'_>>(
            "[2]{firstOne,text,Last{number,unit}}:\n  1,a,\"5\",null\n  2,null,\"6\",null"
        ),
        [row(2, Some("a"), 5), row(4, None, 6)]
    );
    assert_eq!(rows::<Attributes<'_>>("[1]{firstOne,Last{unit}}:\n  1,null"), [row(2, None, 9)]);
}

/// What the derive makes of a tag and its content is asked for as a struct.
#[test]
fn adjacently_tagged_variants() {
    #[derive(Deserialize, Debug, PartialEq)]
    #[serde(tag = "type", content = "value")]
    enum Tagged {
        Number(u8),
        Text(String),
        Unit,
        Struct { a: u8 },
    }

    let expected = [Tagged::Number(1), Tagged::Text("x".to_owned()), Tagged::Unit];
    assert_eq!(rows::<Tagged>("[3]{type,value}:\n  Number,1\n  Text,x\n  Unit,null"), expected);
    assert_eq!(rows::<Tagged>("[3]{value,type}:\n  1,Number\n  x,Text\n  null,Unit"), expected);
    assert_eq!(rows::<Tagged>("[1]{type,value{a}}:\n  Struct,1"), [Tagged::Struct { a: 1 }]);
}

#[test]
fn errors_have_their_place() {
    let places = |text: &str| {
        let error = toon::from_str::<Vec<Row>>(text).unwrap_err();
        (error.line(), error.column(), error.path().map(ToString::to_string))
    };
    let (line, column, path) = places("[2]{id,name}:\n  1,a\n  x,b");
    assert_eq!((line, column, path.as_deref()), (3, 3, Some("[1].id")));
    assert_eq!(places("[2]{id,name,c}:\n  1,a,c\n  x,b,c"), (line, column, path));
}

/// A field with two names has room for one column.
#[test]
fn a_field_by_its_name_and_by_an_alias() {
    #[derive(Deserialize, Debug, PartialEq)]
    struct Alias {
        #[serde(alias = "b")]
        a: u32,
    }

    assert_eq!(rows::<Alias>("[1]{b}:\n  1"), [Alias { a: 1 }]);
    for text in ["[1]{a,b}:\n  1,2", "[1]{b,a}:\n  1,2"] {
        let twice = error::<Alias>(text);
        assert!(twice.contains("duplicate key \"a\""), "{twice}");
    }
}

/// After a group in which the target has swallowed an error, the row continues correctly, by
/// position as by name.
#[test]
fn swallowed_errors_in_groups() {
    #[derive(Deserialize, Debug, PartialEq)]
    struct Group {
        x: u8,
        y: u8,
    }

    #[derive(Debug, PartialEq)]
    struct Lenient(Option<Group>);

    impl<'de> Deserialize<'de> for Lenient {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            Ok(Lenient(Group::deserialize(deserializer).ok()))
        }
    }

    #[derive(Deserialize, Debug, PartialEq)]
    struct Outer {
        a: Lenient,
        b: u8,
    }

    for text in [
        "[2]{a{x,y},b}:\n  z,2,3\n  1,2,4",
        "[2]{a{y,x},b}:\n  2,z,3\n  2,1,4",
        "[2]{b,a{x,y}}:\n  3,z,2\n  4,1,2",
    ] {
        let expected = [(None, 3), (Some(Group { x: 1, y: 2 }), 4)].map(|(a, b)| Outer { a: Lenient(a), b });
        assert_eq!(rows::<Outer>(text), expected, "{text}");
    }
    let keyed: BTreeMap<String, Outer> = toon::from_str("[2:]{a{x,y},b}:\n  k: 1,z,3\n  l: z,z,4").unwrap();
    assert_eq!(keyed.into_values().map(|row| row.b).collect::<Vec<_>>(), [3, 4]);
    let short = error::<Outer>("[1]{a{x,y},b}:\n  z");
    assert!(short.contains("1 cell, but the header has 3 fields"), "{short}");
}
