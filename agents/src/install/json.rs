//! Edits of JSON with comments, as text: whatever is not changed stays as it is.

use super::error::Invalid;
use jsonc_parser::ast::{Array, Object, ObjectProp, Value};
use jsonc_parser::common::{Range, Ranged};
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};
use std::fmt::Write;

/// What hosts read: JSON, with comments and commas at the end of lists for some of them.
const SYNTAX: ParseOptions = ParseOptions {
    allow_comments: true,
    allow_loose_object_property_names: false,
    allow_trailing_commas: true,
    allow_missing_commas: false,
    allow_single_quoted_strings: false,
    allow_hexadecimal_numbers: false,
    allow_unary_plus_numbers: false,
    allow_bare_decimal_point_numbers: false,
    allow_non_finite_numbers: false,
    allow_extended_string_escapes: false,
};

/// A value to write.
#[derive(Clone, Debug)]
pub(super) enum New {
    Number(u32),
    Text(String),
    List(Vec<New>),
    Object(Vec<(&'static str, New)>),
}

impl From<&str> for New {
    fn from(text: &str) -> Self {
        New::Text(text.to_owned())
    }
}

/// A parsed text.
pub(super) struct Json<'t> {
    text: &'t str,
    value: Option<Value<'t>>,
}

impl<'t> Json<'t> {
    /// Parses a text. One without a value stands for an empty object.
    pub(super) fn parse(text: &'t str) -> Result<Self, Invalid> {
        let parsed = parse_to_ast(text, &CollectOptions::default(), &SYNTAX).map_err(|error| {
            let message = error.kind().to_string();
            let mut letters = message.chars();
            let first = letters.next().map(|letter| letter.to_ascii_lowercase());
            let message: String = first.into_iter().chain(letters).collect();
            Invalid::new(text, error.range().start, message)
        })?;
        Ok(Json { text, value: parsed.value })
    }

    /// The object that is the whole text, or `None` if that has no value.
    pub(super) fn root(&self) -> Result<Option<&Object<'t>>, Invalid> {
        match &self.value {
            None => Ok(None),
            Some(Value::Object(object)) => Ok(Some(object)),
            Some(other) => Err(self.unlike(other, "the settings", "an object")),
        }
    }

