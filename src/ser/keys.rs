//! Keys, and the same one twice in one object (§14.3): never write what cannot be read.
//!
//! Struct fields are known to differ. Keys of maps are kept as fingerprints while their object is
//! open; where two are equal at its end, the keys themselves are read from the text. Of many that
//! are sorted only the last is kept, so that a large sorted map takes no memory for its keys.

use super::layout::push_key;
use crate::text::{key, quote};
use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

/// A key as it arrives: a struct's field name is known for good, a map's key only while it is
/// looked at.
#[derive(Clone, Copy)]
pub(super) enum Key<'k> {
    /// It stands bare (§7.3), as nearly all of them do.
    Bare(&'static str),
    /// It does not.
    Quoted(&'static str),
    Text(&'k str),
}

impl<'k> Key<'k> {
    /// A struct's field or a variant's name.
    #[inline]
    pub(super) fn field(name: &'static str) -> Self {
        if key::is_bare(name) { Key::Bare(name) } else { Key::Quoted(name) }
    }

    pub(super) fn as_str(self) -> &'k str {
        match self {
            Key::Bare(name) | Key::Quoted(name) | Key::Text(name) => name,
        }
    }
}

/// A key that waits for its value.
#[derive(Default)]
pub(super) struct PendingKey {
    /// A struct's field, and whether it stands bare.
    name: Option<(&'static str, bool)>,
    /// A map's key, if it is no struct's.
    text: String,
}

/// The room for the text of a key, in bytes.
const MIN_KEY_CAPACITY: usize = 64;

impl PendingKey {
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "whether a constant name stands bare is a constant")]
    pub(super) fn set(&mut self, key: Key<'_>) {
        match key {
            Key::Bare(name) => self.name = Some((name, true)),
            Key::Quoted(name) => self.name = Some((name, false)),
            Key::Text(text) => self.set_text(text),
        }
    }

    fn set_text(&mut self, text: &str) {
        self.name = None;
        self.text.clear();
        if self.text.capacity() == 0 {
            // One allocation for most keys.
            self.text.reserve(MIN_KEY_CAPACITY);
        }
        self.text.push_str(text);
    }

    #[inline]
    pub(super) fn as_str(&self) -> &str {
        self.name.map_or(&self.text, |(name, _)| name)
    }

    /// Another one comes first, and this one later. `memory` is an empty text for the other.
    pub(super) fn postpone(&mut self, memory: String) -> PendingKey {
        core::mem::replace(self, PendingKey { name: None, text: memory })
    }

    /// Memory that it does not need any more.
    pub(super) fn into_memory(self) -> String {
        self.text
    }

    #[inline]
    pub(super) fn push_to(&self, out: &mut String) {
        match self.name {
            Some((name, true)) => out.push_str(name),
            Some((name, false)) => quote::push_quoted(out, name),
            None => push_key(out, &self.text),
        }
    }
}

/// How the keys of an object are checked.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum KeyCheck {
    /// Not at all: they are a struct's.
    None,
    /// Each is kept.
    All,
    /// As far as they have come, they are sorted: the last is kept.
    Last,
    /// Each is kept, and nothing of this changes, since the text that they stand in leaves.
    Streamed,
}

/// The keys of all open maps, the innermost last.
#[derive(Default)]
pub(super) struct Keys {
    fingerprints: Vec<u128>,
    sorted: Vec<Sorted>,
}

/// The keys of a map whose first ones are sorted. There are no more fingerprints of them.
struct Sorted {
    /// Where those begin that there are.
    base: usize,
    last: Last,
}

/// The last of the keys.
enum Last {
    /// They are sorted by their fingerprints, which those of short keys are.
    Fingerprint(u128),
    /// They are sorted, and from this one on by their beginnings, which then need not be compared
    /// as text.
    Beginning(u128),
    /// They are sorted, but some begin alike.
    Text(String),
    /// One was not greater than the one in front of it.
    Unsorted,
}

/// Of so many keys a map is first asked whether they are sorted: fewer take little memory.
const MIN_SORTED: usize = 1024;

