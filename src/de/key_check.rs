//! Checks that no object has duplicate keys (§14.3).

use super::key::KeyToken;
use super::source::Source;
use super::token::TokenForm;
use crate::text::find::{find1_far, leading_spaces};
use crate::{Error, ErrorKind, Result};
use alloc::borrow::Cow;
use alloc::collections::BTreeSet;
use alloc::vec::Vec;

/// A key of an open object.
#[derive(Clone, Copy)]
pub(super) struct SeenKey {
    hash: u64,
    /// The position of its token, including quotes.
    at: usize,
    len: usize,
}

impl SeenKey {
    #[inline]
    fn new(hash: u64, key: &KeyToken<'_>) -> Self {
        SeenKey { hash, at: key.at, len: key.len() }
    }
}

/// The keys of one object.
pub(super) struct ObjectKeys {
    /// The index of the first one among the keys of all objects.
    base: usize,
    /// A bit set of the upper six bits of their hashes: a key whose bit is not set is new.
    bits: u64,
    /// There are many keys, all in ascending order, as in most maps. Then there are no duplicates,
    /// and each further key replaces the last one, which saves memory.
    ascend: bool,
}

/// Up to this many keys of an object are compared as they come; for more, see
/// [`SeenKeys::duplicate`].
const MAX_COMPARED_KEYS: usize = 32;

/// Returns the key, if any, of the line whose content is between two offsets.
type ReadKey<'de> = fn(&Source<'de>, usize, usize) -> Option<KeyToken<'de>>;

/// The hash of a key's text.
fn hash(key: &KeyToken<'_>) -> u64 {
    if key.is_escaped() { key.hash_unescaped() } else { crate::text::key::hash(key.raw) }
}

/// The lines of an object, as spans of their content, from `first` to the line whose key is at
/// `before`. All of them are indented like that one. Skips comments and blank lines.
fn lines_before<'de>(
    source: &Source<'de>,
    first: usize,
    before: usize,
) -> impl Iterator<Item = (usize, usize)> + use<'de> {
    let bytes = source.text.as_bytes().get(..before).unwrap_or_default();
    let column = bytes.iter().rev().take_while(|&&byte| byte != b'\n').count();
    let mut next = first;
    core::iter::from_fn(move || {
        while next < before {
            let line = next;
            let rest = bytes.get(line..)?;
            let len = find1_far(rest, b'\n');
            next += len + 1;
            let indent = leading_spaces(rest);
            let is_own = line == first || indent == column;
            if is_own && !matches!(rest.get(indent), None | Some(b'#' | b'\n' | b'\r')) {
                return Some((line + indent, line + len));
            }
        }
        None
    })
}

/// The keys of all open objects, innermost last.
#[derive(Default)]
pub(super) struct SeenKeys {
    seen: Vec<SeenKey>,
}

impl SeenKeys {
    /// Opens an object within those that are open.
    #[inline]
    pub(super) fn open(&mut self) -> ObjectKeys {
        if self.seen.capacity() == 0 {
            self.make_room();
        }
        ObjectKeys { base: self.seen.len(), bits: 0, ascend: false }
    }

