//! All mistakes of a text, rather than the first one.
//!
//! A walk of its own, in strict mode: where reading gives up at a count, a width, a key that repeats or an escape
//! sequence, it notes the mistake and goes on, since the lines are clear all the same. Any other mistake ends it.

use super::Deserializer;
use super::entry::KeyToken;
use super::header::{Bracket, bracket};
use super::key::Key;
use super::lines::Line;
use super::row::Cells;
use super::scope::Scope;
use super::state::State;
use super::token::{Form, Token};
use super::value::{Entry, Node};
use crate::error::{Step, shorten};
use crate::text::unescape;
use crate::{DecodeOptions, Error, ErrorKind, Result};
use alloc::borrow::Cow;
use alloc::collections::BTreeSet;
use alloc::vec::Vec;
use serde::de::IgnoredAny;

/// What is wrong with `text`, from top to bottom.
pub(crate) fn check(text: &str, options: &DecodeOptions) -> Vec<Error> {
    let Deserializer { state, refused: None, .. } = options.deserializer(text) else {
        return first(text, options);
    };
    if !state.strict || state.expand_paths {
        return first(text, options);
    }
    let mut check = Check { state, mistakes: Vec::new() };
    let last = check.document().err();
    // A count is known at the end of its scope, and is the header's mistake.
    check.mistakes.sort_by_key(|mistake| (mistake.line(), mistake.column()));
    check.mistakes.extend(last);
    check.mistakes
}

/// The first mistake.
fn first(text: &str, options: &DecodeOptions) -> Vec<Error> {
    options.from_str::<IgnoredAny>(text).err().into_iter().collect()
}

struct Check<'de> {
    state: State<'de>,
    mistakes: Vec<Error>,
}

impl<'de> Check<'de> {
    fn document(&mut self) -> Result<()> {
        let root = self.state.root()?;
        self.value(&root).map_err(|error| self.state.source.place(error, root.at()))?;
        self.state.end_document()
    }

    fn value(&mut self, node: &Node<'de>) -> Result<()> {
        let (room, spans) = (self.state.room, self.state.spans);
        let result = match *node {
            Node::Token(ref token) => {
                self.token(token);
                Ok(())
            }
            Node::EmptyArray { .. } | Node::EmptyObject { .. } => self.state.enter(),
            Node::Nested { depth, .. } => self.object(depth, None, false),
            Node::Root { .. } => self.object(0, None, true),
            Node::Item { line, .. } => self.object(line.depth, Some(line), true),
            Node::Header { depth, end, ref bracket, .. } => self.scope(bracket, depth, end),
        };
        (self.state.room, self.state.spans) = (room, spans);
        result
    }

    /// An object whose lines stand at `depth`, its `first` one behind a hyphen. Unless `settled`, they may be found to
    /// stand elsewhere, which is another mistake than one line that does.
    fn object(&mut self, depth: usize, first: Option<Line>, settled: bool) -> Result<()> {
        self.state.enter()?;
        let (mut next, mut settled, mut keys) = (first, settled, BTreeSet::new());
        let mut entry = Entry::new();
        loop {
            let line = match next.take() {
                Some(line) => line,
                None => match self.state.peek_from(depth)?.copied() {
                    Some(line) => {
                        self.check_depth(depth, &line, settled)?;
                        self.state.take(&line)?;
                        line
                    }
                    None => return Ok(()),
                },
            };
            settled = true;
            self.entry(&line, depth, &mut entry)?;
            self.note_key(&mut keys, &entry.key);
            let Entry { key, node } = &entry;
            self.within(&Step::Key(&key.text()), node.at(), |check| check.value(node))?;
        }
    }

    fn check_depth(&self, expected: usize, line: &Line, settled: bool) -> Result<()> {
        let found = line.depth;
        match settled {
            _ if found == expected => Ok(()),
            true => Err(self.state.fail(ErrorKind::OverIndented { expected, found }, line.start)),
            false => Err(self.state.fail(ErrorKind::DepthJump { expected, found }, line.start)),
        }
    }