impl Keys {
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.fingerprints.len()
    }

    /// Keeps a `key` of the map whose keys begin at `base`. True if it is time to see whether they
    /// are sorted.
    #[inline]
    pub(super) fn push(&mut self, key: &str, base: usize) -> bool {
        if self.fingerprints.len() == self.fingerprints.capacity() {
            self.reserve();
        }
        self.fingerprints.push(key::fingerprint(key));
        let count = self.fingerprints.len() - base;
        count >= MIN_SORTED && count.is_power_of_two()
    }

    /// Goes on where there are many keys. `own` are those that are in the map's text, in their
    /// encoded form: the last, which is `key`, is not.
    #[cold]
    pub(super) fn note_one_of_many<'t, I: Iterator<Item = &'t str>>(
        &mut self,
        key: &str,
        base: usize,
        check: KeyCheck,
        own: impl Fn() -> I,
    ) -> KeyCheck {
        match check {
            KeyCheck::Last => self.note_sorted(key, base, own),
            KeyCheck::All if self.begin_sorted(base, key, own) => return KeyCheck::Last,
            _ => {}
        }
        check
    }

    /// Few allocations for many keys, and not much more memory than they need for very many.
    #[cold]
    fn reserve(&mut self) {
        const MIN_CAPACITY: usize = 128;
        let capacity = self.fingerprints.capacity();
        let more = if capacity < MIN_SORTED { (7 * capacity).max(MIN_CAPACITY) } else { capacity };
        self.fingerprints.reserve_exact(more);
    }

    /// From now on keeps only the last key, if all are sorted. That is `key`, which is not in the
    /// text.
    fn begin_sorted<'t, I: Iterator<Item = &'t str>>(
        &mut self,
        base: usize,
        key: &str,
        own: impl Fn() -> I,
    ) -> bool {
        let fingerprints = &self.fingerprints[base..];
        let last = match fingerprints.last() {
            Some(&last) if are_sorted(fingerprints) => Last::Fingerprint(last),
            _ => match last_if_sorted(own()) {
                Some(last) if *last < *key => Last::Beginning(key::beginning(key)),
                _ => return false,
            },
        };
        self.fingerprints.truncate(base);
        self.sorted.push(Sorted { base, last });
        true
    }

    fn note_sorted<'t, I: Iterator<Item = &'t str>>(&mut self, key: &str, base: usize, own: impl Fn() -> I) {
        let Some(sorted) = self.sorted(base) else { return };
        if sorted.last.advance(key) {
            return;
        }
        // By their text they may be sorted yet.
        let last = if let Last::Text(_) = sorted.last { None } else { last_if_sorted(own()) };
        sorted.last = last.map_or(Last::Unsorted, |last| Last::behind(last, key));
    }

    /// What is known of the map whose keys begin at `base`, if its keys are not kept.
    #[inline]
    fn sorted(&mut self, base: usize) -> Option<&mut Sorted> {
        self.sorted.last_mut().filter(|sorted| sorted.base == base)
    }

    /// Forgets the last key of that map.
    pub(super) fn forget_last(&mut self, base: usize) {
        match self.sorted(base) {
            // Which one was in front of it is not known.
            Some(sorted) => sorted.last = Last::Unsorted,
            None => _ = self.fingerprints.pop(),
        }
    }

    /// Forgets all keys from `base` on.
    #[inline]
    pub(super) fn forget(&mut self, base: usize) {
        self.fingerprints.truncate(base);
        if !self.sorted.is_empty() {
            self.sorted.retain(|sorted| sorted.base < base);
        }
    }

    /// Whether two of those from `base` on may be equal. All of them are forgotten.
    #[inline]
    pub(super) fn end(&mut self, base: usize) -> bool {
        let found = if let Some(sorted) = self.sorted(base) {
            matches!(sorted.last, Last::Unsorted)
        } else {
            let own = &mut self.fingerprints[base..];
            !are_sorted(own) && has_equal(own)
        };
        self.forget(base);
        found
    }
}

impl Last {
    /// `key`, behind the text of the one in front of it.
    fn behind(mut text: String, key: &str) -> Last {
        if key::beginning(&text) < key::beginning(key) {
            return Last::Beginning(key::beginning(key));
        }
        if *text >= *key {
            return Last::Unsorted;
        }
        text.clear();
        text.push_str(key);
        Last::Text(text)
    }

    /// Puts `key` in its place. False if that is not greater.
    fn advance(&mut self, key: &str) -> bool {
        match self {
            Last::Fingerprint(last) => {
                let fingerprint = key::fingerprint(key);
                let is_greater = *last < fingerprint;
                *last = fingerprint;
                is_greater
            }
            Last::Beginning(last) => {
                let beginning = key::beginning(key);
                let is_greater = *last < beginning;
                *last = beginning;
                is_greater
            }
            Last::Text(last) => {
                let is_greater = **last < *key;
                last.clear();
                last.push_str(key);
                is_greater
            }
            Last::Unsorted => true,
        }
    }
}

#[inline]
fn are_sorted(keys: &[u128]) -> bool {
    keys.is_sorted_by(|a, b| a < b)
}

#[inline(never)]
fn has_equal(keys: &mut [u128]) -> bool {
    keys.sort_unstable();
    keys.windows(2).any(|pair| pair[0] == pair[1])
}

/// The last of an object's keys in its text, if all are sorted. Called rarely: it scans the object's
/// whole text, nested values included.
fn last_if_sorted<'t>(keys: impl Iterator<Item = &'t str>) -> Option<String> {
    let mut last = Cow::Borrowed("");
    for token in keys {
        let key = quote::unquote(token);
        if key <= last {
            return None;
        }
        last = key;
    }
    // One allocation for most that come after it.
    let mut text = String::with_capacity(last.len().max(64));
    text.push_str(&last);
    Some(text)
}

/// Finds a duplicate among the keys. Equal keys are spelled alike, so their texts are compared.
pub(super) fn find_duplicate<'t>(keys: impl Iterator<Item = &'t str>) -> Option<String> {
    let mut keys: Vec<&str> = keys.collect();
    keys.sort_unstable();
    keys.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| quote::unquote(pair[0]).into_owned())
}
