//! The same key twice in one object (§14.3): never write what cannot be read.
//!
//! Struct fields are known to differ. Keys of maps are kept as fingerprints while their object is open; where two are
//! equal at its end, the keys themselves are read from the text. Sorted keys mostly have ascending fingerprints, which
//! then are known to differ without being sorted. Of many that are sorted only the last is kept, so that a large sorted map
//! takes no memory for its keys.

use super::layout::key_token;
use super::scope::Watch;
use super::writer::Writer;
use crate::text::{key, quote};
use crate::{ErrorKind, Result};
use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

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
    /// They are sorted, and from this one on by their beginnings, which then need not be compared as text.
    Beginning(u128),
    /// They are sorted, but some begin alike.
    Text(String),
    /// One was not greater than the one in front of it.
    Unsorted,
}

/// Keys that a map has at least before it is asked whether they are sorted.
const FEW: usize = 16;

impl Keys {
    /// Keeps a key.
    #[inline(always)]
    pub(super) fn push(&mut self, key: &str) {
        if self.is_full() {
            self.make_room();
        }
        self.fingerprints.push(key::fingerprint(key));
    }

    #[inline(always)]
    fn is_full(&self) -> bool {
        self.fingerprints.len() == self.fingerprints.capacity()
    }

    #[cold]
    #[inline(never)]
    fn make_room(&mut self) {
        // Few allocations for many keys, and not much more memory than they need for very many.
        let room = self.fingerprints.capacity();
        self.fingerprints.reserve_exact(if room < 2_048 { (3 * room).max(FEW) } else { room });
    }

    /// What is known of the map whose keys begin at `base`, if its keys are not kept.
    #[inline]
    fn sorted(&mut self, base: usize) -> Option<&mut Sorted> {
        self.sorted.last_mut().filter(|sorted| sorted.base == base)
    }

    /// Forgets the last one of that map.
    pub(super) fn pop(&mut self, base: usize) {
        match self.sorted(base) {
            // Which one was in front of it is not known.
            Some(sorted) => sorted.last = Last::Unsorted,
            None => _ = self.fingerprints.pop(),
        }
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.fingerprints.len()
    }

    /// Forgets those from `base` on.
    #[inline]
    pub(super) fn truncate(&mut self, base: usize) {
        self.fingerprints.truncate(base);
        if !self.sorted.is_empty() {
            self.sorted.retain(|sorted| sorted.base < base);
        }
    }

    /// Whether two of those from `base` on may be equal, which then are forgotten.
    #[inline(always)]
    pub(super) fn end(&mut self, base: usize) -> bool {
        let found = if let Some(sorted) = self.sorted(base) {
            matches!(sorted.last, Last::Unsorted)
        } else {
            let own = &mut self.fingerprints[base..];
            !are_sorted(own) && has_equal(own)
        };
        self.truncate(base);
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
    fn see(&mut self, key: &str) -> bool {
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
            _ => self.see_text(key),
        }
    }

