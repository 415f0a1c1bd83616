//! Selects a part of the input.

use super::names::{close, listed};
use super::source::{Document, Source};
use crate::args::Selecting;
use crate::failure::Failure;
use crate::pointer::{self, Pointer};
use std::borrow::Cow;
use std::io::{self, BufRead as _, Seek as _};
use toon::{EncodeOptions, json};
use toon_formats::BYTE_ORDER_MARK;
use toon_formats::json::walk::{elements, entries};
use toon_formats::lines::Lines;

impl Selecting {
    /// Selects a part of what is encoded. A mistake anywhere in a whole document is refused.
    pub(crate) fn of_source(
        &self,
        name: &str,
        source: Source,
        refuse: impl FnOnce(&toon::Error, &Document) -> Failure,
    ) -> Result<Source, Failure> {
        if self.is_all() {
            return Ok(source);
        }
        if let Source::Whole(document) = &source {
            let checked = document.to_toon(&EncodeOptions::new());
            checked.map_err(|error| refuse(&error, document))?;
        }
        let part = match (source, &self.at) {
            (Source::Whole(document), _) => self.of_json(name, &document.to_json())?.into_owned(),
            (Source::Lines(mut lines), Some(Pointer(segments))) if !segments.is_empty() => {
                let element = line(name, &mut lines, segments)?;
                self.head_of(name, segments, &element)?.into_owned()
            }
            (Source::Lines(mut lines), _) => {
                let first = lines.first(self.head.unwrap_or(usize::MAX));
                let (first, _) = first.map_err(|error| lines.unreadable(name, error))?;
                return Ok(Source::Lines(first));
            }
        };
        Ok(Source::Whole(Document::Json(part)))
    }

    /// Selects a part of valid JSON.
    pub(super) fn of_json<'j>(&self, name: &str, json: &'j str) -> Result<Cow<'j, str>, Failure> {
        let root = Pointer::default();
        let pointer = self.at.as_ref().unwrap_or(&root);
        self.head_of(name, &pointer.0, at(name, json, pointer)?)
    }

    /// Selects a part of an element of a list. All elements are read, one by one.
    pub(super) fn of_elements(
        &self,
        name: &str,
        elements: impl Iterator<Item = Result<Box<str>, Failure>>,
    ) -> Result<String, Failure> {
        let input = |message| Failure::Input(format!("{name}: {message}"));
        let segments = self.at.as_ref().map_or(&[][..], |Pointer(segments)| segments);
        let index = element_index(segments).map_err(input)?;
        let (mut found, mut count) = (None, 0);
        for element in elements {
            let element = element?;
            if count == index {
                found = Some(element);
            }
            count += 1;
        }
        let element = found.ok_or_else(|| input(too_short(&[], count)))?;
        let part = below(&element, segments, 1).map_err(input)?;
        Ok(self.head_of(name, segments, part)?.into_owned())
    }

    /// The first elements of the list that is found at `segments`.
    fn head_of<'j>(&self, name: &str, segments: &[String], json: &'j str) -> Result<Cow<'j, str>, Failure> {
        let Some(head) = self.head else { return Ok(Cow::Borrowed(json)) };
        if !json.starts_with('[') {
            let place = place(segments);
            let help = list_in(segments, json);
            let message = format!("--head requires a list, but {place} is {}{help}", kind(json));
            return Err(Failure::Input(format!("{name}: {message}")));
        }
        let first: Vec<&str> = elements(json).take(head).collect();
        Ok(Cow::Owned(format!("[{}]", first.join(","))))
    }
}

/// The value at `pointer` in valid JSON.
pub(crate) fn at<'j>(name: &str, json: &'j str, Pointer(segments): &Pointer) -> Result<&'j str, Failure> {
    below(json, segments, 0).map_err(|message| Failure::Input(format!("{name}: {message}")))
}

/// Follows `segments` after the first `known` ones, which lead to `json`.
fn below<'j>(json: &'j str, segments: &[String], known: usize) -> Result<&'j str, String> {
    let mut value = json.trim_start_matches(BYTE_ORDER_MARK).trim();
    for (depth, segment) in segments.iter().enumerate().skip(known) {
        let next = match value.as_bytes().first() {
            Some(b'{') => entries(value).find(|(key, _)| key == segment).map(|(_, value)| value),
            Some(b'[') => pointer::index(segment).and_then(|index| elements(value).nth(index)),
            _ => None,
        };
        value = next.ok_or_else(|| missing(value, segments.get(..depth).unwrap_or_default(), segment))?;
    }
    Ok(value)
}

