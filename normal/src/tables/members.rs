//! The members of an object, separated into own members and side keys.

use crate::fault::{At, Outcome, fault};
use crate::keys::ONE;
use crate::tree::{Members, Str, Tree, get};
use std::collections::HashMap;
use std::rc::Rc;
use toon::__internal::shorten;

/// An object whose members may have side keys.
pub(crate) struct TableMembers<'d> {
    object: &'d Members,
    /// The side keys of each member, by index.
    sides: HashMap<usize, Vec<Side<'d>>>,
    /// Whether the member at an index is a side key. Empty if there are no side keys.
    is_side: Vec<bool>,
}

/// The role of a member. It determines which of its side keys are read elsewhere.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    Member,
    /// The rows of a child table.
    Child,
    /// A table of entities.
    Entities,
}

impl Role {
    /// Whether the parent of a member with this role reads the side key `word`.
    pub(crate) fn takes(self, word: &str) -> bool {
        match self {
            Role::Member => false,
            Role::Child => matches!(word, "of" | "at"),
            Role::Entities => matches!(word, "in" | "key"),
        }
    }
}

/// A side key, such as `T.each`.
#[derive(Clone, Copy)]
pub(crate) struct Side<'d> {
    /// Its index in the object.
    pub(crate) at: usize,
    /// The part after the member's key and the dot.
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
    pub(crate) fn new(object: &'d Members) -> Self {
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

    /// A side key as a member, which may have side keys itself.
    pub(crate) fn named(&self, side: &Side<'d>) -> NamedMember<'_, 'd> {
        NamedMember { members: self, key: side.key, value: side.value, sides: self.sides_of(side.at) }
    }

    fn sides_of(&self, at: usize) -> &[Side<'d>] {
        self.sides.get(&at).map_or(&[], Vec::as_slice)
    }
}

impl<'d> NamedMember<'_, 'd> {
    /// The side key `word` of the member.
    pub(crate) fn side(&self, word: &str) -> Option<&Side<'d>> {
        self.sides.iter().find(|side| side.word == word)
    }

    /// Whether the member is declared as `json`. It is not a table, so all other side keys are
    /// errors.
    pub(crate) fn is_declared(&self, role: Role) -> Outcome<bool> {
        let mut is_declared = false;
        for side in self.sides {
            self.check_alone(side)?;
            match side.word {
                "json" if *side.value == Tree::Bool(true) => match self.value {
                    Tree::String(_) | Tree::List(_) => is_declared = true,
                    _ => return fault("only strings and lists can contain JSON text").at_key(side.key),
                },
                word if role.takes(word) => {}
                word => {
                    let message =
                        format!("side key `{}` does not apply to a value that is not a table", shorten(word));
                    return fault(message).at_key(side.key);
                }
            }
        }
        Ok(is_declared)
    }

    /// Checks that the member is only declared as the only element of a list.
    pub(crate) fn check_is_one(&self, role: Role) -> Outcome<()> {
        for side in self.sides {
            self.check_alone(side)?;
            match side.word {
                ONE if *side.value == Tree::Bool(true) => {}
                ONE => return fault("expected `true` beside an object").at_key(side.key),
                word if role.takes(word) => {}
                word => {
                    let message = format!("side key `{}` does not apply to a list of one", shorten(word));
                    return fault(message).at_key(side.key);
                }
            }
        }
        Ok(())
    }

    /// Checks that a side key has no side keys itself.
    pub(crate) fn check_alone(&self, side: &Side<'_>) -> Outcome<()> {
        self.members.named(side).check_no_sides()
    }

    pub(crate) fn check_no_sides(&self) -> Outcome<()> {
        match self.sides.first() {
            None => Ok(()),
            Some(inner) => {
                fault(format!("side key `{}` does not apply here", shorten(inner.word))).at_key(inner.key)
            }
        }
    }
}

/// For each key, the index of the longest other key that it extends by a dot and a word, with that
/// word.
///
/// The keys are visited in sorted order, with the prefixes of the current key on a stack, so that
/// no key is split at each of its dots.
fn owners(object: &Members) -> Vec<Option<(usize, &str)>> {
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

/// Removes a scalar member from `row`. Returns its value and the remaining row.
pub(crate) fn take_scalar(row: Tree, key: &str) -> Outcome<(Tree, Tree)> {
    let Tree::Object(members) = row else { return fault("expected an object") };
    let mut members = Rc::unwrap_or_clone(members);
    match members.iter().position(|(name, _)| **name == *key) {
        Some(at) if get(&members, key).is_some_and(Tree::is_scalar) => {
            let (_, value) = members.remove(at);
            Ok((value, Tree::object(members)))
        }
        _ => fault(format!("row without a `{key}`")),
    }
}