    /// Notes a key. Returns whether it is known to be a duplicate. If the object's lines must be
    /// read again, `read` returns their keys.
    #[inline(always)]
    pub(super) fn note<'de>(
        &mut self,
        source: &Source<'de>,
        keys: &mut ObjectKeys,
        key: &KeyToken<'de>,
        read: ReadKey<'de>,
    ) -> bool {
        if self.is_nearly_full() {
            return self.note_when_nearly_full(source, keys, key, read);
        }
        let hash = key.hash(source);
        let bit = 1 << (hash >> 58);
        if key.is_escaped() || keys.bits & bit != 0 {
            return self.note_slow(source, keys, key);
        }
        keys.bits |= bit;
        self.seen.push(SeenKey::new(hash, key));
        false
    }

    /// Whether there may be room for only one more key. An object whose keys are in order does not
    /// use it up.
    #[inline]
    fn is_nearly_full(&self) -> bool {
        self.seen.len() % MAX_COMPARED_KEYS == MAX_COMPARED_KEYS - 1
    }

    fn note_when_nearly_full<'de>(
        &mut self,
        source: &Source<'de>,
        keys: &mut ObjectKeys,
        key: &KeyToken<'de>,
        read: ReadKey<'de>,
    ) -> bool {
        let count = self.seen.len() - keys.base;
        if !keys.ascend && (MAX_COMPARED_KEYS - 1..2 * MAX_COMPARED_KEYS - 1).contains(&count) {
            keys.ascend = self.are_ascending(source, keys.base);
        }
        if keys.ascend {
            return self.note_next(source, keys, key, read);
        }
        self.make_room();
        self.note_slow(source, keys, key)
    }

    /// Makes room for the keys up to the next check. Grows fast at first, then by doubling, which
    /// limits both allocations and unused memory.
    #[cold]
    fn make_room(&mut self) {
        let room = self.seen.capacity();
        if self.seen.len() + 1 + MAX_COMPARED_KEYS > room {
            let enough = if room < 2_048 { (4 * room).max(MAX_COMPARED_KEYS) } else { 2 * room };
            self.seen.reserve_exact(enough - self.seen.len());
        }
    }

    #[inline(never)]
    fn note_slow<'de>(&mut self, source: &Source<'de>, keys: &mut ObjectKeys, key: &KeyToken<'de>) -> bool {
        let hash = hash(key);
        keys.bits |= 1 << (hash >> 58);
        let seen = self.seen.get(keys.base..).unwrap_or_default();
        let twice = seen.len() < MAX_COMPARED_KEYS
            && seen.iter().any(|other| other.hash == hash && key_again(source, other).text() == key.text());
        self.push(hash, key);
        twice
    }

    /// Notes the next key of an object whose keys are in order: it replaces the last one, unless it
    /// breaks the order.
    fn note_next<'de>(
        &mut self,
        source: &Source<'de>,
        keys: &mut ObjectKeys,
        key: &KeyToken<'de>,
        read: ReadKey<'de>,
    ) -> bool {
        if let Some(last) = self.seen.last_mut() {
            // Bare tokens are their own keys.
            if key.form == TokenForm::Bare && source.bytes(last.at, last.at + last.len) < key.raw.as_bytes() {
                *last = SeenKey::new(0, key);
                return false;
            }
        }
        keys.ascend = false;
        self.note_all_before(source, keys, key, read);
        self.note_slow(source, keys, key)
    }

    /// Notes all keys of the object before `key`, which is not the first. All lines of the object
    /// but the first begin in the same column, and nested ones further right. Lines with an invalid
    /// key are skipped. This happens at most once per object, so that each line is read at most
    /// once per enclosing object.
    fn note_all_before<'de>(
        &mut self,
        source: &Source<'de>,
        keys: &ObjectKeys,
        key: &KeyToken<'de>,
        read: ReadKey<'de>,
    ) {
        let Some(first) = self.seen.get(keys.base).map(|first| first.at) else { return };
        self.seen.truncate(keys.base);
        for (start, end) in lines_before(source, first, key.at) {
            if let Some(key) = read(source, start, end) {
                self.push(hash(&key), &key);
            }
        }
    }

    fn push(&mut self, hash: u64, key: &KeyToken<'_>) {
        if self.seen.len() == self.seen.capacity() {
            self.make_room();
        }
        self.seen.push(SeenKey::new(hash, key));
    }

    /// Returns the first duplicate key that [`note`](Self::note) has missed. Keys that are not in
    /// order are sorted by hash, and those with equal hashes by content, so that no choice of keys
    /// makes this slow.
    #[inline]
    pub(super) fn duplicate<'de>(
        &mut self,
        source: &Source<'de>,
        keys: &ObjectKeys,
    ) -> Option<KeyToken<'de>> {
        let is_known = keys.ascend || self.seen.len() - keys.base <= MAX_COMPARED_KEYS;
        if is_known { None } else { self.duplicate_of_many(source, keys.base) }
    }

    fn duplicate_of_many<'de>(&mut self, source: &Source<'de>, base: usize) -> Option<KeyToken<'de>> {
        if self.are_ascending(source, base) {
            return None;
        }
        self.seen.get_mut(base..)?.sort_unstable_by_key(|seen| seen.hash);
        let seen = self.seen.get(base..).unwrap_or_default();
        let mut twice: Option<KeyToken<'de>> = None;
        for same in seen.chunk_by(|a, b| a.hash == b.hash).filter(|same| same.len() > 1) {
            let mut keys: Vec<KeyToken<'de>> = same.iter().map(|seen| key_again(source, seen)).collect();
            keys.sort_by_key(|key| (key.text(), key.at));
            for (a, b) in keys.iter().zip(keys.iter().skip(1)) {
                if a.text() == b.text() && twice.is_none_or(|twice| b.at < twice.at) {
                    twice = Some(*b);
                }
            }
        }
        twice
    }

    /// Whether the keys are in ascending order, as in most maps: then there are no duplicates.
    fn are_ascending(&self, source: &Source<'_>, base: usize) -> bool {
        let seen = self.seen.get(base..).unwrap_or_default();
        let tokens = seen.iter().map(|seen| source.bytes(seen.at, seen.at + seen.len));
        // Bare tokens are their own keys.
        tokens.is_sorted_by(|a, b| a < b && ![a.first(), b.first()].contains(&Some(&b'"')))
    }

    /// The current end of the noted keys, to which [`close`](Self::close) returns.
    pub(super) fn mark(&self) -> usize {
        self.seen.len()
    }

    /// Forgets the keys after a [`mark`](Self::mark).
    pub(super) fn close(&mut self, mark: usize) {
        self.seen.truncate(mark);
    }
}

fn key_again<'de>(source: &Source<'de>, seen: &SeenKey) -> KeyToken<'de> {
    KeyToken::again(seen.at, source.slice(seen.at, seen.at + seen.len))
}

/// The keys of one object, for a reader that names each duplicate when it comes: [`SeenKeys`] finds
/// the first one only, in less time and memory.
#[derive(Default)]
pub(super) struct AllKeys<'de>(BTreeSet<Cow<'de, str>>);

impl<'de> AllKeys<'de> {
    /// Notes a key. §14.3: no duplicates.
    pub(super) fn note(&mut self, source: &Source<'de>, key: &KeyToken<'de>) -> Result<()> {
        if self.0.insert(key.text()) { Ok(()) } else { Err(duplicate_key(source, key)) }
    }
}

/// §14.3: the error for a duplicate key.
pub(super) fn duplicate_key(source: &Source<'_>, key: &KeyToken<'_>) -> Error {
    source.fail(ErrorKind::DuplicateKey { key: crate::error::shorten(&key.text()) }, key.at)
}