    /// The key and the value of a line.
    fn entry(&mut self, line: &Line, depth: usize, entry: &mut Entry<'de>) -> Result<()> {
        let Line { start, end, .. } = *line;
        let Some(stop) = self.state.stop(start, end) else { return Err(self.state.colonless(start, end)) };
        let rest = self.state.source.bytes(stop, end);
        let Err(error) = self.state.entry(KeyToken::Any, start, stop, rest, depth, entry) else {
            return Ok(());
        };
        self.mend(error)?;
        // The key is wrong, and what is behind it is what it would be behind another.
        entry.key = self.misspelt(start, stop);
        if rest.first() == Some(&b'[') {
            let bracket = bracket(&self.state.source, stop, end)?;
            entry.node = Node::Header { at: start, depth, end, bracket };
            return Ok(());
        }
        let key = entry.key;
        self.state.entry(KeyToken::Any, stop, stop, rest, depth, entry)?;
        entry.key = key;
        Ok(())
    }

    /// What stands below a header, or behind it.
    fn scope(&mut self, bracket: &Bracket, depth: usize, end: usize) -> Result<()> {
        if let Some(values) = self.state.values(bracket, end) {
            self.state.enter()?;
            return if values < end { self.inline(bracket, values, end) } else { self.list(bracket, depth) };
        }
        let fields = self.state.fields(bracket, end, super::fields::Fields::default());
        let width = match fields {
            Ok(fields) => Some(fields.leaves),
            // How wide rows have to be is not known then.
            Err(error) => self.mend(error).map(|()| None)?,
        };
        self.state.enter()?;
        if bracket.keyed { self.entry_rows(bracket, depth, width) } else { self.rows(bracket, depth, width) }
    }

    fn inline(&mut self, bracket: &Bracket, start: usize, end: usize) -> Result<()> {
        let mut cells = Cells::new(&self.state.source, start, end, bracket.delimiter);
        let mut found = 0;
        while let Some(token) = cells.next(&self.state.source)? {
            self.within(&Step::Index(found), token.at, |check| {
                check.token(&token);
                Ok(())
            })?;
            found += 1;
        }
        let (expected, at) = (bracket.length, bracket.at);
        let kind = ErrorKind::CountMismatch { expected, found };
        if found < expected {
            self.mistakes.push(self.state.source.fail_short(kind, at, end));
        } else if found > expected {
            self.mistakes.push(self.state.fail(kind, at));
        }
        Ok(())
    }

    fn list(&mut self, bracket: &Bracket, depth: usize) -> Result<()> {
        let mut scope = Scope::new(&self.state, bracket, depth);
        while let Some((start, end)) = self.next(&mut scope)? {
            let mut node = Node::EmptyObject { at: start };
            self.within(&Step::Index(scope.found - 1), start, |check| {
                check.state.item(start, end, &mut node)?;
                check.value(&node).map_err(|error| check.state.source.place(error, node.at()))
            })?;
        }
        Ok(())
    }

    fn rows(&mut self, bracket: &Bracket, depth: usize, width: Option<usize>) -> Result<()> {
        let (mut scope, delimiter) = (Scope::new(&self.state, bracket, depth), bracket.delimiter);
        while let Some((start, end)) = self.next(&mut scope)? {
            self.within(&Step::Index(scope.found - 1), start, |check| {
                check.state.nested(|_| Ok(()))?;
                // §9.3: a line whose first colon comes before its first delimiter is no row.
                match check.state.source.unquoted(start, end, delimiter, b':') {
                    Some(colon) if check.state.source.byte(colon) == Some(b':') => {
                        Err(check.state.fail(ErrorKind::NotARow, colon))
                    }
                    _ => check.row(start, (start, end), delimiter, width),
                }
            })?;
        }
        Ok(())
    }

    fn entry_rows(&mut self, bracket: &Bracket, depth: usize, width: Option<usize>) -> Result<()> {
        let (mut scope, delimiter) = (Scope::new(&self.state, bracket, depth), bracket.delimiter);
        let mut keys = BTreeSet::new();
        while let Some((start, end)) = self.next(&mut scope)? {
            let (key, cells) = match self.state.entry_key(start, end) {
                Ok(entry) => entry,
                Err(error) => {
                    self.mend(error)?;
                    let colon = self.state.source.unquoted(start, end, b':', b':').unwrap_or(end);
                    (self.misspelt(start, colon), self.state.source.skip_spaces(colon + 1, end))
                }
            };
            self.note_key(&mut keys, &key);
            self.within(&Step::Key(&key.text()), start, |check| {
                check.state.nested(|_| Ok(()))?;
                check.row(start, (cells, end), delimiter, width)
            })?;
        }
        Ok(())
    }

