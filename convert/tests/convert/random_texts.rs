//! Random texts with JSON in between: what is converted reads back as the same value, and
//! everything else stays byte for byte.

use super::properties::{lists, ragged_lists, values};
use super::{all, convert};
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value, json};
use toon_convert::{Form, Measure};
use toon_testing::effort;

/// A part of a text.
#[derive(Clone, Debug)]
enum Piece {
    Plain(String),
    /// One value, with these spaces.
    Json(Value, Style),
    /// Objects on adjacent lines, with this line break.
    Objects(Vec<Value>, &'static str),
    /// JSON in a fence with these marks.
    Fence(&'static str, Value),
    /// JSON with half a surrogate pair, which neither TOON nor a value can contain.
    HalfCharacter,
}

#[derive(Clone, Copy, Debug)]
enum Style {
    Compact,
    Pretty,
    WithLineFeeds,
}

const HALF_CHARACTER: [&str; 2] = [r#"[{ "a": "\ud800" }]"#, r#"[{"a":"\ud800"}]"#];

impl Piece {
    fn text(&self) -> String {
        match self {
            Piece::Plain(text) => text.clone(),
            Piece::Json(value, Style::Compact) => value.to_string(),
            Piece::Json(value, Style::Pretty) => serde_json::to_string_pretty(value).unwrap(),
            // Nothing is indented.
            Piece::Json(value, Style::WithLineFeeds) => {
                let pretty = serde_json::to_string_pretty(value).unwrap();
                pretty.lines().map(str::trim_start).collect::<Vec<_>>().join("\r\n")
            }
            Piece::Objects(objects, line_break) => {
                objects.iter().map(Value::to_string).collect::<Vec<_>>().join(line_break)
            }
            Piece::Fence(marks, value) => format!("{marks}json title\n{value:#}\n{marks}"),
            Piece::HalfCharacter => HALF_CHARACTER[0].to_owned(),
        }
    }

    /// What may come after this piece in a converted text.
    fn rests<'a>(&self, after: &'a str) -> Vec<&'a str> {
        let original = after.strip_prefix(&self.text());
        let mut rests = Vec::from_iter(original);
        match self {
            Piece::Plain(_) => {}
            Piece::HalfCharacter => rests.extend(after.strip_prefix(HALF_CHARACTER[1])),
            Piece::Json(value, _) => {
                rests.extend(rest_of_json(after, value));
                rests.extend(rest_of_toon(after, value));
            }
            Piece::Objects(objects, line_break) => {
                let lines = objects.iter().enumerate().try_fold(after, |rest, (place, object)| {
                    let line = if place > 0 { rest.strip_prefix(line_break)? } else { rest };
                    rest_of_json(line, object)
                });
                rests.extend(lines);
                rests.extend(rest_of_toon(after, &json!(objects)));
            }
            Piece::Fence(marks, value) => {
                let content = after.strip_prefix(&format!("{marks}json title\n"));
                let json = content.and_then(|content| {
                    rest_of_json(content, value)?.strip_prefix('\n')?.strip_prefix(marks)
                });
                rests.extend(json);
                let content = after.strip_prefix(&format!("{marks}toon title\n"));
                rests.extend(content.and_then(|content| rest_of_fence(content, marks, value)));
            }
        }
        rests
    }
}

/// What comes after the value, in JSON.
fn rest_of_json<'a>(after: &'a str, value: &Value) -> Option<&'a str> {
    let mut json = serde_json::Deserializer::from_str(after).into_iter::<Value>();
    (json.next()?.ok()? == *value).then(|| &after[json.byte_offset()..])
}

/// What comes after the value, in TOON: in a fence, or as a list to which all indented lines
/// belong.
fn rest_of_toon<'a>(after: &'a str, value: &Value) -> Option<&'a str> {
    let marks = &after[..after.len() - after.trim_start_matches('`').len()];
    if let Some(content) = after[marks.len()..].strip_prefix("toon\n").filter(|_| marks.len() >= 3) {
        return rest_of_fence(content, marks, value);
    }
    let (mut start, mut end) = (0, 0);
    for line in after.split_inclusive('\n') {
        let content = line.trim_end_matches([' ', '\t', '\r', '\n']);
        let is_part = if start == 0 { line.starts_with('[') } else { line.starts_with(char::is_whitespace) };
        if !content.is_empty() && !is_part {
            break;
        }
        if !content.is_empty() {
            end = start + content.len();
        }
        start += line.len();
    }
    (read(&after[..end])? == *value).then(|| &after[end..])
}

/// What comes after the line that closes the fence around the value.
fn rest_of_fence<'a>(content: &'a str, marks: &str, value: &Value) -> Option<&'a str> {
    let mut start = 0;
    for line in content.split_inclusive('\n') {
        if line.trim_start().starts_with(marks) {
            let toon = content[..start].strip_suffix('\n')?;
            return (read(toon)? == *value).then(|| &content[start + marks.len()..]);
        }
        start += line.len();
    }
    None
}

fn read(toon: &str) -> Option<Value> {
    if toon_normal::is_marked(toon) { toon_normal::from_str(toon).ok() } else { toon::from_str(toon).ok() }
}

