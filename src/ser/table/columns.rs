//! The columns of a table: a tree that the first row defines (§9.3), and the field list of the
//! header (§6).

use crate::ser::keys::{self, Key};
use crate::ser::layout::{Layout, push_key};
use crate::text::{key, quote};
use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Ordering;
use smallvec::SmallVec;

/// The parent of the top-level columns; not a column itself.
pub(in crate::ser) const ROOT: usize = usize::MAX;

/// Columns in depth-first order, the order of a row's cells (§9.3).
#[derive(Default)]
pub(in crate::ser) struct Columns {
    nodes: Vec<ColumnNode>,
    /// The names that come from maps.
    names: String,
    /// Column indices by the fingerprints of their names, to find one among many. Built when first
    /// needed.
    index: Vec<(u128, usize)>,
}

/// A leaf field, or a field group, which is followed by its columns.
#[derive(Clone, Copy)]
struct ColumnNode {
    name: Name,
    /// The index after the column and everything below it, or [`OPEN`] while that is unknown.
    end: usize,
    parent: usize,
}

#[derive(Clone, Copy)]
enum Name {
    Bare(&'static str),
    Quoted(&'static str),
    /// A range of `Columns::names`.
    Owned(usize, usize),
}

/// Groups, outermost first.
pub(in crate::ser) type Path = SmallVec<[usize; 8]>;

const OPEN: usize = usize::MAX;

/// Up to this many columns are compared one by one. Beyond that, the index is used.
const MAX_COMPARED: usize = 8;

impl Columns {
    pub(in crate::ser) fn clear(&mut self) {
        self.nodes.clear();
        self.names.clear();
        self.index.clear();
    }

    /// The number of columns, groups included.
    pub(in crate::ser) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn has_memory(&self) -> bool {
        self.nodes.capacity() > 0
    }

    // ---- building ----

    /// Adds a leaf named `key` at the `cursor`, in the innermost open `group`. It replaces all
    /// columns from there on.
    pub(in crate::ser) fn push_at(&mut self, cursor: usize, group: usize, key: Key<'_>) {
        self.truncate(cursor, group);
        self.push(key, group);
    }

    /// Removes the columns from `len` on, and reopens `group` and all groups around it.
    pub(in crate::ser) fn truncate(&mut self, len: usize, mut group: usize) {
        if len < self.nodes.len() {
            let owned = self.nodes[len..].iter().find_map(|column| match column.name {
                Name::Owned(from, _) => Some(from),
                _ => None,
            });
            if let Some(from) = owned {
                self.names.truncate(from);
            }
            self.nodes.truncate(len);
        }
        self.index.clear();
        while let Some(column) = self.nodes.get_mut(group) {
            column.end = OPEN;
            group = column.parent;
        }
    }

    /// Adds a column, which is a leaf until it becomes a group.
    fn push(&mut self, key: Key<'_>, parent: usize) {
        if self.nodes.is_empty() {
            // One allocation for most tables.
            self.nodes.reserve(16);
        }
        let name = match key {
            Key::Bare(name) => Name::Bare(name),
            Key::Quoted(name) => Name::Quoted(name),
            Key::Text(name) => {
                let from = self.names.len();
                self.names.push_str(name);
                Name::Owned(from, self.names.len())
            }
        };
        self.nodes.push(ColumnNode { name, end: self.nodes.len() + 1, parent });
    }

    /// Turns `column` into a leaf of the innermost open `group`, and removes the columns after it.
    pub(in crate::ser) fn make_leaf(&mut self, column: usize, group: usize) {
        self.truncate(column + 1, group);
        self.nodes[column].end = column + 1;
    }

    /// Turns `column` into an open group, and removes the columns after it.
    pub(in crate::ser) fn make_group(&mut self, column: usize) {
        self.truncate(column + 1, column);
    }

    /// Closes a group of the first row, whose columns end at `end`. [`ROOT`] stands for the row.
    pub(in crate::ser) fn close_group(&mut self, group: usize, end: usize) {
        match self.nodes.get(group) {
            Some(column) if column.end == end => {}
            Some(&ColumnNode { parent, .. }) => {
                self.truncate(end, parent);
                self.nodes[group].end = end;
            }
            None if end < self.len() => self.truncate(end, ROOT),
            None => {}
        }
    }

    /// A name that occurs twice among the columns of the closed `group`.
    pub(in crate::ser) fn find_duplicate(&self, group: usize) -> Option<&str> {
        let name = |column| self.key(column).as_str();
        if self.children(group).nth(MAX_COMPARED).is_none() {
            self.children(group).map(name).enumerate().find_map(|(index, key)| {
                self.children(group).take(index).any(|other| name(other) == key).then_some(key)
            })
        } else {
            // Only the columns of this group are sorted: sorting all columns once per group would
            // be quadratic.
            let mut fingerprints: Vec<u128> =
                self.children(group).map(|column| key::fingerprint(name(column))).collect();
            if !keys::has_equal(&mut fingerprints) {
                return None;
            }
            keys::find_equal(self.children(group).map(name).collect())
        }
    }

    // ---- the tree ----

    pub(in crate::ser) fn is_leaf(&self, column: usize) -> bool {
        self.nodes[column].end == column + 1
    }

    /// Whether no column is a group.
    pub(in crate::ser) fn is_flat(&self) -> bool {
        (0..self.len()).all(|column| self.is_leaf(column))
    }

    pub(in crate::ser) fn parent(&self, column: usize) -> usize {
        self.nodes[column].parent
    }

    /// The next column after `column` in the same group, or the end of the group.
    pub(in crate::ser) fn next(&self, column: usize) -> usize {
        self.nodes[column].end
    }

    /// The index after the last column of `group`.
    pub(in crate::ser) fn end(&self, group: usize) -> usize {
        self.nodes.get(group).map_or(OPEN, |column| column.end).min(self.len())
    }

    /// The range of the columns of `group`.
    pub(in crate::ser) fn range(&self, group: usize) -> (usize, usize) {
        (if group == ROOT { 0 } else { group + 1 }, self.end(group))
    }

    /// The direct columns of `group`.
    pub(super) fn children(&self, group: usize) -> impl Iterator<Item = usize> {
        let (mut column, end) = self.range(group);
        core::iter::from_fn(move || {
            let here = column;
            (here < end).then(|| {
                column = self.nodes[here].end;
                here
            })
        })
    }

    /// The leaves among the first `to` columns.
    pub(in crate::ser) fn leaves(&self, to: usize) -> impl Iterator<Item = usize> {
        (0..to).filter(|&column| self.is_leaf(column))
    }

    /// `group` and the groups around it, outermost first. Empty for [`ROOT`].
    pub(super) fn groups_to(&self, group: usize) -> Path {
        let mut path = Path::new();
        let mut column = group;
        while column != ROOT {
            path.push(column);
            column = self.parent(column);
        }
        path.reverse();
        path
    }

    /// Whether `column` is anywhere below `group`.
    pub(super) fn is_below(&self, column: usize, group: usize) -> bool {
        group == ROOT || (group < column && column < self.nodes[group].end)
    }

    /// The number of levels from `group` down to `column`, which is inside it or equal to it.
    pub(in crate::ser) fn levels(&self, mut column: usize, group: usize) -> usize {
        let mut levels = 0;
        while column != group && column != ROOT {
            column = self.parent(column);
            levels += 1;
        }
        levels
    }

    // ---- names ----

    #[inline]
    pub(in crate::ser) fn key(&self, column: usize) -> Key<'_> {
        match self.nodes[column].name {
            Name::Bare(name) => Key::Bare(name),
            Name::Quoted(name) => Key::Quoted(name),
            Name::Owned(from, to) => Key::Text(&self.names[from..to]),
        }
    }

    /// Whether the name of `column` and `name` are at the same address.
    #[inline]
    pub(super) fn is_place(&self, column: usize, name: &'static str) -> bool {
        self.nodes.get(column).is_some_and(|column| match column.name {
            Name::Bare(own) | Name::Quoted(own) => core::ptr::eq(own, name),
            Name::Owned(..) => false,
        })
    }

    /// Whether the name of `column` is `key`. The field names of a struct usually have the same
    /// address each time.
    #[inline]
    pub(in crate::ser) fn is_named(&self, column: usize, key: Key<'_>) -> bool {
        match (self.nodes[column].name, key) {
            (Name::Bare(name), Key::Bare(key)) => core::ptr::eq(name, key) || name == key,
            (Name::Bare(name) | Name::Quoted(name), key) => name == key.as_str(),
            (Name::Owned(from, to), key) => {
                self.names.as_bytes().get(from..to) == Some(key.as_str().as_bytes())
            }
        }
    }

    /// Finds the column of `group` named `key`, starting at `from`.
    pub(super) fn find(&mut self, group: usize, from: usize, key: Key<'_>) -> Option<usize> {
        let (first, end) = self.range(group);
        let mut column = from;
        for _ in 0..MAX_COMPARED {
            if column >= end {
                column = first;
            }
            if self.is_named(column, key) {
                return Some(column);
            }
            column = self.nodes[column].end;
            if column == from {
                return None;
            }
        }
        self.find_in_index(group, key)
    }

    fn find_in_index(&mut self, group: usize, key: Key<'_>) -> Option<usize> {
        self.make_index();
        let sought = key::fingerprint(key.as_str());
        let order = |&(other, column): &(u128, usize)| {
            other.cmp(&sought).then_with(|| self.compare(column, group, key))
        };
        self.index.binary_search_by(order).ok().map(|at| self.index[at].1)
    }

    fn make_index(&mut self) {
        if self.index.is_empty() {
            let mut index = core::mem::take(&mut self.index);
            index.extend((0..self.len()).map(|column| (key::fingerprint(self.key(column).as_str()), column)));
            keys::heap_sort(&mut index, &|a, b| {
                a.0.cmp(&b.0).then_with(|| self.compare(a.1, self.parent(b.1), self.key(b.1)))
            });
            self.index = index;
        }
    }

    /// Orders columns whose names have the same fingerprint, so that a search stays logarithmic
    /// however many there are.
    fn compare(&self, column: usize, parent: usize, key: Key<'_>) -> Ordering {
        self.parent(column).cmp(&parent).then_with(|| self.key(column).as_str().cmp(key.as_str()))
    }

    // ---- the header ----

    /// For each column, whether all of its leaves are selected by `leaves`, which has one entry per
    /// leaf.
    pub(in crate::ser) fn whole(&self, leaves: &[bool]) -> Vec<bool> {
        let mut whole = alloc::vec![true; self.len()];
        for (leaf, _) in self.leaves(self.len()).zip(leaves).filter(|(_, is_among)| !**is_among) {
            let mut column = leaf;
            while let Some(whole) = whole.get_mut(column).filter(|whole| **whole) {
                *whole = false;
                column = self.parent(column);
            }
        }
        whole
    }

    /// Appends the field list `{a,b{c,d}}` (§6) without the columns that are `skipped`. An empty
    /// slice skips none.
    pub(in crate::ser) fn push_fields(&self, out: &mut String, skipped: &[bool], layout: &Layout) {
        out.push('{');
        let mut group = ROOT;
        let mut is_first = true;
        for column in (0..self.len()).filter(|&column| skipped.get(column) != Some(&true)) {
            while !self.is_below(column, group) {
                out.push('}');
                group = self.parent(group);
            }
            if !is_first {
                layout.push_delimiter(out);
            }
            self.push_key(out, column);
            is_first = !self.is_leaf(column);
            if is_first {
                out.push('{');
                group = column;
            }
        }
        while group != ROOT {
            out.push('}');
            group = self.parent(group);
        }
        out.push('}');
    }

    fn push_key(&self, out: &mut String, column: usize) {
        match self.key(column) {
            Key::Bare(name) => out.push_str(name),
            Key::Quoted(name) => quote::push_quoted(out, name),
            Key::Text(name) => push_key(out, name),
        }
    }
}
