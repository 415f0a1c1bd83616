//! What is open: one scope for each object and array that is no part of the open table's rows.

use super::keys::KeyCheck;

/// An object or array, or the place of the root.
#[derive(Clone, Copy)]
pub(super) struct Scope {
    pub(super) state: ScopeState,
    /// It is an element of an array, where no table can stand (§9.4, §9.5).
    pub(super) is_item: bool,
    /// If an object comes first in it, it is a tentative table.
    pub(super) may_be_table: bool,
    pub(super) check: KeyCheck,
    /// The last value in it, where that is no primitive.
    pub(super) last: Option<Container>,
    /// The indentation of its fields or items, in spaces.
    pub(super) margin: usize,
    /// Where its text begins: behind its key, or behind the hyphen.
    pub(super) at: usize,
    /// Where the text of its last field begins, in front of the line break.
    pub(super) field_at: usize,
    /// Fields or elements that have begun.
    pub(super) count: usize,
    /// The announced number of them, or [`UNKNOWN`].
    pub(super) announced: usize,
    /// Where its keys begin among those that are kept.
    pub(super) keys: usize,
}

/// A scope is small, since one is made for each object and array: no `Option` where a number will
/// do.
const UNKNOWN: usize = usize::MAX;

impl Scope {
    pub(super) const ROOT: Scope = Scope {
        state: ScopeState::Root,
        is_item: false,
        may_be_table: false,
        check: KeyCheck::None,
        last: None,
        margin: 0,
        at: 0,
        field_at: 0,
        count: 0,
        announced: UNKNOWN,
        keys: 0,
    };

    /// Announces the number of its elements.
    #[inline]
    pub(super) fn announcing(self, len: Option<usize>) -> Self {
        Scope { announced: len.unwrap_or(UNKNOWN), ..self }
    }

    pub(super) fn announced(&self) -> Option<usize> {
        Some(self.announced).filter(|&count| count != UNKNOWN)
    }

    /// The count that a header shows until the true one is known.
    pub(super) fn announced_count(&self) -> usize {
        self.announced().unwrap_or(0)
    }

    /// Where the count stands in the header.
    pub(super) fn count_at(&self) -> usize {
        self.at + "[".len()
    }
}

/// What a scope is, as far as it is decided, and what it waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ScopeState {
    /// The place of the root value.
    Root,
    /// The root value is there.
    Done,
    /// An object in front of a key.
    Object,
    /// An object behind a key, which is not written before its value comes.
    Field,
    /// An array without an element yet.
    Array,
    /// An array of primitives so far, on its header's line.
    Inline,
    /// An array in list form.
    List,
    /// A table in front of a row.
    Table,
    /// A keyed table behind an entry key, which is not written before its value comes.
    Entry,
    /// A table in a row.
    Row,
    /// Something failed: nothing goes on.
    Failed,
}

impl ScopeState {
    pub(super) fn is_table(self) -> bool {
        matches!(self, ScopeState::Table | ScopeState::Entry | ScopeState::Row)
    }
}

/// A value that is no primitive.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Container {
    EmptyArray,
    EmptyObject,
    Other,
}
