//! Reading duplicate keys (§14.3): in objects and keyed tables, of any length and in any order.

use crate::support::stubborn::Stubborn;
use serde::de::IgnoredAny;
use std::collections::BTreeMap;
use std::fmt::Write;
use toon::ErrorKind;

/// Where the entries are, and what they contain.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Place {
    /// Rows of a keyed table.
    Table,
    /// Fields of the root.
    Root,
    /// Fields of an item, the first after its hyphen.
    Item,
}

/// The layout of a document's lines.
#[derive(Clone, Copy, Debug)]
struct Form {
    place: Place,
    /// There are other lines between the entries.
    has_comments: bool,
    line_end: &'static str,
}

fn forms() -> impl Iterator<Item = Form> {
    [Place::Table, Place::Root, Place::Item].into_iter().flat_map(|place| {
        let form = |has_comments, line_end| Form { place, has_comments, line_end };
        [form(false, "\n"), form(true, "\r\n")]
    })
}

/// A document with one entry for each key token, and the lines of the entries. An entry's value has
/// its key again.
fn document(keys: &[String], form: Form) -> (String, Vec<usize>) {
    let Form { place, has_comments, line_end } = form;
    let mut text = String::new();
    let mut lines = Vec::new();
    match place {
        Place::Table => write!(text, "[{}:]{{a,b}}:{line_end}", keys.len()).unwrap(),
        Place::Root => {}
        Place::Item => write!(text, "[1]:{line_end}").unwrap(),
    }
    for (number, key) in keys.iter().enumerate() {
        if has_comments && number % 3 == 1 {
            write!(text, "# {key}: no entry{line_end}    # {key}: {line_end}").unwrap();
        }
        lines.push(text.matches('\n').count() + 1);
        let margin = match place {
            Place::Table => "  ",
            Place::Root => "",
            Place::Item if number == 0 => "  - ",
            Place::Item => "    ",
        };
        let inner = if place == Place::Item { "      " } else { "  " };
        match (place, number % 4) {
            (Place::Table, _) => write!(text, "{margin}{key}: {number},1{line_end}"),
            (_, 0) => write!(text, "{margin}{key}:{line_end}{inner}{key}: {number}{line_end}"),
            (_, 1) => write!(text, "{margin}{key}[1]:{line_end}{inner}- {key}: {number}{line_end}"),
            (_, 2) => write!(text, "{margin}{key}[1]{{{key}}}:{line_end}{inner}{number}{line_end}"),
            (_, _) => write!(text, "{margin}{key}: {number}{line_end}"),
        }
        .unwrap();
    }
    (text, lines)
}

/// The keys that were read, and the numbers.
fn entries(text: &str, form: Form) -> BTreeMap<String, String> {
    let entries: BTreeMap<String, Stubborn> = match form.place {
        Place::Item => toon::from_str::<Vec<_>>(text).unwrap().pop().unwrap(),
        _ => toon::from_str(text).unwrap(),
    };
    let number = |Stubborn(read): Stubborn| read.into_iter().find(|part| part.parse::<usize>().is_ok());
    entries.into_iter().map(|(key, value)| (key, number(value).unwrap())).collect()
}

fn keys(count: usize) -> Vec<String> {
    (0..count).map(|number| format!("k{number:03}")).collect()
}

/// Keys in order, in random order, with one out of order, and with one in quotes.
fn orders(count: usize) -> Vec<Vec<String>> {
    let ascending = keys(count);
    let mut orders = vec![ascending.clone(), ascending.iter().rev().cloned().collect()];
    for place in [0, 30, 31, 32, 33, 130, count - 1] {
        let mut other = ascending.clone();
        if place + 1 < count {
            other.swap(place, place + 1);
            orders.push(other);
        }
        let mut other = ascending.clone();
        if let Some(key) = other.get_mut(place) {
            *key = format!("\"{key}\"");
            orders.push(other);
        }
    }
    orders
}

const COUNTS: [usize; 7] = [2, 31, 32, 33, 34, 70, 140];

#[test]
fn different_keys_are_read() {
    for count in COUNTS {
        for keys in orders(count) {
            for form in forms() {
                let (text, _) = document(&keys, form);
                let read = entries(&text, form);
                assert_eq!(read.len(), count, "{form:?}\n{text}");
                for (number, key) in keys.iter().enumerate() {
                    assert_eq!(read[key.trim_matches('"')], number.to_string(), "{form:?}\n{text}");
                }
            }
        }
    }
}

