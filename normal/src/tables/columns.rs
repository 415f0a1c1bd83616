//! The columns of a table, from its cells and its legend, and how they are grouped in a row.

use crate::column::GroupKind;
use crate::fault::{At, Outcome, fault};
use crate::keys::{self, Siblings};
use crate::legend::Template;
use crate::list_cells::ListCell;
use crate::tree::{Members, Str, Tree};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use toon::__internal::shorten;

/// A scalar or list that the rows have at one path.
pub(crate) struct RowColumn {
    pub(crate) key: Str,
    /// The index of the group that contains it.
    pub(crate) group: usize,
    /// Whether its cells, or its legend entry, may be JSON text.
    pub(crate) is_json: bool,
    pub(crate) list_cell: Option<ListCell>,
    pub(crate) source: ColumnSource,
    /// The table of entities that its values refer to.
    pub(crate) entities: Option<usize>,
}

/// Where the values of a column come from.
pub(crate) enum ColumnSource {
    Cell,
    /// The cell is the text between the affixes in the template.
    Affix(Template),
    /// The cell is the number of rows that the row has in this child table.
    Count(usize),
    Constant(Tree),
    Template(Template),
    /// The row of `child` whose `_row` is the number of the row, or else `null`, or nothing.
    Row {
        child: usize,
        or_null: bool,
    },
    /// The rows of `child` whose `_of` is the value of the column `of`.
    Link {
        child: usize,
        of: usize,
    },
}

/// An object in the rows. The first group is the row itself.
pub(crate) struct RowGroup {
    pub(crate) key: Str,
    pub(crate) parent: usize,
    /// Whether any column in it, at any depth, has cells.
    pub(crate) has_cells: bool,
    pub(crate) kind: GroupKind,
    /// In the order of the row's keys.
    pub(crate) members: Vec<RowNode>,
    pub(crate) entities: Option<usize>,
}

/// A member of a group, as an index.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum RowNode {
    Column(usize),
    Group(usize),
}

/// Columns with cells come before those of the legend. Each group comes after its parent.
pub(crate) struct TableColumns {
    pub(crate) leaves: Vec<RowColumn>,
    pub(crate) cells: usize,
    pub(crate) groups: Vec<RowGroup>,
    /// Whether any key is written with an escaping dot.
    has_escaped_keys: bool,
}

impl TableColumns {
    /// The columns of a table whose first row is `row`.
    pub(crate) fn new(row: &Members) -> Outcome<Self> {
        let root = RowGroup {
            key: "".into(),
            parent: 0,
            has_cells: true,
            kind: GroupKind::Object,
            members: Vec::with_capacity(row.len()),
            entities: None,
        };
        let mut columns =
            TableColumns { leaves: Vec::new(), cells: 0, groups: vec![root], has_escaped_keys: false };
        columns.add_row(row, 0)?;
        columns.cells = columns.leaves.len();
        Ok(columns)
    }

    fn add_row(&mut self, row: &Members, group: usize) -> Outcome<()> {
        check_own_keys(row.iter().map(|(name, _)| name))?;
        for (name, value) in row {
            let key = keys::own_key(name);
            self.has_escaped_keys |= name.ends_with('.');
            match value {
                Tree::Object(members) => {
                    let inner = self.add_group(key, group, true);
                    self.add_row(members, inner).at_key(name)?;
                }
                _ => {
                    self.add_column(key, group, ColumnSource::Cell);
                }
            }
        }
        Ok(())
    }

    fn add_column(&mut self, key: Str, group: usize, source: ColumnSource) -> usize {
        let at = self.leaves.len();
        self.leaves.push(RowColumn { key, group, is_json: false, list_cell: None, source, entities: None });
        self.add_member(group, RowNode::Column(at));
        at
    }

    fn add_group(&mut self, key: Str, parent: usize, has_cells: bool) -> usize {
        let at = self.groups.len();
        self.groups.push(RowGroup {
            key,
            parent,
            has_cells,
            kind: GroupKind::Object,
            members: Vec::new(),
            entities: None,
        });
        self.add_member(parent, RowNode::Group(at));
        at
    }

    fn add_member(&mut self, group: usize, node: RowNode) {
        if let Some(group) = self.groups.get_mut(group) {
            group.members.push(node);
        }
    }

