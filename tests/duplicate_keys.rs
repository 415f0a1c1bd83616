//! The same key twice (§14.3), read: in objects and keyed tables, of any length and in any order.
#![allow(clippy::unwrap_used)]

use serde::de::IgnoredAny;
use std::collections::BTreeMap;
use std::fmt::Write;
use toon::ErrorKind;

/// How the lines of a document look.
#[derive(Clone, Copy, Debug)]
struct Form {
    is_table: bool,
    /// Lines that are no entries stand between those that are.
    has_comments: bool,
    line_end: &'static str,
}

const FORMS: [Form; 4] = [
    Form { is_table: true, has_comments: false, line_end: "\n" },
    Form { is_table: true, has_comments: true, line_end: "\r\n" },
    Form { is_table: false, has_comments: false, line_end: "\n" },
    Form { is_table: false, has_comments: true, line_end: "\r\n" },
];

/// A document with one entry for each key token, and the lines of the entries.
fn document(keys: &[String], form: Form) -> (String, Vec<usize>) {
    let mut text = String::new();
    let mut lines = Vec::new();
    if form.is_table {
        write!(text, "[{}:]{{a,b}}:{}", keys.len(), form.line_end).unwrap();
    }
    for (number, key) in keys.iter().enumerate() {
        if form.has_comments && number % 3 == 1 {
            write!(text, "# {key}: no entry{}", form.line_end).unwrap();
        }
        lines.push(text.matches('\n').count() + 1);
        if form.is_table {
            write!(text, "  {key}: {number},1{}", form.line_end).unwrap();
        } else {
            write!(text, "{key}:{0}  a: {number}{0}  b: 1{0}", form.line_end).unwrap();
        }
    }
    (text, lines)
}

fn keys(count: usize) -> Vec<String> {
    (0..count).map(|number| format!("k{number:03}")).collect()
}

/// Keys in order, in no order at all, out of order in one place, and with one in quotes.
fn orders(count: usize) -> Vec<Vec<String>> {
    let ascending = keys(count);
    let mut orders = vec![ascending.clone(), ascending.iter().rev().cloned().collect()];
    for place in [0, 30, 31, 32, 33, count - 1] {
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

const COUNTS: [usize; 6] = [2, 31, 32, 33, 34, 70];

#[test]
fn different_keys_are_read() {
    for count in COUNTS {
        for keys in orders(count) {
            for form in FORMS {
                let (text, _) = document(&keys, form);
                let read: BTreeMap<String, BTreeMap<String, u32>> = toon::from_str(&text).unwrap();
                assert_eq!(read.len(), count, "{form:?}\n{text}");
                for (number, key) in keys.iter().enumerate() {
                    assert_eq!(read[key.trim_matches('"')]["a"], u32::try_from(number).unwrap(), "{text}");
                }
            }
        }
    }
}

#[test]
fn the_second_of_two_is_refused() {
    for count in COUNTS {
        for keys in orders(count) {
            for form in FORMS {
                for first in [0, 31, 33, count - 1] {
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
                                matches!(error.kind(), ErrorKind::DuplicateKey { key: found } if *found == key),
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