    /// The value that is the whole text.
    pub(super) const fn value(&self) -> Option<&Value<'t>> {
        self.value.as_ref()
    }

    fn unlike(&self, value: &Value<'_>, name: &str, expected: &str) -> Invalid {
        let found = match value {
            Value::StringLit(_) => "a string",
            Value::NumberLit(_) => "a number",
            Value::BooleanLit(_) => "a boolean",
            Value::Object(_) => "an object",
            Value::Array(_) => "a list",
            Value::NullKeyword(_) => "null",
        };
        Invalid::new(self.text, value.start(), format!("expected {name} to be {expected}, found {found}"))
    }

    /// The property of an object. A duplicate is an error, since hosts need not agree which one counts.
    pub(super) fn get<'j>(
        &self,
        object: &'j Object<'t>,
        key: &str,
    ) -> Result<Option<&'j ObjectProp<'t>>, Invalid> {
        let mut found = object.properties.iter().filter(|property| property.name.as_str() == key);
        let (first, second) = (found.next(), found.next());
        match second {
            Some(duplicate) => {
                Err(Invalid::new(self.text, duplicate.start(), format!("duplicate key \"{key}\"")))
            }
            None => Ok(first),
        }
    }

    pub(super) fn object<'j>(
        &self,
        object: &'j Object<'t>,
        key: &str,
    ) -> Result<Option<&'j Object<'t>>, Invalid> {
        match self.get(object, key)?.map(|property| &property.value) {
            None => Ok(None),
            Some(Value::Object(object)) => Ok(Some(object)),
            Some(other) => Err(self.unlike(other, &format!("\"{key}\""), "an object")),
        }
    }

    pub(super) fn list<'j>(
        &self,
        object: &'j Object<'t>,
        key: &str,
    ) -> Result<Option<&'j Array<'t>>, Invalid> {
        match self.get(object, key)?.map(|property| &property.value) {
            None => Ok(None),
            Some(Value::Array(list)) => Ok(Some(list)),
            Some(other) => Err(self.unlike(other, &format!("\"{key}\""), "a list")),
        }
    }

    pub(super) fn text(&self, object: &Object<'t>, key: &str) -> Result<Option<String>, Invalid> {
        match self.get(object, key)?.map(|property| &property.value) {
            None => Ok(None),
            Some(Value::StringLit(text)) => Ok(Some(text.value.to_string())),
            Some(other) => Err(self.unlike(other, &format!("\"{key}\""), "a string")),
        }
    }

    /// The strings in a list.
    pub(super) fn texts(&self, list: &Array<'t>, name: &str) -> Result<Vec<String>, Invalid> {
        let text = |value: &Value<'_>| match value {
            Value::StringLit(text) => Ok(text.value.to_string()),
            other => Err(self.unlike(other, &format!("an element of \"{name}\""), "a string")),
        };
        list.elements.iter().map(text).collect()
    }

    /// The text with another value in the place of one.
    pub(super) fn replaced(&self, value: &impl Ranged, new: &New) -> String {
        let range = value.range();
        let indent = line_indent(self.text, range.start);
        splice(self.text, &[(range, self.written(new, indent, self.is_multiline()))])
    }

    /// The text with one more property at the end of an object. Without an object, it becomes the whole text.
    pub(super) fn with_property(&self, object: Option<&Object<'t>>, key: &str, new: &New) -> String {
        let entry =
            |indent: &str, multiline| format!("{}: {}", quoted(key), self.written(new, indent, multiline));
        if let Some(object) = object {
            let children: Vec<Range> = object.properties.iter().map(Ranged::range).collect();
            return self.with_child(object.range, &children, children.len(), false, entry);
        }
        let (newline, unit) = (self.newline(), self.unit());
        let object = format!("{{{newline}{unit}{}{newline}}}{newline}", entry(unit, true));
        // Comments may come before, the last one without the end of its line.
        let before = self.text.trim_end();
        let separator = if before.is_empty() { "" } else { newline };
        [before, separator, &object].concat()
    }

    /// The text with one more property before the one at an index.
    pub(super) fn with_property_at(&self, object: &Object<'t>, index: usize, key: &str, new: &New) -> String {
        let entry =
            |indent: &str, multiline| format!("{}: {}", quoted(key), self.written(new, indent, multiline));
        let children: Vec<Range> = object.properties.iter().map(Ranged::range).collect();
        self.with_child(object.range, &children, index, false, entry)
    }

    /// The text with one more element before the one at an index of a list.
    pub(super) fn with_element(&self, list: &Array<'t>, index: usize, new: &New) -> String {
        let children: Vec<Range> = list.elements.iter().map(Ranged::range).collect();
        self.with_child(list.range, &children, index, is_scalar(new), |indent, is_multiline| {
            self.written(new, indent, is_multiline)
        })
    }

    fn with_child(
        &self,
        container: Range,
        children: &[Range],
        index: usize,
        is_scalar: bool,
        written: impl Fn(&str, bool) -> String,
    ) -> String {
        let text = self.text;
        let newline = self.newline();
        let (start, end) = (container.start + 1, container.end - 1);
        if let Some(next) = children.get(index) {
            let is_on_own_line = text[start..next.start].contains('\n')
                && text[..next.start].trim_end_matches([' ', '\t']).ends_with('\n');
            let indent = line_indent(text, next.start);
            let separator = if is_on_own_line { format!(",{newline}{indent}") } else { ", ".to_owned() };
            let new = written(indent, is_on_own_line) + &separator;
            return splice(text, &[(Range::new(next.start, next.start), new)]);
        }
        let rest_start = children.last().map_or(start, |last| last.end);
        let rest = &text[rest_start..end];
        // After comments, but not after the line break before the bracket.
        let position = rest_start + rest.trim_end().len();
        let Some(last) = children.last() else {
            let base = line_indent(text, container.start);
            // A list in a text of one line stays there.
            let is_short = is_scalar || (!self.is_multiline() && self.has_properties());
            if is_short && !rest.contains('\n') && rest.trim().is_empty() {
                return splice(text, &[(Range::new(start, end), written("", false))]);
            }
            let indent = format!("{base}{}", self.unit());
            let closing =
                if text[position..end].contains('\n') { String::new() } else { format!("{newline}{base}") };
            let end = if closing.is_empty() { position } else { end };
            let new = format!("{newline}{indent}{}{closing}", written(&indent, true));
            return splice(text, &[(Range::new(position, end), new)]);
        };
        let comma = comma(text, rest_start, end);
        let is_multiline = text[start..children[0].start].contains('\n') || rest.contains('\n');
        let indent = line_indent(text, last.start);
        let separator = if is_multiline { format!("{newline}{indent}") } else { " ".to_owned() };
        let mut new = format!("{separator}{}", written(indent, is_multiline));
        if comma.is_some() {
            new.push(',');
            return splice(text, &[(Range::new(position, position), new)]);
        }
        splice(
            text,
            &[(Range::new(last.end, last.end), ",".to_owned()), (Range::new(position, position), new)],
        )
    }

    /// The text without a property.
    pub(super) fn without_property(&self, object: &Object<'t>, index: usize) -> String {
        let children: Vec<Range> = object.properties.iter().map(Ranged::range).collect();
        self.without(object.range, &children, index)
    }

    /// The text without an element.
    pub(super) fn without_element(&self, list: &Array<'t>, index: usize) -> String {
        let children: Vec<Range> = list.elements.iter().map(Ranged::range).collect();
        self.without(list.range, &children, index)
    }

    fn without(&self, container: Range, children: &[Range], index: usize) -> String {
        let text = self.text;
        let Some(child) = children.get(index).copied() else { return text.to_owned() };
        let end = container.end - 1;
        let next = children.get(index + 1).map_or(end, |next| next.start);
        let previous = index.checked_sub(1).and_then(|index| children.get(index));
        let following = comma(text, child.end, next);
        if previous.is_none() && following.is_some() && index + 1 < children.len() {
            // The first one: what comes before it stays, so that the next takes its place.
            let until = following.map_or(child.end, |comma| comma + 1);
            let blank = text[until..next].len() - text[until..next].trim_start().len();
            return splice(text, &[(Range::new(child.start, until + blank), String::new())]);
        }
        let mut removed = Vec::new();
        if following.is_none()
            && let Some(comma) = previous.and_then(|previous| comma(text, previous.end, child.start))
        {
            removed.push((Range::new(comma, comma + 1), String::new()));
        }
        let before = text[..child.start].trim_end().len();
        let start = removed.last().map_or(before, |(comma, _)| before.max(comma.end));
        removed.push((Range::new(start, child.end), String::new()));
        if let Some(comma) = following {
            removed.push((Range::new(comma, comma + 1), String::new()));
        }
        if children.len() == 1 && text[container.start + 1..child.start].trim().is_empty() {
            let after = following.map_or(child.end, |comma| comma + 1);
            if text[after..end].trim().is_empty() {
                return splice(text, &[(Range::new(container.start + 1, end), String::new())]);
            }
        }
        splice(text, &removed)
    }

    /// The value of one of its nodes.
    pub(super) fn source(&self, node: &impl Ranged) -> &'t str {
        &self.text[node.start()..node.end()]
    }

    fn has_properties(&self) -> bool {
        matches!(&self.value, Some(Value::Object(object)) if !object.properties.is_empty())
    }

    fn is_multiline(&self) -> bool {
        self.text.trim().contains('\n')
    }

    fn newline(&self) -> &'static str {
        newline(self.text)
    }

    /// The indentation of one level.
    fn unit(&self) -> &'t str {
        let first = match &self.value {
            Some(Value::Object(object)) => object.properties.first().map(Ranged::start),
            _ => None,
        };
        let indent = first.map_or("", |start| line_indent(self.text, start));
        if indent.is_empty() { "  " } else { indent }
    }

    fn written(&self, new: &New, indent: &str, is_multiline: bool) -> String {
        let lines = is_multiline.then(|| (self.newline(), self.unit()));
        let mut json = String::new();
        write(&mut json, new, lines, indent);
        json
    }
}

