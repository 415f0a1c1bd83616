//! Deserializes values from a [`SpanTree`], whose lines have already been checked.

use super::access::{Entries, EntriesUser, EnumUser, Held, MapUser, finish_map, finish_seq, finished};
use super::adapters::value_deserializer;
use super::context::Context;
use super::entry::Node;
use super::events::EventReader;
use super::fields::FieldList;
use super::header::Bracket;
use super::in_parts::{IN_PARTS, InPartsUser, no_key};
use super::kept::read_nothing;
use super::key::KeyToken;
use super::key_de::read_key;
use super::scope::HeaderScope;
use super::token::Token;
use super::token_de::TokenDe;
use super::tree::{SpanTree, SpanTreeBuilder, TreeMember};
use super::value::{ValueDe, mismatch};
use crate::error::Segment;
use crate::{Error, Result};
use core::slice;
use serde::de::{
    DeserializeSeed, Deserializer, Expected, IgnoredAny, MapAccess, SeqAccess, Unexpected, Visitor,
};

/// Reads the root value of a document. Each line below the header of a root array becomes a tree of
/// its own; any other container is read as a whole, once it is known that the target accepts it.
pub(super) struct RootDe<'a, 'de> {
    pub(super) context: &'a mut Context<'de>,
    pub(super) node: &'a Node<'de>,
    pub(super) expand_paths: bool,
}

impl<'a, 'de> RootDe<'a, 'de> {
    fn token(&self) -> Option<&'a Token<'de>> {
        self.node.token()
    }

    fn is_object(&self) -> bool {
        self.node.is_object()
    }

    fn is_array(&self) -> bool {
        self.node.is_array()
    }

    /// Only known of values in memory; a row looks ahead by itself.
    #[allow(clippy::unused_self)] // as `value_deserializer!` calls it
    fn is_null_group(&self) -> bool {
        false
    }
}

impl<'de> RootDe<'_, 'de> {
    fn read<R>(self, read: impl FnOnce(SpanTreeDe<'_, 'de>) -> Result<R>) -> Result<R> {
        let RootDe { context, node, expand_paths } = self;
        let tree = SpanTree::read(&mut context.reader, node, expand_paths)?;
        read(SpanTreeDe { context, tree: &tree })
    }

    fn entries<U: EntriesUser<'de>>(self, user: U) -> Result<U::Value> {
        self.read(|tree| tree.entries(user))
    }

    fn elements<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let RootDe { context, node, expand_paths } = self;
        let (bracket, depth, fields) = match *node {
            Node::Header { depth, end, ref bracket, .. } => match bracket.values(&context.reader.source, end)
            {
                Some(values) if values == end => (bracket, depth, None),
                None => (bracket, depth, Some(context.reader.fields(bracket, end, FieldList::default())?)),
                // Inline values are read one by one, unless their count may be wrong, which only a
                // tree tolerates.
                Some(_) if context.reader.strict && !context.reader.is_cut(end) => {
                    return ValueDe { context, node }.deserialize_seq(visitor);
                }
                Some(_) => {
                    let root = RootDe { context, node, expand_paths };
                    return root.read(|tree| tree.elements(visitor));
                }
            },
            _ => return ValueDe { context, node }.deserialize_seq(visitor),
        };
        context.nested(|context| {
            let mut access = LineAccess::new(context, bracket, fields, depth, expand_paths);
            finished(&mut access, |access| visitor.visit_seq(access), finish_seq)
        })
    }

    fn container<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.is_object() { self.entries(MapUser(visitor)) } else { self.elements(visitor) }
    }

    fn variant<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.entries(EnumUser(visitor))
    }

    /// The value as JSON text.
    #[cfg(feature = "json")]
    fn json(self) -> Result<alloc::string::String> {
        let RootDe { context, node, expand_paths } = self;
        context.json(|context, json| json.read(RootDe { context, node, expand_paths }))
    }

    /// Reads what is inside `Some` or a newtype, which have no text of their own.
    fn unwrapped<R>(self, name: &'static str, read: impl FnOnce(RootDe<'_, 'de>) -> Result<R>) -> Result<R> {
        let RootDe { context, node, expand_paths } = self;
        context.unwrapped(name, |context| read(RootDe { context, node, expand_paths }))
    }

    fn mismatch<T>(self, expected: &dyn Expected) -> Result<T> {
        Err(mismatch(self.context, self.node, expected))
    }
}

