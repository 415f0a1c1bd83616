//! Which columns of a table can be omitted.
//!
//! A column goes where every row has its default, but what is left has to be read as the same
//! value: a group of columns is there as long as one of its columns is. So a group whose own
//! columns would all go keeps one, unless the group itself has its default; and where it stays,
//! what is marked as a part of its default stays with it.

use super::columns::{Columns, ROOT};
use super::omitted::Omission;
use alloc::vec::Vec;

/// For each leaf of `columns` whether it goes; `marks` are those that all rows have in common
/// there.
pub(in crate::ser) fn columns(columns: &Columns, marks: &[Option<Omission>]) -> Vec<bool> {
    let leaves: Vec<usize> = columns.leaves(columns.len()).collect();
    let mut cut: Vec<bool> = marks.iter().map(Option::is_some).collect();
    // From the inside out.
    let groups = (0..columns.len()).rev().filter(|&node| !columns.is_leaf(node)).chain([ROOT]);
    let groups: Vec<Group> = groups.map(|group| Group::new(columns, &leaves, group)).collect();
    // Each round keeps at least one more.
    while keep_defaults_whole(columns, &leaves, marks, &mut cut)
        | keep_groups(columns, &leaves, &groups, marks, &mut cut)
    {}
    cut
}

/// The leaves of a group, from one to another.
struct Group {
    node: usize,
    from: usize,
    to: usize,
}

impl Group {
    fn new(columns: &Columns, leaves: &[usize], node: usize) -> Self {
        let (begin, end) = columns.range(node);
        let at = |column| leaves.partition_point(|&leaf| leaf < column);
        Group { node, from: at(begin), to: at(end) }
    }
}

/// What goes as a part of a group's default goes with all of that group, or not at all.
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
        let Group { from, to, .. } = Group::new(columns, leaves, group);
        if cut[from..to].contains(&false) {
            cut[index] = false;
            changes = true;
        }
    }
    changes
}

/// A group that does not go as a whole keeps a column, and so does the row.
fn keep_groups(
    columns: &Columns,
    leaves: &[usize],
    groups: &[Group],
    marks: &[Option<Omission>],
    cut: &mut [bool],
) -> bool {
    let mut changes = false;
    for &Group { node, from, to } in groups {
        let reaches = |index: usize| match marks[index] {
            Some(Omission::Default(levels)) => node != ROOT && levels >= columns.levels(leaves[index], node),
            Some(Omission::Hidden) => node != ROOT,
            _ => false,
        };
        if cut[from..to].contains(&false) || (from..to).all(reaches) {
            continue;
        }
        // Best one that stands for itself; one that is not to be seen only if there is no other.
        let own = (from..to).find(|&index| marks[index] == Some(Omission::DEFAULT));
        let seen = || (from..to).find(|&index| marks[index] != Some(Omission::Hidden));
        if let Some(kept) = own.or_else(seen).or((from < to).then_some(from)) {
            cut[kept] = false;
            changes = true;
        }
    }
    changes
}
