//! `child`: whatever tables and child tables are written, they are read back equal, with all options.

use crate::options::options;
use proptest::prelude::*;
use serde::de::DeserializeOwned;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt::Debug;
use toon::{DecodeOptions, Deserialize, EncodeOptions, Serialize};
use toon_testing::effort;

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone, Default)]
#[toon(tabular)]
struct Note {
    text: String,
    #[toon(skip_default)]
    size: u8,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
#[toon(tabular)]
struct Task {
    title: String,
    #[toon(child)]
    notes: Vec<Note>,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
#[toon(tabular)]
struct Counted {
    #[toon(skip_default)]
    number: u8,
    #[toon(hoist)]
    zone: String,
    #[toon(child)]
    tasks: Vec<Task>,
    #[toon(child)]
    log: Option<VecDeque<Note>>,
    #[toon(child, skip_default, rename = "more notes")]
    more: Vec<Note>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[toon(child)]
    maybe: Option<Box<[Note]>>,
    #[serde(default)]
    #[toon(child, level = "full")]
    pair: [Note; 2],
}

/// A key that can have many types, whose values look alike.
#[derive(serde::Serialize, serde::Deserialize, PartialEq, Debug, Clone)]
#[serde(untagged)]
enum Key {
    Flag(bool),
    Number(i64),
    Float(f64),
    Text(String),
    Null,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
#[toon(tabular)]
struct Linked {
    id: u8,
    #[toon(cell, rename = "the key")]
    key: Key,
    #[serde(skip_serializing_if = "String::is_empty", default)]
    name: String,
    #[toon(child(key = "the key"))]
    tasks: Vec<LinkedTask>,
    #[toon(child(key = "name"), rename = "_of")]
    notes: Vec<Note>,
    #[toon(child)]
    log: Option<Vec<Note>>,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
#[toon(tabular)]
struct LinkedTask {
    title: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    done: Option<bool>,
    #[toon(child(key = "title"))]
    notes: VecDeque<Note>,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone, Default)]
struct Plan {
    #[toon(tabular)]
    counted: Vec<Counted>,
    between: u8,
    #[toon(tabular, rename = "linked rows")]
    linked: Vec<Linked>,
    #[toon(tabular)]
    by_name: BTreeMap<String, Linked>,
    #[toon(tabular(key = "id"))]
    keyed: Vec<Linked>,
    #[toon(tabular(header))]
    option: Option<Vec<Counted>>,
    next: Option<Box<Plan>>,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
struct Flattened {
    id: u8,
    #[serde(flatten)]
    plan: Plan,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
#[serde(untagged)]
enum Untagged {
    Number(u8),
    Plan(Plan),
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
#[serde(tag = "kind")]
enum Tagged {
    Plan(Box<Plan>),
    Rows {
        #[toon(tabular)]
        linked: Vec<Linked>,
    },
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
#[serde(tag = "kind", content = "content")]
enum Adjacent {
    Plan(Plan),
    Pair(u8, #[toon(tabular)] Vec<Counted>),
}

/// Integers beyond 64 bits, which the normal form does not keep beside child tables.
#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
#[toon(tabular)]
struct Wide {
    id: i128,
    #[toon(child(key = "id"))]
    notes: Vec<Note>,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
struct WidePlan {
    #[toon(tabular)]
    rows: Vec<Wide>,
}

/// Strings that look like something else, or like each other.
fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        2 => Just(""), 2 => Just("x"), 1 => Just("1"), 1 => Just("1.0"), 1 => Just("null"), 1 => Just("true"),
        1 => Just(" x"), 1 => Just("\"x\""), 1 => Just("a,|\t\"b\n"), 1 => Just("_of"), 1 => Just("\u{e9}"),
        1 => Just("e\u{301}"),
    ]
    .prop_map(String::from)
}

fn key() -> impl Strategy<Value = Key> {
    prop_oneof![
        1 => any::<bool>().prop_map(Key::Flag),
        2 => (0..3_i64).prop_map(Key::Number),
        1 => any::<i64>().prop_map(Key::Number),
        1 => prop_oneof![Just(0.5), Just(-1e-9), Just(1.5e300), Just(0.1)].prop_map(Key::Float),
        4 => text().prop_map(Key::Text),
        1 => Just(Key::Null),
    ]
}

fn note() -> impl Strategy<Value = Note> {
    (text(), prop_oneof![3 => Just(0_u8), 1 => Just(1)]).prop_map(|(text, size)| Note { text, size })
}

fn notes() -> impl Strategy<Value = Vec<Note>> {
    prop_oneof![2 => Just(vec![]), 3 => prop::collection::vec(note(), 0..4)]
}

fn counted() -> impl Strategy<Value = Vec<Counted>> {
    let task = (text(), notes()).prop_map(|(title, notes)| Task { title, notes });
    let tasks = prop_oneof![1 => Just(vec![]), 2 => prop::collection::vec(task, 0..4)];
    let zone = prop_oneof![3 => Just("eu".to_owned()), 1 => text()];
    let options = (prop::option::of(notes()), prop::option::weighted(0.2, notes()));
    let row = (0..2_u8, zone, tasks, options, notes(), (note(), note()));
    let row = row.prop_map(|(number, zone, tasks, (log, maybe), more, pair)| Counted {
        number,
        zone,
        tasks,
        log: log.map(VecDeque::from),
        more,
        maybe: maybe.map(Vec::into_boxed_slice),
        pair: pair.into(),
    });
    prop::collection::vec(row, 0..5)
}

fn linked() -> impl Strategy<Value = Vec<Linked>> {
    let task = (text(), any::<Option<bool>>(), notes());
    let task = task.prop_map(|(title, done, notes)| LinkedTask { title, done, notes: notes.into() });
    let row =
        (any::<u8>(), key(), text(), prop::collection::vec(task, 0..3), notes(), prop::option::of(notes()));
    let row = row.prop_map(|(id, key, name, tasks, notes, log)| Linked { id, key, name, tasks, notes, log });
    prop::collection::vec(row, 0..6).prop_map(unlike)
}

/// The rows whose keys differ from all others.
fn unlike(mut rows: Vec<Linked>) -> Vec<Linked> {
    let mut seen = BTreeSet::new();
    let mut is_new = |kind: u8, key: String| seen.insert((kind, key));
    rows.retain(|row| is_new(0, row.id.to_string()));
    rows.retain(|row| is_new(1, format!("{:?}", row.key)));
    rows.retain(|row| is_new(2, row.name.clone()));
    for row in &mut rows {
        row.tasks.retain(|task| is_new(3, task.title.clone()));
    }
    rows
}

fn plan() -> impl Strategy<Value = Plan> {
    let names = prop::collection::vec(text(), 6);
    let by_name = (names, linked()).prop_map(|(names, rows)| names.into_iter().zip(rows).collect());
    let leaf = (counted(), any::<u8>(), linked(), by_name, linked(), prop::option::of(counted()));
    let leaf = leaf.prop_map(|(counted, between, linked, by_name, keyed, option)| Plan {
        counted,
        between,
        linked,
        by_name,
        keyed,
        option,
        next: None,
    });
    leaf.prop_recursive(1, 2, 1, |next| {
        (next.clone(), next).prop_map(|(this, next)| Plan { next: Some(Box::new(next)), ..this })
    })
}

/// Reads the value back in all ways.
fn check_text<T: Serialize + DeserializeOwned + PartialEq + Debug>(
    value: &T,
    (encode, decode): &(EncodeOptions, DecodeOptions),
) -> Result<(), TestCaseError> {
    let text = encode.to_string(value).unwrap();
    let is = |read: toon::Result<T>, text: &str| {
        prop_assert!(read.as_ref().is_ok_and(|read| read == value), "{:?}\n{}\n{:?}", value, text, read);
        Ok(())
    };
    is(decode.from_str(&text), &text)?;
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
    Ok(())
}

fn check<T: Serialize + DeserializeOwned + PartialEq + Debug>(
    value: &T,
    options: &(EncodeOptions, DecodeOptions),
) -> Result<(), TestCaseError> {
    check_text(value, options)?;
    let tree = toon::to_value(value).unwrap();
    let read = toon::from_value::<T>(&tree);
    prop_assert!(read.as_ref().is_ok_and(|read| read == value), "{:?}\n{}\n{:?}", value, tree, read);
    Ok(())
}

proptest! {
    #![proptest_config(effort::cases(250))]

    #[test]
    fn plans(plan in plan(), options in options(0.2)) {
        check(&plan, &options)?;
    }

    #[test]
    fn through_buffers(plan in plan(), options in options(0.2)) {
        check(&Flattened { id: 1, plan: plan.clone() }, &options)?;
        check(&Tagged::Rows { linked: plan.linked.clone() }, &options)?;
        check(&Adjacent::Pair(1, plan.counted.clone()), &options)?;
        check(&Tagged::Plan(Box::new(plan.clone())), &options)?;
        check(&Untagged::Plan(plan.clone()), &options)?;
        check(&Adjacent::Plan(plan), &options)?;
    }

    /// At a lower level the lists are read as their defaults.
    #[test]
    fn levels(plan in plan(), options in options(0.2)) {
        let mut lower = plan.clone();
        let mut next = Some(&mut lower);
        while let Some(plan) = next {
            for row in plan.counted.iter_mut().chain(plan.option.iter_mut().flatten()) {
                row.pair = Default::default();
            }
            next = plan.next.as_deref_mut();
        }
        let text = options.0.level("standard").to_string(&plan).unwrap();
        prop_assert!(!text.contains("pair"), "{}", text);
        prop_assert_eq!(options.1.from_str::<Plan>(&text).unwrap(), lower, "{}", text);
    }

    #[test]
    fn wide_keys(
        rows in prop::collection::vec((prop_oneof![-2..2_i128, any::<i128>(), (0..2_i128).prop_map(|more| i128::from(u64::MAX) + more)], notes()), 0..5),
        options in options(0.2),
    ) {
        let rows: BTreeMap<_, _> = rows.into_iter().collect();
        let rows = rows.into_iter().map(|(id, notes)| Wide { id, notes }).collect();
        check_text(&WidePlan { rows }, &options)?;
    }

    /// What other readers see: each child row has the key of the row that contains it.
    #[cfg(feature = "json")]
    #[test]
    fn child_rows_name_their_parents(linked in linked(), options in options(0.2)) {
        let plan = Plan { linked, ..Plan::default() };
        let encode = options.0.key_folding(toon::KeyFolding::Off);
        let text = encode.to_string(&plan).unwrap();
        let json = toon::json::from_toon(&text, &options.1.expand_paths(false)).unwrap();
        let json: serde_json::Value = serde_json::from_str(&json).unwrap();
        let mut child_rows = Vec::new();
        for row in &plan.linked {
            for task in &row.tasks {
                child_rows.push(serde_json::json!({ "_of": row.key, "title": task.title, "done": task.done }));
            }
        }
        prop_assert_eq!(&json["linked rows.tasks.of"], "the key");
        prop_assert_eq!(&json["linked rows.tasks"], &serde_json::Value::from(child_rows), "{}", text);
    }

    /// Two rows with the same key are never written if the child rows name it.
    #[test]
    fn duplicate_keys(linked in linked(), at in any::<prop::sample::Index>(), kind in 0..3_u8) {
        prop_assume!(!linked.is_empty());
        let mut row = linked[at.index(linked.len())].clone();
        let mut other = Linked { tasks: vec![], id: 1, name: "other".into(), key: Key::Text("other".into()), ..row.clone() };
        let column = match kind {
            0 => { other.key = row.key.clone(); "the key" }
            1 => { other.name = row.name.clone(); "name" }
            _ => {
                let task = LinkedTask { title: "t".into(), done: None, notes: VecDeque::new() };
                row.tasks.push(task.clone());
                other.tasks.push(task);
                "title"
            }
        };
        let error = toon::to_string(&Plan { linked: vec![row, other], ..Plan::default() }).unwrap_err().to_string();
        prop_assert!(error.starts_with(&format!("two rows have the same `{column}`, ")), "{}", error);
    }

    /// Whatever is read from a text with mistakes is read again from what it is written as.
    #[test]
    fn texts_with_mistakes(
        plan in plan(),
        from in any::<prop::sample::Index>(),
        to in any::<prop::sample::Index>(),
        keeps in any::<bool>(),
    ) {
        let text = toon::to_string(&plan).unwrap();
        let mut lines: Vec<&str> = text.lines().collect();
        let line = lines[from.index(lines.len())];
        if !keeps {
            lines.remove(from.index(lines.len()));
        }
        lines.insert(to.index(lines.len() + 1), line);
        for options in [DecodeOptions::new(), DecodeOptions::new().strict(false)] {
            if let Ok(read) = options.from_str::<Plan>(&lines.join("\n")) {
                match toon::to_string(&read) {
                    Ok(_) => check(&read, &(EncodeOptions::new(), DecodeOptions::new()))?,
                    // A parent without child rows may have the key of another one.
                    Err(error) => prop_assert!(error.to_string().contains("the same"), "{}", error),
                }
            }
        }
    }
}