/// Says why `value`, which `segments` lead to, has no `segment`.
fn missing(value: &str, segments: &[String], segment: &str) -> String {
    let place = place(segments);
    match value.as_bytes().first() {
        Some(b'{') => {
            let keys: Vec<Cow<'_, str>> = entries(value).map(|(key, _)| key).collect();
            let hint = close(segment, &keys).map_or(String::new(), |key| format!(" (did you mean {key:?}?)"));
            format!("{place} has no key {segment:?}{hint}{}", listed("key", &keys))
        }
        Some(b'[') => {
            let count = elements(value).count();
            match pointer::index(segment) {
                Some(_) => too_short(segments, count),
                None => no_index(segments, segment),
            }
        }
        _ => format!("{place} is {}, which has no {segment:?}", kind(value)),
    }
}

/// Says that `segment` is not the index of an element.
fn no_index(segments: &[String], segment: &str) -> String {
    let zeros = segment.trim_start_matches('0');
    let help = match segment {
        "-" => "`-` is the element after the last, which does not exist".to_owned(),
        _ if !zeros.is_empty() && pointer::index(zeros).is_some() => {
            format!("write the index {zeros} without leading zeros")
        }
        _ => {
            let (first, key) = ("0".to_owned(), segment.to_owned());
            let path = [segments, &[first, key]].concat();
            format!("write an index, as in {}", pointer::write(&path))
        }
    };
    format!("{} is a list, which has no {segment:?}; {help}", place(segments))
}

/// Says that the list that `segments` lead to has fewer elements than asked for.
fn too_short(segments: &[String], count: usize) -> String {
    format!("{} has only {}", place(segments), counted(count))
}

/// The index of an element of the root, which is the first segment.
fn element_index(segments: &[String]) -> Result<usize, String> {
    let first = segments.first().map_or("", String::as_str);
    pointer::index(first).ok_or_else(|| no_index(&[], first))
}

fn place(segments: &[String]) -> String {
    if segments.is_empty() { "the root".to_owned() } else { pointer::write(segments) }
}

fn counted(elements: usize) -> String {
    match elements {
        0 => "0 elements".to_owned(),
        1 => "1 element, with the index 0".to_owned(),
        count => format!("{count} elements, with indices from 0 to {}", count - 1),
    }
}

fn kind(json: &str) -> &'static str {
    match json.as_bytes().first() {
        Some(b'{') => "an object",
        Some(b'[') => "a list",
        Some(b'"') => "a string",
        Some(b't' | b'f') => "a boolean",
        Some(b'n') => "null",
        _ => "a number",
    }
}

/// Advice to select a list in the object `json`, if there is one.
pub(super) fn list_in(segments: &[String], json: &str) -> String {
    if !json.starts_with('{') {
        return String::new();
    }
    let Some((key, _)) = entries(json).find(|(_, value)| value.starts_with('[')) else {
        return String::new();
    };
    let path = [segments, &[key.into_owned()]].concat();
    format!("; select a list in it with --at, as in --at {}", pointer::write(&path))
}

/// The value in one of the lines, whose index is the first segment.
fn line(name: &str, lines: &mut Lines, segments: &[String]) -> Result<String, Failure> {
    let input = |message| Failure::Input(format!("{name}: {message}"));
    let at = element_index(segments).map_err(input)?;
    let read = |error| Failure::file("read", name, &error);
    let first = lines.first(at.saturating_add(1));
    let (mut first, count) = first.map_err(|error| lines.unreadable(name, error))?;
    // Check each of them.
    let checked = json::lines_to_toon_writer(&mut first, &mut io::sink(), &EncodeOptions::new());
    checked.map_err(|error| first.refuse(name, error))?;
    if count <= at {
        return Err(input(too_short(&[], count)));
    }
    first.rewind().map_err(read)?;
    let last = last(&mut first).map_err(read)?;
    below(&last, segments, 1).map(str::to_owned).map_err(input)
}

/// The last line that contains a value.
fn last(lines: &mut Lines) -> io::Result<String> {
    let (mut line, mut last) = (String::new(), String::new());
    while lines.read_line(&mut line)? > 0 {
        if !is_blank(line.as_bytes()) {
            std::mem::swap(&mut line, &mut last);
        }
        line.clear();
    }
    Ok(last)
}

fn is_blank(line: &[u8]) -> bool {
    line.strip_prefix(BYTE_ORDER_MARK.to_string().as_bytes()).unwrap_or(line).trim_ascii().is_empty()
}