/// Writes a value as a text of its own.
pub(super) fn document(new: &New) -> String {
    let mut json = String::new();
    write(&mut json, new, Some(("\n", "  ")), "");
    json + "\n"
}

/// Objects of scalars stay on one line: there is one for each program.
fn write(json: &mut String, new: &New, lines: Option<(&str, &str)>, indent: &str) {
    let (open, close, entries): (_, _, Vec<(String, &New)>) = match new {
        New::Number(number) => {
            return json.push_str(&number.to_string());
        }
        New::Text(text) => return json.push_str(&quoted(text)),
        New::List(elements) => ('[', ']', elements.iter().map(|element| (String::new(), element)).collect()),
        New::Object(entries) => {
            let entry = |(key, value)| (format!("{}: ", quoted(key)), value);
            ('{', '}', entries.iter().map(|(key, value)| entry((key, value))).collect())
        }
    };
    let lines = lines.filter(|_| !entries.iter().all(|(_, value)| is_scalar(value)));
    json.push(open);
    let nested = lines.map(|(_, unit)| format!("{indent}{unit}")).unwrap_or_default();
    for (index, (key, value)) in entries.iter().enumerate() {
        match lines {
            Some((newline, _)) => _ = write!(json, "{}{newline}{nested}", if index > 0 { "," } else { "" }),
            None if index > 0 => json.push_str(", "),
            None if open == '{' => json.push(' '),
            None => {}
        }
        json.push_str(key);
        write(json, value, lines, &nested);
    }
    match lines {
        Some((newline, _)) => _ = write!(json, "{newline}{indent}"),
        None if open == '{' && !entries.is_empty() => json.push(' '),
        None => {}
    }
    json.push(close);
}