value_deserializer!(RootDe);

/// Reads a tree.
pub(super) struct SpanTreeDe<'a, 'de> {
    pub(super) context: &'a mut Context<'de>,
    pub(super) tree: &'a SpanTree<'de>,
}

impl<'a, 'de> SpanTreeDe<'a, 'de> {
    fn token(&self) -> Option<&'a Token<'de>> {
        match self.tree {
            SpanTree::Scalar(token) => Some(token),
            _ => None,
        }
    }

    fn is_object(&self) -> bool {
        matches!(self.tree, SpanTree::Object(..))
    }

    fn is_array(&self) -> bool {
        matches!(self.tree, SpanTree::Array(..))
    }

    fn is_null_group(&self) -> bool {
        self.tree.is_null_group()
    }
}

impl<'de> SpanTreeDe<'_, 'de> {
    fn entries<U: EntriesUser<'de>>(self, user: U) -> Result<U::Value> {
        let members = match self.tree {
            SpanTree::Object(_, members) => &members.list[..],
            _ => &[],
        };
        self.context.nested(|context| {
            let mut access = MemberAccess { context, members: members.iter(), pending: None };
            let run = |access: &mut MemberAccess<'_, '_, 'de>| {
                let result = user.run(access);
                if U::JUDGES_KEYS { result.map_err(|error| access.refused(error)) } else { result }
            };
            finished(&mut access, run, finish_map)
        })
    }

    fn elements<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let elements = match self.tree {
            SpanTree::Array(_, elements) => &elements[..],
            _ => &[],
        };
        self.context.nested(|context| {
            let mut access = ElementAccess { context, elements: (0..).zip(elements) };
            finished(&mut access, |access| visitor.visit_seq(access), finish_seq)
        })
    }

    fn container<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.is_object() { self.entries(MapUser(visitor)) } else { self.elements(visitor) }
    }

    fn variant<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.entries(EnumUser(visitor))
    }

    /// The value as JSON text.
    #[cfg(feature = "json")]
    fn json(self) -> Result<alloc::string::String> {
        let SpanTreeDe { context, tree } = self;
        context.json(|context, json| json.read(SpanTreeDe { context, tree }))
    }

    /// Reads what is inside `Some` or a newtype, which have no text of their own.
    fn unwrapped<R>(
        self,
        name: &'static str,
        read: impl FnOnce(SpanTreeDe<'_, 'de>) -> Result<R>,
    ) -> Result<R> {
        let SpanTreeDe { context, tree } = self;
        context.unwrapped(name, |context| read(SpanTreeDe { context, tree }))
    }

    fn mismatch<T>(self, expected: &dyn Expected) -> Result<T> {
        if let Some(token) = self.token() {
            return Err(TokenDe { context: self.context, token }.mismatch(expected));
        }
        let found = if self.is_object() { Unexpected::Map } else { Unexpected::Seq };
        Err(serde::de::Error::invalid_type(found, expected))
    }
}

value_deserializer!(SpanTreeDe);

/// The members of an object.
struct MemberAccess<'a, 't, 'de> {
    context: &'a mut Context<'de>,
    members: slice::Iter<'t, TreeMember<'de>>,
    /// The member whose key has been handed out, but not its value.
    pending: Option<&'t TreeMember<'de>>,
}

impl MemberAccess<'_, '_, '_> {
    /// Places the target's `error` at the pending key, if it rejected that key.
    fn refused(&self, error: Error) -> Error {
        match self.pending {
            Some(member) => self.context.reader.source.place(error, member.key.at),
            None => error,
        }
    }
}

