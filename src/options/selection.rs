//! Represents the paths of [`EncodeOptions::fields`](super::EncodeOptions::fields) as a tree of
//! keys, which determines the fields to write and their order.

use crate::text::{quote, unescape};
use crate::{Error, ErrorKind, Result};
use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

/// The selected fields. The nodes are in one `Vec` rather than nested, so that even a long path
/// cannot overflow the stack.
#[derive(Debug, PartialEq, Eq)]
pub struct Selection {
    /// The paths as given, each with the node that it leads to.
    asked: Vec<(String, usize)>,
    nodes: Vec<SelectionNode>,
}

/// The node of the root value.
pub const ROOT: usize = 0;

/// What is selected of the values at one path.
#[derive(Debug, Default, PartialEq, Eq)]
struct SelectionNode {
    parent: usize,
    /// The values are selected completely, even if fields below them are listed, too.
    is_whole: bool,
    fields: BTreeMap<String, SelectedField>,
}

/// A field that is selected, at least in part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SelectedField {
    /// Its position among the fields of its object.
    pub place: usize,
    pub node: usize,
}

impl Selection {
    /// The selection of the fields at `paths`; `None` if there are no paths.
    pub fn new(paths: impl Iterator<Item = String>) -> Option<Self> {
        let mut selection = Selection { asked: Vec::new(), nodes: alloc::vec![SelectionNode::default()] };
        for path in paths {
            let node = segments(&path).fold(ROOT, |node, segment| selection.child(node, segment));
            if let Some(node) = selection.nodes.get_mut(node) {
                node.is_whole = true;
            }
            selection.asked.push((path, node));
        }
        (!selection.asked.is_empty()).then_some(selection)
    }

    /// The paths as given, each with the node that it leads to.
    pub(super) fn paths(&self) -> &[(String, usize)] {
        &self.asked
    }

    fn child(&mut self, parent: usize, key: Cow<'_, str>) -> usize {
        let added = self.nodes.len();
        let Some(SelectionNode { fields, .. }) = self.nodes.get_mut(parent) else { return parent };
        if let Some(field) = fields.get(&*key) {
            return field.node;
        }
        let place = fields.len();
        fields.insert(key.into_owned(), SelectedField { place, node: added });
        self.nodes.push(SelectionNode { parent, ..SelectionNode::default() });
        added
    }

    /// The field `key` of the objects at `node`, if any of it is selected.
    pub fn field(&self, node: usize, key: &str) -> Option<SelectedField> {
        self.nodes.get(node)?.fields.get(key).copied()
    }

    /// The number of selected fields of the objects at `node`.
    pub fn count(&self, node: usize) -> usize {
        self.nodes.get(node).map_or(0, |node| node.fields.len())
    }

    /// Whether the values at `node` are selected completely.
    pub fn is_whole(&self, node: usize) -> bool {
        self.nodes.get(node).is_none_or(|node| node.is_whole)
    }

    /// What is selected of the values at `node`.
    pub fn part(&self, node: usize) -> SelectedPart {
        if self.is_whole(node) { SelectedPart::Whole } else { SelectedPart::Fields(node) }
    }

    /// Creates findings in which nothing has been found.
    pub fn findings(&self) -> Findings {
        Findings { nodes: alloc::vec![FoundNode::default(); self.nodes.len()] }
    }

    /// The paths that do not exist in the value that was searched.
    pub fn unknown(&self, findings: &Findings) -> Vec<String> {
        let asked = self.asked.iter().filter(|(_, node)| self.missing(*node, findings).is_some());
        asked.map(|(path, _)| path.clone()).collect()
    }

