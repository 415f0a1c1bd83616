//! Finds a value's position in the text by its path.

use super::edits::{Edits, Id};
use super::value::{MeantValue, offset_in};
use alloc::string::String;
use alloc::vec::Vec;
use toon::__internal::Segment;

/// A value in a tree, and the way to it.
pub(super) struct Place<'v> {
    pub(super) value: &'v MeantValue<'v>,
    /// The values around it, from the root inwards.
    pub(super) around: Vec<&'v MeantValue<'v>>,
    /// The key or index of each value in the one around it.
    pub(super) steps: Vec<Step<'v>>,
    /// The part of the path that leads to no value of the tree.
    pub(super) rest: String,
    /// The offset in the text.
    pub(super) at: usize,
}

#[derive(Clone, Copy)]
pub(super) enum Step<'v> {
    Key(&'v str),
    Index(usize),
}

impl<'v> Place<'v> {
    /// Follows `path` in the tree `root`, as it is written with `edits`. The offset is that in
    /// `text`, which `root` borrows from. A string with escapes is not borrowed; its offset is that
    /// of its key, or of the first scalar in a value around it.
    pub(super) fn find(root: &'v MeantValue<'v>, mut path: &str, edits: &Edits, text: &str) -> Self {
        let mut place = Place {
            value: root,
            around: Vec::new(),
            steps: Vec::new(),
            rest: String::new(),
            at: root.start(text).unwrap_or_default(),
        };
        while let Some((step, value, rest)) = place.value.child(path, edits) {
            place.at = start_in(text, step, value).unwrap_or(place.at);
            place.around.push(place.value);
            place.steps.push(step);
            (place.value, path) = (value, rest);
        }
        place.rest = path.into();
        place
    }

    /// The path in the tree as it was read, below the entry `prefix` if there is one.
    pub(super) fn path(&self, prefix: Option<&str>) -> String {
        let mut path = String::new();
        let mut append = |segment: &str| {
            if !path.is_empty() && !segment.starts_with('[') {
                path.push('.');
            }
            path.push_str(segment);
        };
        for step in prefix.map(Step::Key).iter().chain(&self.steps) {
            append(&match *step {
                Step::Key(key) => Segment::Key(key).text(),
                Step::Index(index) => Segment::Index(index as u64).text(),
            });
        }
        if !self.rest.is_empty() {
            append(&self.rest);
        }
        path
    }
}

/// The offset of `value`, or of its key.
pub(super) fn start_in(text: &str, step: Step<'_>, value: &MeantValue<'_>) -> Option<usize> {
    value.start(text).or_else(|| match step {
        Step::Key(key) => {
            Some(key).filter(|key| !is_field_name(text, key)).and_then(|key| offset_in(text, key))
        }
        Step::Index(_) => None,
    })
}

impl<'t> MeantValue<'t> {
    /// Follows the first segment of `path`. Returns the step, the value and the rest of the path.
    fn child<'v, 'p>(
        &'v self,
        path: &'p str,
        edits: &Edits,
    ) -> Option<(Step<'v>, &'v MeantValue<'t>, &'p str)> {
        let after = |segment: &str| {
            let rest = path.strip_prefix(segment)?;
            let next = rest.strip_prefix('.').or_else(|| Some(rest).filter(|rest| rest.starts_with('[')));
            next.or_else(|| Some(rest).filter(|rest| rest.is_empty()))
        };
        match self {
            MeantValue::Array(elements) => {
                let (index, _) = path.strip_prefix('[')?.split_once(']')?;
                let index: usize = index.parse().ok()?;
                let rest = after(&Segment::Index(index as u64).text())?;
                let index = edits.original_index(Id::of(self), index);
                Some((Step::Index(index), elements.get(index)?, rest))
            }
            MeantValue::Object(entries) if !path.is_empty() => entries.iter().find_map(|(key, value)| {
                let written = edits.new_key(Id::of(value)).unwrap_or(key);
                let rest = after(&Segment::Key(written).text())?;
                Some((Step::Key(key), value, rest))
            }),
            _ => None,
        }
    }

    /// The offset of the first scalar.
    pub(super) fn start(&self, text: &str) -> Option<usize> {
        match self {
            MeantValue::Word(token) | MeantValue::Text(token) => offset_in(text, token),
            MeantValue::Number(token) => offset_in(text, token),
            MeantValue::String(string) => {
                let at = offset_in(text, string)?;
                Some(if text[..at].ends_with('"') { at - 1 } else { at })
            }
            MeantValue::Array(elements) => elements.iter().find_map(|element| element.start(text)),
            MeantValue::Object(entries) => entries.iter().find_map(|(_, value)| value.start(text)),
        }
    }
}

/// Whether `key` is borrowed from the field list of a header, which may be far from its values.
fn is_field_name(text: &str, key: &str) -> bool {
    offset_in(text, key).is_some_and(|at| {
        let after = &text[at + key.len()..];
        after.strip_prefix('"').unwrap_or(after).starts_with([',', '|', '\t', '{', '}'])
    })
}

/// The column of `offset` in `text`, where byte-order marks do not count.
pub(super) fn column(text: &str, offset: usize) -> usize {
    let before = &text[..offset];
    let begin = before.rfind('\n').map_or(0, |end| end + 1);
    1 + before[begin..].chars().filter(|&c| c != '\u{feff}').count()
}
