//! `by_variant` on lists of enums with serde's attributes.

use super::round_trip;
use std::borrow::Cow;
use std::collections::BTreeMap;
use toon::{DecodeOptions, Deserialize, Serialize};

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
struct List<T> {
    #[toon(by_variant)]
    items: Vec<T>,
}

fn list<T: Clone>(items: &[T]) -> List<T> {
    List { items: items.to_vec() }
}

/// The text of the items in this order, which is read back.
fn text<T>(items: &[T]) -> String
where
    T: serde::Serialize + serde::de::DeserializeOwned + PartialEq + std::fmt::Debug + Clone,
    List<T>: serde::Serialize + serde::de::DeserializeOwned,
{
    let list = list(items);
    let json = serde_json::to_string(&list).unwrap();
    assert_eq!(serde_json::from_str::<List<T>>(&json).unwrap(), list);
    round_trip(&list)
}

/// Tables are named after the variants as they are serialized.
#[test]
fn names() {
    #[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
    #[serde(rename_all = "kebab-case", rename_all_fields = "camelCase", deny_unknown_fields)]
    enum Names {
        TwoWords {
            two_words: u8,
        },
        r#Type {
            r#fn: u8,
        },
        #[serde(rename = "ünï \"x\"", alias = "other")]
        Renamed {
            a: u8,
        },
        #[toon(plural = "äöü")]
        Plural {
            b: u8,
        },
        #[serde(alias = "nothing")]
        #[toon(plural = "null")]
        Null {
            c: u8,
        },
    }
    let items = [
        Names::TwoWords { two_words: 1 },
        Names::r#Type { r#fn: 2 },
        Names::Renamed { a: 3 },
        Names::Plural { b: 4 },
        Names::Null { c: 5 },
    ];
    assert_eq!(
        text(&items),
        "\
items:
  two-wordss[1]{twoWords}:
    1
  types[1]{fn}:
    2
  ünï \"x\"s[1]{a}:
    3
  äöü[1]{b}:
    4
  null[1]{c}:
    5"
        .replace("  two-wordss", "  \"two-wordss\"")
        .replace("ünï \"x\"s", "\"ünï \\\"x\\\"s\"")
        .replace("äöü", "\"äöü\"")
    );
    // A plain list can also use the aliases.
    let plain = "items[1]:\n  - nothing:\n      c: 5";
    assert_eq!(toon::from_str::<List<Names>>(plain).unwrap(), list(&items[4..]));
    let unknown = toon::from_str::<List<Names>>("items:\n  types[1]{fn,x}:\n    2,3").unwrap_err();
    assert!(unknown.to_string().contains("unknown field `x`"), "{unknown}");
}

/// A variant that serde skips has no table, and may have no fields.
#[test]
fn skipped_variants() {
    #[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
    #[serde(tag = "t")]
    enum Skipping {
        #[serde(skip)]
        Nothing,
        A {
            x: u8,
        },
        #[serde(skip_deserializing)]
        Written {
            x: u8,
        },
        #[serde(skip_serializing, other)]
        Unknown,
    }
    let a = |x| Skipping::A { x };
    assert_eq!(text(&[a(1), a(2)]), "items:\n  As[2]{x}:\n    1\n    2");
    for skipped in [Skipping::Nothing, Skipping::Unknown] {
        let error = toon::to_string(&list(&[a(1), skipped])).unwrap_err().to_string();
        assert!(error.contains("cannot be serialized"), "{error}");
    }
    let written = toon::to_string(&list(&[Skipping::Written { x: 1 }])).unwrap();
    assert_eq!(written, "items:\n  Writtens[1]{x}:\n    1");
    let error = toon::from_str::<List<Skipping>>(&written).unwrap_err().to_string();
    assert!(error.contains("unknown field `Writtens`, expected `As`"), "{error}");
    let plain = toon::from_str::<List<Skipping>>("items[2]{t,x}:\n  B,1\n  A,2").unwrap();
    assert_eq!(plain, list(&[Skipping::Unknown, a(2)]));
}

