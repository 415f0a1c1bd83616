//! Reads the rows of a table.

use super::children::PendingChild;
use super::columns::{ColumnSource, RowColumn, RowNode, TableColumns};
use crate::cells::{self, ABSENT, EMPTY_GROUP, IN_CELL, NULL_GROUP, UNDECLARED};
use crate::column::GroupKind;
use crate::expansion::Expansion;
use crate::fault::{At, Outcome, fault};
use crate::tree::{Members, Tree};
use std::rc::Rc;

/// Reads the rows of one table, reusing its buffers.
pub(crate) struct RowReader<'t> {
    columns: &'t TableColumns,
    /// The columns of the legend, sorted so that each comes after those that it depends on.
    legend: &'t [usize],
    children: Vec<PendingChild>,
    /// The values in the current row, by column. `None` if absent.
    values: Vec<Option<Tree>>,
    groups: Vec<GroupInRow>,
    /// The number of the current row.
    at: usize,
}

/// The state of a group in the current row.
#[derive(Clone, Copy, PartialEq, Eq)]
enum GroupInRow {
    Absent,
    Present,
    Null,
    Empty,
}

/// What a cell means.
enum Cell {
    Value(Tree),
    Absent,
    /// The group that contains the cell is `null` or `{}`.
    Group(GroupInRow),
}

impl<'t> RowReader<'t> {
    pub(crate) fn new(columns: &'t TableColumns, legend: &'t [usize], children: Vec<PendingChild>) -> Self {
        RowReader { columns, legend, children, values: Vec::new(), groups: Vec::new(), at: 0 }
    }

    /// The child tables, with their remaining rows.
    pub(crate) fn into_children(self) -> Vec<PendingChild> {
        self.children
    }

    pub(crate) fn read(&mut self, expansion: &mut Expansion, rows: &[Tree]) -> Outcome<Vec<Tree>> {
        let mut out = Vec::with_capacity(rows.len());
        let may_be_plain = self.columns.are_plain();
        for (at, row) in rows.iter().enumerate() {
            let Tree::Object(members) = row else { continue };
            self.at = at;
            let is_plain = may_be_plain && members.iter().all(|(_, cell)| is_plain(cell));
            out.push(if is_plain {
                row.clone()
            } else {
                self.row(expansion, members).map(Tree::object).at_index(at)?
            });
        }
        Ok(out)
    }

    fn row(&mut self, expansion: &mut Expansion, row: &Members) -> Outcome<Members> {
        let TableColumns { leaves, groups, cells, .. } = self.columns;
        expansion.budget.step(leaves.len() - cells)?;
        self.values.clear();
        self.groups.clear();
        self.groups.resize(groups.len(), GroupInRow::Absent);
        self.set(0, GroupInRow::Present);
        self.cells(expansion, row)?;
        self.values.resize(leaves.len(), None);
        for (at, group) in groups.iter().enumerate() {
            if !group.has_cells && self.state(group.parent) == GroupInRow::Present {
                self.set(at, GroupInRow::Present);
            }
        }
        for at in self.legend {
            let value = self.entry(expansion, *at);
            let value = self.columns.at(*at, value)?;
            if let Some(place) = self.values.get_mut(*at) {
                *place = value;
            }
        }
        self.object(expansion, 0)
    }

    fn state(&self, group: usize) -> GroupInRow {
        self.groups.get(group).copied().unwrap_or(GroupInRow::Absent)
    }

    fn set(&mut self, group: usize, state: GroupInRow) {
        if let Some(place) = self.groups.get_mut(group) {
            *place = state;
        }
    }

    /// Reads the cells of a row or group, in column order.
    fn cells(&mut self, expansion: &mut Expansion, row: &Members) -> Outcome<()> {
        for (_, cell) in row {
            if let Tree::Object(group) = cell {
                self.cells(expansion, group)?;
                continue;
            }
            let at = self.values.len();
            let Some(column) = self.columns.leaves.get(at) else { continue };
            let value = self.cell(expansion, column, cell);
            let value = self.columns.at(at, value)?;
            self.values.push(value);
        }
        Ok(())
    }

