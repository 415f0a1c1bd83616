//! The keys of an object, sorted into own keys and side keys.

use crate::normal::tree::{ObjectMembers, Str, Tree};
use std::collections::HashMap;

/// An object of the document whose members may have side keys.
pub(crate) struct TableMembers<'d> {
    object: &'d ObjectMembers,
    /// The side keys of each member, by index.
    sides: HashMap<usize, Vec<Side<'d>>>,
    /// Whether a member is a side key. Empty if none is.
    is_side: Vec<bool>,
}

/// A side key.
#[derive(Clone, Copy)]
pub(crate) struct Side<'d> {
    /// Its index in the object.
    pub(crate) at: usize,
    /// The part after the key that it belongs to.
    pub(crate) word: &'d str,
    pub(crate) key: &'d Str,
    pub(crate) value: &'d Tree,
}

/// A member with its side keys.
#[derive(Clone, Copy)]
pub(crate) struct NamedMember<'m, 'd> {
    pub(crate) members: &'m TableMembers<'d>,
    pub(crate) key: &'d Str,
    pub(crate) value: &'d Tree,
    pub(crate) sides: &'m [Side<'d>],
}

impl<'d> TableMembers<'d> {
    pub(crate) fn new(object: &'d ObjectMembers) -> Self {
        let mut members = TableMembers { object, sides: HashMap::new(), is_side: Vec::new() };
        if !object.iter().any(|(key, _)| key.contains('.')) {
            return members;
        }
        let owners = owners(object);
        if owners.iter().any(Option::is_some) {
            members.is_side = owners.iter().map(Option::is_some).collect();
        }
        for ((at, (key, value)), owner) in object.iter().enumerate().zip(owners) {
            if let Some((owner, word)) = owner {
                members.sides.entry(owner).or_default().push(Side { at, word, key, value });
            }
        }
        members
    }

    /// The members that are not side keys.
    pub(crate) fn own(&self) -> impl Iterator<Item = NamedMember<'_, 'd>> + Clone {
        self.object.iter().enumerate().filter_map(|(at, (key, value))| {
            let is_side = self.is_side.get(at).is_some_and(|is_side| *is_side);
            (!is_side).then(|| NamedMember { members: self, key, value, sides: self.sides_of(at) })
        })
    }

    /// `side` as a member with side keys of its own.
    pub(crate) fn named(&self, side: &Side<'d>) -> NamedMember<'_, 'd> {
        NamedMember { members: self, key: side.key, value: side.value, sides: self.sides_of(side.at) }
    }

    fn sides_of(&self, at: usize) -> &[Side<'d>] {
        self.sides.get(&at).map_or(&[], Vec::as_slice)
    }
}

impl<'d> NamedMember<'_, 'd> {
    /// The value of the side key `word`.
    pub(crate) fn side(&self, word: &str) -> Option<&Side<'d>> {
        self.sides.iter().find(|side| side.word == word)
    }
}

/// For each key, the index of the longest other key that it extends by a dot, and the rest.
///
/// In sorted order, the prefixes of a key are on a stack, so that no key has to be split at each of
/// its dots.
fn owners(object: &ObjectMembers) -> Vec<Option<(usize, &str)>> {
    let mut sorted: Vec<(&str, usize)> =
        object.iter().enumerate().map(|(at, (key, _))| (&**key, at)).collect();
    sorted.sort_unstable();
    let mut owners = vec![None; object.len()];
    let mut beginnings: Vec<(&str, usize)> = Vec::new();
    for (key, at) in sorted {
        while beginnings.last().is_some_and(|(beginning, _)| !key.starts_with(beginning)) {
            beginnings.pop();
        }
        let owner = beginnings.iter().rev().find_map(|(beginning, owner)| {
            let word = key.get(beginning.len()..)?.strip_prefix('.')?;
            Some((*owner, word))
        });
        if let (false, Some(place)) = (key.ends_with('.'), owners.get_mut(at)) {
            *place = owner;
        }
        beginnings.push((key, at));
    }
    owners
}