#[test]
fn the_second_of_two_is_refused() {
    for count in COUNTS {
        for keys in orders(count) {
            for form in forms() {
                for first in [0, 31, 33, 131, count - 1] {
                    let Some(key) = keys.get(first).map(|key| key.trim_matches('"').to_owned()) else {
                        continue;
                    };
                    // As it is, in quotes, and with an escape.
                    for again in [key.clone(), format!("\"{key}\""), format!("\"\\u006b{}\"", &key[1..])] {
                        for second in [first + 1, count] {
                            let mut keys = keys.clone();
                            keys.insert(second, again.clone());
                            let (text, lines) = document(&keys, form);
                            let error = toon::from_str::<IgnoredAny>(&text).unwrap_err();
                            assert!(
                                matches!(error.kind(), ErrorKind::DuplicateKey { key: found, .. } if *found == key),
                                "{form:?} {error}\n{text}"
                            );
                            assert_eq!(error.line(), lines[second], "{form:?}\n{text}");
                        }
                    }
                }
            }
        }
    }
}

/// A target that continues after errors sees no other duplicate keys than the real ones, wherever
/// the errors are.
#[test]
fn lines_that_are_refused_have_no_keys() {
    for (header, margin, odd) in
        [("[41:]{a}:\n", "  ", "nokey"), ("x: 0\n", "", "nokey"), ("[41:]{a}:\n", "  ", "\"k")]
    {
        for at in [0, 1, 20, 35, 39] {
            for (last, is_twice) in [("a", false), ("k10", true), ("k38", true)] {
                let mut keys: Vec<String> = (0..39).map(|number| format!("k{number:02}: {number}")).collect();
                keys.insert(at, odd.to_owned());
                keys.push(format!("{last}: 1"));
                let text = keys.iter().fold(header.to_owned(), |text, key| text + margin + key + "\n");
                // A duplicate key that is found at the end is an error that cannot be continued
                // after.
                let read = match toon::from_str(&text) {
                    Ok(Stubborn(read)) => read,
                    Err(error) => vec![error.to_string()],
                };
                let twice: Vec<_> = read.iter().filter(|part| part.contains("duplicate key")).collect();
                assert_eq!(twice.len(), usize::from(is_twice), "{read:?}\n{text}");
                assert!(twice.iter().all(|twice| twice.contains(last)), "{twice:?}\n{text}");
            }
        }
    }
}

mod targets {
    //! Derived targets check their own fields, and leave the others to the reader.
    #![allow(dead_code, clippy::zero_sized_map_values)] // what is read does not matter

    use super::*;
    use serde::Deserialize;
    use serde::de::DeserializeOwned;

    /// Any value.
    #[derive(Debug, Default, Deserialize)]
    struct Read(IgnoredAny);

    #[derive(Debug, Default, Deserialize)]
    #[serde(default)]
    struct Known {
        a: Read,
        #[serde(rename = "b c", alias = "bc")]
        b: Read,
        d: Option<u8>,
        skipped: Option<IgnoredAny>,
    }

    #[derive(Debug, Default, Deserialize)]
    #[serde(default, deny_unknown_fields)]
    struct Strict {
        a: Read,
        #[serde(rename = "b c")]
        b: Read,
        d: Option<u8>,
        x: IgnoredAny,
        y: IgnoredAny,
        skipped: Option<IgnoredAny>,
    }

    #[derive(Debug, Default, Deserialize)]
    #[serde(default)]
    struct None {}

    #[derive(Debug, Default, Deserialize)]
    #[serde(default)]
    struct Flat {
        d: Option<u8>,
        #[serde(flatten)]
        rest: BTreeMap<String, IgnoredAny>,
    }

    #[derive(Debug, Deserialize)]
    enum Variant {
        V {
            #[serde(default)]
            a: Read,
            #[serde(default)]
            d: Option<u8>,
        },
    }

    #[derive(Debug, Deserialize)]
    #[serde(tag = "d", content = "a")]
    enum Adjacent {
        #[serde(rename = "7")]
        Seven(Read),
    }

    /// A target that does not know fields.
    type Any = BTreeMap<String, Read>;

