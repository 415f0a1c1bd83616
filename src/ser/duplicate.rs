//! The same key twice in one object (§14.3): never write what cannot be read.
//!
//! Struct fields are known to differ. Keys of maps are kept as fingerprints while their object is open; where two are
//! equal at its end, the keys themselves are read from the text. Sorted keys mostly have ascending fingerprints, which
//! then are known to differ without being sorted.

use super::layout::key_token;
use super::writer::Writer;
use crate::text::{key, quote};
use crate::{ErrorKind, Result};
use alloc::string::String;
use alloc::vec::Vec;
use smallvec::SmallVec;

/// Fingerprints of the keys of all open maps, the innermost last.
#[derive(Default)]
pub(super) struct Keys(SmallVec<[u128; 16]>);

impl Keys {
    #[inline]
    pub(super) fn push(&mut self, key: &str) {
        self.0.push(key::fingerprint(key));
    }

    /// Forgets the last one.
    pub(super) fn pop(&mut self) {
        self.0.pop();
    }

    /// Makes room for so many keys, or a good part of them.
    pub(super) fn reserve(&mut self, count: usize) {
        self.0.reserve(count.min(1_024));
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// Forgets those from `base` on.
    #[inline]
    pub(super) fn truncate(&mut self, base: usize) {
        self.0.truncate(base);
    }

    /// Whether two of those from `base` on are equal, which then are forgotten.
    #[inline]
    pub(super) fn end(&mut self, base: usize) -> bool {
        let own = &mut self.0[base..];
        let found = !own.is_sorted_by(|a, b| a < b) && has_equal(own);
        self.0.truncate(base);
        found
    }
}

#[inline(never)]
fn has_equal(keys: &mut [u128]) -> bool {
    keys.sort_unstable();
    keys.windows(2).any(|pair| pair[0] == pair[1])
}

impl Writer<'_> {
    /// The innermost object, a map of whatever form, ends: it has no key twice.
    pub(super) fn check_keys(&mut self) -> Result<()> {
        let base = self.top().keys;
        if self.keys.end(base) {
            if let Some(key) = self.find_duplicate() {
                return self.duplicate(&key);
            }
            if self.has_streamed {
                // The keys are gone, and their fingerprints are all that is left of them.
                return self.error(ErrorKind::Custom("the same key twice in one table".into()));
            }
        }
        Ok(())
    }

    /// Reads the innermost object's keys from its text. Equal keys are spelled alike, so their texts are compared.
    #[cold]
    fn find_duplicate(&self) -> Option<String> {
        let mut keys: Vec<&str> = self.own_keys().collect();
        for key in &mut keys {
            if self.layout.folds && !key.starts_with('"') {
                // Of a folded key, only the first segment is the object's own.
                *key = key.split('.').next().unwrap_or_default();
            }
        }
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