    /// Adds the entries of a legend as constants. Returns those that belong to columns with cells.
    pub(crate) fn add_legend(&mut self, legend: &Members) -> Outcome<Vec<(usize, Tree)>> {
        let mut known = HashMap::new();
        for (at, group) in self.groups.iter().enumerate() {
            for node in &group.members {
                known.extend(self.key(*node).map(|key| ((at, Rc::clone(key)), *node)));
            }
        }
        let mut affixes = Vec::new();
        self.add_entries(legend, 0, &mut known, &mut affixes)?;
        Ok(affixes)
    }

    fn add_entries(
        &mut self,
        legend: &Members,
        group: usize,
        known: &mut HashMap<(usize, Str), RowNode>,
        affixes: &mut Vec<(usize, Tree)>,
    ) -> Outcome<()> {
        check_own_keys(legend.iter().map(|(name, _)| name))?;
        for (name, value) in legend {
            let key = keys::own_key(name);
            let place = (group, Rc::clone(&key));
            match (value, known.get(&place)) {
                (Tree::Object(entries), node) if !entries.is_empty() => {
                    let inner = match node {
                        Some(RowNode::Group(inner)) => *inner,
                        Some(RowNode::Column(_)) => {
                            return fault("expected a value for a column of the table, found an object")
                                .at_key(name);
                        }
                        None => {
                            let inner = self.add_group(key, group, false);
                            known.insert(place, RowNode::Group(inner));
                            inner
                        }
                    };
                    self.add_entries(entries, inner, known, affixes).at_key(name)?;
                }
                (value, Some(RowNode::Column(column))) if *column < self.cells => {
                    affixes.push((*column, value.clone()));
                }
                (_, Some(_)) => {
                    return fault("expected an object for a group of the table, found a value").at_key(name);
                }
                (value, None) => {
                    let column = self.add_column(key, group, ColumnSource::Constant(value.clone()));
                    known.insert(place, RowNode::Column(column));
                }
            }
        }
        Ok(())
    }

    fn key(&self, node: RowNode) -> Option<&Str> {
        match node {
            RowNode::Column(column) => self.leaves.get(column).map(|column| &column.key),
            RowNode::Group(group) => self.groups.get(group).map(|group| &group.key),
        }
    }

    /// The group that contains a member.
    fn parent(&self, node: RowNode) -> usize {
        let parent = match node {
            RowNode::Column(column) => self.leaves.get(column).map(|column| column.group),
            RowNode::Group(group) => self.groups.get(group).map(|group| group.parent),
        };
        parent.unwrap_or_default()
    }

    /// The path from the row to a member.
    fn path(&self, node: RowNode) -> Vec<Str> {
        let mut path: Vec<Str> = self.key(node).cloned().into_iter().collect();
        let mut group = self.parent(node);
        while group != 0 {
            path.extend(self.key(RowNode::Group(group)).cloned());
            group = self.parent(RowNode::Group(group));
        }
        path.reverse();
        path
    }

    /// The path of a column, joined by dots. It may be ambiguous.
    pub(crate) fn joined_path(&self, column: usize) -> String {
        self.path(RowNode::Column(column)).join(".")
    }

    /// Whether rows are used as written: there are no groups, no legend and no cells to decode.
    pub(crate) fn are_plain(&self) -> bool {
        let is_plain = |column: &RowColumn| {
            matches!(column.source, ColumnSource::Cell)
                && !column.is_json
                && column.list_cell.is_none()
                && column.entities.is_none()
        };
        !self.has_escaped_keys && self.groups.len() == 1 && self.leaves.iter().all(is_plain)
    }

    /// Sorts the members of a group by their keys as numbers. Returns whether these are 0, 1, 2 and
    /// so on.
    pub(crate) fn sort_numbered(&mut self, group: usize) -> bool {
        let number = |node: &RowNode| self.key(*node).and_then(|key| key.parse::<usize>().ok());
        let mut members = self.groups.get(group).map(|group| group.members.clone()).unwrap_or_default();
        members.sort_by_key(number);
        if let Some(group) = self.groups.get_mut(group) {
            group.members = members;
        }
        self.is_numbered(group)
    }

    fn is_numbered(&self, group: usize) -> bool {
        let members = self.groups.get(group).map(|group| group.members.as_slice()).unwrap_or_default();
        members
            .iter()
            .enumerate()
            .all(|(at, node)| self.key(*node).is_some_and(|key| **key == *itoa::Buffer::new().format(at)))
    }

    /// Adds the path of a column to a fault.
    pub(crate) fn at<T>(&self, column: usize, outcome: Outcome<T>) -> Outcome<T> {
        if outcome.is_ok() {
            return outcome;
        }
        self.path(RowNode::Column(column))
            .iter()
            .rev()
            .fold(outcome, |outcome, key| outcome.at_key(&keys::row_key(key)))
    }

