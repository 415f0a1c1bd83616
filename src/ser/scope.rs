//! What is open: one scope for each object and array that is no part of the open table's rows.

/// An object or array, or the place of the root.
#[derive(Clone, Copy)]
pub(super) struct Scope {
    /// What it is while another scope is open inside it; the innermost one's is the writer's own.
    pub(super) form: Form,
    /// It is an element of an array, where no table can stand (§9.4, §9.5).
    pub(super) is_item: bool,
    /// It is certain to be no keyed table.
    pub(super) is_decided: bool,
    pub(super) watch: Watch,
    /// The indentation of its fields, items or rows, in spaces.
    pub(super) margin: usize,
    /// Where its text begins: behind its key, or behind the hyphen and its space.
    pub(super) at: usize,
    /// Elements begun so far; of a table, the rows that are complete. As with the form, the innermost one's is the
    /// writer's own.
    pub(super) count: usize,
    /// The announced number of them, or [`UNKNOWN`].
    pub(super) announced: usize,
    /// Where the fingerprints of its keys begin.
    pub(super) keys: usize,
}

/// How the keys of an object are told apart.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Watch {
    /// They are a struct's, and known to differ.
    No,
    /// They are a map's: each is kept.
    Each,
    /// The same, but with the next one it is asked whether they are sorted.
    Ask,
    /// As far as they have come, they are sorted: the last is kept.
    Last,
    /// Each is kept, and it is not asked, since the text that they stand in leaves.
    Always,
}

/// A scope is small, since one is made for each object and array: no `Option` where a number will do.
const UNKNOWN: usize = usize::MAX;

impl Scope {
    pub(super) const ROOT: Scope = Scope {
        form: Form::Root,
        is_item: false,
        is_decided: false,
        watch: Watch::No,
        margin: 0,
        at: 0,
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Form {
    /// The place of the root value.
    #[default]
    Root,
    /// The root value is there.
    Done,
    /// An object without a key yet.
    Object,
    /// An object whose first key is written, but may become an entry key.
    FirstKey,
    /// An object in nested form.
    Nested,
    /// An array without an element yet.
    Array,
    /// An array of primitives so far, on its header's line.
    Inline,
    /// An array in list form.
    List,

    /// Any form, which a picker of fields knows ([`super::pick`]).
    Picking,
    /// Something failed: nothing goes on.
    Failed,

    /// A table in front of a row.
    Table,
    /// A keyed table behind an entry key.
    Entry,
    /// A table in its first row, which teaches the shape.
    Learning,
    /// A table in a row whose keys come in an order of their own.
    Disorder,
    /// A declared table in a row that is seen, and not written.
    Look,

    /// A table in a row whose keys have come in the header's order; without complete rows, in the order of the table
    /// before, which its first row is guessed to have.
    Row,
    /// A declared table in a row, of which nothing but cells is looked at.
    Cells,
}

/// Asked by the order in which they stand, and not by their names, what a form is takes one comparison, and the choice between a
/// few of them behind it no jump through a table of all.
impl Form {
    #[inline(always)]
    pub(super) fn is_table(self) -> bool {
        self as u8 >= Form::Table as u8
    }

    /// Whether it is one of the two that most cells are written in.
    #[inline(always)]
    pub(super) fn is_row(self) -> bool {
        self as u8 >= Form::Row as u8
    }
}

/// What is known of an object as it begins.
#[derive(Clone, Copy)]
pub(crate) struct ObjectKind {
    /// Its keys come from a map: the same one may come twice.
    pub(crate) is_map: bool,
    /// It cannot be a table: an enum variant has one entry, and others are known to fail.
    pub(crate) is_decided: bool,
}

impl ObjectKind {
    pub(crate) const STRUCT: Self = ObjectKind { is_map: false, is_decided: false };
    pub(crate) const MAP: Self = ObjectKind { is_map: true, is_decided: false };
    pub(crate) const VARIANT: Self = ObjectKind { is_map: false, is_decided: true };
}

#[cfg(test)]
mod tests {
    use super::Form::*;

    /// Which comparisons with their order count on.
    #[test]
    fn tables_and_their_rows_are_the_last_forms() {
        for form in [Root, Done, Object, FirstKey, Nested, Array, Inline, List, Picking, Failed] {
            assert!(!form.is_table() && !form.is_row(), "{form:?}");
        }
        for form in [Table, Entry, Learning, Disorder, Look] {
            assert!(form.is_table() && !form.is_row(), "{form:?}");
        }
        for form in [Row, Cells] {
            assert!(form.is_table() && form.is_row(), "{form:?}");
        }
    }
}
