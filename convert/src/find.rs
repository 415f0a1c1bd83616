//! Finds JSON in text.

use crate::compact::{self, compact};
use crate::fence::{self, Fence};
use crate::json::is_json;
use crate::lines;
use serde::Deserialize;
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::ops::Range;

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
    pub(crate) place: Place<'t>,
}

/// What is around JSON, and thus around TOON in its place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Place<'t> {
    /// It is the whole text.
    Whole,
    /// A fence with this opening line.
    Fence(&'t str),
    /// Other text, which nobody mistakes for a part of the list.
    List,
    /// Other text, which might be mistaken for a part of the value.
    Lines,
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
/// start on a new line, on lines of its own, or in code fences.
pub(crate) fn parts(text: &str, kinds: Kinds) -> Option<Vec<Part<'_>>> {
    let whole = text.trim();
    let is_whole = (starts_json(whole) || kinds.scalars) && is_json(whole);
    if is_whole {
        let value = Cow::Borrowed(whole);
        return Some(vec![Part::Json(Json { text, value, lines: Vec::new(), place: Place::Whole })]);
    }
    if !kinds.embedded {
        return None;
    }
    if let Some(json) = Json::read(text, Place::Whole) {
        return Some(vec![Part::Json(json)]);
    }
    split(text, spans(text))
}

/// The JSON that takes most of a text, and what is around it.
#[derive(Debug, PartialEq)]
pub struct MainJson<'t> {
    /// The JSON; several values are joined to a list.
    pub value: Cow<'t, str>,
    /// The text before it, without the opening line of a fence.
    pub before: &'t str,
    /// The text after it.
    pub after: &'t str,
}

impl<'t> MainJson<'t> {
    /// Finds an object or a list that is at least four fifths of a text.
    pub fn of(text: &'t str) -> Option<Self> {
        let parts = parts(text, Kinds { scalars: false, embedded: true })?;
        let is_most = |json: &str| json.len() * 5 >= text.len() * 4;
        let json = parts.into_iter().find_map(|part| match part {
            Part::Json(json) if is_most(json.text) => Some(json),
            _ => None,
        })?;
        // One of several values may be nearly all.
        let line = json.lines.iter().find(|line| is_most(line));
        let (inner, value) = line.map_or((json.text, json.value), |line| (*line, Cow::Borrowed(*line)));
        let start = inner.as_ptr() as usize - text.as_ptr() as usize;
        let (before, mut after) = (slice(text, 0..start), slice(text, start + inner.len()..text.len()));
        let before = match json.place {
            Place::Fence(opening) => {
                let closing = after.trim_start_matches(['\r', '\n']);
                after = closing.split_once('\n').map_or("", |(_, rest)| rest);
                before.strip_suffix(opening).unwrap_or(before)
            }
            Place::Whole | Place::List | Place::Lines => before,
        };
        Some(MainJson { value, before, after })
    }
}

/// The string that a text is, in JSON, or that it only wraps as `{"result": string}`.
pub fn string(text: &str) -> Option<String> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Wrapper {
        result: String,
    }
    let json = text.trim();
    match json.as_bytes().first() {
        Some(b'"') => serde_json::from_str(json).ok(),
        Some(b'{') => serde_json::from_str(json).ok().map(|wrapper: Wrapper| wrapper.result),
        _ => None,
    }
}

