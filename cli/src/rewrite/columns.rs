//! The columns of all rows of a list: a tree, since the columns of nested objects form groups.

use std::collections::BTreeMap;
use toon::__internal::{key, push_quoted, shorten};

/// The group of the top-level columns: the row itself.
pub(super) const ROW: usize = 0;

/// The columns, in the order in which they first appear.
#[derive(Debug)]
pub(super) struct RowColumns {
    nodes: Vec<RowColumn>,
}

#[derive(Debug, Default)]
struct RowColumn {
    name: String,
    parent: usize,
    /// Its position among the columns of its group.
    place: usize,
    kind: ColumnKind,
    children: Vec<usize>,
    /// The children by name.
    index: BTreeMap<String, usize>,
    /// The number of rows in which it is a scalar, and whether one of them is not `null`.
    cells: u64,
    has_values: bool,
    /// The first and the last row that has it, counted from 1.
    first_row: u64,
    last_row: u64,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum ColumnKind {
    /// Its first value has not come yet.
    #[default]
    New,
    Leaf,
    Group,
}

/// A column that is kept until the list is filled. Parents come before their children.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct KeptColumn {
    name: String,
    parent: usize,
    is_group: bool,
}

impl RowColumns {
    pub(super) fn new() -> Self {
        RowColumns { nodes: Vec::new() }
    }

    /// The number of columns, groups included.
    pub(super) fn len(&self) -> usize {
        self.nodes.len().saturating_sub(1)
    }

    /// The column `key` of `group`. The one at `cursor` is the likely one.
    pub(super) fn find(&self, group: usize, cursor: usize, key: &str) -> Option<usize> {
        let group = self.nodes.get(group)?;
        let next = group.children.get(cursor).copied();
        let is_next = |next: &usize| self.nodes.get(*next).is_some_and(|column| column.name == key);
        next.filter(is_next).or_else(|| group.index.get(key).copied())
    }

    /// Adds the column `key` to `group`, which does not have it.
    pub(super) fn add(&mut self, group: usize, key: &str, row: u64) -> usize {
        if self.nodes.is_empty() {
            self.nodes.push(RowColumn { kind: ColumnKind::Group, ..RowColumn::default() });
        }
        let added = self.nodes.len();
        let Some(parent) = self.nodes.get_mut(group) else { return added };
        let place = parent.children.len();
        parent.children.push(added);
        parent.index.insert(key.to_string(), added);
        let name = key.to_string();
        self.nodes.push(RowColumn { name, parent: group, place, first_row: row, ..RowColumn::default() });
        added
    }

    /// Notes that `row` has `column`. Returns whether this is the first time.
    pub(super) fn see(&mut self, column: usize, row: u64) -> bool {
        let column = self.nodes.get_mut(column);
        column.is_some_and(|column| std::mem::replace(&mut column.last_row, row) != row)
    }

    pub(super) fn place(&self, column: usize) -> usize {
        self.nodes.get(column).map_or(0, |column| column.place)
    }

    pub(super) fn kind(&self, column: usize) -> ColumnKind {
        self.nodes.get(column).map_or(ColumnKind::New, |column| column.kind)
    }

    pub(super) fn make_group(&mut self, column: usize) {
        if let Some(column) = self.nodes.get_mut(column) {
            column.kind = ColumnKind::Group;
        }
    }

    /// Adds a cell to `column`.
    pub(super) fn add_cell(&mut self, column: usize, is_null: bool) {
        if let Some(column) = self.nodes.get_mut(column) {
            column.kind = ColumnKind::Leaf;
            column.cells += 1;
            column.has_values |= !is_null;
        }
    }

    /// The first row of `column`, a leaf, if it is `null` wherever it is present.
    pub(super) fn first_null(&self, column: usize) -> Option<u64> {
        self.nodes.get(column).filter(|column| !column.has_values).map(|column| column.first_row)
    }

    pub(super) fn children(&self, group: usize) -> &[usize] {
        self.nodes.get(group).map_or(&[], |group| &group.children)
    }

    pub(super) fn name(&self, column: usize) -> &str {
        self.nodes.get(column).map_or("", |column| &column.name)
    }

    /// The first column of `group` from `place` on that `row` does not have, with its place.
    pub(super) fn absent(&self, group: usize, place: usize, row: u64) -> Option<(usize, usize)> {
        let is_absent =
            |column| self.nodes.get(column).is_some_and(|column: &RowColumn| column.last_row != row);
        let mut children = self.children(group).iter().copied().enumerate().skip(place);
        children.find(|&(_, column)| is_absent(column))
    }

    /// The leaves, each with the number of its cells.
    pub(super) fn leaves(&self) -> impl Iterator<Item = (usize, u64)> {
        let leaves = self.nodes.iter().enumerate().filter(|(_, column)| column.kind == ColumnKind::Leaf);
        leaves.map(|(index, column)| (index, column.cells))
    }

    /// A group without columns, and the first row that has it.
    pub(super) fn empty_group(&self) -> Option<(usize, u64)> {
        let mut columns = self.nodes.iter().enumerate().skip(1);
        let (index, column) =
            columns.find(|(_, column)| column.kind == ColumnKind::Group && column.children.is_empty())?;
        Some((index, column.first_row))
    }

    /// The path of `column` in its row, such as `user.login`.
    pub(super) fn path(&self, column: usize) -> String {
        let parent = |&column: &usize| self.nodes.get(column).map(|column| column.parent);
        let mut way: Vec<usize> =
            std::iter::successors(Some(column), parent).take_while(|&column| column != ROW).collect();
        way.reverse();
        let mut path = String::new();
        for column in way {
            push_segment(&mut path, self.name(column));
        }
        shorten(&path)
    }

    /// The path of the column `key` of `group`, which need not exist.
    pub(super) fn path_below(&self, group: usize, key: &str) -> String {
        let mut path = if group == ROW { String::new() } else { self.path(group) };
        push_segment(&mut path, key);
        shorten(&path)
    }

    pub(super) fn kept(&self) -> Vec<KeptColumn> {
        let columns = self.nodes.iter().skip(1);
        let keep = |column: &RowColumn| KeptColumn {
            name: column.name.clone(),
            parent: column.parent,
            is_group: column.kind == ColumnKind::Group,
        };
        columns.map(keep).collect()
    }

    pub(super) fn of_kept(kept: &[KeptColumn]) -> Self {
        let mut columns = RowColumns::new();
        for column in kept {
            let added = columns.add(column.parent, &column.name, 0);
            if let Some(added) = columns.nodes.get_mut(added) {
                added.kind = if column.is_group { ColumnKind::Group } else { ColumnKind::Leaf };
            }
        }
        columns
    }
}

/// Appends `key` to a path.
pub(super) fn push_segment(path: &mut String, key: &str) {
    if !path.is_empty() {
        path.push('.');
    }
    if key::is_bare(key) && !key.contains('.') {
        path.push_str(key);
    } else {
        push_quoted(path, key);
    }
}
