//! §14.3: no key twice in one object.

use super::key::Key;
use super::state::State;
use super::token::Form;
use crate::{Error, ErrorKind};
use alloc::vec::Vec;

/// A key of an object whose end has not been reached.
#[derive(Clone, Copy)]
pub(super) struct Seen {
    hash: u64,
    /// Its token, quotes included.
    at: usize,
    len: usize,
}

/// The keys of one object.
pub(super) struct Keys {
    /// Where they begin in `State::seen`.
    base: usize,
    /// A bit for each of their hashes: a key whose bit is not set is none of them.
    bits: u64,
}

/// Keys of one object that are compared one by one as they come; of more, see [`State::duplicate`].
pub(super) const COMPARED: usize = 32;

/// Whether keys come in order, as those of maps often do: then there is none twice, and no need to note them. To do so takes
/// memory in proportion, and so much at once, with the first key, makes all allocations behind it slower.
pub(super) struct Ascent<'de> {
    last: Option<&'de str>,
    /// Where the first one stands.
    pub(super) start: usize,
    pub(super) holds: bool,
}

impl<'de> Ascent<'de> {
    pub(super) fn new() -> Self {
        Ascent { last: None, start: 0, holds: true }
    }

    /// Sees the next key. True if it is the first one that is out of order.
    #[inline]
    pub(super) fn breaks(&mut self, key: &Key<'de>) -> bool {
        let held = self.holds;
        match self.last {
            Some(last) => self.holds &= last.as_bytes() < key.raw.as_bytes(),
            None => self.start = key.at,
        }
        // Of bare tokens, which are their keys.
        self.holds &= key.form == Form::Bare;
        self.last = Some(key.raw);
        held && !self.holds
    }
}

impl<'de> State<'de> {
    /// No key yet, of an object within those whose keys are noted.
    #[inline]
    pub(super) fn no_keys(&self) -> Keys {
        Keys { base: self.seen.len(), bits: 0 }
    }

    /// Makes room for so many keys, or a good part of them.
    pub(super) fn reserve_keys(&mut self, count: usize) {
        self.seen.reserve(count.clamp(COMPARED, 1_024));
    }

    /// Notes a key. True if the same key is among the first ones.
    #[inline(always)]
    pub(super) fn note(&mut self, keys: &mut Keys, key: &Key<'de>) -> bool {
        let hash = key.hash();
        let bit = 1 << (hash >> 58);
        if key.is_escaped() || keys.bits & bit != 0 || self.seen.len() == self.seen.capacity() {
            return self.note_odd(keys, key, hash);
        }
        keys.bits |= bit;
        self.seen.push(Seen { hash, at: key.at, len: key.len() });
        false
    }

    #[inline(never)]
    fn note_odd(&mut self, keys: &mut Keys, key: &Key<'de>, hash: u64) -> bool {
        let hash = if key.is_escaped() { key.hash_unescaped() } else { hash };
        keys.bits |= 1 << (hash >> 58);
        let seen = self.seen.get(keys.base..).unwrap_or_default();
        let twice = seen.len() < COMPARED
            && seen.iter().any(|other| other.hash == hash && self.key_again(other).text() == key.text());
        if self.seen.capacity() == 0 {
            self.seen.reserve(COMPARED);
        }
        self.seen.push(Seen { hash, at: key.at, len: key.len() });
        twice
    }

    /// Whether the keys hold one twice that [`note`](Self::note) has not found: then its second occurrence. Where they
    /// are not in order, sorts by hash, and equal hashes by content, so that no choice of keys makes it slow.
    #[inline]
    pub(super) fn duplicate(&mut self, keys: &Keys) -> Option<Key<'de>> {
        if self.seen.len() - keys.base <= COMPARED { None } else { self.duplicate_of_many(keys.base) }
    }

    fn duplicate_of_many(&mut self, base: usize) -> Option<Key<'de>> {
        if self.are_ascending(base) {
            return None;
        }
        self.seen.get_mut(base..)?.sort_unstable_by_key(|seen| seen.hash);
        let seen = self.seen.get(base..).unwrap_or_default();
        let mut twice: Option<Key<'de>> = None;
        for same in seen.chunk_by(|a, b| a.hash == b.hash).filter(|same| same.len() > 1) {
            let mut keys: Vec<Key<'de>> = same.iter().map(|seen| self.key_again(seen)).collect();
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
    fn are_ascending(&self, base: usize) -> bool {
        let seen = self.seen.get(base..).unwrap_or_default();
        let tokens = seen.iter().map(|seen| self.source.bytes(seen.at, seen.at + seen.len));
        // Of bare tokens, which are their keys.
        tokens.is_sorted_by(|a, b| a < b && ![a.first(), b.first()].contains(&Some(&b'"')))
    }

    #[cold]
    fn key_again(&self, seen: &Seen) -> Key<'de> {
        Key::again(seen.at, self.source.slice(seen.at, seen.at + seen.len))
    }

    #[cold]
    pub(super) fn duplicate_key(&self, key: &Key<'de>) -> Error {
        self.fail(ErrorKind::DuplicateKey { key: crate::error::shorten(&key.text()) }, key.at)
    }
}
