//! Writes the groups.

use super::form::{ORDER, ROWS};
use super::plan::{Members, Plan, ROOT};
use crate::projection::split::rest;
use alloc::string::String;
use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};

/// Writes `rows`, grouped by `fields`. These are `None` if they are unknown, as there are no rows.
pub(super) fn write<T: Serialize, S: Serializer>(
    rows: &[T],
    fields: Option<&[String]>,
    hoist_single: bool,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let Some(fields) = fields else { return serializer.serialize_map(Some(0))?.end() };
    let plan = Plan::new::<T, S::Error>(rows, fields, hoist_single)?;
    let root = Grouping { plan: &plan, rows, group: ROOT, depth: 0 };
    let order = plan.order::<S::Error>()?;
    let groups = match plan.members(ROOT, 0) {
        Members::Groups(groups) => groups,
        // An empty list of rows has no groups at any level.
        Members::Rows(_) => &[],
    };
    let has_no_levels = matches!(plan.members(ROOT, 0), Members::Rows(_));
    let len = usize::from(order.is_some()) + plan.stated.len() + groups.len() + usize::from(has_no_levels);
    let mut map = serializer.serialize_map(Some(len))?;
    if let Some(order) = order {
        map.serialize_entry(ORDER, &order)?;
    }
    for (name, value) in plan.stated() {
        map.serialize_entry(name, value)?;
    }
    if has_no_levels {
        map.serialize_entry(ROWS, &root)?;
    }
    root.serialize_groups(groups, &mut map)?;
    map.end()
}

/// The members of one group.
struct Grouping<'p, T> {
    plan: &'p Plan<'p>,
    rows: &'p [T],
    group: usize,
    /// The number of groups around its members, without the root.
    depth: usize,
}

impl<T: Serialize> Grouping<'_, T> {
    fn serialize_groups<M: SerializeMap>(&self, groups: &[usize], map: &mut M) -> Result<(), M::Error> {
        let depth = self.depth + 1;
        for &group in groups {
            let text = self.plan.text(group, self.depth);
            map.serialize_entry(text, &Grouping { plan: self.plan, rows: self.rows, group, depth })?;
        }
        Ok(())
    }
}

impl<T: Serialize> Serialize for Grouping<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.plan.members(self.group, self.depth) {
            Members::Groups(groups) => {
                let mut map = serializer.serialize_map(Some(groups.len()))?;
                self.serialize_groups(groups, &mut map)?;
                map.end()
            }
            Members::Rows(rows) => {
                let mut list = serializer.serialize_seq(Some(rows.len()))?;
                for row in rows.iter().filter_map(|&row| self.rows.get(row)) {
                    list.serialize_element(&rest(row, &self.plan.fields))?;
                }
                list.end()
            }
        }
    }
}