    /// The cells of the row whose line begins at `at`.
    fn row(
        &mut self,
        at: usize,
        (start, end): (usize, usize),
        delimiter: u8,
        width: Option<usize>,
    ) -> Result<()> {
        let mut cells = Cells::new(&self.state.source, start, end, delimiter);
        let mut found = 0;
        let read = loop {
            match cells.next(&self.state.source) {
                Ok(Some(token)) => self.token(&token),
                Ok(None) => break Ok(()),
                Err(error) => break Err(error),
            }
            found += 1;
        };
        if let Some(expected) = width {
            let (expected, found) = (expected as u64, found);
            let kind = ErrorKind::WidthMismatch { expected, found };
            if found < expected && read.is_ok() {
                self.mistakes.push(self.state.source.fail_short(kind, at, end));
            } else if found > expected || found == expected && read.is_err() {
                self.mistakes.push(self.state.fail(kind, at));
            }
        }
        read
    }

    /// The next line of a scope.
    fn next(&mut self, scope: &mut Scope) -> Result<Option<(usize, usize)>> {
        match scope.next(&mut self.state) {
            Ok(line) => Ok(line),
            // The count, at its end.
            Err(error) => self.mend(error).map(|()| None),
        }
    }

    fn token(&mut self, token: &Token<'de>) {
        if token.check(&self.state).is_err() {
            self.escapes(token.text(&self.state), token.at + 1, 0);
        }
    }

    /// The key between `start` and `end` as it is spelled, with an escape sequence that is none. What else is wrong with
    /// it is noted.
    fn misspelt(&mut self, start: usize, end: usize) -> Key<'de> {
        let token = self.state.source.slice(start, self.state.source.trim_end(start, end));
        let raw = token.get(1..token.len().max(2) - 1).unwrap_or_default();
        self.escapes(raw, start + 1, 1);
        Key { at: start, raw, form: Form::Quoted }
    }

    /// Notes the escape sequences in `text`, which begins at `start`, that are none, but for some that are noted.
    fn escapes(&mut self, text: &'de str, start: usize, noted: usize) {
        let (mut at, mut count) = (0, 0);
        while let Err(bad) = unescape::check(text.get(at..).unwrap_or_default()) {
            if count >= noted {
                self.mistakes.push(self.state.source.bad_escape(&bad, start + at));
            }
            count += 1;
            at += bad.at + bad.len.max(1);
        }
    }

    /// Notes a mistake that leaves the lines clear; any other is an error.
    fn mend(&mut self, error: Error) -> Result<()> {
        match error.kind() {
            ErrorKind::CountMismatch { .. }
            | ErrorKind::DuplicateField { .. }
            | ErrorKind::InvalidEscape { .. } => {
                self.mistakes.push(error);
                Ok(())
            }
            _ => Err(error),
        }
    }

    /// §14.3: no key twice in one object.
    fn note_key(&mut self, keys: &mut BTreeSet<Cow<'de, str>>, key: &Key<'de>) {
        if !keys.insert(key.text()) {
            let kind = ErrorKind::DuplicateKey { key: shorten(&key.text()) };
            self.mistakes.push(self.state.fail(kind, key.at));
        }
    }

    /// What `work` finds has `step` in its path. What it gives up at and has no place is at `at`.
    fn within(
        &mut self,
        step: &Step<'_>,
        at: usize,
        work: impl FnOnce(&mut Self) -> Result<()>,
    ) -> Result<()> {
        let before = self.mistakes.len();
        let result = work(self);
        let found = self.mistakes.split_off(before.min(self.mistakes.len()));
        self.mistakes.extend(found.into_iter().map(|mistake| mistake.within(step)));
        result.map_err(|error| self.state.source.place(error, at).within(step))
    }
}
