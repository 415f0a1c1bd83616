//! Decides how rows are divided into groups, before they are written.

use super::form::{ORDER, ROWS, check_fields};
use super::key::{KeySerializer, LevelValue, Values};
use super::names::FieldNames;
use crate::projection::split::serialize_field;
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt::{self, Display};
use serde::ser::{Error, Serialize};

/// The groups, and the fields that are stated in front of them.
pub(super) struct Plan<'a> {
    /// The fields by which the rows are grouped.
    pub(super) fields: Vec<&'a str>,
    values: Vec<Values>,
    /// The fields that are stated once, and those that are levels, by their index in `fields`.
    pub(super) stated: Vec<usize>,
    levels: Vec<usize>,
    /// Whether the order of the levels differs from the order of the fields in the rows.
    is_reordered: bool,
    /// The first one is the root, which contains the outermost groups.
    groups: Vec<Group>,
}

#[derive(Default)]
struct Group {
    /// The index of its value among those of its level.
    value: usize,
    /// The groups in it; at the innermost level, its rows.
    members: Vec<usize>,
}

/// The members of a group.
pub(super) enum Members<'p> {
    Groups(&'p [usize]),
    Rows(&'p [usize]),
}

/// The group around all others.
pub(super) const ROOT: usize = 0;

impl<'a> Plan<'a> {
    /// Visits the fields of the rows that name groups.
    pub(super) fn new<T: Serialize, E: Error>(
        rows: &[T],
        fields: &'a [String],
        hoist_single: bool,
    ) -> Result<Self, E> {
        let fields: Vec<&str> = fields.iter().map(String::as_str).collect();
        check_fields(&fields, |message| E::custom(message))?;
        let mut values: Vec<Values> = fields.iter().map(|_| Values::default()).collect();
        let mut keys = Vec::with_capacity(rows.len() * fields.len());
        for (row, at) in rows.iter().zip(0..) {
            for (name, values) in fields.iter().zip(&mut values) {
                let key = serialize_field(row, name, KeySerializer::new(values))
                    .map_err(|error: E| cannot_group(at, name, &error))?;
                keys.push(key.ok_or_else(|| missing::<T, E>(row, at, name))?);
            }
        }
        let mut plan = Plan {
            fields,
            values,
            stated: Vec::new(),
            levels: Vec::new(),
            is_reordered: false,
            groups: Vec::new(),
        };
        plan.divide_fields(hoist_single);
        plan.is_reordered = plan.is_reordered_from(rows.first())?;
        plan.divide_rows(&keys);
        Ok(plan)
    }

    /// Decides which fields are stated once.
    fn divide_fields(&mut self, hoist_single: bool) {
        let Plan { fields, values, .. } = &*self;
        let is_single = |&field: &usize| {
            let is_special = fields.get(field).is_none_or(|name| [ROWS, ORDER].contains(name));
            let values = values.get(field).map_or(&[][..], Values::list);
            hoist_single && !is_special && matches!(values, [value] if value.is_exact())
        };
        let (mut stated, mut levels): (Vec<_>, Vec<_>) = (0..fields.len()).partition(is_single);
        // A field that becomes a level again may be the outermost one, with other groups.
        while let Some(outermost) = levels.first().and_then(|&level| values.get(level)) {
            let is_key = |&field: &usize| fields.get(field).is_some_and(|name| outermost.has(name));
            let (conflicts, others): (Vec<_>, _) =
                stated.into_iter().partition(|field| outermost.has(ROWS) || is_key(field));
            stated = others;
            if conflicts.is_empty() {
                break;
            }
            levels.extend(conflicts);
            levels.sort_unstable();
        }
        (self.stated, self.levels) = (stated, levels);
    }

    /// Whether the fields of the levels are in another order in this row.
    fn is_reordered_from<T: Serialize, E: Error>(&self, row: Option<&T>) -> Result<bool, E> {
        let (Some(row), true) = (row, self.levels.len() > 1) else { return Ok(false) };
        let names = FieldNames::<E>::of(row)?;
        let mut levels = names.iter().filter(|name| self.level_names().any(|level| level == *name));
        Ok(!self.level_names().eq(levels.by_ref().map(String::as_str)))
    }

    /// Assigns the rows to groups by the values of their fields.
    fn divide_rows(&mut self, keys: &[usize]) {
        let mut groups = vec![Group::default()];
        let mut known = BTreeMap::new();
        for (row, keys) in keys.chunks_exact(self.fields.len()).enumerate() {
            let mut innermost = ROOT;
            for value in self.levels.iter().filter_map(|&level| keys.get(level)) {
                let new = groups.len();
                let group = *known.entry((innermost, *value)).or_insert(new);
                if group == new {
                    add(&mut groups, innermost, group);
                    groups.push(Group { value: *value, members: Vec::new() });
                }
                innermost = group;
            }
            add(&mut groups, innermost, row);
        }
        self.groups = groups;
    }

    fn level_names(&self) -> impl Iterator<Item = &'a str> {
        self.levels.iter().filter_map(|&level| self.fields.get(level).copied())
    }
}

