//! The field list of a header, ready to be walked once per row.

use super::derived::LastStruct;
use super::key::Key;
use super::reshape;
use super::state::State;
use super::tree::Dotted;
use crate::error::shorten;
use crate::{ErrorKind, Result};
use alloc::borrow::Cow;
use alloc::vec::Vec;

/// A field list: field entries depth first, each group before its members.
#[derive(Default)]
pub(super) struct Fields<'de> {
    pub(super) list: Vec<Field<'de>>,
    /// Cells of a row.
    pub(super) leaves: usize,
    /// Rows do not give their cells in the order of `list`: fields repeat or have been expanded.
    pub(super) shuffled: bool,
    /// Where it begins and ends, how deep its groups are, and its delimiter.
    pub(super) text: (usize, usize),
    pub(super) depth: usize,
    pub(super) delimiter: u8,
    /// What rows were last, and its groups in the order of the list.
    pub(super) row: LastStruct,
    pub(super) groups: Vec<LastStruct>,
}

pub(super) struct Field<'de> {
    pub(super) name: Cow<'de, str>,
    pub(super) key: Key<'de>,
    pub(super) group: bool,
    /// Of a group, its number among them, and how many fields behind it are in it.
    pub(super) number: usize,
    pub(super) members: usize,
    /// Its first cell, and the number of its cells.
    pub(super) cell: usize,
    pub(super) cells: usize,
}

/// The groups that are open while a field list is read.
pub(super) struct Groups {
    pub(super) depth: usize,
    /// The index of the innermost one, whose `members` is that of the one around it until it closes.
    innermost: usize,
}

impl Groups {
    pub(super) fn new() -> Self {
        Groups { depth: 0, innermost: 0 }
    }

    pub(super) fn open<'de>(&mut self, fields: &mut Fields<'de>, key: &Key<'de>) {
        let index = fields.list.len();
        fields.push(key, true, self.innermost, 0);
        fields.groups.push(LastStruct::default());
        self.innermost = index;
        self.depth += 1;
    }

    /// Closes the innermost group, if there is one.
    pub(super) fn close(&mut self, fields: &mut Fields<'_>) -> bool {
        if self.depth == 0 {
            return false;
        }
        let members = fields.list.len() - self.innermost - 1;
        if let Some(group) = fields.list.get_mut(self.innermost) {
            self.innermost = core::mem::replace(&mut group.members, members);
            group.cells = fields.leaves - group.cell;
        }
        self.depth -= 1;
        true
    }
}

/// Fields of a list whose names are compared one by one; those of longer lists are sorted.
const COMPARED: usize = 16;

impl<'de> Fields<'de> {
    /// A list without fields, in the same place.
    pub(super) fn emptied(self, delimiter: u8) -> Self {
        let Fields { mut list, mut groups, .. } = self;
        list.clear();
        groups.clear();
        Fields { list, delimiter, groups, ..Fields::default() }
    }

    /// Whether the list that opens at `open` has the same text and means the same: then this becomes it.
    pub(super) fn move_to(&mut self, state: &State<'de>, open: usize, end: usize, delimiter: u8) -> bool {
        let (start, after) = self.text;
        let text = state.source.bytes(start, after);
        let same = !text.is_empty() && state.source.bytes(open, end).starts_with(text);
        if !same || self.shuffled || self.delimiter != delimiter || self.depth > state.group_room() {
            return false;
        }
        for field in &mut self.list {
            field.key.at = field.key.at - start + open;
        }
        self.text = (open, after - start + open);
        true
    }

    pub(super) fn push_leaf(&mut self, key: &Key<'de>) {
        self.push(key, false, 0, 1);
        self.leaves += 1;
    }

    fn push(&mut self, key: &Key<'de>, group: bool, members: usize, cells: usize) {
        let (number, cell) = (self.groups.len(), self.leaves);
        if self.list.capacity() == 0 {
            // One allocation for most documents, of a size that allocators have at hand.
            self.list.reserve(10);
        }
        self.list.push(Field { name: key.text(), key: *key, group, number, members, cell, cells });
    }

    /// Sees to names that repeat, or that are paths where those are expanded.
    pub(super) fn checked(mut self, state: &State<'de>) -> Result<Self> {
        if let Some(twice) = self.duplicate() {
            // §9.3: a repeated name is a defect of the header, whatever rows follow.
            if state.strict {
                let name = shorten(&twice.name);
                return Err(state.fail(ErrorKind::DuplicateField { name }, twice.key.at));
            }
            self.shuffled = true;
        }
        self.shuffled |=
            state.expand_paths && self.list.iter().any(|field| Dotted::new(&field.key).is_path());
        if self.shuffled { reshape::reshape(state, &self) } else { Ok(self) }
    }

    /// The fields of the row's object.
    #[inline]
    pub(super) fn members(&self) -> Members<'_, 'de> {
        Members::new(&self.list)
    }

    /// The first field, in document order, whose name stands in its list before.
    fn duplicate(&self) -> Option<&Field<'de>> {
        // The usual case: a short list, and no name twice in it or its groups.
        let before = |index: usize| self.list.get(..index).unwrap_or_default();
        let mut fields = self.list.iter().enumerate();
        if self.list.len() <= COMPARED
            && fields.all(|(index, field)| before(index).iter().all(|other| other.name != field.name))
        {
            return None;
        }
        let groups = self.list.iter().enumerate().filter(|(_, field)| field.group);
        let inner = groups.filter_map(|(index, group)| {
            let (start, end) = (index + 1, index + 1 + group.members);
            duplicate_in(Members::new(self.list.get(start..end).unwrap_or_default()))
        });
        inner.chain(duplicate_in(self.members())).min_by_key(|field| field.key.at)
    }
}

/// The fields of one object, each with those that are in it.
#[derive(Clone)]
pub(super) struct Members<'h, 'de> {
    list: &'h [Field<'de>],
}

impl<'h, 'de> Members<'h, 'de> {
    #[inline(always)]
    pub(super) fn new(list: &'h [Field<'de>]) -> Self {
        Members { list }
    }

    /// All of them, each group before its members.
    #[inline(always)]
    pub(super) fn list(&self) -> &'h [Field<'de>] {
        self.list
    }

    #[inline(always)]
    pub(super) fn peek(&self) -> Option<&'h Field<'de>> {
        self.list.first()
    }
}

impl<'h, 'de> Iterator for Members<'h, 'de> {
    type Item = (&'h Field<'de>, Members<'h, 'de>);

    #[inline(always)]
    fn next(&mut self) -> Option<Self::Item> {
        let (field, behind) = self.list.split_first()?;
        let (inner, rest) =
            if field.group { behind.split_at_checked(field.members)? } else { (&[][..], behind) };
        self.list = rest;
        Some((field, Members::new(inner)))
    }
}

fn duplicate_in<'h, 'de>(members: Members<'h, 'de>) -> Option<&'h Field<'de>> {
    let mut members: Vec<&Field<'de>> = members.map(|(field, _)| field).collect();
    members.sort_by(|a, b| a.name.cmp(&b.name).then(a.key.at.cmp(&b.key.at)));
    let pairs = members.iter().zip(members.iter().skip(1));
    pairs.filter(|(a, b)| a.name == b.name).map(|(_, b)| *b).min_by_key(|field| field.key.at)
}
