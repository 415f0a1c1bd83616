//! Keys, and the check for duplicate keys (§14.3): never write what cannot be read.
//!
//! The fields of a struct are known to differ. The keys of a map are kept as fingerprints while the
//! map is open; if two fingerprints are equal at its end, the keys themselves are compared in the
//! text. Of a large map with sorted keys only the last key is kept, so that it takes no memory for
//! its keys.

use super::layout::push_key;
use crate::text::{key, quote};
use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Ordering;

/// A key as it arrives: the name of a struct field is `'static`, the key of a map is only borrowed.
#[derive(Clone, Copy)]
pub(super) enum Key<'k> {
    /// A name that needs no quotes (§7.3), like nearly all names.
    Bare(&'static str),
    /// A name that needs quotes.
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

/// A key whose value has not arrived yet.
#[derive(Default)]
pub(super) struct PendingKey {
    /// The name of a struct field, and whether it needs no quotes.
    name: Option<(&'static str, bool)>,
    /// The key of a map, if `name` is `None`.
    text: String,
}

/// The initial capacity for the text of a key, in bytes.
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

    /// Makes room for another key, and returns this one for later. `memory` is an empty buffer for
    /// the other key.
    pub(super) fn postpone(&mut self, memory: String) -> PendingKey {
        core::mem::replace(self, PendingKey { name: None, text: memory })
    }

    /// Returns the buffer of a key that is no longer needed.
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
    /// Not at all: they are the fields of a struct.
    None,
    /// Every key is kept.
    All,
    /// All keys so far are sorted, so only the last is kept.
    Last,
    /// Like `All`, permanently: the keys' text is streamed, so it cannot be scanned for sorted
    /// keys.
    Streamed,
}

/// The keys of all open maps, innermost last.
#[derive(Default)]
pub(super) struct Keys {
    fingerprints: Vec<u128>,
    sorted: Vec<Sorted>,
}

/// A map whose keys have been sorted so far. Their fingerprints are dropped.
struct Sorted {
    /// The index in `fingerprints` at which the map's keys begin.
    base: usize,
    last: Last,
}

/// The last key of a map with sorted keys.
enum Last {
    /// All fingerprints increase, as those of short sorted keys do.
    Fingerprint(u128),
    /// All keys are sorted, and from this one on they differ in their
    /// [first bytes](key::beginning), so their full text is not needed.
    Beginning(u128),
    /// All keys are sorted, but some share their first bytes.
    Text(String),
    /// Some key was not greater than the one before it.
    Unsorted,
}

/// The minimum number of keys for which a map is checked for sorted order. Fewer take little
/// memory.
const MIN_SORTED: usize = 1024;

impl Keys {
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.fingerprints.len()
    }

    /// Adds a `key` of the map whose keys begin at `base`. Returns whether it is time to check if
    /// they are sorted.
    #[inline]
    pub(super) fn push(&mut self, key: &str, base: usize) -> bool {
        if self.fingerprints.len() == self.fingerprints.capacity() {
            self.reserve();
        }
        self.fingerprints.push(key::fingerprint(key));
        let count = self.fingerprints.len() - base;
        count >= MIN_SORTED && count.is_power_of_two()
    }

    /// Continues [`push`](Self::push) for a map with many keys. `own` are the map's keys in encoded
    /// form, read from its text, which does not contain `key` yet.
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

    /// Grows eightfold at first, to save allocations, and then doubles, to limit unused memory.
    #[cold]
    fn reserve(&mut self) {
        const MIN_CAPACITY: usize = 128;
        let capacity = self.fingerprints.capacity();
        let more = if capacity < MIN_SORTED { (7 * capacity).max(MIN_CAPACITY) } else { capacity };
        self.fingerprints.reserve_exact(more);
    }

    /// Drops all keys but the last, `key`, if they are sorted. The text does not contain `key` yet.
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
        // They may still be sorted by their full text.
        let last = if let Last::Text(_) = sorted.last { None } else { last_if_sorted(own()) };
        sorted.last = last.map_or(Last::Unsorted, |last| Last::after(last, key));
    }

    /// The state of the map whose keys begin at `base`, if it only keeps its last key.
    #[inline]
    fn sorted(&mut self, base: usize) -> Option<&mut Sorted> {
        self.sorted.last_mut().filter(|sorted| sorted.base == base)
    }

    /// Removes the last key of the map whose keys begin at `base`.
    pub(super) fn forget_last(&mut self, base: usize) {
        match self.sorted(base) {
            // The key before it is unknown.
            Some(sorted) => sorted.last = Last::Unsorted,
            None => _ = self.fingerprints.pop(),
        }
    }

    /// Removes all keys from `base` on.
    #[inline]
    pub(super) fn forget(&mut self, base: usize) {
        self.fingerprints.truncate(base);
        if !self.sorted.is_empty() {
            self.sorted.retain(|sorted| sorted.base < base);
        }
    }

    /// Removes all keys from `base` on, and returns whether two of them may be equal.
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
    /// The state after `key`, which follows the key `text`.
    fn after(mut text: String, key: &str) -> Last {
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

    /// Replaces the last key by `key`. Returns whether `key` is greater.
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
pub(super) fn has_equal(keys: &mut [u128]) -> bool {
    keys.sort_unstable();
    keys.windows(2).any(|pair| pair[0] == pair[1])
}

/// The last of an object's keys in its text, if all are sorted. Called rarely, because it scans the
/// object's whole text, nested values included.
fn last_if_sorted<'t>(keys: impl Iterator<Item = &'t str>) -> Option<String> {
    let mut last = Cow::Borrowed("");
    for token in keys {
        let key = quote::unquote(token);
        if key <= last {
            return None;
        }
        last = key;
    }
    // One allocation for most keys that follow.
    let mut text = String::with_capacity(last.len().max(64));
    text.push_str(&last);
    Some(text)
}

