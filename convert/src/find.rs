//! Finds JSON in text.

use serde::de::IgnoredAny;
use serde_json::value::RawValue;
use std::borrow::Cow;
use toon::__internal::fence::{closes, fence};

/// The maximum number of lines of prose that may precede JSON.
const MAX_PROSE_LINES: usize = 3;

/// A part of a text.
#[derive(Debug, PartialEq)]
pub(crate) enum Part<'t> {
    /// Text that stays unchanged.
    Plain(&'t str),
    Json(Json<'t>),
}

/// A part of the text that is JSON.
#[derive(Debug, PartialEq)]
pub(crate) struct Json<'t> {
    /// As written in the text.
    pub(crate) text: &'t str,
    /// The part as one JSON value; several values are joined to a list.
    pub(crate) value: Cow<'t, str>,
    /// The individual values, if there are several. Each starts on a new line.
    pub(crate) lines: Vec<&'t str>,
    /// The opening line of the fence around it.
    pub(crate) fence: Option<&'t str>,
}

/// What counts as JSON, besides a whole text that is an object or array.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kinds {
    /// A whole text that is a scalar.
    pub(crate) scalars: bool,
    /// JSON within the text, or several values. Not for files, which must stay unchanged.
    pub(crate) embedded: bool,
}

/// Splits a text into parts, if it contains JSON: as the whole text, as several values that each
/// start on a new line, after a few lines of prose, or in code fences.
pub(crate) fn parts(text: &str, kinds: Kinds) -> Option<Vec<Part<'_>>> {
    let whole = text.trim();
    let is_whole = (starts_json(whole) || kinds.scalars) && is_json(whole);
    if is_whole {
        let json = Json { text, value: Cow::Borrowed(whole), lines: Vec::new(), fence: None };
        return Some(vec![Part::Json(json)]);
    }
    if !kinds.embedded {
        return None;
    }
    if let Some(json) = Json::read(text, None) {
        return Some(vec![Part::Json(json)]);
    }
    fenced(text).or_else(|| behind_prose(text))
}

impl<'t> Json<'t> {
    /// Parses text that is an object, an array, or several of them that each start on a new line.
    fn read(text: &'t str, fence: Option<&'t str>) -> Option<Self> {
        let whole = text.trim();
        if !starts_json(whole) {
            return None;
        }
        if is_json(whole) {
            return Some(Json { text, value: Cow::Borrowed(whole), lines: Vec::new(), fence });
        }
        let mut values = serde_json::Deserializer::from_str(whole).into_iter::<&RawValue>();
        let mut lines = Vec::new();
        let mut end = 0;
        while let Some(value) = values.next() {
            let json = value.ok()?.get();
            let start = values.byte_offset() - json.len();
            let begins_line = lines.is_empty() || whole.get(end..start)?.contains('\n');
            if !starts_json(json) || !begins_line {
                return None;
            }
            end = values.byte_offset();
            lines.push(json);
        }
        let value = Cow::Owned(format!("[{}]", lines.join(",")));
        Some(Json { text, value, lines, fence })
    }
}

fn starts_json(text: &str) -> bool {
    text.starts_with(['{', '['])
}

pub(crate) fn is_json(text: &str) -> bool {
    serde_json::from_str::<IgnoredAny>(text).is_ok()
}

fn behind_prose(text: &str) -> Option<Vec<Part<'_>>> {
    let mut start = 0;
    for line in text.split_inclusive('\n').take(MAX_PROSE_LINES) {
        if Fence::open(line.trim_end()).is_some() {
            return None;
        }
        start += line.len();
        let (prose, rest) = text.split_at_checked(start)?;
        if let Some(json) = Json::read(rest, None) {
            return Some(vec![Part::Plain(prose), Part::Json(json)]);
        }
    }
    None
}

/// An opening fence: its marker, and whether its info string says JSON.
struct Fence<'t> {
    marks: &'t str,
    is_json: bool,
}

impl<'t> Fence<'t> {
    /// Parses a fence, which is indented by up to three spaces (`CommonMark` 0.31, 4.5).
    fn open(line: &'t str) -> Option<Self> {
        let (marks, language) = is_indented_less(line).then(|| fence(line))??;
        let is_json = ["json", "jsonl", "ndjson"].iter().any(|json| language.eq_ignore_ascii_case(json));
        Some(Fence { marks, is_json })
    }

    fn is_closed_by(&self, line: &str) -> bool {
        is_indented_less(line) && closes(line, self.marks)
    }
}

/// Whether `line` is indented less than a code block.
fn is_indented_less(line: &str) -> bool {
    let text = line.trim_start_matches(' ');
    line.len() - text.len() <= 3 && !text.starts_with('\t')
}

