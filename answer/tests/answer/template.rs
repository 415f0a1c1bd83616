//! `template`: what a model is shown can be read, and says what else there is.
use serde::de::DeserializeOwned;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::num::NonZeroU8;
use toon::{Deserialize, Value};
use toon_answer::template;

/// The examples in the text, and what is said below the first.
fn parts(text: &str) -> (Vec<&str>, &str) {
    let mut blocks = text.split("```");
    let notes = blocks.clone().last().unwrap().trim();
    blocks.next();
    (blocks.step_by(2).map(|block| block.strip_prefix("toon\n").unwrap().trim_end()).collect(), notes)
}

/// The first example, which is read as the type, and what is said of it.
#[track_caller]
fn read<T: DeserializeOwned>() -> (String, String) {
    let text = template::<T>();
    let (examples, notes) = parts(&text);
    let read = toon::from_str::<T>(examples[0]);
    assert!(read.is_ok(), "{}\n{text}", read.err().unwrap());
    (examples[0].to_owned(), notes.to_owned())
}

#[derive(Deserialize)]
struct Review {
    title: String,
    severity: Severity,
    score: f32,
    done: bool,
    #[serde(default)]
    labels: Vec<String>,
    assignee: Option<String>,
    findings: Vec<Finding>,
    #[serde(rename = "createdAt")]
    created: Time,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Severity {
    Low,
    Medium,
    High,
}

#[derive(Deserialize)]
struct Finding {
    line: u32,
    message: String,
}

/// A type that accepts only times.
#[derive(Deserialize)]
#[serde(try_from = "String")]
struct Time;

impl TryFrom<String> for Time {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, &'static str> {
        if text.len() == 20 && text.ends_with('Z') { Ok(Time) } else { Err("no time") }
    }
}

#[test]
fn a_struct() {
    let (example, notes) = read::<Review>();
    let expected = "\
title: text
severity: low
score: 1.5
done: true
labels[2]: text,text
assignee: text
findings[2]{line,message}:
  1,text
  1,text
createdAt: \"2026-01-31T09:30:00Z\"";
    assert_eq!(example, expected);
    let expected = "severity: low, medium or high. Integers: findings.line. Numbers: score. True or false: done. \
                    Can be left out: labels. Can be null or left out: assignee.";
    assert_eq!(notes, expected);
}

#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Action {
    Reply {
        text: String,
        #[serde(default)]
        urgent: bool,
    },
    Close(Closing),
    Wait,
}

#[derive(Deserialize)]
struct Closing {
    reason: Severity,
    after: Option<u8>,
}

#[derive(Deserialize)]
#[serde(tag = "t", content = "c")]
enum Adjacent {
    A(u8),
    B { x: f64 },
    C,
}

#[derive(Deserialize)]
enum External {
    A(u8),
    B { x: f64 },
    C,
    D(u8, String),
}

#[derive(Deserialize)]
struct Next {
    step: External,
}

