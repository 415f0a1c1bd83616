//! Objects whose fields stand on lines of their own (§8), or with the first one behind a hyphen (§10).

use super::entry::KeyToken;
use super::expand::{self, Expanded};
use super::lines::{Indent, Line, Next};
use super::seen::Keys;
use super::siblings::{self, Order, Resolved, Siblings};
use super::state::State;
use super::value::{Entry, Node, finish_map};
use crate::{Error, ErrorKind, Result};
use alloc::boxed::Box;
use core::marker::PhantomData;
use serde::de::{DeserializeSeed, IgnoredAny, MapAccess};

/// The lines of one object.
pub(super) struct ObjectAccess<'a, 'de> {
    state: &'a mut State<'de>,
    /// The depth below which the object ends, and the depth of its lines.
    floor: usize,
    depth: usize,
    indent: Indent,
    /// The depth is certain.
    settled: bool,
    /// There are no more lines.
    ended: bool,
    /// The field on the hyphen line, until it is read.
    first: Option<(usize, usize, usize)>,
    keys: Keys,
    /// The key handed out last, with its value if that is `pending`.
    entry: Entry<'de>,
    pending: bool,
    order: Option<Box<Order>>,
}

/// How to read an object's lines.
pub(super) enum Plan<'de> {
    InTurn,
    /// Keys repeat.
    InOrder(Box<Order>),
    /// Path expansion has something to do here.
    Merged(Box<Expanded<'de>>),
}