/// Whether `after` consists of these pieces.
fn consists_of(after: &str, pieces: &[Piece]) -> bool {
    match pieces.split_first() {
        None => after.is_empty(),
        Some((piece, others)) => piece.rests(after).into_iter().any(|rest| consists_of(rest, others)),
    }
}

/// Lines that are not JSON, and do not become JSON together with others.
#[rustfmt::skip]
const LINES: &[&str] = &[
    "", "Users:", "### Result", "<untrusted-data-7>", "</untrusted-data-7>", "Status: 200", "id: 5", "- one", "  and more",
    "\tand more", "  1,2", "    ", "\u{feff}", "\u{feff}[1, 2]", "[INFO] started", "[1] first", "[", "{", "[1, 2", "{\"a\": ",
    "[\"open", "[1,]", "{'a': 1}", "Found: [1, 2]", " [1, 2]", "\u{a0}x", "```js\nf([1, 2])\n[ 1 ]\n```", "~~~\n[ 1 ]\n~~~", "[2]{a,b}:",
    "_form: 1 list", "\"[ 1 ]\"", "7",
];

fn plain() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => select(LINES).prop_map(str::to_owned),
        1 => toon_testing::text().prop_map(|text| format!("x{}", text.replace('\n', "\nx"))),
    ]
}

fn json_values() -> impl Strategy<Value = Value> {
    prop_oneof![
        3 => lists(),
        1 => ragged_lists(),
        2 => values().prop_filter("objects and lists only", |value| value.is_object() || value.is_array()),
    ]
}

fn objects() -> impl Strategy<Value = Vec<Value>> {
    let list = prop_oneof![2 => lists(), 1 => ragged_lists()];
    list.prop_map(|list| list.as_array().unwrap().clone())
}

fn piece() -> impl Strategy<Value = Piece> {
    let style = select(&[Style::Compact, Style::Pretty, Style::WithLineFeeds][..]);
    prop_oneof![
        6 => plain().prop_map(Piece::Plain),
        6 => (json_values(), style).prop_map(|(value, style)| Piece::Json(value, style)),
        2 => (objects(), select(&["\n", "\r\n"][..])).prop_map(|(list, end)| Piece::Objects(list, end)),
        1 => (select(&["```", "~~~~"][..]), json_values()).prop_map(|(marks, value)| Piece::Fence(marks, value)),
        1 => Just(Piece::HalfCharacter),
    ]
}

/// Pieces on lines of their own, after one that is not JSON.
fn texts() -> impl Strategy<Value = Vec<Piece>> {
    let end = select(&["\n", "\r\n", "\n\n", " \t\n", " \r\n", "\n.\n"][..]);
    (prop::collection::vec((piece(), end), 1..7), any::<bool>()).prop_map(|(lines, is_ended)| {
        let mut pieces = vec![Piece::Plain("Text\n".to_owned())];
        let mut was_object = false;
        for (piece, end) in lines {
            let is_object = matches!(&piece, Piece::Objects(..) | Piece::Json(Value::Object(_), _));
            // Otherwise these would be one list.
            if is_object && was_object {
                pieces.push(Piece::Plain("and\n".to_owned()));
            }
            was_object = is_object;
            pieces.extend([piece, Piece::Plain(end.to_owned())]);
        }
        if !is_ended {
            pieces.pop();
        }
        pieces
    })
}

/// Strings around a text.
#[derive(Clone, Copy, Debug)]
enum Around {
    Nothing,
    Quotes,
    Result,
    Both,
    Three,
    HalfCharacter,
}

impl Around {
    fn text(self, text: &str) -> String {
        let quoted = |text: &str| Value::from(text).to_string();
        let wrapped = |text: &str| json!({"result": text}).to_string();
        match self {
            Around::Nothing => text.to_owned(),
            Around::Quotes => quoted(text),
            Around::Result => wrapped(text),
            Around::Both => wrapped(&quoted(text)),
            Around::Three => quoted(&wrapped(&quoted(text))),
            Around::HalfCharacter => wrapped(text).replace("Text", "\\ud800"),
        }
    }

    fn is_opened(self) -> bool {
        !matches!(self, Around::Three | Around::HalfCharacter)
    }
}

proptest! {
    #![proptest_config(effort::cases(8_000))]

    #[test]
    fn values_come_back_and_the_rest_stays(
        pieces in texts(),
        around in select(&[Around::Nothing, Around::Nothing, Around::Nothing, Around::Quotes, Around::Result, Around::Both, Around::Three, Around::HalfCharacter][..]),
        form in select(&[Form::Toon, Form::Auto, Form::Legible, Form::Dense][..]),
        measure in select(&[Measure::Bytes, Measure::Tokens][..]),
    ) {
        let text = around.text(&pieces.iter().map(Piece::text).collect::<String>());
        let result = json!({"content": [{"type": "text", "text": text}]}).to_string();
        if let Some(after) = convert(all().form(form).measure(measure), &result) {
            let after = after["content"][0]["text"].as_str().unwrap();
            prop_assert!(around.is_opened(), "{after}");
            prop_assert!(consists_of(after, &pieces), "{text}\n=>\n{after}");
        }
    }
}