#[test]
fn enums_with_data() {
    let text = template::<Action>();
    let expected = "\
```toon
type: reply
text: text
urgent: true
```
The answer can also be:
```toon
type: close
reason: low
after: 1
```
The answer can also be:
```toon
type: wait
```
reason: low, medium or high. Integers: after. True or false: urgent. Can be left out: urgent. Can be null or left out: after.";
    assert_eq!(text, expected);
    for example in parts(&text).0 {
        toon::from_str::<Action>(example).unwrap();
    }
    // In a list, all of them are shown.
    let (example, notes) = read::<Vec<Adjacent>>();
    assert_eq!(example, "[3]:\n  - t: A\n    c: 1\n  - t: B\n    c:\n      x: 1.5\n  - t: C");
    assert_eq!(notes, "Integers: c. Numbers: c.x.");
    let (example, _) = read::<Vec<External>>();
    assert_eq!(example, "[4]:\n  - A: 1\n  - B:\n      x: 1.5\n  - C\n  - D[2]: 1,text");
    for text in [template::<Adjacent>(), template::<External>()] {
        let is_read = |example: &&str| {
            toon::from_str::<Adjacent>(example).is_ok() || toon::from_str::<External>(example).is_ok()
        };
        let examples = parts(&text).0;
        assert!(examples.len() > 2 && examples.iter().all(is_read), "{text}");
    }
    let text = template::<Next>();
    assert!(text.contains("\nstep can also be:\n```toon\nstep: C\n```"), "{text}");
}

#[test]
fn flattened_fields() {
    #[derive(Deserialize)]
    struct Flat {
        id: u8,
        #[serde(flatten)]
        closing: Closing,
        #[serde(flatten)]
        others: HashMap<String, String>,
    }
    let (example, notes) = read::<Flat>();
    assert_eq!(example, "id: 1\nreason: low\nafter: 1\nkey: text");
    assert_eq!(notes, "reason: low, medium or high. Integers: id, after. Can be null or left out: after.");
}

#[derive(Deserialize)]
struct Tree {
    name: String,
    children: Vec<Tree>,
    parent: Option<Box<Tree>>,
}

#[derive(Deserialize)]
enum Formula {
    Number(f64),
    Sum(Box<Formula>, Box<Formula>),
    Minus { of: Box<Formula> },
}

#[derive(Deserialize)]
#[serde(tag = "kind")]
enum Element {
    Leaf { value: u8 },
    Node { inner: Vec<Element>, next: Option<Box<Element>> },
}

/// Types that contain themselves are shown within themselves once.
#[test]
fn recursive_types() {
    let inner = "name: text\n    children: []\n    parent: null";
    let (example, _) = read::<Tree>();
    let children = format!("children[2]:\n  - {inner}\n  - {inner}");
    assert_eq!(example, format!("name: text\n{children}\nparent:\n  {}", inner.replace("    ", "  ")));
    let text = template::<Formula>();
    let (examples, _) = parts(&text);
    assert_eq!(examples, ["Number: 1.5", "Sum[2]{Number}:\n  1.5\n  1.5", "Minus:\n  of:\n    Number: 1.5"]);
    for example in examples {
        toon::from_str::<Formula>(example).unwrap();
    }
    let text = template::<Element>();
    let (examples, _) = parts(&text);
    let node = "kind: Node\ninner[1]{kind,value}:\n  Leaf,1\nnext:\n  kind: Leaf\n  value: 1";
    assert_eq!(examples, ["kind: Leaf\nvalue: 1", node]);
    for example in examples {
        toon::from_str::<Element>(example).unwrap();
    }
}

#[derive(Deserialize)]
#[toon(tabular)]
struct Row {
    #[toon(rename = "n")]
    number: u32,
    #[toon(hoist)]
    region: String,
    #[toon(nullable_group)]
    owner: Option<Owner>,
    #[toon(join = ",")]
    sizes: Option<Vec<u8>>,
}

#[derive(Deserialize)]
#[toon(tabular)]
struct Owner {
    login: String,
    port: u16,
}

#[derive(Deserialize)]
enum Item {
    One(Owner),
    Two(Owner),
}

#[test]
fn with_hints() {
    #[derive(Deserialize)]
    struct Lists {
        #[toon(tabular)]
        rows: Vec<Row>,
        #[toon(tabular(key = "login"))]
        keyed: Vec<Owner>,
        #[toon(by_variant)]
        items: Vec<Item>,
    }
    let (example, notes) = read::<Lists>();
    assert!(
        example.starts_with("rows[2]:\n  - n: 1\n    region: text\n    owner:\n      login: text\n"),
        "{example}"
    );
    assert!(example.contains("\n    sizes[2]: 1,1\n"), "{example}");
    assert!(example.contains("\nkeyed[2]{login,port}:\n  text,1\n"), "{example}");
    assert!(example.contains("\nitems[2]:\n  - One:\n      login: text\n"), "{example}");
    let integers =
        "Integers: rows.n, rows.owner.port, rows.sizes, keyed.port, items.One.port, items.Two.port.";
    assert!(notes.starts_with(integers), "{notes}");
}

#[test]
fn other_types() {
    #[derive(Deserialize)]
    struct Others {
        pair: (u8, String),
        array: [f32; 3],
        map: BTreeMap<u16, Owner>,
        character: char,
        number: NonZeroU8,
        address: std::net::IpAddr,
        value: Value,
        unit: (),
        set: HashSet<String>,
        nested: Vec<Vec<u8>>,
        long: [u8; 20],
        nothing: Nothing,
    }
    #[derive(Deserialize)]
    struct Nothing {}
    let (example, notes) = read::<Others>();
    assert!(
        example.starts_with("pair[2]: 1,text\narray[3]: 1.5,1.5,1.5\nmap:\n  \"1\":\n    login: text\n"),
        "{example}"
    );
    assert!(
        example.contains("\naddress: 127.0.0.1\nvalue: text\nunit: null\nset[2]: text,text\n"),
        "{example}"
    );
    assert_eq!(notes, "Integers: pair, map.1.port, number, nested, long. Numbers: array.");
    assert_eq!(template::<u32>(), "```toon\n1\n```\nIntegers: the value.");
    assert_eq!(template::<Vec<String>>(), "```toon\n[2]: text,text\n```");
    assert_eq!(template::<Severity>(), "```toon\nlow\n```\nthe value: low, medium or high.");
}

/// What accepts none of the samples is shown as text, and hides nothing beside it.
#[test]
fn types_that_refuse_samples() {
    #[derive(Debug)]
    struct Odd;
    impl<'de> serde::Deserialize<'de> for Odd {
        fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            match &*String::deserialize(deserializer)? {
                "odd" => Ok(Odd),
                _ => Err(serde::de::Error::custom("not odd")),
            }
        }
    }
    #[derive(Deserialize)]
    struct Outer {
        odd: Odd,
        inner: Vec<Inner>,
        after: External,
    }
    #[derive(Deserialize)]
    struct Inner {
        odd: Odd,
        severity: Severity,
        next: Option<Box<Inner>>,
    }
    let text = template::<Outer>();
    let inner = "inner[2]{odd,severity,next{odd,severity,next}}:\n  text,low,text,low,null\n";
    assert!(text.starts_with(&format!("```toon\nodd: text\n{inner}")), "{text}");
    assert!(text.contains("after can also be:\n```toon\nafter: C\n"), "{text}");
}

#[test]
fn aliases() {
    #[derive(Deserialize)]
    struct Aliased {
        #[serde(alias = "name", alias = "zzz")]
        title: String,
        done: bool,
        #[serde(default)]
        tags: Vec<String>,
    }
    let (example, notes) = read::<Aliased>();
    assert_eq!(example, "title: text\ndone: true\ntags[2]: text,text");
    assert_eq!(notes, "True or false: done. Can be left out: tags.");
}

/// Types without names that contain themselves.
#[test]
fn endless_types() {
    #[derive(Deserialize)]
    struct Lists(Vec<Lists>);
    #[derive(Deserialize)]
    struct Chain(Option<Box<Chain>>);
    #[derive(Deserialize)]
    #[serde(transparent)]
    struct Items {
        items: Vec<Items>,
    }
    for text in [template::<Lists>(), template::<Chain>(), template::<Items>()] {
        assert!(text.len() < 2000, "{text}");
    }
}
