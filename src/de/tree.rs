//! Objects merged from dotted keys (an extension), whatever their leaves are.

use super::key::Key;
use super::token::Form;
use crate::text::path;
use crate::{Error, Result};
use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

/// A value that is known by where it stands, or an object that has been taken apart.
pub(super) enum Tree<'de, L> {
    Leaf(L),
    Object(Object<'de, L>),
}

/// An object's members in order, and where each name is among them.
pub(super) struct Object<'de, L> {
    pub(super) members: Vec<Member<'de, L>>,
    index: BTreeMap<Cow<'de, str>, usize>,
}

pub(super) struct Member<'de, L> {
    pub(super) name: Cow<'de, str>,
    /// Where the key stands that brought it.
    pub(super) at: usize,
    pub(super) value: Tree<'de, L>,
}

/// A key on its way into a tree.
pub(super) struct Dotted<'de> {
    pub(super) name: Cow<'de, str>,
    pub(super) at: usize,
    /// The name, if it is to be taken apart.
    path: Option<&'de str>,
}

impl<'de> Dotted<'de> {
    pub(super) fn new(key: &Key<'de>) -> Self {
        let path = Some(key.raw).filter(|raw| key.form == Form::Bare && path::is_path(raw));
        Dotted { name: key.text(), at: key.at, path }
    }

    /// A name that is none of a path.
    pub(super) fn plain(name: Cow<'de, str>, at: usize) -> Self {
        Dotted { name, at, path: None }
    }

    pub(super) fn is_path(&self) -> bool {
        self.path.is_some()
    }
}

/// What merging needs to know of leaves.
pub(super) trait Leaves<'de> {
    type Leaf;

    /// The object that `leaf` stands for, whose members may open `room` more levels; the leaf if it is none.
    fn open(&mut self, leaf: Self::Leaf, room: usize) -> Result<Tree<'de, Self::Leaf>>;

    /// Checks a leaf that another value has replaced.
    fn discard(&mut self, leaf: Self::Leaf) -> Result<()>;

    /// Two values at the same place: an error, or nothing if the later one counts.
    fn conflict(&self, key: &Dotted<'de>) -> Result<()>;

    fn too_deep(&self, at: usize) -> Error;
}

impl<'de, L> Object<'de, L> {
    pub(super) fn new() -> Self {
        Object { members: Vec::new(), index: BTreeMap::new() }
    }

    fn find(&mut self, name: &str) -> Option<&mut Member<'de, L>> {
        let index = *self.index.get(name)?;
        self.members.get_mut(index)
    }

    /// Adds a member whose name is new.
    fn push(&mut self, name: Cow<'de, str>, at: usize, value: Tree<'de, L>) {
        self.index.insert(name.clone(), self.members.len());
        self.members.push(Member { name, at, value });
    }

    /// Puts `value` where `key` says; the members may open `room` more levels.
    pub(super) fn insert<S: Leaves<'de, Leaf = L>>(
        &mut self,
        key: &Dotted<'de>,
        value: Tree<'de, L>,
        room: usize,
        leaves: &mut S,
    ) -> Result<()> {
        let Some((parents, last)) = key.path.and_then(|path| path.rsplit_once('.')) else {
            return self.put(key.name.clone(), key, value, room, leaves);
        };
        let mut object = self;
        let mut left = room;
        for parent in parents.split('.') {
            left = left.checked_sub(1).ok_or_else(|| leaves.too_deep(key.at))?;
            if object.find(parent).is_none() {
                object.push(Cow::Borrowed(parent), key.at, Tree::Object(Object::new()));
            }
            let Some(member) = object.find(parent) else { return Ok(()) };
            object = member.value.need_object(key, left, leaves)?;
        }
        object.put(Cow::Borrowed(last), key, value, left, leaves)
    }

    /// Puts `value` under `name`, which is no path.
    fn put<S: Leaves<'de, Leaf = L>>(
        &mut self,
        name: Cow<'de, str>,
        key: &Dotted<'de>,
        value: Tree<'de, L>,
        room: usize,
        leaves: &mut S,
    ) -> Result<()> {
        if let Some(member) = self.find(&name) {
            return member.value.merge(key, value, room, leaves);
        }
        self.push(name, key.at, value);
        Ok(())
    }
}

impl<'de, L> Tree<'de, L> {
    fn empty() -> Self {
        Tree::Object(Object::new())
    }

    /// The tree with an object in place of a leaf that stands for one. Its own level is paid for; its members may
    /// open one level less than `room`.
    fn opened<S: Leaves<'de, Leaf = L>>(self, room: usize, leaves: &mut S) -> Result<Self> {
        match self {
            Tree::Leaf(leaf) => leaves.open(leaf, room),
            Tree::Object(object) => Ok(Tree::Object(object)),
        }
    }

    /// The object that this is, or that it must become since a path leads through it.
    fn need_object<S: Leaves<'de, Leaf = L>>(
        &mut self,
        key: &Dotted<'de>,
        room: usize,
        leaves: &mut S,
    ) -> Result<&mut Object<'de, L>> {
        if let Tree::Leaf(_) = self {
            match core::mem::replace(self, Tree::empty()).opened(room, leaves)? {
                Tree::Leaf(leaf) => {
                    leaves.conflict(key)?;
                    leaves.discard(leaf)?;
                }
                object @ Tree::Object(_) => *self = object,
            }
        }
        match self {
            Tree::Object(object) => Ok(object),
            Tree::Leaf(_) => Err(leaves.too_deep(key.at)),
        }
    }

    /// Objects are merged; of other values the later one counts, if that is allowed.
    fn merge<S: Leaves<'de, Leaf = L>>(
        &mut self,
        key: &Dotted<'de>,
        value: Tree<'de, L>,
        room: usize,
        leaves: &mut S,
    ) -> Result<()> {
        let inner = room.saturating_sub(1);
        let old = core::mem::replace(self, Tree::empty()).opened(inner, leaves)?;
        match (old, value.opened(inner, leaves)?) {
            (Tree::Object(mut old), Tree::Object(new)) => {
                for Member { name, at, value } in new.members {
                    old.insert(&Dotted::plain(name, at), value, inner, leaves)?;
                }
                *self = Tree::Object(old);
            }
            (old, new) => {
                leaves.conflict(key)?;
                old.discard(leaves)?;
                *self = new;
            }
        }
        Ok(())
    }

    pub(super) fn discard<S: Leaves<'de, Leaf = L>>(self, leaves: &mut S) -> Result<()> {
        match self {
            Tree::Leaf(leaf) => leaves.discard(leaf),
            Tree::Object(object) => {
                object.members.into_iter().try_for_each(|member| member.value.discard(leaves))
            }
        }
    }
}
