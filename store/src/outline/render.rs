//! Chooses what fits into an outline, and writes it.

use super::node::{Node, Type};
use super::path;
use crate::Budget;
use serde::Serialize;

/// The longest list of values, in characters.
const MAX_VALUES_CHARS: usize = 60;

#[derive(Serialize)]
struct Table<'r> {
    outline: &'r [Row],
}

#[derive(Clone, Serialize)]
struct Row {
    path: String,
    #[serde(rename = "type")]
    kind: String,
    n: u64,
    values: String,
}

/// A node with its path, in the order of the document.
struct Entry<'n> {
    path: String,
    node: &'n Node,
    depth: usize,
    /// Its parent, and its place among the children of it.
    parent: Option<(usize, usize)>,
    /// Its children, by index.
    children: Vec<usize>,
}

pub(super) fn text(root: &Node, budget: Budget) -> String {
    let mut entries = Vec::new();
    add(&mut entries, ".".to_owned(), root, 0, None);
    // From the outside in, since paths begin there; the most frequent first.
    let mut order: Vec<usize> =
        (0..entries.len()).filter(|index| !entries[*index].children.is_empty()).collect();
    order.sort_by_key(|index| {
        (entries[*index].depth, std::cmp::Reverse(weight(entries[*index].node)), *index)
    });
    let mut expanded = Expanded { shown: vec![None; entries.len()] };
    let mut written = write(&entries, &expanded);
    for index in order {
        // Within something that is summarized.
        if !expanded.shows(&entries, index) {
            continue;
        }
        let children = entries[index].children.len();
        if let Some(text) = expanded.try_with(&entries, index, children, budget) {
            written = text;
            continue;
        }
        // As many of the keys as fit.
        let (mut fitting, mut too_many) = (0, children);
        while fitting + 1 < too_many {
            let middle = fitting.midpoint(too_many);
            match expanded.try_with(&entries, index, middle, budget) {
                Some(text) => (fitting, written) = (middle, text),
                None => too_many = middle,
            }
        }
    }
    written
}

/// Adds a node and those below it.
fn add<'n>(
    entries: &mut Vec<Entry<'n>>,
    path: String,
    node: &'n Node,
    depth: usize,
    parent: Option<(usize, usize)>,
) -> usize {
    let index = entries.len();
    let mut below: Vec<(String, &Node)> =
        node.fields.iter().map(|(key, field)| (path::with_key(&path, key), field)).collect();
    below.extend(node.elements().map(|elements| (path::with_elements(&path), elements)));
    entries.push(Entry { path, node, depth, parent, children: Vec::new() });
    let below = below.into_iter().enumerate();
    let children = below
        .map(|(place, (path, node))| add(entries, path, node, depth + 1, Some((index, place))))
        .collect();
    entries[index].children = children;
    index
}

/// How much data lies below a node.
fn weight(node: &Node) -> u64 {
    let elements = node.elements().map_or(0, weight);
    node.n() + elements + node.fields.iter().map(|(_, field)| weight(field)).sum::<u64>()
}

/// Which nodes are written as their children.
struct Expanded {
    /// The number of children that are shown, for each node that is.
    shown: Vec<Option<usize>>,
}

impl Expanded {
    /// Shows so many children of a node if the text fits then.
    fn try_with(
        &mut self,
        entries: &[Entry<'_>],
        index: usize,
        shown: usize,
        budget: Budget,
    ) -> Option<String> {
        let before = self.shown[index].replace(shown);
        let text = write(entries, self);
        if budget.fits(&text) {
            return Some(text);
        }
        self.shown[index] = before;
        None
    }

    /// Whether nothing above a node is summarized.
    fn shows(&self, entries: &[Entry<'_>], index: usize) -> bool {
        entries[index].parent.is_none_or(|(parent, place)| {
            self.shown[parent].is_some_and(|shown| place < shown) && self.shows(entries, parent)
        })
    }
}

fn write(entries: &[Entry<'_>], expanded: &Expanded) -> String {
    let mut rows = Vec::new();
    rows_of(entries, expanded, 0, &mut rows);
    // Rows of strings and numbers can always be written.
    toon::to_string(&Table { outline: &rows }).unwrap_or_default()
}

fn rows_of(entries: &[Entry<'_>], expanded: &Expanded, index: usize, rows: &mut Vec<Row>) {
    let Entry { path, node, children, .. } = &entries[index];
    let Some(shown) = expanded.shown[index] else {
        rows.push(Row { path: path.clone(), kind: types(node.types()), n: node.n(), values: summary(node) });
        return;
    };
    // Sometimes it has no parts.
    if node.has_scalars() {
        let scalars = || node.types().filter(|kind| !matches!(kind, Type::Array | Type::Object));
        let n = scalars().map(|kind| node.count_of(kind)).sum();
        rows.push(Row { path: path.clone(), kind: types(scalars()), n, values: values(node) });
    }
    if let Some((keys, examples)) = &node.map {
        let values = format!("{keys} keys: {}, …", examples.join(", "));
        rows.push(Row {
            path: path.clone(),
            kind: "object".to_owned(),
            n: node.count_of(Type::Object),
            values,
        });
    }
    for child in children.iter().take(shown) {
        rows_of(entries, expanded, *child, rows);
    }
    let left_out = children.len() - shown;
    if left_out > 0 || node.fields.others > 0 {
        let more = if node.fields.others > 0 { "many".to_owned() } else { left_out.to_string() };
        let n = node.count_of(Type::Object);
        rows.push(Row {
            path: path.clone(),
            kind: "object".to_owned(),
            n,
            values: format!("{more} more keys"),
        });
    }
}

fn types(types: impl Iterator<Item = Type>) -> String {
    types.map(Type::name).collect::<Vec<_>>().join("|")
}

/// All values if there are few, or else an example.
fn values(node: &Node) -> String {
    let values = &node.values;
    let Some(example) = values.kept.first() else { return String::new() };
    let is_short =
        values.kept.iter().map(|value| value.chars().count() + 1).sum::<usize>() <= MAX_VALUES_CHARS;
    if values.has_more || !is_short || values.kept.iter().any(|value| value.contains('|')) {
        return example.to_string();
    }
    let mut sorted: Vec<&str> = values.kept.iter().map(|value| &**value).collect();
    sorted.sort_unstable();
    sorted.join("|")
}

/// What is in a node, in a few words.
fn summary(node: &Node) -> String {
    if node.is_leaf() {
        return values(node);
    }
    let mut parts = Vec::new();
    if let Some((keys, _)) = &node.map {
        parts.push(format!("{keys} keys"));
    } else if node.fields.len() > 0 {
        let keys: Vec<&str> = node.fields.iter().map(|(key, _)| key).take(3).collect();
        let count = node.fields.len();
        let more = if count > keys.len() || node.fields.others > 0 { ", …" } else { "" };
        parts.push(format!("{count} keys: {}{more}", keys.join(", ")));
    }
    if let Some(elements) = node.elements().filter(|_| node.map.is_none()) {
        parts.push(format!("{} elements", elements.n()));
    }
    let text = parts.join("; ");
    match text.char_indices().nth(MAX_VALUES_CHARS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}
