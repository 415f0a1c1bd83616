//! Deserializes values straight from the lines of the text.
//!
//! This is only possible in strict mode and without path expansion; otherwise, values are read from
//! a [`tree`](super::tree).

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
use super::header::Bracket;
use super::in_parts::{IN_PARTS, InPartsUser};
use super::token::Token;
use super::token_de::TokenDe;
use crate::{Error, Result};
use keyed::KeyedAccess;
use list::InlineAccess;
pub(super) use list::ListAccess;
use object::ObjectAccess;
#[cfg(feature = "derive")]
pub(crate) use row::ROW;
use serde::de::value::SeqDeserializer;
use serde::de::{Expected, IgnoredAny, Unexpected, Visitor};
pub(super) use table::TableAccess;

/// Deserializes the value of a node.
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

    #[allow(clippy::unused_self)] // as `value_deserializer!` calls it
    fn is_null_group(&self) -> bool {
        false
    }
}

impl<'de> ValueDe<'_, 'de> {
    /// Calls `read`, and restores afterwards what an error may have changed: a caller may swallow
    /// it and continue.
    #[inline]
    fn scope<R>(self, read: impl FnOnce(&mut Context<'de>, &Node<'de>) -> Result<R>) -> Result<R> {
        let ValueDe { context, node } = self;
        let (room, spans, keys) = (context.reader.depth.room, context.reader.spans, context.keys.mark());
        let result = read(context, node);
        (context.reader.depth.room, context.reader.spans) = (room, spans);
        context.keys.close(keys);
        result
    }

    /// Reads the entries of an object.
    #[inline]
    fn entries<U: EntriesUser<'de>>(self, user: U) -> Result<U::Value> {
        self.scope(|context, node| {
            if let Node::Header { depth, end, ref bracket, .. } = *node {
                return Self::entry_rows(context, bracket, end, depth, user);
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

    /// Reads an object that must have exactly one entry as an enum. Most of these are list items,
    /// for which there is a fast path.
    #[inline]
    fn variant<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if !matches!(self.node, Node::Item { .. }) {
            return self.entries(EnumUser(visitor));
        }
        self.scope(|context, node| variant::of_item(context, node, visitor))
    }

    /// Reads the entries of a keyed tabular object.
    #[inline(never)]
    fn entry_rows<U: EntriesUser<'de>>(
        context: &mut Context<'de>,
        bracket: &Bracket,
        end: usize,
        depth: usize,
        user: U,
    ) -> Result<U::Value> {
        context.below(bracket, end, |context, fields| {
            let mut access = KeyedAccess::new(context, bracket, fields, depth);
            finished(&mut access, |access| user.run(access), finish_map)
        })
    }

    /// Reads an object or array, whichever it is. Not inlined, so that tokens do not need its stack
    /// frame.
    #[inline(never)]
    fn container<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.node.is_object() { self.entries(MapUser(visitor)) } else { self.elements(visitor) }
    }

    /// Reads the elements of an array.
    #[inline]
    fn elements<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.scope(|context, node| {
            let Node::Header { depth, end, ref bracket, .. } = *node else {
                let nothing = core::iter::empty::<()>();
                context.reader.depth.enter()?;
                return visitor.visit_seq(SeqDeserializer::<_, Error>::new(nothing));
            };
            let Some(values) = bracket.values(&context.reader.source, end) else {
                return Self::rows(context, bracket, end, depth, visitor);
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

    /// Reads the elements of a tabular array. Like `entry_rows`, not inlined: a table takes a lot
    /// of stack, which the frames of enclosing scopes should not include.
    #[inline(never)]
    fn rows<V: Visitor<'de>>(
        context: &mut Context<'de>,
        bracket: &Bracket,
        end: usize,
        depth: usize,
        visitor: V,
    ) -> Result<V::Value> {
        context.below(bracket, end, |context, fields| {
            let mut access = TableAccess::new(context, bracket, fields, depth);
            finished(&mut access, |access| visitor.visit_seq(access), TableAccess::finish)
        })
    }

    /// The value as JSON text.
    #[cfg(feature = "json")]
    fn json(self) -> Result<alloc::string::String> {
        let ValueDe { context, node } = self;
        context.json(|context, json| json.read(ValueDe { context, node }))
    }

    /// Reads what is inside `Some` or a newtype, which have no text of their own.
    #[inline]
    fn unwrapped<R>(self, name: &'static str, read: impl FnOnce(ValueDe<'_, 'de>) -> Result<R>) -> Result<R> {
        let ValueDe { context, node } = self;
        context.unwrapped(name, |context| read(ValueDe { context, node }))
    }

    fn mismatch<T>(self, expected: &dyn Expected) -> Result<T> {
        Err(mismatch(self.context, self.node, expected))
    }
}

value_deserializer!(ValueDe);

/// The error for a node that does not match what the target `expected`.
#[cold]
pub(super) fn mismatch<'de>(context: &mut Context<'de>, node: &Node<'de>, expected: &dyn Expected) -> Error {
    let found = match *node {
        Node::Token(ref token) => return TokenDe { context, token }.mismatch(expected),
        // An invalid header is the more serious mistake.
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