impl<'t> Json<'t> {
    /// Parses text that is an object, an array, or several of them that each start on a new line.
    fn read(text: &'t str, place: Place<'t>) -> Option<Self> {
        let whole = text.trim();
        if !starts_json(whole) {
            return None;
        }
        if is_json(whole) {
            return Some(Json { text, value: Cow::Borrowed(whole), lines: Vec::new(), place });
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
        Some(Json { text, value, lines, place })
    }

    /// The text as it was, with the opening line of the fence around it.
    pub(crate) fn original(&self) -> String {
        self.opening().to_owned() + self.text
    }

    /// Compact JSON in place of the text. Several values stay lines, and do not become an array.
    pub(crate) fn compact(&self) -> String {
        if self.lines.is_empty() {
            return self.opening().to_owned() + &compact(&self.value);
        }
        let line_break = if self.text.contains("\r\n") { "\r\n" } else { "\n" };
        let lines: Vec<String> = self.lines.iter().map(|line| compact(line)).collect();
        self.opening().to_owned() + &lines.join(line_break)
    }

    /// JSON with each record on its own line. `None` if it is several values, which are on lines
    /// already.
    pub(crate) fn records(&self) -> Option<String> {
        self.lines.is_empty().then(|| self.opening().to_owned() + &compact::lines(&self.value))
    }

    /// TOON in place of the text. In other text, a list says itself where it ends, by its length;
    /// anything else needs a fence. `None` if a line of the TOON could close the fence around it.
    pub(crate) fn toon(&self, toon: &str) -> Option<String> {
        match self.place {
            Place::Whole => Some(toon.to_owned()),
            Place::Fence(opening) => Some(fence::of_toon(opening, toon)? + toon),
            // The normal form of a list is an object.
            Place::List if toon.starts_with('[') => Some(toon.to_owned()),
            Place::List | Place::Lines => Some(fence::around(toon)),
        }
    }

    /// The opening line of the fence around it.
    fn opening(&self) -> &'t str {
        if let Place::Fence(opening) = self.place { opening } else { "" }
    }
}

fn starts_json(text: &str) -> bool {
    text.starts_with(['{', '['])
}

/// Where there may be JSON in a text.
struct Span<'t> {
    range: Range<usize>,
    /// The opening line of the fence around it, before it.
    opening: Option<&'t str>,
}

/// Finds objects and arrays on lines of their own, and code fences that are marked as JSON.
///
/// JSON must not be indented: it would belong to whatever is above it, and TOON in its place would
/// have to be indented as well.
fn spans(text: &str) -> Vec<Span<'_>> {
    let mut spans = Vec::new();
    let mut found = Vec::new();
    // The start of the current line, and the end of what has been searched for values.
    let (mut start, mut searched) = (0, 0);
    let mut open: Option<(Fence<'_>, usize, &str)> = None;
    for line in text.split_inclusive('\n') {
        let end = start + line.len();
        match &open {
            None if start >= searched && starts_json(line) => {
                searched = lines::find(text, start, &mut found);
                for range in found.drain(..) {
                    add_value(&mut spans, text, range);
                }
            }
            None => open = Fence::open(line.trim_end()).map(|fence| (fence, end, line)),
            Some((fence, inside, opening)) if fence.is_closed_by(line.trim_end()) => {
                if fence.is_json {
                    // The line break before the closing fence belongs to the fence.
                    let content = slice(text, *inside..start).trim_end_matches(['\n', '\r']);
                    spans.push(Span { range: *inside..inside + content.len(), opening: Some(opening) });
                }
                open = None;
            }
            Some(_) => {}
        }
        start = end;
    }
    spans
}

/// Adds a value. Objects on adjacent lines are one list.
fn add_value(spans: &mut Vec<Span<'_>>, text: &str, range: Range<usize>) {
    let is_object = |range: &Range<usize>| slice(text, range.clone()).starts_with('{');
    match spans.last_mut() {
        Some(Span { range: last, opening: None })
            if is_object(last)
                && is_object(&range)
                && matches!(slice(text, last.end..range.start), "\n" | "\r\n") =>
        {
            last.end = range.end;
        }
        _ => spans.push(Span { range, opening: None }),
    }
}

/// Splits a text into JSON values and the text around them. `None` if it has no JSON.
fn split<'t>(text: &'t str, spans: Vec<Span<'t>>) -> Option<Vec<Part<'t>>> {
    let mut parts = Vec::new();
    let mut done = 0;
    for Span { range, opening } in spans {
        let Some(mut json) = Json::read(slice(text, range.clone()), Place::Lines) else { continue };
        if let Some(opening) = opening {
            json.place = Place::Fence(opening);
        } else if json.value.starts_with('[') && !is_before_indented_line(slice(text, range.end..text.len()))
        {
            json.place = Place::List;
        }
        parts.push(Part::Plain(slice(text, done..range.start - json.opening().len())));
        parts.push(Part::Json(json));
        done = range.end;
    }
    parts.push(Part::Plain(slice(text, done..text.len())));
    (parts.len() > 1).then_some(parts)
}

