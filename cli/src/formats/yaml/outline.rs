//! The events of a YAML text. Finds what its values no longer show.

use super::super::fault::Fault;
use super::advice;
use crate::args::Tags;
use serde_saphyr::granit_parser::{Event, Parser, ScalarStyle, Span, Tag};

/// What the events of a text show.
#[derive(Default)]
pub(super) struct Outline {
    /// Whether each document is null.
    pub(super) documents: Vec<bool>,
    /// The number of scalars, sequences and mappings, without those that aliases repeat.
    pub(super) nodes: usize,
}

/// An open sequence or mapping.
enum Scope {
    Sequence,
    /// Whether its next node is a key.
    Mapping {
        is_key: bool,
    },
}

impl Outline {
    /// Fails if the text is not YAML, or contains a tag or a number that would be lost.
    pub(super) fn of(text: &str, tags: Tags) -> Result<Self, Fault> {
        let mut outline = Outline::default();
        let mut scopes: Vec<Scope> = Vec::new();
        // Whether the current document consists of nothing.
        let mut is_empty = false;
        for event in Parser::new_from_str(text) {
            let (event, span) = event.map_err(|error| advice::of_syntax(&error, text))?;
            let is_key = match scopes.last_mut() {
                Some(Scope::Mapping { is_key }) if event.is_node() => std::mem::replace(is_key, !*is_key),
                _ => false,
            };
            if event.is_node() && !event.is_alias() {
                outline.nodes += 1;
            }
            if let Some(tag) = event.tag().filter(|_| tags == Tags::Error) {
                check_tag(tag, &event, is_key, &span, text)?;
            }
            match &event {
                Event::Scalar(value, style, anchor, tag) => {
                    let is_plain = *style == ScalarStyle::Plain;
                    if scopes.is_empty() {
                        is_empty = span.slice(text) == Some("") && tag.is_none() && *anchor == 0;
                        outline.documents.push(is_null(value, is_plain, tag.as_deref()));
                    } else if is_plain && !is_key && tag.is_none() && is_long_integer(value) {
                        return Err(advice::of_long_integer(place(&span), value));
                    }
                }
                Event::SequenceStart(..) | Event::MappingStart(..) => {
                    if scopes.is_empty() {
                        is_empty = false;
                        outline.documents.push(false);
                    }
                    scopes.push(match event {
                        Event::SequenceStart(..) => Scope::Sequence,
                        _ => Scope::Mapping { is_key: true },
                    });
                }
                Event::SequenceEnd | Event::MappingEnd => {
                    scopes.pop();
                }
                _ => {}
            }
        }
        // `---` ends a document as often as it begins one.
        if is_empty {
            outline.documents.pop();
        }
        Ok(outline)
    }
}

/// The line and column at which a node begins, counted from 1.
pub(super) fn place(span: &Span) -> (u64, u64) {
    (span.start.line() as u64, span.start.col() as u64 + 1)
}

/// Whether the root of a document is null.
fn is_null(value: &str, is_plain: bool, tag: Option<&Tag>) -> bool {
    match tag {
        Some(tag) => tag.is_yaml_core_schema_tag("null"),
        None => is_plain && matches!(value, "" | "~" | "null" | "Null" | "NULL"),
    }
}

/// Whether a plain scalar is an integer that does not fit into 64 bits, so that it would be read as
/// a float or a string.
fn is_long_integer(value: &str) -> bool {
    let unsigned = value.strip_prefix(['-', '+']).unwrap_or(value);
    let is_negative = value.starts_with('-');
    let (digits, radix) = match unsigned.get(..2) {
        Some("0x" | "0X") => (unsigned.get(2..).unwrap_or_default(), 16),
        Some("0o" | "0O") => (unsigned.get(2..).unwrap_or_default(), 8),
        Some("0b" | "0B") => (unsigned.get(2..).unwrap_or_default(), 2),
        // With a leading zero, it is a string.
        _ => (unsigned, if unsigned.starts_with('0') { return false } else { 10 }),
    };
    // Most scalars are shorter.
    if digits.len() < 16 || !digits.chars().all(|digit| digit.is_digit(radix)) {
        return false;
    }
    match u64::from_str_radix(digits, radix) {
        Ok(number) => is_negative && number > i64::MIN.unsigned_abs(),
        Err(_) => true,
    }
}

/// Refuses a tag, unless it is one of YAML's own that JSON has a type for.
fn check_tag(tag: &Tag, event: &Event<'_>, is_key: bool, span: &Span, text: &str) -> Result<(), Fault> {
    let is_merge = || is_key && matches!(event, Event::Scalar(value, ..) if value == "<<");
    // `!` alone makes a string of a scalar.
    let is_known = tag.is_yaml_core_schema()
        || tag.handle().is_empty() && tag.suffix() == "!"
        || tag.suffix_in_namespace("tag:yaml.org,2002:").is_some_and(|name| name == "merge") && is_merge();
    if is_known {
        return Ok(());
    }
    let written = span.tag_span();
    let name = written.and_then(|span| span.slice(text)).map_or_else(|| tag.original(), str::to_owned);
    Err(advice::of_tag(place(written.as_ref().unwrap_or(span)), &name))
}
