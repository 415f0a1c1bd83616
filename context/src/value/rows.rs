//! The list of a value that loses rows.

use super::node::Node;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

/// The way from the root to a list with at least one element: the index of an entry in each object.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Path {
    indexes: Vec<usize>,
    rows: usize,
}

/// The largest list that has been found.
struct Largest {
    path: Path,
    size: usize,
}

impl Path {
    pub(super) fn of_largest_list(root: &Node) -> Option<Self> {
        let mut largest = None;
        find(root, &mut Vec::new(), &mut largest);
        largest.map(|largest| largest.path)
    }

    pub(super) fn rows(&self) -> usize {
        self.rows
    }
}

fn find(node: &Node, indexes: &mut Vec<usize>, largest: &mut Option<Largest>) {
    match node {
        Node::List(elements) if !elements.is_empty() => {
            let size = node.size();
            if largest.as_ref().is_none_or(|largest| size > largest.size) {
                let path = Path { indexes: indexes.clone(), rows: elements.len() };
                *largest = Some(Largest { path, size });
            }
        }
        Node::Object(entries) => {
            for (index, (_, value)) in entries.iter().enumerate() {
                indexes.push(index);
                find(value, indexes, largest);
                indexes.pop();
            }
        }
        _ => {}
    }
}

/// A value whose list at `indexes` has only its first `count` elements. Without `indexes`, it is
/// complete.
#[derive(Clone, Copy)]
pub(super) struct FirstRows<'v> {
    node: &'v Node,
    indexes: Option<&'v [usize]>,
    count: usize,
}

impl<'v> FirstRows<'v> {
    pub(super) fn new(root: &'v Node, path: Option<&'v Path>, count: usize) -> Self {
        FirstRows { node: root, indexes: path.map(|path| path.indexes.as_slice()), count }
    }
}

impl Serialize for FirstRows<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match (self.node, self.indexes) {
            (Node::List(elements), Some([])) => {
                serializer.collect_seq(elements.get(..self.count).unwrap_or(elements))
            }
            (Node::Object(entries), Some([next, indexes @ ..])) => {
                let mut map = serializer.serialize_map(Some(entries.len()))?;
                for (index, (key, value)) in entries.iter().enumerate() {
                    let indexes = (index == *next).then_some(indexes);
                    map.serialize_entry(key, &FirstRows { node: value, indexes, count: self.count })?;
                }
                map.end()
            }
            (node, _) => node.serialize(serializer),
        }
    }
}