impl<'de> MapAccess<'de> for MemberAccess<'_, '_, 'de> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>> {
        if self.pending.is_some() {
            self.next_value::<IgnoredAny>()?;
        }
        let Some(member) = self.members.next() else { return Ok(None) };
        self.pending = Some(member);
        let reader = &self.context.reader;
        read_key(&member.key, &reader.source, reader.depth.wrappers, seed).map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value> {
        match self.pending.take() {
            Some(TreeMember { key, value }) => (&value).read(key, self.context, seed),
            None => read_nothing(self.context, seed),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.members.len())
    }
}

impl<'t, 'de> Entries<'de> for MemberAccess<'_, 't, 'de> {
    type Held = &'t SpanTree<'de>;

    fn context(&mut self) -> &mut Context<'de> {
        self.context
    }

    fn key(&self) -> KeyToken<'de> {
        self.pending.map_or(KeyToken::bare(0, ""), |member| member.key)
    }

    fn hold(&mut self) -> Result<Self::Held> {
        let held = self.pending.ok_or_else(no_key)?;
        self.next_value::<IgnoredAny>()?;
        Ok(&held.value)
    }
}

impl<'de> Held<'de> for &SpanTree<'de> {
    fn read<S: DeserializeSeed<'de>>(
        &self,
        key: &KeyToken<'de>,
        context: &mut Context<'de>,
        seed: S,
    ) -> Result<S::Value> {
        match seed.deserialize(SpanTreeDe { context: &mut *context, tree: self }) {
            Ok(value) => Ok(value),
            Err(error) => {
                Err(context.reader.source.place(error, self.at()).within(&Segment::Key(&key.text())))
            }
        }
    }
}

/// The elements of an array, with their indexes.
struct ElementAccess<'a, 't, 'de> {
    context: &'a mut Context<'de>,
    elements: core::iter::Zip<core::ops::RangeFrom<u64>, slice::Iter<'t, SpanTree<'de>>>,
}

impl<'de> SeqAccess<'de> for ElementAccess<'_, '_, 'de> {
    type Error = Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        let Some((index, tree)) = self.elements.next() else { return Ok(None) };
        read_element(self.context, tree, index, seed).map(Some)
    }

    fn size_hint(&self) -> Option<usize> {
        self.elements.size_hint().1
    }
}

fn read_element<'de, S: DeserializeSeed<'de>>(
    context: &mut Context<'de>,
    tree: &SpanTree<'de>,
    index: u64,
    seed: S,
) -> Result<S::Value> {
    match seed.deserialize(SpanTreeDe { context: &mut *context, tree }) {
        Ok(value) => Ok(value),
        Err(error) => Err(context.reader.source.place(error, tree.at()).within(&Segment::Index(index))),
    }
}

/// The lines below the header of an array, each a tree of its own.
pub(super) struct LineAccess<'a, 'de> {
    pub(super) context: &'a mut Context<'de>,
    pub(super) scope: HeaderScope,
    delimiter: u8,
    /// The field list of a table; `None` for a list.
    fields: Option<FieldList<'de>>,
    builder: SpanTreeBuilder<'de>,
}

impl<'a, 'de> LineAccess<'a, 'de> {
    /// Creates an access to the rows of a table if there are `fields`, otherwise to the items of a
    /// list, below a header at `depth`.
    pub(super) fn new(
        context: &'a mut Context<'de>,
        bracket: &Bracket,
        fields: Option<FieldList<'de>>,
        depth: usize,
        expand_paths: bool,
    ) -> Self {
        let scope = HeaderScope::new(&context.reader, bracket, depth);
        let builder = SpanTreeBuilder::new(expand_paths);
        LineAccess { context, scope, delimiter: bracket.delimiter, fields, builder }
    }
}

impl<'de> SeqAccess<'de> for LineAccess<'_, 'de> {
    type Error = Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        let index = self.scope.found;
        let mut events = EventReader::new(&mut self.context.reader, &mut self.builder);
        let found = match &self.fields {
            Some(fields) => events.row(&mut self.scope, self.delimiter, Some(fields)),
            None => events.item(&mut self.scope),
        };
        let tree = self.builder.finish();
        if !found? {
            return Ok(None);
        }
        read_element(self.context, &tree, index, seed).map(Some)
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.scope.size_hint(&self.context.reader))
    }
}
