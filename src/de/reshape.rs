//! Field lists whose rows do not give their cells in order: repeated names in non-strict mode (§14.4), and path
//! expansion (an extension).

use super::fields::{Field, Fields, Members};
use super::key::Key;
use super::siblings::{self, Resolved};
use super::state::State;
use super::tree::{Dotted, Leaves, Member, Object, Tree};
use crate::error::shorten;
use crate::{Error, ErrorKind, Result};
use alloc::vec::Vec;

/// The same cells under field names that are all different, and none of them a path where paths are expanded.
pub(super) fn reshape<'de>(state: &State<'de>, fields: &Fields<'de>) -> Result<Fields<'de>> {
    let object = group(state, fields.members(), state.group_room())?;
    let mut list = Vec::new();
    flatten(object, &mut list);
    let &Fields { leaves, text, .. } = fields;
    Ok(Fields { list, leaves, shuffled: true, text, ..Fields::default() })
}

/// An object with these members, which may open `room` more levels.
fn group<'de>(state: &State<'de>, members: Members<'_, 'de>, room: usize) -> Result<Object<'de, usize>> {
    let mut list: Vec<(Key<'de>, Tree<'de, usize>)> = Vec::new();
    for (field, inner) in members {
        let value = if field.group {
            // `header` has refused groups that are too deep.
            Tree::Object(group(state, inner, room.saturating_sub(1))?)
        } else {
            Tree::Leaf(field.cell)
        };
        list.push((field.key, value));
    }
    // §14.4: the last one counts, at the place of the first. In strict mode none repeats.
    let Resolved { order, .. } = siblings::resolve(list);
    let mut object = Object::new();
    for (key, value) in order {
        let dotted = if state.expand_paths { Dotted::new(&key) } else { Dotted::plain(key.text(), key.at) };
        object.insert(&dotted, value, room, &mut Cells(state))?;
    }
    Ok(object)
}

fn flatten<'de>(object: Object<'de, usize>, list: &mut Vec<Field<'de>>) {
    for Member { name, at, value } in object.members {
        let index = list.len();
        let key = Key::bare(at, "");
        match value {
            Tree::Leaf(cell) => {
                list.push(Field { name, key, group: false, number: 0, members: 0, cell, cells: 1 });
            }
            Tree::Object(object) => {
                list.push(Field { name, key, group: true, number: 0, members: 0, cell: 0, cells: 0 });
                flatten(object, list);
                let members = list.len() - index - 1;
                if let Some(field) = list.get_mut(index) {
                    field.members = members;
                }
            }
        }
    }
}

/// Cells are no objects, and are checked with their row.
struct Cells<'a, 'de>(&'a State<'de>);

impl<'de> Leaves<'de> for Cells<'_, 'de> {
    type Leaf = usize;

    fn open(&mut self, leaf: usize, _: usize) -> Result<Tree<'de, usize>> {
        Ok(Tree::Leaf(leaf))
    }

    fn discard(&mut self, _: usize) -> Result<()> {
        Ok(())
    }

    fn conflict(&self, key: &Dotted<'de>) -> Result<()> {
        if !self.0.strict {
            return Ok(());
        }
        Err(self.0.fail(ErrorKind::ExpansionConflict { key: shorten(&key.name) }, key.at))
    }

    fn too_deep(&self, at: usize) -> Error {
        self.0.source.place(State::too_deep(self.0), at)
    }
}
