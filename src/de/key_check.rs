//! §14.3: no key twice in one object.

use super::key::KeyToken;
use super::source::Source;
use super::token::TokenForm;
use crate::text::find::{find1_far, leading_spaces};
use crate::{Error, ErrorKind};
use alloc::vec::Vec;

/// A key of an object whose end has not been reached.
#[derive(Clone, Copy)]
pub(super) struct SeenKey {
    hash: u64,
    /// Its token, quotes included.
    at: usize,
    len: usize,
}

/// The keys of one object.
pub(super) struct ObjectKeys {
    /// Where they begin among those of all objects.
    base: usize,
    /// A bit for each of their hashes: a key whose bit is not set is none of them.
    bits: u64,
    /// Many have come, all in order, as those of maps often do: then there is none twice, and no
    /// need to note more than the last. To note all takes memory in proportion.
    ascend: bool,
}

/// Keys of one object that are compared one by one as they come; of more, see
/// [`SeenKeys::duplicate`].
const MAX_COMPARED_KEYS: usize = 32;

/// The key of the line, without its indentation, between two places, if it has one.
type ReadKey<'de> = fn(&Source<'de>, usize, usize) -> Option<KeyToken<'de>>;

/// The hash of a key's text.
fn hash(key: &KeyToken<'_>) -> u64 {
    if key.is_escaped() { key.hash_unescaped() } else { crate::text::key::hash(key.raw) }
}

/// The lines of an object from `first` on, one of its own, to the one that has a key at `before`,
/// as spans of their content: they are indented as that is. Comments and blank lines are none.
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
    /// No key yet, of an object within those whose keys are noted.
    #[inline]
    pub(super) fn open(&mut self) -> ObjectKeys {
        if self.seen.capacity() == 0 {
            self.make_room();
        }
        ObjectKeys { base: self.seen.len(), bits: 0, ascend: false }
    }

    /// Notes a key. True if the same key is among the first ones. If the object's lines have to be
    /// looked at again, `read` gives their keys.
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
        self.seen.push(SeenKey { hash, at: key.at, len: key.len() });
        false
    }

    /// Whether there is room for one more key, but perhaps no other. An object whose keys are in
    /// order leaves it that way.
    #[inline(always)]
    fn is_nearly_full(&self) -> bool {
        self.seen.len() % MAX_COMPARED_KEYS == MAX_COMPARED_KEYS - 1
    }

    #[inline(never)]
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

    /// Makes room for as many keys as come until it is asked for again. Few allocations for many
    /// keys, and not much more memory than they need for very many.
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

    /// Notes the next key of those that have come in order: in place of the last, unless it is the
    /// first that does not.
    fn note_next<'de>(
        &mut self,
        source: &Source<'de>,
        keys: &mut ObjectKeys,
        key: &KeyToken<'de>,
        read: ReadKey<'de>,
    ) -> bool {
        if let Some(last) = self.seen.last_mut() {
            // Of bare tokens, which are their keys.
            if key.form == TokenForm::Bare && source.bytes(last.at, last.at + last.len) < key.raw.as_bytes() {
                *last = SeenKey { hash: 0, at: key.at, len: key.len() };
                return false;
            }
        }
        keys.ascend = false;
        self.note_all_before(source, keys, key, read);
        self.note_slow(source, keys, key)
    }

    /// Notes all keys of the object in front of `key`, which is not the first. Those of its lines
    /// that are not its first begin in the same column, and what is nested in it farther right. A
    /// line whose key has been refused has none. That is done once for an object, so that a line is
    /// looked at as often as it has objects around it.
    #[cold]
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
        self.seen.push(SeenKey { hash, at: key.at, len: key.len() });
    }

    /// Whether the keys hold one twice that [`note`](Self::note) has not found: then its second
    /// occurrence. Where they are not in order, sorts by hash, and equal hashes by content, so that
    /// no choice of keys makes it slow.
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

    /// Whether the keys stand in order, as those of maps often do: then there is none twice.
    fn are_ascending(&self, source: &Source<'_>, base: usize) -> bool {
        let seen = self.seen.get(base..).unwrap_or_default();
        let tokens = seen.iter().map(|seen| source.bytes(seen.at, seen.at + seen.len));
        // Of bare tokens, which are their keys.
        tokens.is_sorted_by(|a, b| a < b && ![a.first(), b.first()].contains(&Some(&b'"')))
    }

    /// Where the keys of the innermost object end that is open now: what [`close`](Self::close)
    /// goes back to.
    pub(super) fn mark(&self) -> usize {
        self.seen.len()
    }

    /// Forgets the keys of objects behind a [`mark`](Self::mark).
    pub(super) fn close(&mut self, mark: usize) {
        self.seen.truncate(mark);
    }
}

#[cold]
fn key_again<'de>(source: &Source<'de>, seen: &SeenKey) -> KeyToken<'de> {
    KeyToken::again(seen.at, source.slice(seen.at, seen.at + seen.len))
}

/// §14.3: the error for a key that an object has already.
#[cold]
pub(super) fn duplicate_key(source: &Source<'_>, key: &KeyToken<'_>) -> Error {
    source.fail(ErrorKind::DuplicateKey { key: crate::error::shorten(&key.text()) }, key.at)
}