    /// The node at which a segment of the path to `node` was searched for, but not found.
    fn missing<'f>(&self, node: usize, findings: &'f Findings) -> Option<&'f FoundNode> {
        let is_found = |node| findings.at(node).is_none_or(|node| node.is_found);
        let mut missing = self.steps(node).filter(|&(node, _)| !is_found(node));
        missing.find_map(|(_, parent)| findings.at(parent).filter(|parent| parent.is_searched))
    }

    /// Checks a selection once everything has been written.
    ///
    /// # Errors
    ///
    /// Fails if a path is empty, if structs that declare their fields lack one, or if there were
    /// objects but they have none of the selected fields.
    pub fn check(&self, findings: &Findings) -> Result<()> {
        if self.asked.iter().any(|(path, _)| path.is_empty()) {
            return Err(Error::new(ErrorKind::EmptyFieldPath));
        }
        let missing =
            |(path, node): &'_ (String, usize)| Some((path.clone(), self.missing(*node, findings)?));
        let missing: Vec<_> = self.asked.iter().filter_map(missing).collect();
        let first = missing.first().filter(|_| missing.len() == self.asked.len());
        match missing.iter().find(|(_, parent)| parent.is_declared).or(first) {
            Some((path, FoundNode { names, .. })) => {
                let known = names.iter().map(|name| String::from(&**name)).collect();
                Err(Error::new(ErrorKind::UnknownFieldPath { path: path.clone(), known }))
            }
            None => Ok(()),
        }
    }

    /// The distinct first segments of the paths.
    #[cfg(feature = "derive")]
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.nodes.first().into_iter().flat_map(|root| root.fields.keys().map(String::as_str))
    }

    /// The nodes on the path to `node`, each with its parent, from `node` upwards.
    fn steps(&self, node: usize) -> impl Iterator<Item = (usize, usize)> {
        let parent = |&node: &usize| self.nodes.get(node).map(|node| node.parent).filter(|_| node != ROOT);
        let way = core::iter::successors(Some(node), parent);
        way.zip(core::iter::successors(parent(&node), parent))
    }
}

/// What is selected of a value.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum SelectedPart {
    /// No part of it.
    Nothing,
    /// All of it.
    Whole,
    /// The fields at a node of the selection; scalars are selected in any case.
    Fields(usize),
}

/// Tracks the position of events in a selection.
pub struct SelectionCursor {
    /// The open containers in which fields are selected, each with its node and whether it is an
    /// array. The elements of an array have the same node as the array.
    containers: Vec<(usize, bool)>,
    /// What is selected of the next or open value in the innermost of these containers.
    part: SelectedPart,
    /// The number of open containers within a value that is selected completely or not at all.
    inside: usize,
}

impl SelectionCursor {
    /// Creates a cursor before a value of which `part` is selected.
    pub fn new(part: SelectedPart) -> Self {
        SelectionCursor { containers: Vec::new(), part, inside: 0 }
    }

    /// What is selected of the next or open value.
    pub fn part(&self) -> SelectedPart {
        self.part
    }

    /// The node of the next value, if fields of it are selected.
    pub fn next_node(&self) -> Option<usize> {
        match self.part {
            SelectedPart::Fields(node) if self.inside == 0 => Some(node),
            _ => None,
        }
    }

    /// The node of the innermost container, if fields are selected in it.
    pub fn node(&self) -> Option<usize> {
        self.containers.last().map(|&(node, _)| node).filter(|_| self.inside == 0)
    }

    /// Enters a container.
    pub fn begin(&mut self, is_array: bool) {
        match self.next_node() {
            Some(node) => self.containers.push((node, is_array)),
            None => self.inside += 1,
        }
    }

    /// Moves to a key of the innermost container, in which fields are selected. `part` is what is
    /// selected of its value.
    pub fn key(&mut self, part: SelectedPart) {
        self.part = part;
    }

    /// Leaves the innermost container.
    pub fn end(&mut self) {
        if self.inside > 0 {
            self.inside -= 1;
            return;
        }
        self.containers.pop();
        self.part = match self.containers.last() {
            Some(&(node, true)) => SelectedPart::Fields(node),
            _ => SelectedPart::Whole,
        };
    }
}

/// The parts of a selection that exist in a value.
#[derive(Debug)]
pub struct Findings {
    nodes: Vec<FoundNode>,
}

#[derive(Clone, Debug, Default)]
struct FoundNode {
    /// An object at the parent node has this field, even if it was skipped.
    is_found: bool,
    /// A value was found that could have the fields below this node: an object or, if nothing is
    /// written, anything except `null`, and except arrays that contain no such value.
    is_searched: bool,
    /// A struct at this node declares its fields, which are then the `names`.
    is_declared: bool,
    /// Fields of the objects at this node, as long as none is selected.
    names: Vec<Cow<'static, str>>,
}

/// The number of fields in a message, unless a struct declares more.
const MAX_NAMES: usize = 32;

impl Findings {
    /// Notes that a field leads to `node`.
    pub fn find(&mut self, node: usize) {
        if let Some(seen) = self.nodes.get_mut(node) {
            seen.is_found = true;
        }
    }

