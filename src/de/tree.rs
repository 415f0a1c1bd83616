//! Values in memory, for non-strict mode and path expansion, where a later line can change the
//! meaning of an earlier one.
//!
//! A tree holds uninterpreted tokens, so that it is read just like the text itself.

use super::entry::Node;
use super::events::{ContainerKind, EventReader, Receiver};
use super::key::KeyToken;
use super::reader::Reader;
use super::token::Token;
use crate::error::shorten;
use crate::{Error, ErrorKind, Result};
use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

/// A value and its position.
pub(super) enum SpanTree<'de> {
    Scalar(Token<'de>),
    Array(usize, Vec<SpanTree<'de>>),
    Object(usize, TreeMembers<'de>),
}

/// The members of an object, of which no two have the same key.
#[derive(Default)]
pub(super) struct TreeMembers<'de> {
    pub(super) list: Vec<TreeMember<'de>>,
    /// The index of each key in the list; empty until the first lookup.
    index: BTreeMap<Cow<'de, str>, usize>,
}

pub(super) struct TreeMember<'de> {
    pub(super) key: KeyToken<'de>,
    pub(super) value: SpanTree<'de>,
}

impl<'de> SpanTree<'de> {
    const NOTHING: Self = SpanTree::Array(0, Vec::new());

    /// The value of a node, with dotted keys expanded if `expand_paths` is set.
    pub(super) fn read(reader: &mut Reader<'de>, node: &Node<'de>, expand_paths: bool) -> Result<Self> {
        let mut builder = SpanTreeBuilder::new(expand_paths);
        EventReader::new(reader, &mut builder).value(node)?;
        Ok(builder.finish())
    }

    /// Whether it is an object that contains nothing but `null`s.
    pub(super) fn is_null_group(&self) -> bool {
        let SpanTree::Object(_, members) = self else { return false };
        let is_null = |value: &SpanTree<'_>| match value {
            SpanTree::Scalar(token) => token.is_null(),
            other => other.is_null_group(),
        };
        !members.list.is_empty() && members.list.iter().all(|member| is_null(&member.value))
    }

    pub(super) fn at(&self) -> usize {
        match *self {
            SpanTree::Scalar(ref token) => token.at,
            SpanTree::Array(at, _) | SpanTree::Object(at, _) => at,
        }
    }
}

/// Builds a tree from events.
pub(super) struct SpanTreeBuilder<'de> {
    expand_paths: bool,
    open: Vec<OpenTree<'de>>,
    /// The value that ended last.
    root: SpanTree<'de>,
    /// The number of members of the last object, up to [`MAX_COMPARED_MEMBERS`]: the next one often
    /// has the same number.
    last_length: usize,
}

/// A container that has not ended.
enum OpenTree<'de> {
    Array(usize, Vec<SpanTree<'de>>),
    /// With the key of the next value.
    Object(usize, Vec<TreeMember<'de>>, KeyToken<'de>),
}

impl<'de> SpanTreeBuilder<'de> {
    pub(super) fn new(expand_paths: bool) -> Self {
        SpanTreeBuilder { expand_paths, open: Vec::new(), root: SpanTree::NOTHING, last_length: 0 }
    }

    /// Returns the finished tree; the builder is then ready for the next one.
    pub(super) fn finish(&mut self) -> SpanTree<'de> {
        // An error may have left containers open.
        self.open.clear();
        core::mem::replace(&mut self.root, SpanTree::NOTHING)
    }

    fn add(&mut self, value: SpanTree<'de>) {
        match self.open.last_mut() {
            None => self.root = value,
            Some(OpenTree::Array(_, elements)) => elements.push(value),
            Some(OpenTree::Object(_, members, key)) => members.push(TreeMember { key: *key, value }),
        }
    }
}

impl<'de> Receiver<'de> for &mut SpanTreeBuilder<'de> {
    fn begin(&mut self, container: ContainerKind, at: usize) {
        self.open.push(match container {
            ContainerKind::Array => OpenTree::Array(at, Vec::new()),
            ContainerKind::Object => {
                OpenTree::Object(at, Vec::with_capacity(self.last_length), KeyToken::bare(at, ""))
            }
        });
    }

    fn key(&mut self, key: KeyToken<'de>) {
        if let Some(OpenTree::Object(_, _, next)) = self.open.last_mut() {
            *next = key;
        }
    }

    fn scalar(&mut self, token: Token<'de>) {
        self.add(SpanTree::Scalar(token));
    }

    fn end(&mut self, reader: &Reader<'de>) -> Result<()> {
        let value = match self.open.pop() {
            None => return Ok(()),
            Some(OpenTree::Array(at, elements)) => SpanTree::Array(at, elements),
            Some(OpenTree::Object(at, members, _)) => {
                self.last_length = members.len().min(MAX_COMPARED_MEMBERS);
                SpanTree::Object(at, resolve(members, self.expand_paths, reader)?)
            }
        };
        self.add(value);
        Ok(())
    }
}

