//! The field list of a header, ready to be walked once per row.

use super::key::Key;
use super::reshape;
use super::state::State;
use super::tree::Dotted;
use crate::error::shorten;
use crate::{ErrorKind, Result};
use alloc::borrow::Cow;
use alloc::vec::Vec;

/// A field list: field entries depth first, each group before its members.
pub(super) struct Fields<'de> {
    pub(super) list: Vec<Field<'de>>,
    /// Cells of a row.
    pub(super) leaves: usize,
    /// Rows do not give their cells in the order of `list`: fields repeat or have been expanded.
    pub(super) shuffled: bool,
}

pub(super) struct Field<'de> {
    pub(super) name: Cow<'de, str>,
    pub(super) key: Key<'de>,
    pub(super) group: bool,
    /// The index behind the field and its members.
    pub(super) next: usize,
    /// Its first cell, and the number of its cells.
    pub(super) cell: usize,
    pub(super) cells: usize,
}

impl<'de> Field<'de> {
    pub(super) fn new(key: &Key<'de>, group: bool) -> Self {
        Field { name: key.text(), key: *key, group, next: 0, cell: 0, cells: 0 }
    }
}

impl<'de> Fields<'de> {
    /// Numbers the cells of `list`, where `next` is set for groups, and sees to names that repeat.
    pub(super) fn new(state: &State<'de>, mut list: Vec<Field<'de>>) -> Result<Self> {
        let mut leaves = 0;
        for (index, field) in list.iter_mut().enumerate() {
            field.cell = leaves;
            if !field.group {
                field.next = index + 1;
                leaves += 1;
            }
        }
        let mut fields = Fields { list, leaves, shuffled: false };
        fields.count_cells();
        if let Some(twice) = fields.duplicate() {
            // §9.3: a repeated name is a defect of the header, whatever rows follow.
            if state.strict {
                let name = shorten(&twice.name);
                return Err(state.fail(ErrorKind::DuplicateField { name }, twice.key.at));
            }
            fields.shuffled = true;
        }
        fields.shuffled |=
            state.expand_paths && fields.list.iter().any(|field| Dotted::new(&field.key).is_path());
        if fields.shuffled { reshape::reshape(state, &fields) } else { Ok(fields) }
    }

    /// A group has the cells up to the first one of the field behind it.
    fn count_cells(&mut self) {
        let starts: Vec<usize> = self.list.iter().map(|field| field.cell).collect();
        for field in &mut self.list {
            field.cells = starts.get(field.next).copied().unwrap_or(self.leaves) - field.cell;
        }
    }

    /// The indices of the members of the list between `start` and `end`.
    pub(super) fn members(&self, start: usize, end: usize) -> impl Iterator<Item = usize> + '_ {
        let next =
            move |index: &usize| self.list.get(*index).map(|field| field.next).filter(|next| *next < end);
        core::iter::successors(Some(start).filter(|start| *start < end), next)
    }

    /// The first field, in document order, whose name stands in its list before.
    fn duplicate(&self) -> Option<&Field<'de>> {
        let groups = self.list.iter().enumerate().filter(|(_, field)| field.group);
        let inner = groups.filter_map(|(index, field)| self.duplicate_in(index + 1, field.next));
        inner.chain(self.duplicate_in(0, self.list.len())).min_by_key(|field| field.key.at)
    }

    fn duplicate_in(&self, start: usize, end: usize) -> Option<&Field<'de>> {
        let mut members: Vec<&Field<'de>> =
            self.members(start, end).filter_map(|index| self.list.get(index)).collect();
        members.sort_by(|a, b| a.name.cmp(&b.name).then(a.key.at.cmp(&b.key.at)));
        let pairs = members.iter().zip(members.iter().skip(1));
        pairs.filter(|(a, b)| a.name == b.name).map(|(_, b)| *b).min_by_key(|field| field.key.at)
    }
}
