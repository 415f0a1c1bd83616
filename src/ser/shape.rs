//! The shape of a row: the tree of columns that a table's first row teaches (§9.3), and with it the field list (§6).

use super::layout::Layout;
use crate::text::{key, quote};
use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Ordering;
use smallvec::SmallVec;

/// The parent of the columns at the top, and no column.
pub(super) const ROOT: usize = usize::MAX;

/// A key as it arrives: a struct's field name is known for good, a map's key only while it is looked at.
#[derive(Clone, Copy)]
pub(super) enum Key<'k> {
    /// It stands bare (§7.3), as nearly all of them do.
    Bare(&'static str),
    /// It does not.
    Quoted(&'static str),
    Text(&'k str),
}

impl<'k> Key<'k> {
    pub(super) fn as_str(self) -> &'k str {
        match self {
            Key::Bare(name) | Key::Quoted(name) | Key::Text(name) => name,
        }
    }
}

/// A column: a leaf field, or a field group with its columns behind it.
#[derive(Clone, Copy)]
struct Node {
    name: Name,
    /// Where its key stands in the field list.
    key: (usize, usize),
    /// Behind the node and all below it, in depth-first order. Those of an open group are not known yet.
    end: usize,
    parent: usize,
}

#[derive(Clone, Copy)]
enum Name {
    Bare(&'static str),
    Quoted(&'static str),
    /// As its key stands in the field list.
    Listed,
    /// A range of `Shape::names`.
    Owned(usize, usize),
}

/// Columns in depth-first order, as §9.3 orders the cells of a row.
#[derive(Default)]
pub(super) struct Shape {
    nodes: Vec<Node>,
    /// The field list as far as it has come, `{a,b{c,d}` without the brace that ends it.
    fields: String,
    /// Names that are not as their keys stand in the field list.
    names: String,
    /// Nodes by the fingerprints of their names, for finding one among many; made when first needed.
    index: Vec<(u128, usize)>,
}

/// Groups from the outside in.
pub(super) type Path = SmallVec<[usize; 8]>;

const OPEN: usize = usize::MAX;

/// How many columns are looked at one by one before the index is asked.
const NEAR: usize = 8;

impl Shape {
    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.names.clear();
        self.fields.clear();
        self.index.clear();
    }

    /// Cuts off all columns behind the first `len`; the last of these becomes a leaf, and `open` groups go on.
    pub(super) fn cut(&mut self, len: usize, open: &[usize]) {
        let names = self.nodes.iter().skip(len).find_map(|node| match node.name {
            Name::Owned(from, _) => Some(from),
            _ => None,
        });
        if let Some(from) = names {
            self.names.truncate(from);
        }
        self.nodes.truncate(len);
        self.index.clear();
        let Some(last) = self.nodes.last_mut() else { return self.fields.clear() };
        last.end = len;
        let Node { key, mut parent, .. } = *last;
        self.fields.truncate(key.1);
        if open.last() == Some(&(len - 1)) {
            self.fields.push('{');
        }
        while parent != ROOT && !open.contains(&parent) {
            self.fields.push('}');
            parent = self.parent(parent);
        }
        for &node in open {
            self.nodes[node].end = OPEN;
        }
    }

    /// The number of columns, groups included.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Adds a column, a leaf until it is opened as a group.
    pub(super) fn push(&mut self, key: Key<'_>, parent: usize, layout: &Layout) {
        if self.nodes.is_empty() {
            // One allocation of each for most shapes.
            self.nodes.reserve(16);
            self.fields.reserve(128);
            self.fields.push('{');
        } else if !self.fields.ends_with('{') {
            layout.push_delimiter(&mut self.fields);
        }
        let from = self.fields.len();
        let name = match key {
            Key::Bare(name) => {
                self.fields.push_str(name);
                Name::Bare(name)
            }
            Key::Text(name) if key::is_bare(name) => {
                self.fields.push_str(name);
                Name::Listed
            }
            Key::Quoted(name) => {
                quote::push_quoted(&mut self.fields, name);
                Name::Quoted(name)
            }
            Key::Text(name) => {
                quote::push_quoted(&mut self.fields, name);
                let at = self.names.len();
                self.names.push_str(name);
                Name::Owned(at, self.names.len())
            }
        };
        self.nodes.push(Node { name, key: (from, self.fields.len()), end: self.nodes.len() + 1, parent });
    }

    /// Appends the key of `node`.
    #[inline]
    pub(super) fn push_key(&self, node: usize, out: &mut String) {
        out.push_str(self.encoded(&self.nodes[node]));
    }

    #[inline]
    fn encoded(&self, node: &Node) -> &str {
        &self.fields[node.key.0..node.key.1]
    }

    /// Whether all columns are leaves.
    pub(super) fn is_flat(&self) -> bool {
        (0..self.len()).all(|node| self.is_leaf(node))
    }

    pub(super) fn has_memory(&self) -> bool {
        self.nodes.capacity() > 0
    }

    /// Makes a group of the last column.
    pub(super) fn open_group(&mut self, node: usize) {
        self.nodes[node].end = OPEN;
        self.fields.push('{');
    }

    /// Closes a group behind its last column. The row itself has no node.
    pub(super) fn close_group(&mut self, node: usize) {
        if node != ROOT {
            self.nodes[node].end = self.nodes.len();
            self.fields.push('}');
        }
    }

    pub(super) fn is_leaf(&self, node: usize) -> bool {
        self.nodes[node].end == node + 1
    }

    pub(super) fn parent(&self, node: usize) -> usize {
        self.nodes[node].parent
    }

    /// The groups around the columns of `group`, from the outermost inward, and itself. The row itself is none.
    pub(super) fn groups_to(&self, group: usize) -> Path {
        let mut path = Path::new();
        let mut node = group;
        while node != ROOT {
            path.push(node);
            node = self.parent(node);
        }
        path.reverse();
        path
    }

    /// Whether `node` is somewhere below `group`.
    pub(super) fn is_below(&self, node: usize, group: usize) -> bool {
        group == ROOT || (group < node && node < self.nodes[group].end)
    }

    /// How many levels `node` is below `group`, which is somewhere around it or itself.
    pub(super) fn levels(&self, mut node: usize, group: usize) -> usize {
        let mut levels = 0;
        while node != group && node != ROOT {
            node = self.parent(node);
            levels += 1;
        }
        levels
    }

    pub(super) fn key(&self, node: usize) -> Key<'_> {
        self.name(&self.nodes[node])
    }

    #[inline]
    fn name(&self, node: &Node) -> Key<'_> {
        match node.name {
            Name::Bare(name) => Key::Bare(name),
            Name::Quoted(name) => Key::Quoted(name),
            Name::Listed => Key::Text(self.encoded(node)),
            Name::Owned(from, to) => Key::Text(&self.names[from..to]),
        }
    }

    /// Whether `node` has its name from the place in memory where `key` is.
    #[inline(always)]
    pub(super) fn is_place(&self, node: usize, key: &'static str) -> bool {
        match self.nodes[node].name {
            Name::Bare(name) | Name::Quoted(name) => core::ptr::eq(name, key),
            Name::Listed | Name::Owned(..) => false,
        }
    }

    /// Whether `node` has the name `key`. Field names of one struct are mostly one place in memory.
    #[inline]
    pub(super) fn is_named(&self, node: usize, key: Key<'_>) -> bool {
        match (self.nodes[node].name, key) {
            (Name::Bare(name), Key::Bare(key)) => core::ptr::eq(name, key) || name == key,
            _ => self.has_name(node, key.as_str()),
        }
    }

    /// Whether `node` has the name `key`, wherever that is.
    #[inline(always)]
    pub(super) fn has_name(&self, node: usize, key: &str) -> bool {
        let node = &self.nodes[node];
        let (text, (from, to)) = match node.name {
            Name::Bare(name) | Name::Quoted(name) => return name == key,
            Name::Listed => (&self.fields, node.key),
            Name::Owned(from, to) => (&self.names, (from, to)),
        };
        text.as_bytes().get(from..to) == Some(key.as_bytes())
    }

    /// Where the columns of `group` begin and end.
    pub(super) fn columns(&self, group: usize) -> (usize, usize) {
        if group == ROOT { (0, self.nodes.len()) } else { (group + 1, self.nodes[group].end) }
    }

    /// The columns of `group`, without those below them.
    pub(super) fn children(&self, group: usize) -> impl Iterator<Item = usize> {
        let (mut node, end) = self.columns(group);
        core::iter::from_fn(move || {
            let here = node;
            (here < end).then(|| {
                node = self.nodes[here].end;
                here
            })
        })
    }

    /// The columns that an open group has so far: all behind its beginning are below it.
    pub(super) fn columns_so_far(&self, group: usize) -> impl Iterator<Item = usize> {
        (self.columns(group).0..self.len()).filter(move |&node| self.parent(node) == group)
    }

    /// The column behind `node` in the same group, or that group's end.
    pub(super) fn next(&self, node: usize) -> usize {
        self.nodes[node].end
    }

    /// The column of `group` that is named `key`, looked for from `from` on.
    pub(super) fn find(&mut self, group: usize, from: usize, key: Key<'_>) -> Option<usize> {
        let (first, end) = self.columns(group);
        let mut node = from;
        for _ in 0..NEAR {
            if node >= end {
                node = first;
            }
            if self.is_named(node, key) {
                return Some(node);
            }
            node = self.nodes[node].end;
            if node == from {
                return None;
            }
        }
        self.find_in_index(group, key)
    }

    fn find_in_index(&mut self, group: usize, key: Key<'_>) -> Option<usize> {
        if self.index.is_empty() {
            let mut index = core::mem::take(&mut self.index);
            index.extend((0..self.len()).map(|node| (key::fingerprint(self.key(node).as_str()), node)));
            index.sort_unstable_by(|a, b| {
                a.0.cmp(&b.0).then_with(|| self.compare(a.1, self.parent(b.1), self.key(b.1)))
            });
            self.index = index;
        }
        let sought = key::fingerprint(key.as_str());
        let order =
            |&(other, node): &(u128, usize)| other.cmp(&sought).then_with(|| self.compare(node, group, key));
        self.index.binary_search_by(order).ok().map(|at| self.index[at].1)
    }

    /// The order of columns whose names have the same fingerprint, so that a search stays short however many those are.
    fn compare(&self, node: usize, parent: usize, key: Key<'_>) -> Ordering {
        self.parent(node).cmp(&parent).then_with(|| self.key(node).as_str().cmp(key.as_str()))
    }

    /// The leaves among the first `to` columns.
    pub(super) fn leaves(&self, to: usize) -> impl Iterator<Item = usize> {
        (0..to).filter(|&node| self.is_leaf(node))
    }

    /// Appends the field list, `{a,b{c,d}}` (§6).
    pub(super) fn push_fields(&self, out: &mut String) {
        out.push_str(&self.fields);
        out.push('}');
    }

    /// For each column whether all of its leaves are among those, of which it is said leaf by leaf.
    pub(super) fn whole_nodes(&self, leaves: &[bool]) -> Vec<bool> {
        let mut whole = alloc::vec![true; self.len()];
        for (leaf, _) in self.leaves(self.len()).zip(leaves).filter(|(_, is_among)| !**is_among) {
            let mut node = leaf;
            while let Some(whole) = whole.get_mut(node).filter(|whole| **whole) {
                *whole = false;
                node = self.parent(node);
            }
        }
        whole
    }

    /// The field list without the leaves that are cut, in order, and the groups that have no others.
    pub(super) fn push_fields_without(&self, cut: &[bool], out: &mut String, layout: &Layout) {
        let mut kept = alloc::vec![false; self.nodes.len()];
        for (leaf, _) in self.leaves(self.len()).zip(cut).filter(|(_, cut)| !**cut) {
            let mut node = leaf;
            while let Some(kept) = kept.get_mut(node).filter(|kept| !**kept) {
                *kept = true;
                node = self.parent(node);
            }
        }
        let mut open = Path::new();
        out.push('{');
        let mut is_first = true;
        for node in (0..self.len()).filter(|&node| kept[node]) {
            while open.last().is_some_and(|&group| !self.is_below(node, group)) {
                open.pop();
                out.push('}');
            }
            if !is_first {
                layout.push_delimiter(out);
            }
            self.push_key(node, out);
            is_first = !self.is_leaf(node);
            if is_first {
                out.push('{');
                open.push(node);
            }
        }
        open.iter().for_each(|_| out.push('}'));
        out.push('}');
    }
}