impl<'a, 'de> ObjectAccess<'a, 'de> {
    /// What has to be known before the first line is read: nothing, in strict mode and without expansion.
    #[inline]
    pub(super) fn plan(state: &mut State<'de>, node: &Node<'de>) -> Result<Plan<'de>> {
        if state.strict && !state.expand_paths || matches!(node, Node::EmptyObject { .. }) {
            return Ok(Plan::InTurn);
        }
        Self::look_ahead(state, node)
    }

    #[cold]
    fn look_ahead(state: &mut State<'de>, node: &Node<'de>) -> Result<Plan<'de>> {
        let (floor, first) = match *node {
            Node::Nested { depth, .. } => (depth, None),
            Node::Item { line, .. } => (line.depth, Some(line)),
            _ => (0, None),
        };
        let siblings = Siblings::scan(state, floor, first, State::field_key)?;
        if let Some(expanded) = expand::of_lines(state, &siblings)? {
            return Ok(Plan::Merged(Box::new(expanded)));
        }
        if state.strict {
            return Ok(Plan::InTurn);
        }
        // §14.4: of fields with the same key, the last one counts, at the place of the first.
        let walk = siblings.walk;
        let Resolved { order, shadowed } = siblings::resolve(siblings.list);
        if shadowed.is_empty() {
            return Ok(Plan::InTurn);
        }
        for line in shadowed {
            let key = state.field_key(&line)?;
            walk.read(state, &line, &key.text(), PhantomData::<IgnoredAny>)?;
        }
        Ok(Plan::InOrder(Box::new(Order::new(&order, walk))))
    }

    #[inline]
    pub(super) fn new(state: &'a mut State<'de>, node: &Node<'de>, order: Option<Box<Order>>) -> Self {
        let (floor, settled, first) = match *node {
            Node::Nested { depth, .. } => (depth, false, None),
            // In an order of its own, the first line is a line like the others.
            Node::Item { ref line, stop } if order.is_none() => {
                (line.depth, true, Some((line.start, line.end, stop)))
            }
            Node::Item { ref line, .. } => (line.depth, true, None),
            _ => (0, true, None),
        };
        let indent = state.lines.indent(floor);
        let keys = state.no_keys();
        let ended = matches!(node, Node::EmptyObject { .. });
        ObjectAccess {
            state,
            floor,
            depth: floor,
            indent,
            settled,
            ended,
            first,
            keys,
            entry: Entry::new(),
            pending: false,
            order,
        }
    }

    /// Finds the field of the next line, as far as it is not a [usual](super::lines::Lines::take_field) one.
    #[inline(never)]
    fn next_odd_line(&mut self) -> Result<bool> {
        let (start, end, stop) = if let Some(first) = self.first.take() {
            first
        } else {
            if let Some(order) = &mut self.order {
                order.advance(self.state)?;
            } else if let Some((start, stop, rest)) =
                self.state.lines.take_quoted_field(&self.state.source, &self.indent)
            {
                self.settled = true;
                self.state.entry(KeyToken::Quoted, start, stop, rest, self.depth, &mut self.entry)?;
                return Ok(true);
            }
            let Some(line) = self.state.peek_from(self.floor)? else { return Ok(false) };
            let (start, end) = (line.start, line.end);
            if line.depth != self.depth {
                let line = *line;
                self.adopt_depth(&line)?;
            }
            self.settled = true;
            self.state.take_peeked()?;
            let Some(stop) = self.state.stop(start, end) else {
                return Err(self.state.colonless(start, end));
            };
            (start, end, stop)
        };
        let rest = self.state.source.bytes(stop, end);
        self.state.entry(KeyToken::Any, start, stop, rest, self.depth, &mut self.entry)?;
        Ok(true)
    }

    /// Finds the next line's field; false if there is none.
    #[inline(always)]
    fn next_line(&mut self) -> Result<bool> {
        let next = match self.first {
            Some((start, end, stop)) if self.state.source.is_bare_key(start, stop) => {
                self.first = None;
                Next::Field(start, stop, self.state.source.bytes(stop, end))
            }
            None if self.order.is_none() => {
                self.state.lines.take_field(&self.state.source, &self.indent, self.depth == self.floor)
            }
            _ => Next::Unknown,
        };
        match next {
            Next::Field(start, stop, rest) => {
                self.settled = true;
                self.state.entry(KeyToken::Bare, start, stop, rest, self.depth, &mut self.entry)?;
                return Ok(true);
            }
            Next::Above => return Ok(false),
            Next::Unknown => {}
        }
        self.next_odd_line()
    }

    #[cold]
    fn adopt_depth(&mut self, line: &Line) -> Result<()> {
        let (expected, found) = (self.depth, line.depth);
        if self.settled {
            return Err(self.state.fail(ErrorKind::OverIndented { expected, found }, line.start));
        }
        if self.state.strict {
            return Err(self.state.fail(ErrorKind::DepthJump { expected, found }, line.start));
        }
        // §14.4: the first line's depth becomes the content depth.
        self.depth = line.depth;
        self.indent = self.state.lines.indent(line.depth);
        Ok(())
    }

    /// Finds the next line's key and value, which are `pending` then. One function for all that is usual, and for
    /// every target: its calls would cost as much as its work.
    #[inline(never)]
    fn next_field(&mut self) -> Result<()> {
        if self.ended {
            return Ok(());
        }
        if !self.next_line()? {
            self.ended = true;
            return match self.state.duplicate(&self.keys) {
                Some(key) => Err(self.state.duplicate_key(&key)),
                None => Ok(()),
            };
        }
        if self.state.strict && self.state.note(&mut self.keys, &self.entry.key, State::line_key) {
            return Err(self.state.duplicate_key(&self.entry.key));
        }
        self.pending = true;
        Ok(())
    }

    /// `error`, with which the target has ended: if it has refused a key, in its place.
    #[cold]
    #[inline(never)]
    pub(super) fn refused(&self, error: Error) -> Error {
        if self.pending { self.state.source.place(error, self.entry.key.at) } else { error }
    }

    /// Checks what the target left; an error if there was anything.
    #[inline(always)]
    pub(super) fn finish(&mut self) -> Result<()> {
        if self.ended && !self.pending { Ok(()) } else { finish_map(self) }
    }

    /// The access to the object of `node` behind its first field, which is `entry`.
    #[cold]
    #[inline(never)]
    pub(super) fn behind(
        state: &'a mut State<'de>,
        node: &Node<'de>,
        entry: &Entry<'de>,
        pending: bool,
    ) -> Self {
        let mut access = ObjectAccess::new(state, node, None);
        access.state.note(&mut access.keys, &entry.key, State::line_key);
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
        self.entry.read_key(self.state, seed).map(Some)
    }

    #[inline]
    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value> {
        if !self.pending {
            return Err(serde::de::Error::custom("a value was requested before its key"));
        }
        self.pending = false;
        self.entry.read_value(self.state, seed)
    }
}