    /// The same, of those that are not compared as numbers.
    #[inline(never)]
    fn see_text(&mut self, key: &str) -> bool {
        let Last::Text(last) = self else { return true };
        let is_greater = **last < *key;
        last.clear();
        last.push_str(key);
        is_greater
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

impl Writer<'_> {
    /// Whether keys of the innermost object are kept, as those of maps are, with room for one more.
    #[inline(always)]
    pub(super) fn has_room_for_key(&self) -> bool {
        self.watch == Watch::Each && !self.keys.is_full()
    }

    /// Keeps a key of the innermost object, which is a map and in whose text it does not stand yet.
    #[inline]
    pub(super) fn note_key(&mut self, key: &str) {
        if self.watch != Watch::Each || self.keys.is_full() {
            return self.note_odd_key(key);
        }
        self.keys.push(key);
    }

    #[inline(never)]
    fn note_odd_key(&mut self, key: &str) {
        let base = self.top().keys;
        if self.watch != Watch::Last && !self.begin_sorted(base) {
            if self.watch == Watch::Ask {
                self.set_watch(Watch::Each);
            }
            return self.keep_key(key);
        }
        let Some(sorted) = self.keys.sorted(base) else { return };
        if sorted.last.see(key) {
            return;
        }
        // By their text they may be sorted yet.
        let last = if let Last::Text(_) = sorted.last { None } else { self.last_if_sorted() };
        let next = last.map_or(Last::Unsorted, |last| Last::behind(last, key));
        if let Some(sorted) = self.keys.sorted(base) {
            sorted.last = next;
        }
    }

    /// Forgets the keys of the innermost object, which come again.
    pub(super) fn forget_keys(&mut self) {
        self.keys.truncate(self.top().keys);
        if self.watch == Watch::Last {
            self.set_watch(Watch::Each);
        }
    }

    /// How the keys of the innermost object are told apart from now on.
    fn set_watch(&mut self, watch: Watch) {
        self.watch = watch;
        self.top_mut().watch = watch;
    }

    /// Keeps a key of a map that is no scope.
    #[inline]
    pub(super) fn keep_key(&mut self, key: &str) {
        if self.keys.is_full() {
            self.ask_maps();
        }
        self.keys.push(key);
    }

    /// Of the maps around, many keys may have been kept that need not be.
    #[cold]
    #[inline(never)]
    fn ask_maps(&mut self) {
        for scope in self.scopes.iter_mut().filter(|scope| scope.watch == Watch::Each) {
            scope.watch = Watch::Ask;
        }
        self.watch = self.top().watch;
    }

    /// From now on keeps all keys of the maps around, whose text leaves as it comes.
    pub(super) fn watch_always(&mut self) {
        for scope in self.scopes.iter_mut().filter(|scope| scope.watch != Watch::No) {
            scope.watch = Watch::Always;
        }
        self.watch = self.top().watch;
    }

    /// From now on keeps only the last key of the innermost object, if many have come, all sorted.
    fn begin_sorted(&mut self, base: usize) -> bool {
        if self.watch == Watch::Always || self.keys.len() - base < FEW {
            return false;
        }
        let own = &self.keys.fingerprints[base..];
        let last = match own.last() {
            Some(&last) if are_sorted(own) => Last::Fingerprint(last),
            _ => match self.last_if_sorted() {
                Some(last) => Last::Beginning(key::beginning(&last)),
                None => return false,
            },
        };
        self.keys.sorted.push(Sorted { base, last });
        self.set_watch(Watch::Last);
        true
    }

    /// The last key of the innermost object's text, if all are sorted. Nothing asks for it often: an object's text is looked at
    /// with all that is nested in it, so that the depth of nesting counts as well.
    fn last_if_sorted(&self) -> Option<String> {
        let mut last = Cow::Borrowed("");
        for token in self.own_keys() {
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

    /// The innermost object, a map of whatever form, ends: it has no key twice.
    #[inline]
    pub(super) fn check_keys(&mut self) -> Result<()> {
        let base = self.top().keys;
        if self.keys.end(base) { self.check_texts() } else { Ok(()) }
    }

    /// The same, of an object of whose keys two may be equal.
    #[cold]
    #[inline(never)]
    fn check_texts(&mut self) -> Result<()> {
        if let Some(key) = self.find_duplicate() {
            return self.duplicate(&key);
        }
        if self.watch == Watch::Always {
            // The keys are gone, and their fingerprints are all that is left of them.
            return self.error(ErrorKind::Custom("duplicate key in a table".into()));
        }
        Ok(())
    }

    /// Reads the innermost object's keys from its text. Equal keys are spelled alike, so their texts are compared.
    fn find_duplicate(&self) -> Option<String> {
        let mut keys: Vec<&str> = self.own_keys().collect();
        keys.sort_unstable();
        keys.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| quote::unquote(pair[0]).into_owned())
    }

    /// The keys of the innermost object, as they stand in its text.
    pub(super) fn own_keys(&self) -> impl Iterator<Item = &str> {
        let is_table = self.form.is_table();
        let margin = if is_table { self.table.margin } else { self.margin };
        let mut lines = self.out[self.top().at..].split('\n');
        let first = lines.next().unwrap_or_default();
        // The first key stands on the hyphen's line, or at the root.
        let is_on_first_line = !is_table && (self.top().is_item || self.is_root());
        let others = lines.filter_map(move |line| {
            let (space, content) = line.split_at_checked(margin)?;
            let is_own = space.bytes().all(|byte| byte == b' ') && !content.starts_with([' ', '-']);
            is_own.then_some(content)
        });
        is_on_first_line.then(|| first.trim_start()).into_iter().chain(others).map(key_token)
    }
}
