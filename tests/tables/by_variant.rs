//! `by_variant`: a list of an enum that is written as one table per variant.

use super::round_trip;
use std::borrow::Cow;
use std::collections::{BTreeMap, LinkedList, VecDeque};
use std::rc::Rc;
use std::sync::Arc;
use toon::{Deserialize, EncodeOptions, Serialize};

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
#[serde(rename_all = "lowercase")]
enum Node {
    Function {
        id: String,
        line: u32,
    },
    #[toon(plural = "classes")]
    Class(Class),
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
#[toon(tabular)]
struct Class {
    id: String,
    methods: u32,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
struct Graph {
    #[toon(by_variant(unordered))]
    nodes: Vec<Node>,
    count: u32,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
struct Ordered {
    #[toon(by_variant)]
    nodes: Vec<Node>,
}

fn function(id: &str, line: u32) -> Node {
    Node::Function { id: id.into(), line }
}

fn class(id: &str, methods: u32) -> Node {
    Node::Class(Class { id: id.into(), methods })
}

#[test]
fn each_variant_is_a_table() {
    let graph = Graph { nodes: vec![function("a", 1), function("b", 2), class("C", 3)], count: 3 };
    assert_eq!(
        round_trip(&graph),
        "\
nodes:
  functions[2]{id,line}:
    a,1
    b,2
  classes[1]{id,methods}:
    C,3
count: 3"
    );
    assert_eq!(round_trip(&Graph { nodes: vec![], count: 0 }), "nodes: []\ncount: 0");
}

#[test]
fn the_order_is_kept() {
    let ordered = Ordered { nodes: vec![class("C", 3), function("a", 1), function("b", 2), class("D", 0)] };
    assert_eq!(
        round_trip(&ordered),
        "\
nodes:
  _order: abba
  classes[2]{id,methods}:
    C,3
    D,0
  functions[2]{id,line}:
    a,1
    b,2"
    );
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
#[serde(tag = "kind")]
enum Event {
    Opened {
        by: String,
    },
    #[serde(rename = "very closed")]
    Closed(Closed),
    Empty {},
    #[toon(plural = "a b")]
    Other(BTreeMap<String, u8>),
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
#[toon(tabular, skip_default)]
struct Closed {
    at: u32,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    reason: Option<String>,
    hard: bool,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
struct Log {
    #[toon(by_variant)]
    events: VecDeque<Event>,
}

fn closed(at: u32, reason: Option<&str>) -> Event {
    Event::Closed(Closed { at, reason: reason.map(Into::into), hard: false })
}

/// Without its tag, the row of an internally tagged enum is that of its variant.
#[test]
fn internal_tags_are_dropped() {
    let opened = |by: &str| Event::Opened { by: by.into() };
    let other = |n| Event::Other(BTreeMap::from([("x".into(), n)]));
    let events = [opened("ada"), closed(3, None), opened("bob"), Event::Empty {}, closed(4, Some("late"))];
    let log = Log { events: events.into() };
    assert_eq!(
        round_trip(&log),
        "\
events:
  _order: abacb
  Openeds[2]{by}:
    ada
    bob
  very closeds[2]{at,reason}:
    3,null
    4,late
  Emptys[1]:
    -"
        .replace("very closeds", "\"very closeds\"")
    );
    let log = Log { events: [other(1), other(2)].into() };
    assert_eq!(round_trip(&log), "events:\n  \"a b\"[2]{x}:\n    1\n    2");
}

/// The enum is the list's item behind pointers, and the list can have many types.
#[test]
fn kinds_of_lists() {
    #[allow(clippy::linkedlist, clippy::box_collection, reason = "they are supported")]
    #[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
    struct Lists {
        #[toon(by_variant)]
        deque: VecDeque<Box<Node>>,
        #[toon(by_variant)]
        linked: LinkedList<Node>,
        #[toon(by_variant)]
        array: [Node; 3],
        #[toon(by_variant(unordered))]
        boxed: Box<[Node]>,
        #[toon(by_variant(unordered))]
        boxed_vec: Box<Vec<Node>>,
        #[toon(by_variant(unordered))]
        cow: Cow<'static, [Node]>,
        #[toon(by_variant(unordered), rename = "may be", skip_default)]
        option: Option<Vec<Node>>,
        #[toon(by_variant(unordered))]
        none: Option<Vec<Node>>,
    }
    let nodes = || vec![class("C", 3), function("a", 1), class("D", 2)];
    let sorted = || vec![class("C", 3), class("D", 2), function("a", 1)];
    let mut lists = Lists {
        deque: nodes().into_iter().map(Box::new).collect(),
        linked: nodes().into_iter().collect(),
        array: nodes().try_into().unwrap(),
        boxed: sorted().into(),
        boxed_vec: Box::new(sorted()),
        cow: sorted().into(),
        option: Some(sorted()),
        none: None,
    };
    let text = round_trip(&lists);
    let tables = "\n  classes[2]{id,methods}:\n    C,3\n    D,2\n  functions[1]{id,line}:\n    a,1\n";
    let expected: String = ["deque", "linked", "array"]
        .map(|key| format!("{key}:\n  _order: aba{tables}"))
        .into_iter()
        .chain(["boxed", "boxed_vec", "cow", "\"may be\""].map(|key| format!("{key}:{tables}")))
        .chain(["none: null".to_owned()])
        .collect();
    assert_eq!(text, expected);
    lists.option = None;
    assert!(!round_trip(&lists).contains("may be"));
    let json = serde_json::to_string(&lists).unwrap();
    assert_eq!(serde_json::from_str::<Lists>(&json).unwrap(), lists);
    let error = |array: &str| {
        let text = text.replacen("array:\n  _order: aba", array, 1);
        toon::from_str::<Lists>(&text).unwrap_err().to_string()
    };
    assert!(error("array:\n  _order: ab").contains("`_order` has 1 row of `classes`, but the table has 2"));
}

#[derive(Serialize, PartialEq, Debug)]
struct Borrowed<'a> {
    #[toon(by_variant)]
    nodes: &'a [&'a Node],
    #[toon(by_variant)]
    other: Rc<[Arc<Node>]>,
}

#[test]
fn borrowed_lists_are_written() {
    let (a, c) = (function("a", 1), class("C", 3));
    let borrowed =
        Borrowed { nodes: &[&a, &c, &a], other: [Arc::new(c.clone()), Arc::new(a.clone())].into() };
    let text = toon::to_string(&borrowed).unwrap();
    assert!(
        text.starts_with("nodes:\n  _order: aba\n  functions[2]{id,line}:\n    a,1\n    a,1\n  classes[1]"),
        "{text}"
    );
    assert!(text.contains("\nother:\n  classes[1]"), "{text}");
}

/// Strings are borrowed from the text, and types can be generic.
#[test]
fn lifetimes_and_generics() {
    #[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
    enum Token<'a, T> {
        Word { text: &'a str, extra: T },
        Number(Extra<T>),
        Plain(T),
    }
    #[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
    struct Extra<T> {
        extra: T,
    }
    #[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
    struct Line<'a, T, N> {
        #[toon(by_variant)]
        #[serde(borrow)]
        tokens: Vec<Token<'a, T>>,
        #[toon(by_variant(unordered))]
        generic: Option<Vec<N>>,
        #[toon(by_variant(unordered))]
        array: [N; 1],
    }
    let line = Line::<u8, Node> {
        tokens: vec![
            Token::Word { text: "x", extra: 1 },
            Token::Number(Extra { extra: 2 }),
            Token::Plain(3),
            Token::Word { text: "y", extra: 4 },
        ],
        generic: Some(vec![function("a", 1)]),
        array: [class("C", 2)],
    };
    let text = toon::to_string(&line).unwrap();
    assert_eq!(
        text,
        "\
tokens:
  _order: abca
  Words[2]{text,extra}:
    x,1
    y,4
  Numbers[1]{extra}:
    2
  Plains[1]: 3
generic:
  functions[1]{id,line}:
    a,1
array:
  classes[1]{id,methods}:
    C,2"
    );
    assert_eq!(toon::from_str::<Line<'_, u8, Node>>(&text).unwrap(), line);
}

/// A value can contain lists of its own type.
#[test]
fn recursive_enums() {
    #[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
    enum Entry<T> {
        File {
            name: String,
            data: T,
        },
        Folder {
            name: String,
            #[toon(by_variant)]
            entries: Vec<Entry<T>>,
        },
        Link(Box<Entry<T>>),
    }
    #[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
    #[serde(tag = "t")]
    enum Tagged {
        Leaf { n: u8 },
        Branch(Branch),
    }
    #[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
    struct Branch {
        #[toon(by_variant, fold)]
        children: Vec<Tagged>,
    }
    #[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
    struct Root<T> {
        #[toon(by_variant)]
        entries: Vec<Entry<T>>,
    }
    let file = |name: &str| Entry::File { name: name.into(), data: 1_u8 };
    let folder = |name: &str, entries| Entry::Folder { name: name.into(), entries };
    let root = vec![
        file("a"),
        folder("b", vec![file("c"), folder("d", vec![]), file("e")]),
        Entry::Link(Box::new(file("f"))),
    ];
    round_trip(&Root { entries: root });
    let leaf = |n| Tagged::Leaf { n };
    let branch = |children| Tagged::Branch(Branch { children });
    let tree = Branch {
        children: vec![branch(vec![leaf(1)]), branch(vec![leaf(2), branch(vec![]), leaf(3)]), leaf(4)],
    };
    let text = round_trip(&tree);
    assert!(text.contains("children.Leafs[1]{n}:\n"), "{text}");
}

/// The writer of the text need not know the hint.
#[test]
fn lists_are_read_too() {
    let expected = Graph { nodes: vec![class("C", 3), function("a", 1)], count: 1 };
    let plain = "\
nodes[2]:
  - class:
      id: C
      methods: 3
  - function:
      id: a
      line: 1
count: 1";
    assert_eq!(toon::from_str::<Graph>(plain).unwrap(), expected);
    // Both forms of empty tables, and tables that are lists.
    let tables =
        "nodes:\n  classes:\n    - id: C\n      methods: 3\n  functions[1]{line,id}:\n    1,a\ncount: 1";
    let tables = tables.replace("classes:", "classes[1]:");
    assert_eq!(toon::from_str::<Graph>(&tables).unwrap(), expected);
    let empty = Graph { nodes: vec![], count: 1 };
    for text in
        ["nodes[0]:", "nodes: []", "nodes:", "nodes:\n  classes: []", "nodes:\n  functions[0]{id,line}:"]
    {
        assert_eq!(toon::from_str::<Graph>(&format!("{text}\ncount: 1")).unwrap(), empty, "{text}");
    }
    // An order is also respected where none is written, and wherever it stands.
    let mixed = "nodes:\n  classes[2]{id,methods}:\n    C,3\n    D,2\n  functions[1]{line,id}:\n    1,a\n  _order: aba\ncount: 1";
    let nodes = vec![class("C", 3), function("a", 1), class("D", 2)];
    assert_eq!(toon::from_str::<Graph>(mixed).unwrap(), Graph { nodes, count: 1 });
}

#[test]
fn errors_of_reading() {
    let error = |text: &str| toon::from_str::<Ordered>(&format!("nodes:\n  {text}")).unwrap_err().to_string();
    assert_eq!(
        error("class[1]{id,methods}:\n    C,3"),
        "unknown field `class`, expected one of `functions`, `classes` at line 2 column 3, in nodes"
    );
    assert_eq!(
        error("classes[1]{id,methods}:\n    C,x"),
        "invalid type: string \"x\", expected u32 at line 3 column 7, in nodes.classes[0].methods"
    );
    assert_eq!(
        error("classes[1]{id}:\n    C"),
        "missing field `methods` at line 3 column 5, in nodes.classes[0]"
    );
    for (value, found) in [("1", "integer `1`"), ("null", "null"), ("x", "string \"x\"")] {
        let expected =
            format!("invalid type: {found}, expected a table or list at line 2 column 12, in nodes.classes");
        assert_eq!(error(&format!("classes: {value}")), expected);
    }
    assert_eq!(error("classes: []\n  classes: []"), "duplicate key \"classes\" at line 3 column 3, in nodes");
    let error = |text: &str| toon::from_str::<Ordered>(text).unwrap_err().to_string();
    assert_eq!(
        error("nodes: null"),
        "invalid type: null, expected an object with one table per variant, or a list at line 1 column 8, in nodes"
    );
    assert!(error("x: y").starts_with("missing field `nodes`"));
}

#[test]
fn orders_that_do_not_add_up() {
    let tables = "\n  classes[1]{id,methods}:\n    C,3\n  functions[1]{id,line}:\n    a,1";
    let error = |order: &str| {
        toon::from_str::<Ordered>(&format!("nodes:\n  _order: {order}{tables}")).unwrap_err().to_string()
    };
    assert_eq!(
        error("aba"),
        "`_order` has 2 rows of `classes`, but the table has 1 at line 3 column 3, in nodes.classes"
    );
    assert_eq!(
        error("a"),
        "`_order` has 0 rows of `functions`, but the table has 1 at line 5 column 3, in nodes.functions"
    );
    assert_eq!(
        error("ab18446744073709551615b"),
        "`_order` has 18446744073709551615 rows of `functions`, but the table has 1 at line 5 column 3, in nodes.functions"
    );
    assert_eq!(
        error("c"),
        "`_order` names table 3, but there are at most 2 tables at line 2 column 11, in nodes._order"
    );
    assert_eq!(
        error("a-"),
        "invalid order at `-`, expected a letter for each row, `a` for one of the first table, or a letter and a number of rows, as in `aba9` at line 2 column 11, in nodes._order"
    );
    for order in ["1", "null", "[]", "a0b", "A", "a99999999999999999999b", "\"\"", "ZZZZZZZZZZZZZZZZZZZZZZa"]
    {
        error(order);
    }
    // The tables may be missing, or stand before it.
    let error = |text: &str| toon::from_str::<Ordered>(&format!("nodes:\n  {text}")).unwrap_err().to_string();
    assert_eq!(
        error("_order: ab\n  classes[1]{id,methods}:\n    C,3"),
        "`_order` names table 2, but there is no such table at line 1 column 1, in nodes"
    );
    assert_eq!(
        error(&format!("{}\n  _order: abb", &tables[3..])),
        "`_order` has 2 rows of `functions`, but the table has 1 at line 1 column 1, in nodes"
    );
}

/// The hints of fields and options of the encoder apply to the object of tables.
#[test]
fn other_hints_and_options() {
    #[derive(Serialize, Deserialize, PartialEq, Debug, Clone, Default)]
    struct Page {
        #[toon(by_variant, rename = "items", skip_default, level = "full")]
        nodes: Vec<Node>,
        #[toon(fold, by_variant)]
        folded: Vec<Node>,
        n: u8,
    }
    let nodes = vec![class("C", 3), function("a", 1), class("D", 2)];
    let mut page = Page { nodes, folded: vec![function("b", 1)], n: 1 };
    let tables =
        "  _order: aba\n  classes[2]{id,methods}:\n    C,3\n    D,2\n  functions[1]{id,line}:\n    a,1";
    assert_eq!(round_trip(&page), format!("items:\n{tables}\nfolded.functions[1]{{id,line}}:\n  b,1\nn: 1"));
    let options = EncodeOptions::new();
    let text = options.clone().level("minimal").to_string(&page).unwrap();
    assert_eq!(text, "folded.functions[1]{id,line}:\n  b,1\nn: 1");
    // Fields are selected as they are written.
    let select = |fields: &[&str]| options.clone().fields(fields.iter().copied()).to_string(&page);
    assert_eq!(select(&["items"]).unwrap(), format!("items:\n{tables}"));
    assert_eq!(select(&["items.functions.id"]).unwrap(), "items:\n  functions[1]{id}:\n    a");
    assert_eq!(
        select(&["items.classes", "n"]).unwrap(),
        "items:\n  classes[2]{id,methods}:\n    C,3\n    D,2\nn: 1"
    );
    let text = options.clone().key_folding(toon::KeyFolding::Safe).to_string(&page).unwrap();
    assert_eq!(text, format!("items:\n{tables}\nfolded.functions[1]{{id,line}}:\n  b,1\nn: 1"));
    page.nodes.clear();
    page.folded = vec![function("b", 1), class("C", 3)];
    assert_eq!(
        round_trip(&page),
        "folded:\n  functions[1]{id,line}:\n    b,1\n  classes[1]{id,methods}:\n    C,3\nn: 1"
    );
}

/// Other formats see the list as serde's derive writes it, in the same bytes.
#[test]
fn other_formats_are_unaffected() {
    #[derive(serde::Serialize)]
    struct Plain<'a> {
        nodes: &'a [PlainNode],
    }
    #[derive(serde::Serialize)]
    #[serde(rename_all = "lowercase")]
    enum PlainNode {
        Function { id: &'static str, line: u32 },
        Class(PlainClass),
    }
    #[derive(serde::Serialize)]
    struct PlainClass {
        id: &'static str,
        methods: u32,
    }
    let plain = Plain {
        nodes: &[
            PlainNode::Function { id: "a", line: 1 },
            PlainNode::Class(PlainClass { id: "C", methods: 3 }),
            PlainNode::Function { id: "b", line: 300 },
        ],
    };
    let ordered = Ordered { nodes: vec![function("a", 1), class("C", 3), function("b", 300)] };
    let json = serde_json::to_string(&ordered).unwrap();
    assert_eq!(json, serde_json::to_string(&plain).unwrap());
    assert_eq!(serde_json::from_str::<Ordered>(&json).unwrap(), ordered);
    let bytes = postcard::to_allocvec(&ordered).unwrap();
    assert_eq!(bytes, postcard::to_allocvec(&plain).unwrap());
    assert_eq!(postcard::from_bytes::<Ordered>(&bytes).unwrap(), ordered);
}

/// serde buffers the content of flattened and tagged types.
#[test]
fn behind_buffers() {
    #[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
    struct Flat {
        n: u8,
        #[serde(flatten)]
        inner: Ordered,
    }
    #[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
    #[serde(tag = "kind")]
    enum Tagged {
        Graph(Ordered),
        Log {
            #[toon(by_variant)]
            events: Vec<Event>,
        },
    }
    #[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
    #[serde(tag = "kind", content = "content")]
    enum Adjacent {
        Graph(Ordered),
        Log {
            #[toon(by_variant)]
            events: Vec<Event>,
        },
        Pair(Ordered, #[toon(by_variant(unordered))] Vec<Node>),
    }
    #[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
    #[serde(untagged)]
    enum Untagged {
        Graph(Ordered),
        List(#[toon(by_variant(unordered))] Vec<Node>),
    }
    let ordered = || Ordered { nodes: vec![function("a", 1), class("C", 3), function("b", 2)] };
    let events = || vec![Event::Opened { by: "x".into() }, closed(1, None), Event::Opened { by: "y".into() }];
    let text = round_trip(&Flat { n: 1, inner: ordered() });
    assert!(text.starts_with("n: 1\nnodes:\n  _order: aba\n  functions[2]{id,line}:"), "{text}");
    let text = round_trip(&vec![Tagged::Graph(ordered()), Tagged::Log { events: events() }]);
    assert!(text.contains("_order: aba\n"), "{text}");
    let pair = Adjacent::Pair(ordered(), vec![class("C", 3)]);
    let text = round_trip(&vec![Adjacent::Graph(ordered()), Adjacent::Log { events: events() }, pair]);
    assert_eq!(text.matches("_order: aba\n").count(), 3, "{text}");
    let text = round_trip(&vec![Untagged::Graph(ordered()), Untagged::List(vec![class("C", 3)])]);
    assert_eq!(text.matches("classes[1]").count(), 2, "{text}");
}

/// A newtype or `transparent` struct makes the tables the whole document.
#[test]
fn at_the_root() {
    #[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
    struct Nodes(#[toon(by_variant)] Vec<Node>);
    #[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
    #[serde(transparent)]
    struct Transparent {
        #[toon(by_variant(unordered))]
        nodes: Vec<Node>,
    }
    let text = round_trip(&Nodes(vec![function("a", 1), class("C", 3), function("b", 2)]));
    assert!(text.starts_with("_order: aba\nfunctions[2]{id,line}:\n  a,1\n"), "{text}");
    assert_eq!(round_trip(&Transparent { nodes: vec![function("a", 1)] }), "functions[1]{id,line}:\n  a,1");
    assert_eq!(round_trip(&Transparent { nodes: vec![] }), "[]");
    assert_eq!(round_trip(&Nodes(vec![])), "[]");
}

/// Any content can be an element of the table, or list, of its variant.
#[test]
fn contents_of_all_kinds() {
    #[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
    enum Any {
        Number(u8),
        Text(String),
        Maybe(Option<Box<Any>>),
        Lists(Vec<u8>),
        Map(BTreeMap<String, u8>),
        Unit(()),
        Empty {},
        One {
            x: u8,
            y: Option<Vec<u8>>,
        },
        Inner(Inner),
        #[serde(with = "as_text")]
        With(u8),
    }
    #[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
    enum Inner {
        A,
        B(u8),
    }
    mod as_text {
        pub fn serialize<S: serde::Serializer>(n: &u8, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.collect_str(n)
        }
        pub fn deserialize<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<u8, D::Error> {
            let text: String = serde::Deserialize::deserialize(deserializer)?;
            text.parse().map_err(serde::de::Error::custom)
        }
    }
    #[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
    struct All {
        #[toon(by_variant)]
        all: Vec<Any>,
    }
    let map = |x| Any::Map(BTreeMap::from([("x".to_owned(), x)]));
    let one = |x, y| Any::One { x, y };
    let kinds = [
        Any::Number(1),
        Any::Text("a, b".into()),
        Any::Maybe(None),
        Any::Maybe(Some(Box::new(Any::Number(2)))),
        Any::Lists(vec![]),
        Any::Lists(vec![1, 2]),
        map(1),
        Any::Unit(()),
        Any::Empty {},
        one(1, None),
        one(2, Some(vec![3])),
        Any::Inner(Inner::A),
        Any::Inner(Inner::B(1)),
        Any::With(7),
    ];
    for kind in &kinds {
        for other in &kinds {
            round_trip(&All { all: vec![kind.clone(), other.clone(), kind.clone()] });
        }
    }
    let all = kinds.iter().chain(&kinds).cloned().collect();
    let text = round_trip(&All { all });
    assert!(text.starts_with("all:\n  _order: abccddefghhiijabccddefghhiij\n  Numbers[2]: 1,1\n"), "{text}");
}
