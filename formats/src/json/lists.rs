//! Finds the lists in JSON text, and leaves elements out. The text must be valid.

use super::walk::{container_end, string_end};
use std::ops::Range;

/// A list, or an object of objects, which may be a keyed table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct List {
    /// Its place in the text.
    pub range: Range<usize>,
    /// The number of elements or entries.
    pub length: usize,
    /// Its size in bytes, without a list in it that makes up more than half of it.
    pub weight: usize,
}

/// An open container.
struct Open {
    start: usize,
    is_list: bool,
    /// The number of values in it, except for the last one.
    commas: usize,
    /// Whether a value in it is not an object.
    has_others: bool,
    /// The size of the largest list in it.
    largest: usize,
}

/// All lists that are not empty, and objects with at least two objects and no other values.
pub fn lists(json: &str) -> Vec<List> {
    let bytes = json.as_bytes();
    let (mut lists, mut open): (Vec<List>, Vec<Open>) = (Vec::new(), Vec::new());
    let mut at = 0;
    // Whether a value is expected, and not a key.
    let mut is_value = true;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'{' | b'[' => {
                if let Some(outer) = open.last_mut() {
                    outer.has_others |= *byte == b'[';
                }
                let is_list = *byte == b'[';
                open.push(Open { start: at, is_list, commas: 0, has_others: false, largest: 0 });
                is_value = is_list;
            }
            b'}' | b']' => {
                let Some(closed) = open.pop() else { break };
                let range = closed.start..at + 1;
                let is_empty = json.get(closed.start + 1..at).is_none_or(|inside| inside.trim().is_empty());
                let is_table = closed.is_list || (!closed.has_others && closed.commas > 0);
                let size = range.len();
                if is_table && !is_empty {
                    let weight = if closed.largest > size / 2 { size - closed.largest } else { size };
                    lists.push(List { range, length: closed.commas + 1, weight });
                }
                if let Some(outer) = open.last_mut() {
                    let size = if is_table { size } else { 0 };
                    outer.largest = outer.largest.max(closed.largest).max(size);
                }
                is_value = false;
            }
            b',' => {
                if let Some(open) = open.last_mut() {
                    open.commas += 1;
                    is_value = open.is_list;
                }
            }
            b':' => is_value = true,
            b' ' | b'\t' | b'\n' | b'\r' => {}
            _ => {
                if let Some(open) = open.last_mut() {
                    open.has_others |= is_value;
                }
                if *byte == b'"' {
                    at += string_end(bytes.get(at..).unwrap_or_default());
                    continue;
                }
            }
        }
        at += 1;
    }
    lists
}

impl List {
    /// Where the first element or entry begins, and where each ends.
    pub fn ends(&self, json: &str) -> Vec<usize> {
        let bytes = json.as_bytes().get(..self.range.end.saturating_sub(1)).unwrap_or_default();
        let (mut ends, mut at) = (vec![self.range.start + 1], self.range.start + 1);
        while let Some(byte) = bytes.get(at) {
            let rest = bytes.get(at..).unwrap_or_default();
            match byte {
                b'"' => at += string_end(rest),
                b'{' | b'[' => at += container_end(rest),
                b',' => {
                    ends.push(at);
                    at += 1;
                }
                _ => at += 1,
            }
        }
        ends.push(bytes.len());
        ends
    }

    /// What is left out to leave all elements out.
    pub fn inside(&self) -> Range<usize> {
        self.range.start + 1..self.range.end - 1
    }
}

/// The text without some ranges, which may be in any order and contain each other.
pub fn without(json: &str, left_out: &[Range<usize>]) -> String {
    let mut left_out: Vec<&Range<usize>> = left_out.iter().collect();
    left_out.sort_by_key(|range| range.start);
    let (mut text, mut at) = (String::new(), 0);
    for range in left_out {
        text.push_str(json.get(at..range.start).unwrap_or_default());
        at = at.max(range.end);
    }
    text.push_str(json.get(at..).unwrap_or_default());
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_lists() {
        let json = r#" {"a" : [1, "]", [2]], "b,[": [ ], "c": {"x": {"y": 1}, "z": {}}, "d": {"e": {}}} "#;
        let found = lists(json);
        let texts: Vec<_> = found.iter().map(|list| (&json[list.range.clone()], list.length)).collect();
        assert_eq!(texts, [("[2]", 1), (r#"[1, "]", [2]]"#, 3), (r#"{"x": {"y": 1}, "z": {}}"#, 2)]);
        assert!(lists(r#"{"a":{"b":{}},"c":1}"#).is_empty());
        assert!(lists(r#"{"a":{},"c":[]}"#).is_empty());
    }

    /// A list that consists of little else than another list weighs little.
    #[test]
    fn weights() {
        let weight = |json: &str| lists(json).into_iter().map(|list| list.weight).collect::<Vec<_>>();
        assert_eq!(weight(r#"[{"rows":[1,2,3,4,5,6]}]"#), [13, 11]);
        assert_eq!(weight("[[1,2,3],[1,2,3]]"), [7, 7, 17]);
    }

    #[test]
    fn ends_of_elements() {
        let json = r#"x[1 , "a,", {"b":[1,2]}]"#;
        let list = List { range: 1..json.len(), length: 3, weight: 0 };
        let ends: Vec<_> = list.ends(json).into_iter().map(|end| &json[1..end]).collect();
        assert_eq!(ends, ["[", "[1 ", r#"[1 , "a,""#, r#"[1 , "a,", {"b":[1,2]}"#]);
    }

    #[test]
    fn ranges_left_out() {
        assert_eq!(without("0123456789", &[5..7, 1..4, 2..3, 9..9]), "04789");
        assert_eq!(without("01", &[]), "01");
    }
}
