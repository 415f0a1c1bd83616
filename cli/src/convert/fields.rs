//! Selected fields that are nowhere in the source.

use super::names::{close, listed, segment};
use super::source::Source;
use crate::failure::Failure;
use serde::ser::{Error as _, SerializeSeq};
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::io::{BufRead as _, Seek as _};
use toon::EncodeOptions;
use toon_formats::BYTE_ORDER_MARK;
use toon_formats::json::walk::{elements, entries};
use toon_formats::lines::Lines;

/// The number of elements whose fields are compared with a name that does not exist.
const ELEMENTS: usize = 100;

/// The maximum number of fields that are compared.
const MAX_PATHS: usize = 1000;

/// The maximum number of keys in a path.
const MAX_DEPTH: usize = 8;

/// What to say about selected fields that are nowhere in the source. It is an error if that has fields, but
/// none of these.
pub(super) fn unknown(
    name: &str,
    source: &mut Source,
    selected: &[String],
    options: &EncodeOptions,
) -> Result<Option<String>, Failure> {
    let (unknown, known) = match source {
        Source::Whole(document) => match options.unknown_fields(document) {
            Ok(unknown) if !unknown.is_empty() => (unknown, paths(&document.to_json())),
            // Encoding reports any other mistake.
            _ => return Ok(None),
        },
        Source::Lines(lines) => {
            let known = paths_of_first(lines);
            rewind(name, lines)?;
            // Another pass over all lines is only needed if the first ones lack a field.
            if selected.iter().all(|field| known.iter().any(|path| path == field)) {
                return Ok(None);
            }
            let unknown = options.unknown_fields(&Elements(RefCell::new(lines))).unwrap_or_default();
            rewind(name, lines)?;
            (unknown, known)
        }
    };
    if unknown.is_empty() {
        return Ok(None);
    }
    let mut near: Vec<&str> = unknown.iter().filter_map(|field| close(field, &known)).collect();
    near.dedup();
    let hint = if near.is_empty() { String::new() } else { format!(" (did you mean {}?)", near.join(", ")) };
    let fields = if unknown.len() == 1 { "field" } else { "fields" };
    let message = format!("{name} has no {fields} {}{hint}", unknown.join(", "));
    if unknown.len() == selected.len() && !known.is_empty() {
        return Err(Failure::Input(format!("{message}{}", listed("field", &known))));
    }
    Ok(Some(message))
}

fn rewind(name: &str, lines: &mut Lines) -> Result<(), Failure> {
    lines.rewind().map_err(|error| Failure::file("read", name, &error))
}

/// The elements of a list, one on each line, which are read while they are serialized.
struct Elements<'l>(RefCell<&'l mut Lines>);

impl Serialize for Elements<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(None)?;
        while let Some(line) = next_line(&mut self.0.borrow_mut()) {
            list.serialize_element(serde_json::from_str::<&RawValue>(&line).map_err(S::Error::custom)?)?;
        }
        list.end()
    }
}

/// The next line with a value, unless it cannot be read.
fn next_line(lines: &mut Lines) -> Option<String> {
    let mut line = String::new();
    while lines.read_line(&mut line).ok()? > 0 {
        let value = line.trim_start_matches(BYTE_ORDER_MARK).trim();
        if !value.is_empty() {
            return Some(value.to_owned());
        }
        line.clear();
    }
    None
}

/// The paths of fields in the first lines.
fn paths_of_first(lines: &mut Lines) -> Vec<Cow<'static, str>> {
    let is_json = |line: &String| serde_json::from_str::<&RawValue>(line).is_ok();
    let first = (0..ELEMENTS).map_while(|_| next_line(lines)).take_while(is_json);
    paths(&format!("[{}]", first.collect::<Vec<_>>().join(",")))
}

/// The paths of fields, as they are selected.
fn paths(json: &str) -> Vec<Cow<'static, str>> {
    let mut paths = BTreeSet::new();
    collect(json.trim_start_matches(BYTE_ORDER_MARK).trim(), "", MAX_DEPTH, &mut paths);
    paths.into_iter().map(Cow::Owned).collect()
}

/// Collects the paths of the fields of a value to which `path` leads.
fn collect(json: &str, path: &str, depth: usize, paths: &mut BTreeSet<String>) {
    if depth == 0 || paths.len() >= MAX_PATHS {
        return;
    }
    match json.as_bytes().first() {
        Some(b'[') => {
            for element in elements(json).take(ELEMENTS) {
                collect(element, path, depth - 1, paths);
            }
        }
        Some(b'{') => {
            for (key, value) in entries(json) {
                let path = format!("{path}{}", segment(&key));
                collect(value, &format!("{path}."), depth - 1, paths);
                paths.insert(path);
            }
        }
        _ => {}
    }
}