const fn is_scalar(new: &New) -> bool {
    matches!(new, New::Number(_) | New::Text(_))
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

pub(super) fn newline(text: &str) -> &'static str {
    match text.find('\n') {
        Some(end) if text[..end].ends_with('\r') => "\r\n",
        _ => "\n",
    }
}

/// The indentation of the line at a position.
fn line_indent(text: &str, position: usize) -> &str {
    let start = text[..position].rfind('\n').map_or(0, |end| end + 1);
    let line = &text[start..position];
    &line[..line.len() - line.trim_start_matches([' ', '\t']).len()]
}

/// The position of a comma between two values, outside of comments.
fn comma(text: &str, start: usize, end: usize) -> Option<usize> {
    let between = text.get(start..end)?;
    let mut position = 0;
    while let Some(rest) = between.get(position..) {
        if rest.starts_with("//") {
            position += rest.find('\n')?;
        } else if rest.starts_with("/*") {
            position += rest.find("*/")? + 2;
        } else if rest.starts_with(',') {
            return Some(start + position);
        } else {
            position += rest.chars().next()?.len_utf8();
        }
    }
    None
}

/// Replaces ranges, which are in order.
fn splice(text: &str, changes: &[(Range, String)]) -> String {
    let mut spliced = String::with_capacity(text.len() + 256);
    let mut end = 0;
    for (range, new) in changes {
        spliced.push_str(&text[end..range.start]);
        spliced.push_str(new);
        end = range.end;
    }
    spliced.push_str(&text[end..]);
    spliced
}
