//! The parts of a row that JSON has: what [`toon::EncodeOptions::fields`] does for TOON.

use super::path::segments;
use crate::json::Tree;
use std::collections::BTreeMap;

/// Which fields are picked. Its nodes lie in one list, so that no path is long enough to overflow a
/// stack.
#[derive(Debug)]
pub(super) struct Pick {
    nodes: Vec<Node>,
}

/// What is wanted of the values at one path.
#[derive(Debug, Default)]
struct Node {
    /// All of them, whatever else is asked for below.
    is_whole: bool,
    fields: BTreeMap<String, Field>,
}

/// A field that something is wanted of.
#[derive(Clone, Copy, Debug)]
struct Field {
    /// Its place among those of its object.
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

    /// `tree` with what is picked of it, in the order asked for.
    pub(super) fn apply<'j>(&self, tree: Tree<'j>) -> Tree<'j> {
        self.apply_at(ROOT, tree)
    }

    fn apply_at<'j>(&self, node: usize, tree: Tree<'j>) -> Tree<'j> {
        let Some(wanted) = self.nodes.get(node).filter(|node| !node.is_whole) else { return tree };
        match tree {
            // What is there in place of an object is kept.
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