/// Whether the next line is indented, apart from blank lines. It might be mistaken for the row of a
/// table, or for an element of a list.
fn is_before_indented_line(rest: &str) -> bool {
    let next = rest.lines().skip(1).find(|line| !line.trim_ascii().is_empty());
    next.is_some_and(|line| line.starts_with(char::is_whitespace))
}

fn slice(text: &str, range: Range<usize>) -> &str {
    text.get(range).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::{Duration, Instant};

    const ALL: Kinds = Kinds { scalars: false, embedded: true };

    /// The JSON values found in a text.
    fn values(text: &str) -> Vec<String> {
        let parts = parts(text, ALL).unwrap_or_default();
        let whole: String = parts
            .iter()
            .map(|part| match part {
                Part::Plain(text) => (*text).to_owned(),
                Part::Json(json) => json.original(),
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
    fn most_of_a_text() {
        let list = format!("[{}]", "1,".repeat(50) + "1");
        let found = |text: &str| {
            let MainJson { value, before, after } = MainJson::of(text)?;
            Some((value.into_owned(), before.to_owned(), after.to_owned()))
        };
        let expected =
            |json: &str, before: &str, after: &str| Some((json.into(), before.into(), after.into()));
        assert_eq!(found(&list), expected(&list, "", ""));
        assert_eq!(found(&format!("a:\n{list}\nb")), expected(&list, "a:\n", "\nb"));
        assert_eq!(found(&format!("a\n```json\n{list}\n```\nb")), expected(&list, "a\n", "b"));
        assert_eq!(found("{\"a\":1}\n{\"a\":2}"), expected("[{\"a\":1},{\"a\":2}]", "", ""));
        assert_eq!(found(&format!("{list}\n{{\"a\":2}}")), expected(&list, "", "\n{\"a\":2}"));
        for text in ["", "a", "a long text\n[1]", "[1]\nand more\n[2]"] {
            assert_eq!(found(text), None, "{text}");
        }
    }

    #[test]
    fn lines_of_json() {
        assert_eq!(values("{\"a\":1}\n{\"a\":2}\n"), ["[{\"a\":1},{\"a\":2}]"]);
        assert_eq!(values("{\n \"a\": 1\n}\n\n[2]"), ["[{\n \"a\": 1\n},[2]]"]);
        for text in ["{\"a\":1} {\"a\":2}", "1\n2"] {
            assert_eq!(values(text), [""; 0], "{text}");
        }
    }

    #[test]
    fn anywhere() {
        assert_eq!(values("a\nb\nc\nd\n[1]"), ["[1]"]);
        assert_eq!(values("Users:\r\n[1,\r\n2]\r\nOrders:\r\n[3] \r\nand more"), ["[1,\r\n2]", "[3]"]);
        assert_eq!(values("<data-1>\n{\"a\":1}\n</data-1>"), ["{\"a\":1}"]);
        assert_eq!(values("[1\nis open\n[2]\n[\n[3]\n"), ["[2]", "[3]"]);
        for text in
            ["Found: [1,2]", "[1,2] were found", "a\n [1]", "a\n\t[1]\n", "a\n[\n[1]\n] found", "\u{feff}[1]"]
        {
            assert_eq!(values(text), [""; 0], "{text}");
        }
    }

    #[test]
    fn objects_on_adjacent_lines() {
        let (one, two) = ("{\"a\":1}", "{\n\"a\":2}");
        let both = format!("[{one},{two}]");
        assert_eq!(values(&format!("Two:\n{one}\n{two}\nand more")), [both.as_str()]);
        assert_eq!(values(&format!("{one}\r\n{two}\r\n7")), [both.as_str()]);
        for between in ["\n\n", " \n", "\n-\n", "\n```\n```\n"] {
            assert_eq!(values(&format!("Two:\n{one}{between}{two}")), [one, two]);
        }
        assert_eq!(values("Two:\n[1]\n[2]\n{}\n{}"), ["[1]", "[2]", "[{},{}]"]);
    }

    #[test]
    fn in_fences() {
        assert_eq!(values("```json\n[1]\n```"), ["[1]"]);
        assert_eq!(
            values("Here:\n\n~~~~ JSON x\n{\"a\":1}\n~~~~\nEnd\n```ndjson\n[1]\n[2]\n```\n[3]"),
            ["{\"a\":1}", "[[1],[2]]", "[3]"]
        );
        for text in [
            "```\n[1]\n```",
            "```js\n[1]\n```",
            "```json\n[1]",
            "```json\nnot JSON\n```",
            "````md\n```json\n[1]\n```\n````",
            "    ```json\n[1] x\n    ```",
        ] {
            assert_eq!(values(text), [""; 0], "{text}");
        }
    }

    /// The text with this TOON in place of all JSON.
    fn with(text: &str, toon: &str) -> Option<String> {
        let parts = parts(text, ALL)?.into_iter().map(|part| match part {
            Part::Plain(text) => Some(text.to_owned()),
            Part::Json(json) => json.toon(toon),
        });
        parts.collect()
    }

    #[test]
    fn where_toon_ends() {
        let list = |text: &str| with(text, "[1]: 1").unwrap();
        assert_eq!(list("[1]"), "[1]: 1");
        for after in ["", "\nb", " \r\n\r\nb", "\n- b", "\n[1]: 1"] {
            assert_eq!(list(&format!("a\n[1]{}", after.replace(": 1", ""))), format!("a\n[1]: 1{after}"));
        }
        for after in ["\n b", "\n\n\tb", "\r\n \r\n\u{a0}b"] {
            assert_eq!(list(&format!("a\n[1]{after}")), format!("a\n```toon\n[1]: 1\n```{after}"));
        }
        assert_eq!(list("a\n{}\nb"), "a\n```toon\n[1]: 1\n```\nb");
        assert_eq!(list("```json\n{}\n```"), "```toon\n[1]: 1\n```");
        assert_eq!(with("a\n[]\n", "_form: 1").unwrap(), "a\n```toon\n_form: 1\n```\n");
        assert_eq!(with("```json\n{}\n```", "[1]{a}:\n  ```"), None);
    }

    /// Quadratic time would be 64 times as much for eight times as much text.
    #[test]
    fn linear_time() {
        let time = |piece: &str, size: usize| {
            let text = "a\n".to_owned() + &piece.repeat(size / piece.len());
            let started = Instant::now();
            let _ = parts(&text, ALL);
            started.elapsed()
        };
        for piece in [
            "[\n",
            "[1\n",
            "[1,\n",
            "{\"a\":\n",
            "[\"\n",
            "[\"\\\n",
            "[\"a\",",
            "[]\n",
            "{}\n",
            "[]\n\n",
            "[] ",
            "[\n]\n",
            "[\n[]\n",
            "[\n[],\n[]",
            "```\n",
            "```json\n[]\n```\n",
            "```json\n[\n```\n",
        ] {
            let small = time(piece, 20_000).max(Duration::from_millis(5));
            let large = time(piece, 160_000);
            assert!(large < small * 24, "{piece:?}: {small:?}, {large:?}");
        }
    }

    #[test]
    fn strings() {
        assert_eq!(string(" \"a\\n[1]\" ").as_deref(), Some("a\n[1]"));
        assert_eq!(string("{ \"result\": \"[1]\" }").as_deref(), Some("[1]"));
        for text in [
            "7",
            "a",
            "[\"a\"]",
            "\"\\ud800\"",
            "\"a\" b",
            "{\"result\":[1]}",
            "{\"result\":\"a\",\"x\":1}",
            "{\"result\":\"a\",\"result\":\"b\"}",
            "{\"results\":\"a\"}",
            "{}",
        ] {
            assert_eq!(string(text), None, "{text}");
        }
    }
}