/// Fields of variants keep their attributes and hints.
#[test]
fn fields() {
    #[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
    enum Fields {
        Some {
            #[serde(default, skip_serializing_if = "Option::is_none")]
            option: Option<u8>,
            #[toon(skip_default, rename = "n")]
            number: u8,
            #[toon(skip)]
            skipped: u8,
        },
        Flat {
            id: u8,
            #[serde(flatten)]
            rest: BTreeMap<String, u8>,
        },
        Tables {
            #[toon(tabular)]
            rows: Vec<Row>,
        },
    }
    #[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
    #[toon(tabular)]
    struct Row {
        id: u8,
    }
    let some = |option, number| Fields::Some { option, number, skipped: 0 };
    let flat = |id| Fields::Flat { id, rest: BTreeMap::from([("x".into(), id)]) };
    let tables = Fields::Tables { rows: vec![Row { id: 1 }, Row { id: 2 }] };
    let text = text(&[some(None, 1), flat(1), some(None, 2), flat(2), tables, some(None, 3)]);
    assert_eq!(
        text,
        "\
items:
  _order: ababca
  Somes[3]{n}:
    1
    2
    3
  Flats[2]{id,x}:
    1,1
    2,2
  Tabless[1]:
    - rows[2]{id}:
        1
        2"
    );
    assert!(round_trip(&list(&[some(Some(1), 0), flat(1), some(None, 0)])).contains("Somes[2]:\n"));
}

/// Strings are borrowed from the text, also behind a tag.
#[test]
fn borrowed_strings() {
    #[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
    enum External<'a> {
        Text {
            text: &'a str,
        },
        #[serde(borrow)]
        Row(Row<'a>),
        Pieces(#[serde(borrow)] Vec<&'a str>),
    }
    #[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
    #[serde(tag = "t")]
    enum Internal<'a> {
        Text {
            text: &'a str,
        },
        #[serde(borrow)]
        Row(Row<'a>),
    }
    #[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
    #[toon(tabular)]
    struct Row<'a> {
        id: &'a str,
        #[serde(borrow)]
        cow: Cow<'a, str>,
    }
    #[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
    struct Both<'a> {
        #[serde(borrow)]
        #[toon(by_variant)]
        external: Vec<External<'a>>,
        #[serde(borrow)]
        #[toon(by_variant)]
        internal: Box<[Internal<'a>]>,
    }
    let row = |id| Row { id, cow: "c".into() };
    let both = Both {
        external: vec![
            External::Text { text: "a" },
            External::Row(row("b")),
            External::Pieces(vec!["x", "y"]),
            External::Text { text: "z" },
        ],
        internal: [Internal::Row(row("b")), Internal::Text { text: "a" }, Internal::Row(row("d"))].into(),
    };
    let text = toon::to_string(&both).unwrap();
    for options in [DecodeOptions::new(), DecodeOptions::new().strict(false)] {
        let read: Both<'_> = options.from_str(&text).unwrap();
        assert_eq!(read, both, "{text}");
        assert!(matches!(&read.external[1], External::Row(Row { cow: Cow::Borrowed(_), .. })));
        assert!(matches!(&read.internal[0], Internal::Row(Row { cow: Cow::Borrowed(_), .. })));
    }
}

/// The derives for one direction suffice for that direction.
#[test]
fn one_direction() {
    #[derive(Serialize)]
    enum Written {
        A { x: u8 },
    }
    #[derive(Deserialize, PartialEq, Debug)]
    enum Read {
        A { x: u8 },
    }
    #[derive(Serialize)]
    struct Writer {
        #[toon(by_variant(unordered))]
        items: Vec<Written>,
    }
    #[derive(Deserialize, PartialEq, Debug)]
    struct Reader {
        #[toon(by_variant(unordered))]
        items: Vec<Read>,
    }
    let text = toon::to_string(&Writer { items: vec![Written::A { x: 1 }] }).unwrap();
    assert_eq!(toon::from_str::<Reader>(&text).unwrap(), Reader { items: vec![Read::A { x: 1 }] });
}

