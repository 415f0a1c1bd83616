//! Which columns of a table say nothing, and can go.
//!
//! A column goes where every row has its default, but what is left has to be read as the same value: a group of columns is
//! there as long as one of its columns is. So a group whose own columns would all go keeps one, unless the group itself
//! has its default; and where it stays, what is marked as a part of its default stays with it.

use super::mark::Mark;
use super::shape::{ROOT, Shape};
use alloc::vec::Vec;

/// For each leaf of `shape` whether it goes; `marks` are those that all rows have in common there.
pub(super) fn columns(shape: &Shape, marks: &[Option<Mark>]) -> Vec<bool> {
    let leaves: Vec<usize> = shape.leaves(shape.len()).collect();
    let mut cut: Vec<bool> = marks.iter().map(Option::is_some).collect();
    // From the inside out.
    let groups = (0..shape.len()).rev().filter(|&node| !shape.is_leaf(node)).chain([ROOT]);
    let groups: Vec<Group> = groups.map(|group| Group::new(shape, &leaves, group)).collect();
    // Each round keeps at least one more.
    while keep_defaults_whole(shape, &leaves, marks, &mut cut)
        | keep_groups(shape, &leaves, &groups, marks, &mut cut)
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
    fn new(shape: &Shape, leaves: &[usize], node: usize) -> Self {
        let (begin, end) = shape.columns(node);
        let at = |column| leaves.partition_point(|&leaf| leaf < column);
        Group { node, from: at(begin), to: at(end) }
    }
}

/// What goes as a part of a group's default goes with all of that group, or not at all.
fn keep_defaults_whole(shape: &Shape, leaves: &[usize], marks: &[Option<Mark>], cut: &mut [bool]) -> bool {
    let mut changes = false;
    for index in 0..leaves.len() {
        let Some(Mark::Default(levels @ 1..)) = marks[index].filter(|_| cut[index]) else { continue };
        let mut group = leaves[index];
        for _ in 0..levels {
            group = shape.parent(group);
        }
        let Group { from, to, .. } = Group::new(shape, leaves, group);
        if cut[from..to].contains(&false) {
            cut[index] = false;
            changes = true;
        }
    }
    changes
}

/// A group that does not go as a whole keeps a column, and so does the row.
fn keep_groups(
    shape: &Shape,
    leaves: &[usize],
    groups: &[Group],
    marks: &[Option<Mark>],
    cut: &mut [bool],
) -> bool {
    let mut changes = false;
    for &Group { node, from, to } in groups {
        let reaches = |index: usize| match marks[index] {
            Some(Mark::Default(levels)) => {
                node != ROOT && usize::from(levels) >= shape.levels(leaves[index], node)
            }
            Some(Mark::Hidden) => node != ROOT,
            _ => false,
        };
        if cut[from..to].contains(&false) || (from..to).all(reaches) {
            continue;
        }
        // Best one that stands for itself; one that is not to be seen only if there is no other.
        let own = (from..to).find(|&index| marks[index] == Some(Mark::DEFAULT));
        let seen = || (from..to).find(|&index| marks[index] != Some(Mark::Hidden));
        if let Some(kept) = own.or_else(seen).or((from < to).then_some(from)) {
            cut[kept] = false;
            changes = true;
        }
    }
    changes
}
