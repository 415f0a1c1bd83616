//! Scopes: one for each open object and array, except for the rows of the open table and their
//! groups.

use super::keys::KeyCheck;

/// An open object or array, or the root position.
#[derive(Clone, Copy)]
pub(super) struct Scope {
    pub(super) state: ScopeState,
    /// It is an array element, where no table is allowed (§9.4, §9.5).
    pub(super) is_item: bool,
    /// If its first value is an object, it becomes a tentative table.
    pub(super) may_be_table: bool,
    pub(super) check: KeyCheck,
    /// The last value in it, unless that was a scalar.
    pub(super) last: Option<Container>,
    /// The indentation of its fields or items, in spaces.
    pub(super) margin: usize,
    /// Where its text begins: after its key, or after the hyphen.
    pub(super) at: usize,
    /// Where the text of its last field begins, before the line break.
    pub(super) field_at: usize,
    /// The number of fields or elements so far.
    pub(super) count: usize,
    /// The number of elements that serde announced, or [`UNKNOWN`].
    pub(super) announced: usize,
    /// The index in [`Keys`](super::keys::Keys) at which its keys begin.
    pub(super) keys: usize,
}

/// A sentinel rather than an `Option`, to keep scopes small: one is created for each object and
/// array.
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

    /// Sets the announced number of elements.
    #[inline]
    pub(super) fn announcing(self, len: Option<usize>) -> Self {
        Scope { announced: len.unwrap_or(UNKNOWN), ..self }
    }

    pub(super) fn announced(&self) -> Option<usize> {
        Some(self.announced).filter(|&count| count != UNKNOWN)
    }

    /// The count to write in the header until the actual one is known.
    pub(super) fn announced_count(&self) -> usize {
        self.announced().unwrap_or(0)
    }

    /// The position of the count in the header.
    pub(super) fn count_at(&self) -> usize {
        self.at + "[".len()
    }
}

/// What a scope is, as far as that is decided, and what it expects next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ScopeState {
    /// The position of the root value.
    Root,
    /// The root value is complete.
    Done,
    /// An object that expects a key.
    Object,
    /// An object that expects the value of its pending key, which is written with the value.
    Field,
    /// An array without elements so far.
    Array,
    /// An array of scalars so far, on the line of its header.
    Inline,
    /// An array in list form.
    List,
    /// A table that expects a row, or an entry key.
    Table,
    /// A keyed table that expects the row of its pending entry key, which is written with the row.
    Entry,
    /// A table inside a row.
    Row,
    /// An error occurred: all further events fail.
    Failed,
}

impl ScopeState {
    pub(super) fn is_table(self) -> bool {
        matches!(self, ScopeState::Table | ScopeState::Entry | ScopeState::Row)
    }
}

/// A value other than a scalar.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Container {
    EmptyArray,
    EmptyObject,
    Other,
}