    /// Arranges columns with cells and columns of the legend in the order of the rows: `runs` are
    /// the alternating numbers of columns to take from each.
    pub(crate) fn order(&mut self, runs: &[usize]) -> Outcome<()> {
        let count = self.leaves.len();
        let (mut cells, mut entries) = (0..self.cells, self.cells..count);
        let mut order = Vec::with_capacity(count);
        for (turn, run) in runs.iter().enumerate() {
            let from = if turn % 2 == 0 { &mut cells } else { &mut entries };
            if *run > from.len() {
                return fault(format!("`order` lists more than the {count} columns of the table"));
            }
            order.extend(from.take(*run));
        }
        if order.len() != count {
            return fault(format!("`order` lists {} of the {count} columns of the table", order.len()));
        }
        self.groups.iter_mut().for_each(|group| group.members.clear());
        let mut is_placed = vec![false; self.groups.len()];
        for column in order {
            let mut group = self.parent(RowNode::Column(column));
            self.add_member(group, RowNode::Column(column));
            while let Some(is_placed) =
                is_placed.get_mut(group).filter(|is_placed| group != 0 && !**is_placed)
            {
                *is_placed = true;
                let parent = self.parent(RowNode::Group(group));
                self.add_member(parent, RowNode::Group(group));
                group = parent;
            }
        }
        Ok(())
    }
}

/// Resolves the paths with which side keys and placeholders refer to columns and groups.
pub(crate) struct Paths {
    nodes: HashMap<String, RowNode>,
}

impl Paths {
    pub(crate) fn new(columns: &TableColumns) -> Self {
        let mut nodes = HashMap::new();
        let mut groups: Vec<Option<String>> = vec![None; columns.groups.len()];
        groups.splice(..1, [Some(String::new())]);
        // Each group comes after its parent.
        for (at, group) in columns.groups.iter().enumerate() {
            let parent = groups.get_mut(at).and_then(Option::take);
            let nodes_of = |is_wanted: fn(&RowNode) -> bool| {
                let nodes = group.members.iter().filter(move |node| is_wanted(node));
                nodes.filter_map(|node| columns.key(*node))
            };
            let siblings =
                Siblings::new(nodes_of(|_| true), nodes_of(|node| matches!(node, RowNode::Group(_))));
            for node in &group.members {
                let Some(key) = columns.key(*node) else { continue };
                let Some(path) = siblings.path(parent.as_deref(), key) else { continue };
                if let RowNode::Group(inner) = node {
                    if let Some(group) = groups.get_mut(*inner) {
                        *group = Some(path.clone());
                    }
                }
                nodes.insert(path, *node);
            }
        }
        Paths { nodes }
    }

    pub(crate) fn column(&self, path: &str) -> Option<usize> {
        match self.nodes.get(path) {
            Some(RowNode::Column(column)) => Some(*column),
            _ => None,
        }
    }

    pub(crate) fn group(&self, path: &str) -> Option<usize> {
        match self.nodes.get(path) {
            Some(RowNode::Group(group)) => Some(*group),
            _ => None,
        }
    }
}

/// Parses the paths in a side key: a string with spaces between them, or a list of strings.
pub(crate) fn read_paths(value: &Tree) -> Outcome<Vec<&str>> {
    let paths = match value {
        Tree::String(text) => Some(text.split(' ').collect()),
        Tree::List(texts) => texts.iter().map(|text| text.as_str().map(|text| &**text)).collect(),
        _ => None,
    };
    match paths {
        Some(paths) => Ok(paths),
        None => fault("expected paths of columns"),
    }
}

pub(crate) fn unknown_column<T>(path: &str) -> Outcome<T> {
    fault(format!("unknown column {:?}", shorten(path)))
}

/// Rejects duplicate keys. Keys that are written differently may be equal after unescaping.
pub(crate) fn check_own_keys<'k>(names: impl Iterator<Item = &'k Str> + Clone) -> Outcome<()> {
    if !names.clone().any(|name| name.ends_with('.')) {
        return Ok(());
    }
    let mut keys = HashSet::new();
    for name in names {
        let key = keys::own_key(name);
        if !keys.insert(Rc::clone(&key)) {
            return fault(format!("duplicate key {:?}", shorten(&key))).at_key(name);
        }
    }
    Ok(())
}
