//! Deserializes objects whose fields are on lines of their own (§8), or whose first field follows a
//! hyphen (§10).

use super::ValueDe;
use crate::de::access::{Entries, Held, finish_map};
use crate::de::context::Context;
use crate::de::entry::{Entry, KeySyntax, Node, colonless, key_end, line_key, read_entry};
use crate::de::kept::read_nothing;
use crate::de::key::KeyToken;
use crate::de::key_check::{ObjectKeys, duplicate_key};
use crate::de::key_de::read_key;
use crate::de::lines::{Indent, Line, Lines, Next};
use crate::error::Segment;
use crate::{Error, ErrorKind, Result};
use serde::de::{DeserializeSeed, IgnoredAny, MapAccess};

/// The lines of one object.
pub(super) struct ObjectAccess<'a, 'de> {
    context: &'a mut Context<'de>,
    /// The depth of its lines, and their indentation.
    depth: usize,
    indent: Indent,
    /// A line has been read at this depth.
    settled: bool,
    /// There are no more lines.
    ended: bool,
    /// The field on the hyphen line, until it is read.
    first: Option<(usize, usize, usize)>,
    keys: ObjectKeys,
    /// The entry whose key was handed out last; its value is still unread if `pending`.
    entry: Entry<'de>,
    pending: bool,
}

impl<'a, 'de> ObjectAccess<'a, 'de> {
    #[inline]
    pub(super) fn new(context: &'a mut Context<'de>, node: &Node<'de>) -> Self {
        let (depth, settled, first) = match *node {
            Node::Nested { depth, .. } => (depth, false, None),
            Node::Item { ref line, stop } => (line.depth, true, Some((line.start, line.end, stop))),
            _ => (0, true, None),
        };
        let indent = context.reader.lines.indent(depth);
        let keys = context.keys.open();
        let ended = matches!(node, Node::EmptyObject { .. });
        ObjectAccess {
            context,
            depth,
            indent,
            settled,
            ended,
            first,
            keys,
            entry: Entry::new(),
            pending: false,
        }
    }

    /// Finds the field of the next line if that is not
    /// [simple](crate::de::lines::Lines::take_field).
    #[inline(never)]
    fn next_line_slow(&mut self) -> Result<bool> {
        let reader = &mut self.context.reader;
        let (start, end, stop) = if let Some(first) = self.first.take() {
            first
        } else {
            if let Some((start, stop, rest)) = reader.lines.take_quoted_field(&reader.source, &self.indent) {
                self.settled = true;
                read_entry(reader, KeySyntax::Quoted, start, stop, rest, self.depth, &mut self.entry)?;
                return Ok(true);
            }
            let Some(&Line { start, end, depth, .. }) = reader.peek_from(self.depth)? else {
                return Ok(false);
            };
            if depth != self.depth {
                return Err(self.too_deep(depth, start));
            }
            self.settled = true;
            reader.take()?;
            let Some(stop) = key_end(&reader.source, start, end) else {
                return Err(colonless(reader, start, end));
            };
            (start, end, stop)
        };
        let rest = reader.source.bytes(stop, end);
        read_entry(reader, KeySyntax::Any, start, stop, rest, self.depth, &mut self.entry)?;
        Ok(true)
    }

    /// Finds the field of the next line; returns `false` if there is none.
    #[inline(always)]
    fn next_line(&mut self) -> Result<bool> {
        let reader = &mut self.context.reader;
        let next = match self.first {
            Some((start, end, stop)) if reader.source.is_bare_key(start, stop) => {
                self.first = None;
                Next::Field(start, stop, reader.source.bytes(stop, end))
            }
            None => reader.lines.take_field(&reader.source, &self.indent),
            _ => Next::Unknown,
        };
        match next {
            Next::Field(start, stop, rest) => {
                self.settled = true;
                read_entry(reader, KeySyntax::Bare, start, stop, rest, self.depth, &mut self.entry)?;
                Ok(true)
            }
            Next::Above => Ok(false),
            Next::Unknown => self.next_line_slow(),
        }
    }

    fn too_deep(&self, found: usize, at: usize) -> Error {
        let expected = self.depth;
        let kind = if self.settled {
            ErrorKind::OverIndented { expected, found }
        } else {
            ErrorKind::DepthJump { expected, found }
        };
        self.context.reader.fail(kind, at)
    }