    /// Notes that the value at `node` could have fields.
    pub fn search(&mut self, node: usize) {
        if let Some(seen) = self.nodes.get_mut(node) {
            seen.is_searched = true;
        }
    }

    /// Whether no struct at `node` has declared its fields yet, which are going to follow.
    pub fn begin_declared(&mut self, node: usize) -> bool {
        self.nodes.get_mut(node).is_some_and(|node| {
            let is_first = !core::mem::replace(&mut node.is_declared, true);
            node.names.retain(|_| !is_first);
            is_first
        })
    }

    /// Notes a declared field of the objects at `node`.
    pub fn declare(&mut self, node: usize, name: &'static str) {
        if let Some(node) = self.nodes.get_mut(node) {
            node.names.push(Cow::Borrowed(name));
        }
    }

    /// Notes a field of the objects at `node` that is not selected.
    pub fn note(&mut self, node: usize, name: &str) {
        if let Some(FoundNode { names, is_declared: false, .. }) = self.nodes.get_mut(node) {
            if names.len() < MAX_NAMES && !names.iter().any(|known| known == name) {
                names.push(Cow::Owned(name.into()));
            }
        }
    }

    fn at(&self, node: usize) -> Option<&FoundNode> {
        self.nodes.get(node)
    }
}

/// The keys in `path`, unquoted.
pub(crate) fn segments(path: &str) -> impl Iterator<Item = Cow<'_, str>> {
    let mut rest = Some(path);
    core::iter::from_fn(move || {
        let path = rest?;
        let (segment, after) = quoted_segment(path).unwrap_or_else(|| match path.split_once('.') {
            Some((segment, after)) => (Cow::Borrowed(segment), Some(after)),
            None => (Cow::Borrowed(path), None),
        });
        rest = after;
        Some(segment)
    })
}

/// The first segment of `path` if it is a quoted string (§7.1), and the rest after the dot.
fn quoted_segment(path: &str) -> Option<(Cow<'_, str>, Option<&str>)> {
    let inside = path.strip_prefix('"')?;
    let (token, after) = path.split_at_checked(quote::quoted_len(path.as_bytes()))?;
    let after = if after.is_empty() { None } else { Some(after.strip_prefix('.')?) };
    let raw = inside.get(..token.len().checked_sub(2)?)?;
    let mut key = String::new();
    unescape::unescape_into(raw, &mut key).ok()?;
    (inside.get(raw.len()..)?.starts_with('"')).then_some((Cow::Owned(key), after))
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::borrow::ToOwned;

    #[track_caller]
    fn check(path: &str, expected: &[&str]) {
        assert_eq!(segments(path).collect::<Vec<_>>(), expected, "{path}");
    }

    #[test]
    fn segments_end_at_dots() {
        check("id", &["id"]);
        check("owner.country", &["owner", "country"]);
        check("a b.é.", &["a b", "é", ""]);
        check("", &[""]);
    }

    #[test]
    fn quotes_keep_a_segment_together() {
        check(r#""a.b".c"#, &["a.b", "c"]);
        check(r#"a."b.\"c\".\u00e9""#, &["a", "b.\"c\".é"]);
        check(r#""""#, &[""]);
    }

    /// Anything that is not a quoted string is taken literally.
    #[test]
    fn other_quotes_are_characters() {
        check(r#"a"b.c"#, &["a\"b", "c"]);
        check(r#"""#, &["\""]);
        check(r#""a.b"#, &["\"a", "b"]);
        check(r#""a"b.c"#, &["\"a\"b", "c"]);
        check(r#""\x".c"#, &["\"\\x\"", "c"]);
        check(r#""a\""#, &["\"a\\\""]);
        check(r#""é\"#, &["\"é\\"]);
    }

    #[test]
    fn places_are_those_of_first_mentions() {
        let paths = ["b.x", "a", "b", "b.y", "a"].map(ToOwned::to_owned);
        let selection = Selection::new(paths.into_iter()).unwrap();
        assert_eq!(selection.count(ROOT), 2);
        let [a, b] = ["a", "b"].map(|key| selection.field(ROOT, key).unwrap());
        assert_eq!((b.place, a.place), (0, 1));
        assert!(selection.is_whole(a.node) && selection.is_whole(b.node) && !selection.is_whole(ROOT));
        assert!(selection.field(b.node, "y").is_some());
        assert!(Selection::new(core::iter::empty()).is_none());
    }
}
