//! Selects fields of rows for JSON, like [`toon::EncodeOptions::fields`] does for TOON.

use super::path::segments;
use std::collections::BTreeMap;
use toon_convert::__internal::Tree;

/// The selected fields, as a tree of nodes in one list: even a long path cannot overflow the stack.
#[derive(Debug)]
pub(super) struct Pick {
    nodes: Vec<Node>,
}

/// What to select from the values at a path.
#[derive(Debug, Default)]
struct Node {
    /// Values are selected as a whole, regardless of what else is selected within them.
    is_whole: bool,
    fields: BTreeMap<String, Field>,
}

/// A field that is selected, completely or in part.
#[derive(Clone, Copy, Debug)]
struct Field {
    /// Its position in the selected object.
    place: usize,
    node: usize,
}

const ROOT: usize = 0;

impl Pick {
    pub(super) fn new(paths: &[String]) -> Self {
        let mut pick = Pick { nodes: vec![Node::default()] };
        for path in paths {
            let node = segments(path).fold(ROOT, |node, segment| pick.child(node, &segment));
            if let Some(node) = pick.nodes.get_mut(node) {
                node.is_whole = true;
            }
        }
        pick
    }

    fn child(&mut self, parent: usize, key: &str) -> usize {
        let added = self.nodes.len();
        let Some(Node { fields, .. }) = self.nodes.get_mut(parent) else { return parent };
        if let Some(field) = fields.get(key) {
            return field.node;
        }
        let place = fields.len();
        fields.insert(key.to_owned(), Field { place, node: added });
        self.nodes.push(Node::default());
        added
    }

    /// The selected parts of `tree`, in the requested order.
    pub(super) fn apply<'j>(&self, tree: Tree<'j>) -> Tree<'j> {
        self.apply_at(ROOT, tree)
    }

    fn apply_at<'j>(&self, node: usize, tree: Tree<'j>) -> Tree<'j> {
        let Some(wanted) = self.nodes.get(node).filter(|node| !node.is_whole) else { return tree };
        match tree {
            // A value that is not an object is kept.
            Tree::Leaf(_) => tree,
            Tree::Array(elements) => {
                Tree::Array(elements.into_iter().map(|element| self.apply_at(node, element)).collect())
            }
            Tree::Object(entries) => {
                let picked = entries.into_iter().filter_map(|(key, value)| {
                    let field = wanted.fields.get(&key)?;
                    Some((field.place, (key, self.apply_at(field.node, value))))
                });
                let mut picked: Vec<_> = picked.collect();
                picked.sort_by_key(|(place, _)| *place);
                Tree::Object(picked.into_iter().map(|(_, entry)| entry).collect())
            }
        }
    }
}