/// Returns the final members of an object: of equal keys, the last value at the position of the
/// first (§14.4). Then dotted keys are expanded, in the order of the keys.
fn resolve<'de>(
    list: Vec<TreeMember<'de>>,
    expand_paths: bool,
    reader: &Reader<'de>,
) -> Result<TreeMembers<'de>> {
    // In strict mode, the reader has already rejected duplicate keys.
    let list = if reader.strict || are_different(&list) { list } else { last_of_each(list) };
    if !expand_paths || !list.iter().any(|member| member.key.is_path()) {
        return Ok(TreeMembers { list, index: BTreeMap::new() });
    }
    let mut members = TreeMembers::default();
    for member in list {
        members.insert(member, reader, reader.depth.room)?;
    }
    Ok(members)
}

/// The keys of objects with up to this many members are compared in pairs.
const MAX_COMPARED_MEMBERS: usize = 16;

/// Whether there are no duplicate keys.
fn are_different(list: &[TreeMember<'_>]) -> bool {
    if list.len() <= MAX_COMPARED_MEMBERS {
        let before = |index: usize| list.get(..index).unwrap_or_default();
        return (0..)
            .zip(list)
            .all(|(index, member)| before(index).iter().all(|other| !other.key.is_same(&member.key)));
    }
    let mut keys: Vec<_> = list.iter().map(|member| member.key.text()).collect();
    keys.sort_unstable();
    keys.iter().zip(keys.iter().skip(1)).all(|(a, b)| a != b)
}

fn last_of_each(list: Vec<TreeMember<'_>>) -> Vec<TreeMember<'_>> {
    let mut members = TreeMembers::default();
    for member in list {
        match members.find(&member.key.text()) {
            Some(first) => *first = member,
            None => members.push(member),
        }
    }
    members.list
}

impl<'de> TreeMembers<'de> {
    fn find(&mut self, name: &str) -> Option<&mut TreeMember<'de>> {
        if self.index.len() != self.list.len() {
            self.index = self.list.iter().map(|member| member.key.text()).zip(0..).collect();
        }
        let index = *self.index.get(name)?;
        self.list.get_mut(index)
    }

    /// Adds a member that [`find`](Self::find) did not find.
    fn push(&mut self, member: TreeMember<'de>) {
        self.index.insert(member.key.text(), self.list.len());
        self.list.push(member);
    }

    /// Inserts a member at the path of its key, which may open up to `room` more levels.
    fn insert(&mut self, member: TreeMember<'de>, reader: &Reader<'de>, room: usize) -> Result<()> {
        let TreeMember { key, value } = member;
        let path = Some(key.raw).filter(|_| key.is_path());
        let Some((parents, last)) = path.and_then(|path| path.rsplit_once('.')) else {
            return self.put(key, &key, value, reader, room);
        };
        let (mut members, mut left) = (self, room);
        for parent in parents.split('.') {
            left = match left.checked_sub(1) {
                Some(left) => left,
                None => return Err(too_deep(&key, reader)),
            };
            if members.find(parent).is_none() {
                let value = SpanTree::Object(key.at, TreeMembers::default());
                members.push(TreeMember { key: KeyToken::bare(key.at, parent), value });
            }
            let Some(TreeMember { key: KeyToken { at, .. }, value }) = members.find(parent) else {
                return Ok(());
            };
            if !matches!(value, SpanTree::Object(..)) {
                check_conflict(&key, reader)?;
                *value = SpanTree::Object(*at, TreeMembers::default());
            }
            let SpanTree::Object(_, inner) = value else { return Ok(()) };
            members = inner;
        }
        members.put(KeyToken::bare(key.at, last), &key, value, reader, left)
    }

    /// Puts `value` under `key`, which is a segment of the key `written` in the document. Objects
    /// are merged; otherwise the later value wins.
    fn put(
        &mut self,
        key: KeyToken<'de>,
        written: &KeyToken<'de>,
        value: SpanTree<'de>,
        reader: &Reader<'de>,
        room: usize,
    ) -> Result<()> {
        match (self.find(&key.text()), value) {
            (None, value) => self.push(TreeMember { key, value }),
            (Some(TreeMember { value: SpanTree::Object(_, old), .. }), SpanTree::Object(_, new)) => {
                let Some(inner) = room.checked_sub(1) else { return Err(too_deep(written, reader)) };
                for TreeMember { key, value } in new.list {
                    old.put(key, &key, value, reader, inner)?;
                }
            }
            (Some(old), new) => {
                check_conflict(written, reader)?;
                old.value = new;
            }
        }
        Ok(())
    }
}

/// Two values at the same path are an error in strict mode; otherwise the later one wins.
fn check_conflict(key: &KeyToken<'_>, reader: &Reader<'_>) -> Result<()> {
    if !reader.strict {
        return Ok(());
    }
    Err(reader.fail(ErrorKind::ExpansionConflict { key: shorten(&key.text()) }, key.at))
}

fn too_deep(key: &KeyToken<'_>, reader: &Reader<'_>) -> Error {
    reader.source.place(reader.depth.too_deep(), key.at)
}