impl Plan<'_> {
    /// The value of a field that is stated once.
    pub(super) fn stated(&self) -> impl Iterator<Item = (&str, &LevelValue)> {
        self.stated
            .iter()
            .filter_map(|&field| Some((*self.fields.get(field)?, self.values.get(field)?.list().first()?)))
    }

    /// The text that states the order of the levels, if it differs from that of the rows.
    pub(super) fn order<E: Error>(&self) -> Result<Option<String>, E> {
        if !self.is_reordered {
            return Ok(None);
        }
        let mut order = String::new();
        for name in self.level_names() {
            if name.is_empty() || name.contains(' ') {
                return Err(E::custom(format_args!(
                    "cannot state the order of a field called `{name}`: group by the fields in the order of the rows"
                )));
            }
            if !order.is_empty() {
                order.push(' ');
            }
            order.push_str(name);
        }
        let outermost = self.levels.first().and_then(|&level| self.values.get(level));
        if outermost.is_some_and(|values| values.has(ORDER)) {
            return Err(E::custom(format_args!(
                "a group cannot be called `{ORDER}` here: group by the fields in the order of the rows"
            )));
        }
        Ok(Some(order))
    }

    /// The members of a group at this depth; the root is at depth 0.
    pub(super) fn members(&self, group: usize, depth: usize) -> Members<'_> {
        let members = self.groups.get(group).map_or(&[][..], |group| &group.members);
        if depth < self.levels.len() { Members::Groups(members) } else { Members::Rows(members) }
    }

    /// The text of a group in a group at this depth.
    pub(super) fn text(&self, group: usize, depth: usize) -> &str {
        let values = self.levels.get(depth).and_then(|&level| self.values.get(level));
        let value = self.groups.get(group).and_then(|group| values?.list().get(group.value));
        value.map_or("", |value| &value.text)
    }
}

fn add(groups: &mut [Group], group: usize, member: usize) {
    if let Some(group) = groups.get_mut(group) {
        group.members.push(member);
    }
}

#[cold]
fn cannot_group<E: Error>(row: usize, field: &str, reason: &dyn Display) -> E {
    E::custom(format_args!("cannot group rows[{row}] by `{field}`: {reason}"))
}

#[cold]
fn missing<T: Serialize, E: Error>(row: &T, at: usize, field: &str) -> E {
    match FieldNames::<E>::of(row) {
        Ok(names) => cannot_group(at, field, &FieldsOf(&names)),
        Err(error) => error,
    }
}

/// Says which fields a row has.
struct FieldsOf<'n>(&'n [String]);

impl Display for FieldsOf<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, others @ ..] = self.0 else { return f.write_str("it has no fields") };
        write!(f, "it only has the field{} `{first}`", if others.is_empty() { "" } else { "s" })?;
        others.iter().try_for_each(|name| write!(f, ", `{name}`"))
    }
}