    fn cell(&mut self, expansion: &mut Expansion, column: &RowColumn, cell: &Tree) -> Outcome<Option<Tree>> {
        let value = match read_cell(expansion, column, cell)? {
            Cell::Absent => return Ok(None),
            Cell::Group(_) if column.group == 0 => {
                return fault("`_null` and `_empty` apply only to columns in a group");
            }
            Cell::Group(state) => {
                if self.state(column.group) != GroupInRow::Absent {
                    return fault("the group is `null` or `{}`, but has a value in another cell");
                }
                self.set(column.group, state);
                let parent = self.columns.groups.get(column.group).map_or(0, |group| group.parent);
                self.mark_present(parent)?;
                return Ok(None);
            }
            Cell::Value(value) => value,
        };
        self.mark_present(column.group)?;
        match (&column.source, value) {
            (ColumnSource::Affix(template), value) => {
                template.render_cell(value, &mut expansion.budget).map(Some)
            }
            (ColumnSource::Count(_), Tree::Null) => Ok(Some(Tree::Null)),
            (ColumnSource::Count(child), value) => {
                match (value.as_integer(), self.children.get_mut(*child)) {
                    (Some(count), Some(child)) => child.take(count).map(Some),
                    _ => fault("expected the number of child rows"),
                }
            }
            (_, value) => Ok(Some(value)),
        }
    }

    /// Marks a group that has a cell, and all groups that contain it, as present.
    fn mark_present(&mut self, mut group: usize) -> Outcome<()> {
        loop {
            match self.state(group) {
                GroupInRow::Present => return Ok(()),
                GroupInRow::Absent => self.set(group, GroupInRow::Present),
                GroupInRow::Null | GroupInRow::Empty => {
                    return fault("the group is `null` or `{}`, but has a value in another cell");
                }
            }
            group = self.columns.groups.get(group).map_or(0, |group| group.parent);
        }
    }

    /// The value of a column of the legend in the current row.
    fn entry(&mut self, expansion: &mut Expansion, at: usize) -> Outcome<Option<Tree>> {
        let Some(column) = self.columns.leaves.get(at) else { return Ok(None) };
        if self.state(column.group) != GroupInRow::Present {
            return Ok(None);
        }
        match &column.source {
            ColumnSource::Constant(value) => Ok(Some(value.clone())),
            ColumnSource::Template(template) => template.render(&self.values, &mut expansion.budget),
            ColumnSource::Row { child, or_null } => {
                let row = self.children.get_mut(*child).and_then(|child| child.at_row(self.at));
                Ok(row.or(or_null.then_some(Tree::Null)))
            }
            ColumnSource::Link { child, of } => {
                let value = self.values.get(*of).and_then(Option::as_ref);
                match (value, self.children.get_mut(*child)) {
                    (Some(value), Some(child)) => child.linked(value).map(Some),
                    _ => Ok(Some(Tree::list(Vec::new()))),
                }
            }
            ColumnSource::Cell | ColumnSource::Affix(_) | ColumnSource::Count(_) => Ok(None),
        }
    }

    /// Builds the object of a group from the values of its columns.
    fn object(&mut self, expansion: &mut Expansion, group: usize) -> Outcome<Members> {
        let columns = self.columns;
        let members = columns.groups.get(group).map(|group| group.members.as_slice()).unwrap_or_default();
        let mut object = Members::with_capacity(members.len());
        let mut bytes = 0;
        for node in members {
            let (key, value) = match *node {
                RowNode::Column(at) => {
                    let Some(value) = self.values.get_mut(at).and_then(Option::take) else { continue };
                    let Some(column) = columns.leaves.get(at) else { continue };
                    let value = match column.entities {
                        None => value,
                        Some(entities) => columns.at(at, expansion.refer(entities, &value))?,
                    };
                    (&column.key, value)
                }
                RowNode::Group(at) => {
                    let Some(inner) = columns.groups.get(at) else { continue };
                    let Some(value) = self.group(expansion, at)? else { continue };
                    let value = match inner.entities {
                        None => value,
                        Some(entities) => expansion.refer(entities, &value)?,
                    };
                    (&inner.key, value)
                }
            };
            bytes += key.len() + 4;
            object.push((Rc::clone(key), value));
        }
        expansion.budget.take_values(bytes)?;
        Ok(object)
    }

