//! Changes to a tree of values, which itself stays as it was read.

use super::value::MeantValue;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use toon::__internal::Events;
use toon::__internal::words;
use toon::{__internal, Result, Serializer};

/// What a tree is written with. Values are identified by their addresses, since the tree does not
/// change.
#[derive(Default)]
pub(super) struct Edits {
    /// Values that are replaced.
    values: BTreeMap<Id, Replacement>,
    /// The new keys of entries, by the values of the entries.
    keys: BTreeMap<Id, &'static str>,
    /// The indexes of the elements that are left out of arrays, in ascending order.
    removed: BTreeMap<Id, Vec<usize>>,
    /// An array of which only the first elements are written.
    truncated: Option<(Id, usize)>,
}

/// Identifies a value of a tree.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Id(usize);

impl Id {
    pub(super) fn of(value: &MeantValue<'_>) -> Self {
        Id(core::ptr::from_ref(value) as usize)
    }
}

/// What is written instead of a value.
#[derive(Clone, Copy)]
pub(super) enum Replacement {
    Null,
    String(&'static str),
}

impl Edits {
    pub(super) fn replace(&mut self, value: Id, by: Replacement) {
        self.values.insert(value, by);
    }

    /// Undoes a replacement.
    pub(super) fn restore(&mut self, value: Id) {
        self.values.remove(&value);
    }

    pub(super) fn replacement(&self, value: Id) -> Option<Replacement> {
        self.values.get(&value).copied()
    }

    pub(super) fn rename(&mut self, value: Id, key: &'static str) {
        self.keys.insert(value, key);
    }

    pub(super) fn new_key(&self, value: Id) -> Option<&'static str> {
        self.keys.get(&value).copied()
    }

    /// Leaves an element out of the array `list`.
    pub(super) fn remove(&mut self, list: Id, index: usize) {
        let removed = self.removed.entry(list).or_default();
        if let Err(at) = removed.binary_search(&index) {
            removed.insert(at, index);
        }
    }

    /// Leaves out all elements of the array `list` from `len` on, or no longer does so.
    pub(super) fn truncate(&mut self, list: Option<(Id, usize)>) {
        self.truncated = list;
    }

    /// The index in the tree of an element that is written as the element `index` of `list`.
    pub(super) fn original_index(&self, list: Id, index: usize) -> usize {
        let removed = self.removed.get(&list).map_or(&[][..], Vec::as_slice);
        removed.iter().fold(index, |index, &removed| index + usize::from(removed <= index))
    }

    /// Writes a tree for a reader with [`coerce`](toon::DecodeOptions::coerce), to which spelling
    /// matters: numbers as spelled, and words for `null` in quotes if they were quoted.
    pub(super) fn write(&self, value: &MeantValue<'_>, out: &mut Serializer<'_>) -> Result<()> {
        match self.replacement(Id::of(value)) {
            Some(Replacement::Null) => return Events::word(out, "null"),
            Some(Replacement::String(string)) => return Events::string(out, string),
            None => {}
        }
        match value {
            MeantValue::Number(number) => __internal::write_token(out, number),
            MeantValue::String(word) if words::is_null(word.as_bytes()) => {
                __internal::write_token(out, &alloc::format!("\"{word}\""))
            }
            MeantValue::Array(elements) => {
                Events::begin_array(out)?;
                let list = Id::of(value);
                let len = self.truncated.filter(|(id, _)| *id == list).map_or(elements.len(), |(_, len)| len);
                let removed = self.removed.get(&list).map_or(&[][..], Vec::as_slice);
                for (index, element) in elements.iter().enumerate().take(len) {
                    if !removed.contains(&index) {
                        self.write(element, out)?;
                    }
                }
                Events::end_array(out)
            }
            MeantValue::Object(entries) => {
                Events::begin_object(out)?;
                for (key, value) in entries {
                    Events::key(out, self.new_key(Id::of(value)).unwrap_or(key))?;
                    self.write(value, out)?;
                }
                Events::end_object(out)
            }
            scalar => scalar.send(out),
        }
    }
}