    /// Finds the key and value of the next line, which are then `pending`. Not generic, so that all
    /// targets share it.
    #[inline(never)]
    fn next_field(&mut self) -> Result<()> {
        if self.ended {
            return Ok(());
        }
        let found = self.next_line()?;
        let Context { reader, keys, .. } = &mut *self.context;
        if !found {
            self.ended = true;
            return match keys.duplicate(&reader.source, &self.keys) {
                // While the object goes on, another mistake may come before the end, where this one is found.
                Some(key) if !reader.goes_on() => Err(duplicate_key(&reader.source, &key)),
                _ => Ok(()),
            };
        }
        if keys.note(&reader.source, &mut self.keys, &self.entry.key, line_key) {
            return Err(duplicate_key(&reader.source, &self.entry.key));
        }
        self.pending = true;
        Ok(())
    }

    /// Places the target's `error` at the pending key, if it rejected that key.
    #[cold]
    pub(super) fn refused(&self, error: Error) -> Error {
        if self.pending { self.context.reader.source.place(error, self.entry.key.at) } else { error }
    }

    /// Checks what the target left unread; fails if there is anything.
    #[inline]
    pub(super) fn finish(&mut self) -> Result<()> {
        if self.ended && !self.pending { Ok(()) } else { finish_map(self) }
    }

    /// Creates an access to the object of `node` after its first field, `entry`.
    #[cold]
    pub(super) fn after_entry(
        context: &'a mut Context<'de>,
        node: &Node<'de>,
        entry: &Entry<'de>,
        pending: bool,
    ) -> Self {
        let mut access = ObjectAccess::new(context, node);
        let Context { reader, keys, .. } = &mut *access.context;
        keys.note(&reader.source, &mut access.keys, &entry.key, line_key);
        let entry = Entry { key: entry.key, node: entry.node };
        ObjectAccess { first: None, entry, pending, ..access }
    }
}

impl<'de> MapAccess<'de> for ObjectAccess<'_, 'de> {
    type Error = Error;

    #[inline]
    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>> {
        if self.pending {
            self.next_value::<IgnoredAny>()?;
        }
        self.next_field()?;
        if !self.pending {
            return Ok(None);
        }
        let reader = &self.context.reader;
        read_key(&self.entry.key, &reader.source, reader.depth.wrappers, seed).map(Some)
    }

    #[inline]
    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value> {
        if !self.pending {
            return read_nothing(self.context, seed);
        }
        self.pending = false;
        read_value(self.context, &self.entry, seed)
    }
}

impl<'de> Entries<'de> for ObjectAccess<'_, 'de> {
    type Held = (Node<'de>, Lines);

    fn context(&mut self) -> &mut Context<'de> {
        self.context
    }

    fn key(&self) -> KeyToken<'de> {
        self.entry.key
    }

    fn hold(&mut self) -> Result<(Node<'de>, Lines)> {
        let held = (self.entry.node, self.context.reader.lines.clone());
        self.next_value::<IgnoredAny>()?;
        Ok(held)
    }
}

/// A value, and the lines after its first one.
impl<'de> Held<'de> for (Node<'de>, Lines) {
    fn read<S: DeserializeSeed<'de>>(
        &self,
        key: &KeyToken<'de>,
        context: &mut Context<'de>,
        seed: S,
    ) -> Result<S::Value> {
        let after = core::mem::replace(&mut context.reader.lines, self.1.clone());
        let result = read_value(context, &Entry { key: *key, node: self.0 }, seed);
        context.reader.lines = after;
        result
    }
}

/// Passes the value of `entry` to `seed`.
#[inline]
pub(super) fn read_value<'de, S: DeserializeSeed<'de>>(
    context: &mut Context<'de>,
    entry: &Entry<'de>,
    seed: S,
) -> Result<S::Value> {
    match seed.deserialize(ValueDe { context: &mut *context, node: &entry.node }) {
        Ok(value) => Ok(value),
        Err(error) => Err(misplaced(context, entry, error)),
    }
}

/// Places an error at the value.
#[cold]
fn misplaced(context: &Context<'_>, entry: &Entry<'_>, error: Error) -> Error {
    context.reader.source.place(error, entry.node.at()).within(&Segment::Key(&entry.key.text()))
}
