//! `fold`: chains of objects with one key each become one dotted key, and are read in both forms.

use super::round_trip;
use proptest::prelude::*;
use std::collections::BTreeMap;
use toon::{Deserialize, EncodeOptions, KeyFolding, Serialize};

#[derive(Serialize, Deserialize, PartialEq, Debug, Default)]
#[toon(fold, skip_default)]
struct Config {
    server: Server,
    labels: BTreeMap<String, BTreeMap<String, u8>>,
    kind: Option<Kind>,
    list: Vec<u8>,
    next: Option<Box<Config>>,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Default)]
#[toon(skip_default)]
struct Server {
    tls: Tls,
    port: u16,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Default)]
#[toon(skip_default)]
struct Tls {
    key: Vec<String>,
    version: Option<f32>,
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
enum Kind {
    Unit,
    New(u8),
    Pair(u8, u8),
    Object { a: u8, b: u8 },
    Deep(Box<Kind>),
    Newtype(Newtype),
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Newtype(Option<Server>);

fn port(port: u16) -> Server {
    Server { port, ..Server::default() }
}

fn labels(list: &[(&str, &[(&str, u8)])]) -> BTreeMap<String, BTreeMap<String, u8>> {
    let inner = |pairs: &[(&str, u8)]| pairs.iter().map(|&(key, value)| (key.to_owned(), value)).collect();
    list.iter().map(|&(key, pairs)| (key.to_owned(), inner(pairs))).collect()
}

#[test]
fn chains_become_one_key() {
    let mut config = Config { server: port(80), ..Config::default() };
    assert_eq!(round_trip(&config), "server.port: 80");
    config.server = Server { tls: Tls { key: vec!["a".into(), "b".into()], version: None }, port: 0 };
    assert_eq!(round_trip(&config), "server.tls.key[2]: a,b");
    config.server.tls.version = Some(1.5);
    assert_eq!(round_trip(&config), "server.tls:\n  key[2]: a,b\n  version: 1.5");
    config.server.port = 1;
    assert_eq!(round_trip(&config), "server:\n  tls:\n    key[2]: a,b\n    version: 1.5\n  port: 1");
}

#[test]
fn what_is_no_chain_stays() {
    let config = |list| Config { labels: labels(list), list: vec![1, 2], ..Config::default() };
    assert_eq!(round_trip(&config(&[])), "list[2]: 1,2");
    assert_eq!(round_trip(&config(&[("a", &[("b", 1)])])), "labels.a.b: 1\nlist[2]: 1,2");
    assert_eq!(round_trip(&config(&[("a", &[])])), "labels.a:\nlist[2]: 1,2");
    // A key that is not a valid segment: none of the chain is folded.
    assert_eq!(round_trip(&config(&[("a", &[("b.c", 1)])])), "labels:\n  a:\n    b.c: 1\nlist[2]: 1,2");
    assert_eq!(round_trip(&config(&[("a b", &[("c", 1)])])), "labels:\n  \"a b\":\n    c: 1\nlist[2]: 1,2");
    assert_eq!(
        round_trip(&config(&[("a", &[("x", 1)]), ("b", &[("x", 1)])])),
        "labels[2:]{x}:\n  a: 1\n  b: 1\nlist[2]: 1,2"
    );
}

#[test]
fn variants_in_chains() {
    let kinds = [
        (Kind::Unit, "kind: Unit"),
        (Kind::New(1), "kind.New: 1"),
        (Kind::Pair(1, 2), "kind.Pair[2]: 1,2"),
        (Kind::Object { a: 1, b: 2 }, "kind.Object:\n  a: 1\n  b: 2"),
        (Kind::Deep(Box::new(Kind::Deep(Box::new(Kind::New(3))))), "kind.Deep.Deep.New: 3"),
        (Kind::Deep(Box::new(Kind::Unit)), "kind.Deep: Unit"),
        (Kind::Newtype(Newtype(Some(port(1)))), "kind.Newtype.port: 1"),
        (Kind::Newtype(Newtype(None)), "kind.Newtype: null"),
    ];
    for (kind, text) in kinds {
        assert_eq!(round_trip(&Config { kind: Some(kind), ..Config::default() }), text);
    }
}

/// Both forms are read, and other formats have the usual one.
#[test]
fn read_in_both_forms() {
    let config = Config { server: port(80), ..Config::default() };
    assert_eq!(toon::from_str::<Config>("server:\n  port: 80").unwrap(), config);
    assert_eq!(toon::from_str::<Config>("server.port: 80\nunknown.key: 1").unwrap(), config);
    assert!(toon::from_str::<Config>("server.port: 80\nserver.tls.version: 1").is_err());
    assert!(toon::from_str::<Config>("server.port: x").is_err());
    let json = serde_json::to_value(&config).unwrap();
    assert_eq!(json["server"]["port"], 80);
    let nested = Config { next: Some(Box::new(config)), ..Config::default() };
    assert_eq!(round_trip(&nested), "next.server.port: 80");
}

/// A chain is as deep as the objects that it stands for.
#[test]
fn depth() {
    let mut config = Config { server: port(1), ..Config::default() };
    for _ in 0..40 {
        config = Config { next: Some(Box::new(config)), ..Config::default() };
    }
    let longest = round_trip(&config).lines().map(|line| line.split('.').count()).max();
    assert_eq!(longest, Some(16));
    let deep = format!("{}: 1", vec!["next"; 100_000].join("."));
    assert_eq!(toon::from_str::<Config>(&deep).unwrap(), Config::default());
    let segments = vec!["next"; 16].join(".");
    let lines: Vec<String> = (0..100).map(|depth| "  ".repeat(depth) + &segments + ":\n").collect();
    let lines = lines.concat();
    assert!(toon::from_str::<Config>(&lines).unwrap_err().to_string().contains("nested deeper"));
    assert!(toon::from_str::<Buffered>(&lines).is_err());
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Default)]
struct Buffered {
    #[serde(flatten)]
    config: Option<Config>,
    next: Config,
}

/// The option does the same for all types, and more.
#[test]
fn beside_the_option() {
    let config = Config { server: port(80), labels: labels(&[("a", &[("b", 1)])]), ..Config::default() };
    let text = EncodeOptions::new().key_folding(KeyFolding::Safe).to_string(&config).unwrap();
    assert_eq!(text, "server.port: 80\nlabels.a.b: 1");
    assert_eq!(toon::from_str::<Config>(&text).unwrap(), config);
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct One {
    #[toon(fold)]
    folded: BTreeMap<String, u8>,
    usual: BTreeMap<String, u8>,
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
#[serde(tag = "kind")]
enum Tagged {
    One(One),
}

/// On a field, it applies only to that; and it works through serde's adapters.
#[test]
fn one_field_behind_adapters() {
    let map = || BTreeMap::from([("a".to_owned(), 1)]);
    let one = || One { folded: map(), usual: map() };
    assert_eq!(round_trip(&one()), "folded.a: 1\nusual:\n  a: 1");
    assert_eq!(round_trip(&Tagged::One(one())), "kind: One\nfolded.a: 1\nusual:\n  a: 1");
    assert_eq!(
        round_trip(&vec![Some(one()), None]),
        "[2]:\n  - folded.a: 1\n    usual:\n      a: 1\n  - null"
    );
    // Field groups win over folding.
    assert_eq!(round_trip(&vec![one(), one()]), "[2]{folded{a},usual{a}}:\n  1,1\n  1,1");
}

/// Keys of maps in a chain are read as the map's key type.
#[test]
fn keys_of_all_kinds() {
    #[derive(Serialize, Deserialize, PartialEq, Eq, PartialOrd, Ord, Debug)]
    struct Name(String);
    #[derive(Serialize, Deserialize, PartialEq, Debug, Default)]
    #[toon(fold, skip_default)]
    struct Maps {
        names: BTreeMap<Name, u8>,
        bools: BTreeMap<bool, u8>,
        options: BTreeMap<Option<String>, u8>,
        chars: BTreeMap<char, u8>,
    }
    let maps = Maps { names: [(Name("a".into()), 1)].into(), ..Maps::default() };
    assert_eq!(round_trip(&maps), "names.a: 1");
    assert_eq!(round_trip(&Maps { bools: [(true, 1)].into(), ..Maps::default() }), "bools.true: 1");
    assert_eq!(
        round_trip(&Maps { options: [(Some("a".into()), 1)].into(), ..Maps::default() }),
        "options.a: 1"
    );
    assert_eq!(round_trip(&Maps { chars: [('c', 1)].into(), ..Maps::default() }), "chars.c: 1");
}

/// Fields of rows are also folded, if the rows turn out not to form a table.
#[test]
fn in_rows_of_tables_that_fall_back() {
    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    #[toon(fold)]
    struct Row {
        id: u8,
        chain: Chain,
        list: Vec<u8>,
    }
    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    struct Chain {
        link: Link,
    }
    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    struct Link {
        x: u8,
    }
    let row = |id| Row { id, chain: Chain { link: Link { x: 4 } }, list: vec![1] };
    assert_eq!(
        round_trip(&vec![row(1), row(2)]),
        "[2]:\n  - id: 1\n    chain.link.x: 4\n    list[1]: 1\n  - id: 2\n    chain.link.x: 4\n    list[1]: 1"
    );
}

/// A field whose value ends the table is folded, too.
#[test]
fn in_a_row_whose_table_falls_back() {
    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    #[toon(fold)]
    struct Late {
        chain: Link,
    }
    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    struct Link {
        link: BTreeMap<String, Vec<u8>>,
    }
    let late = |list| Late { chain: Link { link: BTreeMap::from([("x".to_owned(), list)]) } };
    assert_eq!(round_trip(&vec![late(vec![1])]), "[1]:\n  - chain.link.x[1]: 1");
}

/// The same types with and without hints.
macro_rules! nodes {
    ($name:ident, $($derive:path),*; $(#[$meta:meta])*) => {
        #[derive($($derive,)* PartialEq, Debug, Clone)]
        $(#[$meta])*
        struct $name {
            #[serde(default, skip_serializing_if = "Option::is_none")]
            leaf: Option<u8>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            inner: Option<Box<$name>>,
            #[serde(default, skip_serializing_if = "Vec::is_empty")]
            nodes: Vec<$name>,
            #[serde(default, skip_serializing_if = "Vec::is_empty")]
            list: Vec<u8>,
        }
    };
}

nodes!(Hinted, Serialize, Deserialize; #[toon(fold)]);
nodes!(Plain, serde::Serialize, serde::Deserialize;);

fn nodes() -> impl Strategy<Value = Plain> {
    let list = || prop_oneof![3 => Just(Vec::new()), 1 => prop::collection::vec(0..3_u8, 1..3)];
    let leaf = (prop::option::weighted(0.6, 0..3_u8), list());
    let leaf = leaf.prop_map(|(leaf, list)| Plain { leaf, inner: None, nodes: Vec::new(), list });
    leaf.prop_recursive(6, 24, 3, move |node| {
        let inner = prop::option::weighted(0.7, node.clone().prop_map(Box::new));
        let nodes = prop_oneof![2 => Just(Vec::new()), 1 => prop::collection::vec(node, 1..4)];
        (prop::option::weighted(0.2, 0..3_u8), inner, nodes, list())
            .prop_map(|(leaf, inner, nodes, list)| Plain { leaf, inner, nodes, list })
    })
}

proptest! {
    /// If all fields have the hint, the result is that of the option.
    #[test]
    fn as_the_option_folds(nodes in prop::collection::vec(nodes(), 1..4)) {
        let hinted: Vec<Hinted> = serde_json::from_value(serde_json::to_value(&nodes).unwrap()).unwrap();
        let option = EncodeOptions::new().key_folding(KeyFolding::Safe);
        prop_assert_eq!(round_trip(&hinted), option.to_string(&nodes).unwrap());
        let node = hinted.into_iter().next().unwrap();
        prop_assert_eq!(round_trip(&node), option.to_string(&nodes[0]).unwrap());
    }
}

/// A folded field is no entry of a keyed table, whatever comes after it.
#[test]
fn behind_objects_alike() {
    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    struct Pairs<T> {
        first: Port,
        #[toon(fold)]
        second: Port,
        last: T,
    }
    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    struct Port {
        port: u8,
    }
    let pairs = Pairs { first: Port { port: 1 }, second: Port { port: 2 }, last: 3_u8 };
    assert_eq!(round_trip(&pairs), "first:\n  port: 1\nsecond.port: 2\nlast: 3");
    let pairs = Pairs { first: Port { port: 1 }, second: Port { port: 2 }, last: Port { port: 3 } };
    assert_eq!(round_trip(&pairs), "first:\n  port: 1\nsecond.port: 2\nlast:\n  port: 3");
}