/// Finds code fences that are marked as JSON and contain valid JSON.
fn fenced(text: &str) -> Option<Vec<Part<'_>>> {
    if !text.contains("```") && !text.contains("~~~") {
        return None;
    }
    let mut parts = Vec::new();
    // The end of the last part, and the start of the current line.
    let (mut done, mut start) = (0, 0);
    let mut open: Option<(Fence<'_>, usize, &str)> = None;
    for line in text.split_inclusive('\n') {
        let end = start + line.len();
        match &open {
            None => open = Fence::open(line.trim_end()).map(|fence| (fence, end, line)),
            Some((fence, inside, opening)) if fence.is_closed_by(line.trim_end()) => {
                // The line break before the closing fence belongs to the fence.
                let content = text.get(*inside..start)?.trim_end_matches(['\n', '\r']);
                if fence.is_json
                    && let Some(json) = Json::read(content, Some(opening))
                {
                    parts.push(Part::Plain(text.get(done..*inside - opening.len())?));
                    parts.push(Part::Json(json));
                    done = *inside + content.len();
                }
                open = None;
            }
            Some(_) => {}
        }
        start = end;
    }
    if parts.is_empty() {
        return None;
    }
    parts.push(Part::Plain(text.get(done..)?));
    Some(parts)
}

/// The opening line for a fence around TOON instead of JSON. `None` if a line of the TOON could
/// close it.
pub(crate) fn fence_of_toon(opening: &str, toon: &str) -> Option<String> {
    let fence = Fence::open(opening.trim_end())?;
    if toon.lines().any(|line| line.trim_start().starts_with(fence.marks)) {
        return None;
    }
    // Keep everything but the language.
    let (before, info) = opening.split_once(fence.marks)?;
    let language = info.trim_start();
    let space = info.get(..info.len() - language.len())?;
    let rest = language.trim_start_matches(|character: char| !character.is_whitespace());
    Some(format!("{before}{}{space}toon{rest}", fence.marks))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: Kinds = Kinds { scalars: false, embedded: true };

    /// The JSON values found in a text.
    fn values(text: &str) -> Vec<String> {
        let parts = parts(text, ALL).unwrap_or_default();
        let whole: String = parts
            .iter()
            .map(|part| match part {
                Part::Plain(text) => (*text).to_owned(),
                Part::Json(json) => json.fence.unwrap_or_default().to_owned() + json.text,
            })
            .collect();
        assert!(parts.is_empty() || whole == text, "{whole:?}");
        let values = parts.into_iter().filter_map(|part| match part {
            Part::Plain(_) => None,
            Part::Json(json) => Some(json.value.into_owned()),
        });
        values.collect()
    }

    #[test]
    fn the_whole_text() {
        assert_eq!(values(" {\"a\": 1}\n"), ["{\"a\": 1}"]);
        assert_eq!(values("[1, 2]"), ["[1, 2]"]);
        for text in ["", "7", "\"a\"", "{\"a\":1} x", "{'a': 1}", "[1,]", "plain"] {
            assert_eq!(values(text), [""; 0], "{text}");
        }
        assert!(parts("7", Kinds { scalars: true, ..ALL }).is_some());
        let whole = Kinds { embedded: false, ..ALL };
        assert!(parts("[1]", whole).is_some());
        for text in ["[1]\n[2]", "Found:\n[1]", "```json\n[1]\n```"] {
            assert_eq!(parts(text, whole), None, "{text}");
        }
    }

    #[test]
    fn lines_of_json() {
        assert_eq!(values("{\"a\":1}\n{\"a\":2}\n"), ["[{\"a\":1},{\"a\":2}]"]);
        assert_eq!(values("{\n \"a\": 1\n}\n\n[2]"), ["[{\n \"a\": 1\n},[2]]"]);
        for text in ["{\"a\":1} {\"a\":2}", "{\"a\":1}\n7", "{\"a\":1}\nand more", "1\n2"] {
            assert_eq!(values(text), [""; 0], "{text}");
        }
    }

    #[test]
    fn behind_lines_of_prose() {
        assert_eq!(values("Found 2 users:\n[1,2]"), ["[1,2]"]);
        assert_eq!(values("Type x is shown raw:\nContents of y:\n{\"a\":1}"), ["{\"a\":1}"]);
        assert_eq!(values("Two:\n{\"a\":1}\n{\"a\":2}"), ["[{\"a\":1},{\"a\":2}]"]);
        for text in ["a\nb\nc\nd\n[1]", "Found: [1,2]", "[1,2]\nwere found", "Found:\n[1,2]\nand more"] {
            assert_eq!(values(text), [""; 0], "{text}");
        }
    }

    #[test]
    fn in_fences() {
        assert_eq!(values("```json\n[1]\n```"), ["[1]"]);
        assert_eq!(
            values("Here:\n\n~~~~ JSON x\n{\"a\":1}\n~~~~\nEnd\n```ndjson\n[1]\n[2]\n```\n"),
            ["{\"a\":1}", "[[1],[2]]"]
        );
        for text in [
            "```\n[1]\n```",
            "```js\n[1]\n```",
            "```json\n[1]",
            "```json\nnot JSON\n```",
            "````md\n```json\n[1]\n```\n````",
            "    ```json\n[1]\n    ```",
        ] {
            assert_eq!(values(text), [""; 0], "{text}");
        }
    }

    #[test]
    fn fences_of_toon() {
        assert_eq!(fence_of_toon("  ```json title\r\n", "[1]: 1").as_deref(), Some("  ```toon title\r\n"));
        assert_eq!(fence_of_toon("~~~ json\n", "a: 1").as_deref(), Some("~~~ toon\n"));
        assert_eq!(fence_of_toon("```json\n", "a[1]{b}:\n  ```"), None);
    }
}
