//! Any value, wherever it stands: what serde asks for meets what the text holds.
//!
//! Only of strict mode: whatever else there may be is read by way of a [`tree`](super::tree).

mod keyed;
mod list;
mod object;
mod row;
mod table;
mod variant;

use super::access::{EntriesUser, EnumUser, MapUser, finish_map, finished};
use super::adapters::value_deserializer;
use super::context::Context;
use super::entry::Node;
use super::fields::FieldList;
use super::header::Bracket;
use super::token::Token;
use super::token_de::TokenDe;
use crate::{Error, Result};
use keyed::KeyedAccess;
use list::InlineAccess;
pub(super) use list::ListAccess;
use object::ObjectAccess;
use serde::de::value::SeqDeserializer;
use serde::de::{Expected, IgnoredAny, Unexpected, Visitor};
pub(super) use table::TableAccess;

/// Reads the value of a node.
pub(super) struct ValueDe<'a, 'de> {
    pub(super) context: &'a mut Context<'de>,
    pub(super) node: &'a Node<'de>,
}

impl<'a, 'de> ValueDe<'a, 'de> {
    #[inline]
    fn token(&self) -> Option<&'a Token<'de>> {
        self.node.token()
    }

    fn is_object(&self) -> bool {
        self.node.is_object()
    }

    fn is_array(&self) -> bool {
        self.node.is_array()
    }
}

impl<'de> ValueDe<'_, 'de> {
    /// Lets `read` have the context and the node, and restores what an error may leave behind: a
    /// caller may swallow it and go on.
    #[inline(always)]
    fn scope<R>(self, read: impl FnOnce(&mut Context<'de>, &Node<'de>) -> Result<R>) -> Result<R> {
        let ValueDe { context, node } = self;
        let (room, spans, keys) = (context.reader.depth.room, context.reader.spans, context.keys.mark());
        let result = read(context, node);
        (context.reader.depth.room, context.reader.spans) = (room, spans);
        context.keys.close(keys);
        result
    }

    /// The entries of an object.
    #[inline]
    fn entries<U: EntriesUser<'de>>(self, user: U) -> Result<U::Value> {
        self.scope(|context, node| {
            if let Node::Header { depth, end, ref bracket, .. } = *node {
                let last = core::mem::take(&mut context.last_fields);
                let fields = context.reader.fields(bracket, end, last)?;
                context.reader.depth.enter()?;
                return Self::entry_rows(context, bracket, fields, depth, user);
            }
            context.reader.depth.enter()?;
            let mut access = ObjectAccess::new(context, node);
            let run = |access: &mut ObjectAccess<'_, 'de>| {
                let mut result = user.run(access);
                if U::JUDGES_KEYS && result.is_err() {
                    result = result.map_err(|error| access.refused(error));
                }
                result
            };
            finished(&mut access, run, ObjectAccess::finish)
        })
    }

    /// The entry of an object that must have but one. List items, as which variants usually stand,
    /// get by with less than other objects.
    #[inline]
    fn variant<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if !matches!(self.node, Node::Item { .. }) {
            return self.entries(EnumUser(visitor));
        }
        self.scope(|context, node| variant::of_item(context, node, visitor))
    }

    /// The entries of a keyed tabular object.
    #[inline(never)]
    fn entry_rows<U: EntriesUser<'de>>(
        context: &mut Context<'de>,
        bracket: &Bracket,
        fields: FieldList<'de>,
        depth: usize,
        user: U,
    ) -> Result<U::Value> {
        let mut access = KeyedAccess::new(context, bracket, &fields, depth);
        let result = finished(&mut access, |access| user.run(access), finish_map);
        context.last_fields = fields;
        result
    }

    /// An object or array, whichever it is. Not inlined, so that a token does without its stack
    /// frame.
    #[inline(never)]
    fn container<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.node.is_object() { self.entries(MapUser(visitor)) } else { self.elements(visitor) }
    }

    /// The elements of an array.
    #[inline]
    fn elements<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.scope(|context, node| {
            let Node::Header { depth, end, ref bracket, .. } = *node else {
                let nothing = core::iter::empty::<()>();
                context.reader.depth.enter()?;
                return visitor.visit_seq(SeqDeserializer::<_, Error>::new(nothing));
            };
            let Some(values) = bracket.values(&context.reader.source, end) else {
                let last = core::mem::take(&mut context.last_fields);
                let fields = context.reader.fields(bracket, end, last)?;
                context.reader.depth.enter()?;
                return Self::rows(context, bracket, fields, depth, visitor);
            };
            context.reader.depth.enter()?;
            if values < end {
                let mut access = InlineAccess::new(context, bracket, values, end);
                finished(&mut access, |access| visitor.visit_seq(access), InlineAccess::finish)
            } else {
                let mut access = ListAccess::new(context, bracket, depth);
                finished(&mut access, |access| visitor.visit_seq(access), ListAccess::finish)
            }
        })
    }

    /// The elements of a tabular array. Not inlined, nor is the like of keyed ones: a table takes
    /// much of the stack, and no other scope that is open around it should pay for that.
    #[inline(never)]
    fn rows<V: Visitor<'de>>(
        context: &mut Context<'de>,
        bracket: &Bracket,
        fields: FieldList<'de>,
        depth: usize,
        visitor: V,
    ) -> Result<V::Value> {
        let mut access = TableAccess::new(context, bracket, &fields, depth);
        let result = finished(&mut access, |access| visitor.visit_seq(access), TableAccess::finish);
        context.last_fields = fields;
        result
    }

    /// The value as JSON text.
    #[cfg(feature = "json")]
    fn json(self) -> Result<alloc::string::String> {
        let ValueDe { context, node } = self;
        context.json(|context, json| json.read(ValueDe { context, node }))
    }

    /// One level down without anything read: the inside of `Some` or of a newtype.
    #[inline]
    fn deeper<R>(self, read: impl FnOnce(ValueDe<'_, 'de>) -> Result<R>) -> Result<R> {
        let ValueDe { context, node } = self;
        context.nested(|context| read(ValueDe { context, node }))
    }

    #[cold]
    fn mismatch<T>(self, expected: &dyn Expected) -> Result<T> {
        Err(mismatch(self.context, self.node, expected))
    }
}

value_deserializer!(ValueDe);

/// The error for a node that is not what the target `expected`.
#[cold]
pub(super) fn mismatch<'de>(context: &mut Context<'de>, node: &Node<'de>, expected: &dyn Expected) -> Error {
    let found = match *node {
        Node::Token(ref token) => return TokenDe { context, token }.mismatch(expected),
        // A header that is none is the greater mistake.
        Node::Header { end, ref bracket, .. } => match context.reader.check_header(bracket, end) {
            Ok(()) if bracket.keyed => Unexpected::Map,
            Ok(()) => Unexpected::Seq,
            Err(error) => return error,
        },
        _ if node.is_object() => Unexpected::Map,
        _ => Unexpected::Seq,
    };
    serde::de::Error::invalid_type(found, expected)
}