    /// The value of a group in the current row. `None` if absent.
    fn group(&mut self, expansion: &mut Expansion, at: usize) -> Outcome<Option<Tree>> {
        let Some(group) = self.columns.groups.get(at) else { return Ok(None) };
        let object = match self.state(at) {
            GroupInRow::Absent => return Ok(None),
            GroupInRow::Null => return Ok(Some(Tree::Null)),
            GroupInRow::Empty if group.kind != GroupKind::Object => return Ok(Some(Tree::list(Vec::new()))),
            GroupInRow::Empty => return Ok(Some(Tree::object(Members::new()))),
            GroupInRow::Present => self.object(expansion, at)?,
        };
        if group.kind == GroupKind::Object {
            return Ok(Some(Tree::object(object)));
        }
        if object.len() < group.members.len() {
            return fault("missing element in a list of fixed length");
        }
        let elements = object.into_iter().map(|(_, element)| element);
        if group.kind == GroupKind::Tuple {
            return Ok(Some(Tree::list(elements.collect())));
        }
        transposed(expansion, &elements.collect::<Vec<_>>()).map(Some)
    }
}

/// The lists of the first elements of `columns`, of the second ones, and so on.
fn transposed(expansion: &mut Expansion, columns: &[Tree]) -> Outcome<Tree> {
    let lists: Option<Vec<&[Tree]>> = columns.iter().map(Tree::as_list).collect();
    let lists = lists.filter(|lists| lists.windows(2).all(|pair| pair[0].len() == pair[1].len()));
    let Some(lists) = lists else { return fault("expected lists of the same length in transposed columns") };
    let count = lists.first().map_or(0, |list| list.len());
    expansion.budget.take_values(count.saturating_mul(lists.len() + 2))?;
    let row = |at: usize| Tree::list(lists.iter().filter_map(|list| list.get(at).cloned()).collect());
    Ok(Tree::list((0..count).map(row).collect()))
}

/// Whether a cell is literal if its column is in no group and has no side keys.
fn is_plain(cell: &Tree) -> bool {
    match cell {
        Tree::String(text) => !text.starts_with('_'),
        cell => cell.is_scalar(),
    }
}

/// Parses a cell, regardless of its column's source.
fn read_cell(expansion: &mut Expansion, column: &RowColumn, cell: &Tree) -> Outcome<Cell> {
    let is_declared = column.is_json || column.list_cell.is_some();
    let value = match cell {
        Tree::String(text) => {
            if text.starts_with('_') {
                match &**text {
                    ABSENT => return Ok(Cell::Absent),
                    NULL_GROUP => return Ok(Cell::Group(GroupInRow::Null)),
                    EMPTY_GROUP => return Ok(Cell::Group(GroupInRow::Empty)),
                    _ => {}
                }
            }
            if is_declared && text.starts_with(IN_CELL) {
                return expansion.json(text).map(Cell::Value);
            }
            match cells::unescape(text, if is_declared { IN_CELL } else { UNDECLARED }) {
                None => cell.clone(),
                Some(text) => {
                    expansion.budget.take(text.len())?;
                    Tree::string(text)
                }
            }
        }
        scalar => scalar.clone(),
    };
    let Some(list_cell) = column.list_cell else { return Ok(Cell::Value(value)) };
    expansion.budget.take_values(value.as_str().map_or(0, |text| text.len()))?;
    let value = list_cell.read(value)?;
    expansion.resolve(value).map(Cell::Value)
}