    const LINES: [&[&str]; 9] = [
        &[
            "a: 1",
            "\"a\": 2",
            "\"\\u0061\": 1",
            "a[2]: 1,2",
            "a:",
            "a[1]{a}:\n  1",
            "a[2]:\n  - a: 1\n    b: 2\n  - a: 2",
        ],
        &["\"b c\": 1", "\"b\\u0020c\": x", "\"b c\"[1]: 1"],
        &["d: 7", "\"d\": 7"],
        &["x: 1", "x[1]: 5", "x:\n  a: 1\n  x: 2", "\"x\": 3"],
        &["y: 1", "\"y\"[0]:"],
        &["skipped: 1", "skipped: [] "],
        &["# a: 1"],
        &["  # a: 1"],
        &["", "  "],
    ];

    /// Documents with some of the lines, some of them twice, as that of an object at the root,
    /// below a key or in an item.
    fn documents() -> impl Iterator<Item = Vec<&'static str>> {
        let mut state = 1_u32;
        let mut random = move |below: usize| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) as usize % below
        };
        (0..3_000).map(move |_| {
            let mut line = || {
                let lines = LINES[random(LINES.len())];
                lines[random(lines.len())]
            };
            (0..6).map(|_| line()).collect()
        })
    }

    fn indented(lines: &[&str], margin: &str) -> String {
        lines
            .iter()
            .flat_map(|lines| lines.split('\n'))
            .fold(String::new(), |text, line| text + margin + line + "\n")
    }

    /// The message and place of the error for a key that comes twice.
    fn twice<T: DeserializeOwned>(text: &str) -> Option<(String, usize, usize)> {
        let error = toon::from_str::<T>(text).err()?;
        let is_twice = matches!(error.kind(), ErrorKind::DuplicateKey { .. });
        is_twice.then(|| (error.to_string(), error.line(), error.column()))
    }

    #[test]
    fn keys_known_and_unknown() {
        let mut found = 0;
        for lines in documents() {
            let root = indented(&lines, "");
            let expected = twice::<Any>(&root);
            found += usize::from(expected.is_some());
            assert_eq!(twice::<Known>(&root), expected, "{root}");
            assert_eq!(twice::<Strict>(&root), expected, "{root}");
            assert_eq!(twice::<None>(&root), expected, "{root}");
            assert_eq!(twice::<Flat>(&root), expected, "{root}");

            let below = format!("V:\n{}", indented(&lines, "  "));
            assert_eq!(twice::<Variant>(&below), twice::<BTreeMap<String, Any>>(&below), "{below}");

            let item = indented(&lines, "    ");
            if let Some(first) =
                item.strip_prefix("    ").filter(|first| !first.trim_start().starts_with('#'))
            {
                let item = format!("[2]:\n  - {first}  - a: 1\n");
                let expected = twice::<Vec<Any>>(&item);
                assert_eq!(twice::<Vec<Known>>(&item), expected, "{item}");
                assert_eq!(twice::<Vec<None>>(&item), expected, "{item}");
            }
        }
        assert!(found > 500, "{found}");
    }

    #[test]
    fn fields_of_an_adjacently_tagged_enum() {
        for (text, line) in [
            ("d: \"7\"\na: 1\nd: \"7\"", 3),
            ("d: \"7\"\nd: \"7\"", 2),
            ("a: 1\nd: \"7\"\na: 2", 3),
            ("a: 1\nx: 1\nd: \"7\"\nx: 2", 4),
        ] {
            let (_, found, _) = twice::<Adjacent>(text).unwrap();
            assert_eq!(found, line, "{text}");
        }
    }

    #[test]
    fn one_field_by_two_names() {
        let error = toon::from_str::<Known>("d: 1\nbc: 1\n\"b c\": 2").unwrap_err();
        assert_eq!(error.line(), 3, "{error}");
    }

    #[test]
    fn an_error_that_is_swallowed() {
        let text = "[2]:\n  - a: 1\n    d: 1\n    d: 2\n  - x: 1\n    d: 1\n    x: 2\n    e: 3";
        let error = toon::from_str::<Vec<Known>>(text).unwrap_err();
        assert_eq!(error.line(), 4, "{error}");
        let Stubborn(read) = toon::from_str(text).unwrap();
        assert_eq!(read.iter().filter(|part| part.contains("duplicate key")).count(), 2, "{read:?}");
    }
}
