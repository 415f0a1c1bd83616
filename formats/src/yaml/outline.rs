//! The events of a YAML text. Finds what its values no longer show.

use super::super::fault::Fault;
use super::advice;
use super::limits::{REPEATED_BYTES, REPEATED_NODES};
use crate::lossy::Tags;
use serde_saphyr::granit_parser::{Event, Parser, ScalarStyle, Span, Tag};
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::ops::{AddAssign, Sub};

/// What the events of a text show.
#[derive(Default)]
pub(super) struct Outline<'t> {
    /// Whether each document is null.
    pub(super) documents: Vec<bool>,
    /// The number of scalars, sequences and mappings, without those that aliases repeat.
    pub(super) nodes: usize,
    /// Whether the current document consists of nothing.
    is_empty: bool,
    scopes: Vec<Scope<'t>>,
    anchors: HashMap<usize, Anchor<'t>>,
    /// The size of everything so far, with what aliases repeat, and of that alone.
    all: Weight,
    repeated: Weight,
}

/// An open sequence or mapping.
struct Scope<'t> {
    kind: ScopeKind<'t>,
    anchor: usize,
    /// The size of everything before it.
    before: Weight,
}

enum ScopeKind<'t> {
    Sequence,
    Mapping {
        /// Whether the next node is a key.
        is_key: bool,
        /// The keys so far, except `<<`.
        keys: HashSet<Cow<'t, str>>,
    },
}

/// What an alias repeats.
struct Anchor<'t> {
    weight: Weight,
    /// The text of a scalar.
    text: Option<Cow<'t, str>>,
}

/// The size of a value.
#[derive(Clone, Copy, Default)]
struct Weight {
    nodes: usize,
    bytes: usize,
}

impl AddAssign for Weight {
    fn add_assign(&mut self, more: Self) {
        self.nodes = self.nodes.saturating_add(more.nodes);
        self.bytes = self.bytes.saturating_add(more.bytes);
    }
}

impl Sub for Weight {
    type Output = Self;

    fn sub(self, less: Self) -> Self {
        Weight { nodes: self.nodes.saturating_sub(less.nodes), bytes: self.bytes.saturating_sub(less.bytes) }
    }
}

impl<'t> Outline<'t> {
    /// Fails if the text is not YAML, or contains something that would be lost: a tag, digits of a
    /// number, or an entry whose key another one has.
    pub(super) fn of(text: &'t str, tags: Tags) -> Result<Self, Fault> {
        let mut outline = Outline::default();
        for event in Parser::new_from_str(text) {
            let (event, span) = event.map_err(|error| advice::of_syntax(&error, text))?;
            let is_key = outline.is_key(&event);
            if let Some(tag) = event.tag().filter(|_| tags == Tags::Error) {
                check_tag(tag, &event, is_key, &span, text)?;
            }
            outline.add(event, is_key, &span, text)?;
        }
        // `---` ends a document as often as it begins one.
        if outline.is_empty {
            outline.documents.pop();
        }
        Ok(outline)
    }

    /// Whether the event is a key.
    fn is_key(&mut self, event: &Event<'_>) -> bool {
        match self.scopes.last_mut().map(|scope| &mut scope.kind) {
            Some(ScopeKind::Mapping { is_key, .. }) if event.is_node() => std::mem::replace(is_key, !*is_key),
            _ => false,
        }
    }

    fn add(&mut self, event: Event<'t>, is_key: bool, span: &Span, text: &str) -> Result<(), Fault> {
        match event {
            Event::Scalar(value, style, anchor, tag) => {
                let (is_plain, tag) = (style == ScalarStyle::Plain, tag.as_deref());
                check_scalar(&value, is_plain, is_key, tag, span)?;
                if self.scopes.is_empty() {
                    self.is_empty = span.slice(text) == Some("") && tag.is_none() && anchor == 0;
                    self.documents.push(is_null(&value, is_plain, tag));
                }
                if is_key && !(is_plain && value == "<<") {
                    self.add_key(value.clone(), span)?;
                }
                let weight = Weight { nodes: 1, bytes: value.len() };
                self.nodes += 1;
                self.all += weight;
                if anchor > 0 {
                    self.anchors.insert(anchor, Anchor { weight, text: Some(value) });
                }
            }
            Event::SequenceStart(_, anchor, _) => self.open(ScopeKind::Sequence, anchor),
            Event::MappingStart(_, anchor, _) => {
                self.open(ScopeKind::Mapping { is_key: true, keys: HashSet::new() }, anchor);
            }
            Event::SequenceEnd | Event::MappingEnd => {
                if let Some(Scope { anchor: anchor @ 1.., before, .. }) = self.scopes.pop() {
                    self.anchors.insert(anchor, Anchor { weight: self.all - before, text: None });
                }
            }
            Event::Alias(anchor) => self.repeat(anchor, is_key, span)?,
            _ => {}
        }
        Ok(())
    }

    fn open(&mut self, kind: ScopeKind<'t>, anchor: usize) {
        if self.scopes.is_empty() {
            self.is_empty = false;
            self.documents.push(false);
        }
        self.scopes.push(Scope { kind, anchor, before: self.all });
        self.nodes += 1;
        self.all += Weight { nodes: 1, bytes: 0 };
    }

    /// Adds a key of the innermost mapping. Since all keys become strings, `1` is the same as `"1"`.
    fn add_key(&mut self, key: Cow<'t, str>, span: &Span) -> Result<(), Fault> {
        let Some(ScopeKind::Mapping { keys, .. }) = self.scopes.last_mut().map(|scope| &mut scope.kind)
        else {
            return Ok(());
        };
        if keys.contains(&key) {
            return Err(advice::of_duplicate(place(span), &key));
        }
        keys.insert(key);
        Ok(())
    }

    /// Adds what an alias repeats. There is none within its own anchor.
    fn repeat(&mut self, anchor: usize, is_key: bool, span: &Span) -> Result<(), Fault> {
        let Some(Anchor { weight, text }) = self.anchors.get(&anchor) else { return Ok(()) };
        self.all += *weight;
        self.repeated += *weight;
        if self.repeated.nodes > REPEATED_NODES || self.repeated.bytes > REPEATED_BYTES {
            return Err(advice::of_expansion(place(span)));
        }
        match text.clone().filter(|_| is_key) {
            Some(key) => self.add_key(key, span),
            None => Ok(()),
        }
    }
}

/// Refuses a scalar that does not fit its tag, or a number that would lose digits.
fn check_scalar(
    value: &str,
    is_plain: bool,
    is_key: bool,
    tag: Option<&Tag>,
    span: &Span,
) -> Result<(), Fault> {
    let is_tagged = |name| tag.is_some_and(|tag| tag.is_yaml_core_schema_tag(name));
    if is_tagged("null") && !is_null_word(value) {
        return Err(advice::of_wrong_tag(place(span)));
    }
    if is_key || !is_long_integer(value) {
        return Ok(());
    }
    match tag {
        None if is_plain => Err(advice::of_long_integer(place(span), value)),
        _ if is_tagged("int") => Err(advice::of_long_tagged_integer(place(span), value)),
        _ => Ok(()),
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
        None => is_plain && is_null_word(value),
    }
}

fn is_null_word(value: &str) -> bool {
    matches!(value, "" | "~" | "null" | "Null" | "NULL")
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