/// Generic rows, and rows with constants, are tables as well.
#[test]
fn generic_contents() {
    #[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
    enum Node<T, const N: usize> {
        Row(Row<T>),
        Constant(Constant<N>),
        Known(Row<u8>),
    }
    #[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
    #[toon(tabular)]
    struct Row<T> {
        id: T,
        #[serde(skip_serializing_if = "Option::is_none")]
        note: Option<u8>,
    }
    #[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
    #[toon(tabular)]
    struct Constant<const N: usize> {
        n: u8,
    }
    let row = |id, note| Row { id, note };
    let nodes: [Node<u8, 3>; 5] = [
        Node::Row(row(1, None)),
        Node::Constant(Constant { n: 1 }),
        Node::Row(row(2, Some(1))),
        Node::Known(row(1, Some(2))),
        Node::Known(row(2, None)),
    ];
    assert_eq!(
        text(&nodes),
        "\
items:
  _order: abacc
  Rows[2]{id,note}:
    1,null
    2,1
  Constants[1]{n}:
    1
  Knowns[2]{id,note}:
    1,2
    2,null"
    );
}

/// The rows of a variant can have any hints, and so can the fields beside the list.
#[test]
fn beside_other_hints() {
    #[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
    #[serde(tag = "t")]
    enum Node {
        Function(Function),
        #[toon(plural = "classes")]
        Class(Class),
    }
    #[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
    #[toon(tabular, range(start, end) = "lines")]
    struct Function {
        #[toon(hoist)]
        id: String,
        #[toon(derived = "Self::file_of")]
        file: String,
        start: u32,
        end: u32,
        #[toon(skip_default)]
        note: String,
    }
    impl Function {
        fn file_of(&self) -> String {
            format!("{}.rs", self.id)
        }
    }
    #[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
    #[toon(tabular)]
    struct Class {
        #[toon(hoist)]
        id: String,
        n: u8,
    }
    #[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
    struct Graph {
        #[toon(tabular)]
        classes: Vec<Class>,
        #[toon(by_variant)]
        nodes: Option<Vec<Node>>,
        #[toon(by_variant(unordered), fold)]
        single: Vec<Node>,
    }
    let function = |id: &str, start, end| {
        Node::Function(Function { id: id.into(), file: format!("{id}.rs"), start, end, note: String::new() })
    };
    let class = |n| Class { id: "C".into(), n };
    let graph = Graph {
        classes: vec![class(1), class(2)],
        nodes: Some(vec![function("a", 1, 2), Node::Class(class(1)), function("a", 3, 3)]),
        single: vec![Node::Class(class(1)), Node::Class(class(2))],
    };
    assert_eq!(
        round_trip(&graph),
        "\
classes_id: C
classes[2]{n}:
  1
  2
nodes:
  _order: aba
  Functions[2]{id,lines}:
    a,1-2
    a,3
  classes[1]{id,n}:
    C,1
single.classes[2]{id,n}:
  C,1
  C,2"
    );
    let none = Graph { classes: vec![], nodes: None, single: vec![] };
    assert_eq!(round_trip(&none), "classes: []\nnodes: null\nsingle: []");
}

/// More tables than letters.
#[test]
fn many_variants() {
    macro_rules! many {
        ($($name:ident)*) => {
            #[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
            enum Many {
                $($name(u8),)*
            }
            let mut items = vec![$(Many::$name(1)),*];
            items.reverse();
            let again = items.clone();
            items.extend(again);
            let text = text(&items);
            assert!(text.starts_with("items:\n  _order: abcdefghijklmnopqrstuvwxyzAaAbAcabc"), "{text}");
            assert!(text.contains("xyzAaAbAc\n"), "{text}");
        };
    }
    many! {
        V01 V02 V03 V04 V05 V06 V07 V08 V09 V10 V11 V12 V13 V14 V15 V16 V17 V18 V19 V20 V21 V22 V23 V24 V25 V26 V27
        V28 V29
    }
}
