//! The list of a value that loses rows.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use toon::Value;

/// The way from the root to a list with at least one element: the index of an entry in each object.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Path {
    indexes: Vec<usize>,
    rows: usize,
    size: usize,
}

impl Path {
    pub(super) fn of_largest_list(root: &Value) -> Option<Self> {
        let mut largest = None;
        find(root, &mut Vec::new(), &mut largest);
        largest
    }

    pub(super) fn rows(&self) -> usize {
        self.rows
    }

    /// Roughly the length of the text of the list, in bytes.
    pub(super) fn size(&self) -> usize {
        self.size
    }
}

fn find(value: &Value, indexes: &mut Vec<usize>, largest: &mut Option<Path>) {
    match value {
        Value::Array(elements) if !elements.is_empty() => {
            let size = size(value);
            if largest.as_ref().is_none_or(|largest| size > largest.size) {
                *largest = Some(Path { indexes: indexes.clone(), rows: elements.len(), size });
            }
        }
        Value::Object(entries) => {
            for (index, (_, value)) in entries.iter().enumerate() {
                indexes.push(index);
                find(value, indexes, largest);
                indexes.pop();
            }
        }
        _ => {}
    }
}

/// Roughly the length of its text.
pub(super) fn size(value: &Value) -> usize {
    const OTHERS: usize = 4;
    match value {
        Value::String(text) => text.len() + 2,
        Value::Array(elements) => elements.iter().map(|element| size(element) + 1).sum(),
        Value::Object(entries) => entries.iter().map(|(key, value)| key.len() + size(value) + 3).sum(),
        _ => OTHERS,
    }
}

/// A value whose list at `indexes` has only its first `count` elements. Without `indexes`, it is
/// complete.
#[derive(Clone, Copy)]
pub(super) struct FirstRows<'v> {
    value: &'v Value,
    indexes: Option<&'v [usize]>,
    count: usize,
}

impl<'v> FirstRows<'v> {
    pub(super) fn new(root: &'v Value, path: Option<&'v Path>, count: usize) -> Self {
        FirstRows { value: root, indexes: path.map(|path| path.indexes.as_slice()), count }
    }
}

impl Serialize for FirstRows<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match (self.value, self.indexes) {
            (Value::Array(elements), Some([])) => {
                serializer.collect_seq(elements.get(..self.count).unwrap_or(elements))
            }
            (Value::Object(entries), Some([next, indexes @ ..])) => {
                let mut map = serializer.serialize_map(Some(entries.len()))?;
                for (index, (key, value)) in entries.iter().enumerate() {
                    let indexes = (index == *next).then_some(indexes);
                    map.serialize_entry(key, &FirstRows { value, indexes, count: self.count })?;
                }
                map.end()
            }
            (value, _) => value.serialize(serializer),
        }
    }
}
