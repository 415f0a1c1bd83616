//! Decides which columns of a table are omitted.
//!
//! A column can go if every row has its default, but the remaining columns must be read as the same
//! value, and a field group only exists as long as it has a column. So a group that would lose all
//! of its columns keeps one, unless the group itself has its default. In a group that stays, the
//! leaves that are only marked as parts of its default stay as well.

use super::columns::{Columns, ROOT};
use super::omitted::Omission;
use alloc::vec::Vec;

/// For each leaf of `columns`, whether it is omitted. `marks` tells why it can be omitted in all
/// rows.
pub(in crate::ser) fn columns(columns: &Columns, marks: &[Option<Omission>]) -> Vec<bool> {
    let leaves: Vec<usize> = columns.leaves(columns.len()).collect();
    let mut cut: Vec<bool> = marks.iter().map(Option::is_some).collect();
    // Innermost first.
    let groups = (0..columns.len()).rev().filter(|&node| !columns.is_leaf(node)).chain([ROOT]);
    let groups: Vec<GroupRange> = groups.map(|group| GroupRange::new(columns, &leaves, group)).collect();
    // Each round keeps at least one more leaf.
    while keep_defaults_whole(columns, &leaves, marks, &mut cut)
        | keep_groups(columns, &leaves, &groups, marks, &mut cut)
    {}
    cut
}

/// A group and the range of its leaves.
struct GroupRange {
    node: usize,
    from: usize,
    to: usize,
}

impl GroupRange {
    fn new(columns: &Columns, leaves: &[usize], node: usize) -> Self {
        let (begin, end) = columns.range(node);
        let at = |column| leaves.partition_point(|&leaf| leaf < column);
        GroupRange { node, from: at(begin), to: at(end) }
    }
}

/// A leaf that is omitted as part of a group's default is omitted together with the whole group, or
/// not at all.
fn keep_defaults_whole(
    columns: &Columns,
    leaves: &[usize],
    marks: &[Option<Omission>],
    cut: &mut [bool],
) -> bool {
    let mut changes = false;
    for index in 0..leaves.len() {
        let Some(Omission::Default(levels @ 1..)) = marks[index].filter(|_| cut[index]) else { continue };
        let mut group = leaves[index];
        for _ in 0..levels {
            group = columns.parent(group);
        }
        let GroupRange { from, to, .. } = GroupRange::new(columns, leaves, group);
        if cut[from..to].contains(&false) {
            cut[index] = false;
            changes = true;
        }
    }
    changes
}

/// A group that is not omitted as a whole keeps a column, and so does the row.
fn keep_groups(
    columns: &Columns,
    leaves: &[usize],
    groups: &[GroupRange],
    marks: &[Option<Omission>],
    cut: &mut [bool],
) -> bool {
    let mut changes = false;
    for &GroupRange { node, from, to } in groups {
        let reaches = |index: usize| match marks[index] {
            Some(Omission::Default(levels)) => node != ROOT && levels >= columns.levels(leaves[index], node),
            Some(Omission::Hidden) => node != ROOT,
            _ => false,
        };
        if cut[from..to].contains(&false) || (from..to).all(reaches) {
            continue;
        }
        // Prefer a leaf with a default of its own, and a hidden one only as a last resort.
        let own = (from..to).find(|&index| marks[index] == Some(Omission::DEFAULT));
        let seen = || (from..to).find(|&index| marks[index] != Some(Omission::Hidden));
        if let Some(kept) = own.or_else(seen).or((from < to).then_some(from)) {
            cut[kept] = false;
            changes = true;
        }
    }
    changes
}