/// Finds a duplicate key. Equal keys have the same encoded form, so comparing that is enough.
pub(super) fn find_duplicate<'t>(keys: impl Iterator<Item = &'t str>) -> Option<String> {
    find_equal(keys.collect()).map(|token| quote::unquote(token).into_owned())
}

/// The first of the keys that are equal to another one, in alphabetical order.
pub(super) fn find_equal(mut keys: Vec<&str>) -> Option<&str> {
    heap_sort(&mut keys, &|a, b| a.cmp(b));
    keys.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| pair[0])
}

/// Sorts rarely, or few items: it takes twice the time of the standard library's sort, and a
/// fifteenth of the code.
pub(super) fn heap_sort<T>(items: &mut [T], compare: &dyn Fn(&T, &T) -> Ordering) {
    let sift = |items: &mut [T], mut parent: usize| {
        while let Some(left) = items.get(2 * parent + 1) {
            let right = items.get(2 * parent + 2);
            let is_right = right.is_some_and(|right| compare(left, right).is_lt());
            let child = 2 * parent + 1 + usize::from(is_right);
            if compare(&items[parent], &items[child]).is_ge() {
                break;
            }
            items.swap(parent, child);
            parent = child;
        }
    };
    for parent in (0..items.len() / 2).rev() {
        sift(items, parent);
    }
    for end in (1..items.len()).rev() {
        items.swap(0, end);
        sift(&mut items[..end], 0);
    }
}

#[cfg(test)]
mod tests {
    use super::heap_sort;
    use alloc::vec::Vec;

    #[test]
    fn any_number_of_items() {
        for len in 0..40 {
            let mut items: Vec<u32> = (0..len).map(|item| item * 7919 % 31).collect();
            let mut sorted = items.clone();
            sorted.sort_unstable();
            heap_sort(&mut items, &|a, b| a.cmp(b));
            assert_eq!(items, sorted);
        }
    }
}
