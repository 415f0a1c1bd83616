//! Reads a document as events, without serde and without a target.
//!
//! [`entry`](super::entry) and [`scope`](super::scope) decide what a line is; this module calls
//! them for one line after the other.

use super::cells::CellCursor;
use super::entry::{
    Entry, KeySyntax, Node, colonless, key_end, read_entry, read_entry_row, read_item, read_root,
};
use super::fields::{FieldList, FieldMembers};
use super::header::{Bracket, bracket};
use super::key::KeyToken;
use super::key_check::AllKeys;
use super::lines::Line;
use super::mistakes::Mistakes;
use super::reader::Reader;
use super::row::{check_row, wrong_width};
use super::scope::HeaderScope;
use super::token::{Token, TokenForm};
use crate::error::{Segment, string_lines_below};
use crate::text::unescape;
use crate::{Error, ErrorKind, Result};
use alloc::boxed::Box;
use alloc::vec::Vec;

/// A container of other values.
#[derive(Clone, Copy)]
pub(super) enum ContainerKind {
    Object,
    Array,
}

/// Receives the events of a document.
pub(super) trait Receiver<'de> {
    /// An object or array begins at this offset.
    fn begin(&mut self, container: ContainerKind, at: usize);

    /// The key of the value that comes next.
    fn key(&mut self, key: KeyToken<'de>);

    fn scalar(&mut self, token: Token<'de>);

    /// The innermost container ends.
    fn end(&mut self, reader: &Reader<'de>) -> Result<()>;

    /// The innermost container, which ends with the text, may go on after it.
    fn goes_on(&mut self) {}
}

/// Ignores all events, for a document that is only checked.
impl<'de> Receiver<'de> for () {
    fn begin(&mut self, _: ContainerKind, _: usize) {}

    fn key(&mut self, _: KeyToken<'de>) {}

    fn scalar(&mut self, _: Token<'de>) {}

    fn end(&mut self, _: &Reader<'de>) -> Result<()> {
        Ok(())
    }
}

/// Reads a document and sends its events to a receiver.
///
/// Stops at the first mistake, unless the reader collects mistakes. Then a mistake that does not
/// affect the meaning of anything else changes nothing; after any other in a line,
/// [`recover`](Self::recover) continues with the next line that is not deeper.
pub(super) struct EventReader<'a, 'de, R> {
    reader: &'a mut Reader<'de>,
    receiver: R,
}

impl<'a, 'de> EventReader<'a, 'de, ()> {
    /// Creates a reader that collects mistakes.
    pub(super) fn collecting(reader: &'a mut Reader<'de>) -> Self {
        reader.mistakes = Some(Box::default());
        EventReader { reader, receiver: () }
    }

    /// All mistakes of the document, from top to bottom.
    pub(super) fn into_mistakes(mut self) -> Vec<Error> {
        let last = self.document().err();
        let mut mistakes = self.reader.mistakes.take().unwrap_or_default().found;
        // A wrong count is found at the end of its scope, but reported at the header.
        mistakes.sort_by_key(|mistake| (mistake.line(), mistake.column()));
        mistakes.extend(last);
        mistakes
    }
}

impl<'a, 'de, R: Receiver<'de>> EventReader<'a, 'de, R> {
    pub(super) fn new(reader: &'a mut Reader<'de>, receiver: R) -> Self {
        EventReader { reader, receiver }
    }

    pub(super) fn document(&mut self) -> Result<()> {
        let first = self.reader.peek()?;
        let root = read_root(self.reader).or_else(|error| {
            self.reader.report(error)?;
            Ok(match first {
                Some(line @ Line { start, end, depth: 0, .. }) => {
                    match self.reader.table_header(start, end) {
                        Some(bracket) => Node::Header { at: start, depth: 0, end, bracket },
                        // As the first line of an object.
                        None => Node::Item { line, stop: start },
                    }
                }
                _ => Node::Nested { at: self.reader.source.start(), depth: 0 },
            })
        })?;
        if let Err(error) = self.value(&root) {
            self.recover(self.reader.source.place(error, root.at()), 1)?;
        }
        self.reader.end_document().or_else(|error| self.reader.report(error))
    }

    /// Reports a mistake after which the rest of its line, or of its header's scope, cannot be
    /// understood, and skips the lines at `floor` or deeper that follow.
    fn recover(&mut self, mistake: Error, floor: usize) -> Result<()> {
        let string = matches!(mistake.kind(), ErrorKind::UnterminatedString).then_some(mistake.offset());
        self.reader.report(mistake)?;
        for _ in 0..string.map_or(0, |at| string_lines_below(self.reader.source.text, at)) {
            // Not even their indentation means anything.
            let _ = self.reader.lines.peek(&self.reader.source);
            self.reader.lines.take();
        }
        while self.reader.peek_from(floor)?.is_some() {
            self.reader.lines.take();
        }
        Ok(())
    }

    /// Does the same if reading a line at `depth` has failed.
    fn recovered(&mut self, result: Result<()>, depth: usize) -> Result<()> {
        result.or_else(|mistake| self.recover(mistake, depth + 1))
    }

    /// Reads the value of a node.
    pub(super) fn value(&mut self, node: &Node<'de>) -> Result<()> {
        let (room, spans) = (self.reader.depth.room, self.reader.spans);
        let result = match *node {
            Node::Token(ref token) => self.scalar(token),
            Node::EmptyArray { at } => self.empty(ContainerKind::Array, at),
            Node::EmptyObject { at } => self.empty(ContainerKind::Object, at),
            Node::Nested { at, depth } => self.object(at, depth, None, false),
            Node::Root { at } => self.object(at, 0, None, true),
            Node::Item { line, .. } => self.object(line.start, line.depth, Some(line), true),
            Node::Header { at, depth, end, ref bracket } => self.scope(at, bracket, depth, end),
        };
        (self.reader.depth.room, self.reader.spans) = (room, spans);
        result
    }

    fn scalar(&mut self, token: &Token<'de>) -> Result<()> {
        self.check_token(token)?;
        self.receiver.scalar(*token);
        Ok(())
    }

    fn begin(&mut self, container: ContainerKind, at: usize) -> Result<()> {
        self.reader.depth.enter()?;
        self.receiver.begin(container, at);
        Ok(())
    }

    fn end(&mut self) -> Result<()> {
        self.receiver.end(self.reader)
    }

    /// Ends a container whose elements are on lines below.
    fn end_below(&mut self) -> Result<()> {
        if self.reader.goes_on() {
            self.receiver.goes_on();
        }
        self.end()
    }

    fn empty(&mut self, container: ContainerKind, at: usize) -> Result<()> {
        self.begin(container, at)?;
        self.end()
    }

    /// Reads an object whose lines are at `depth`, the `first` one possibly after a hyphen. Unless
    /// `settled`, the first line determines the depth, and if it is too deep, that is a different
    /// mistake than in a later line.
    fn object(&mut self, at: usize, mut depth: usize, first: Option<Line>, mut settled: bool) -> Result<()> {
        self.begin(ContainerKind::Object, at)?;
        let (floor, mut next, mut keys, mut entry) = (depth, first, AllKeys::default(), Entry::new());
        loop {
            let line = match next.take() {
                Some(line) => line,
                None => match self.reader.peek_from(floor)?.copied() {
                    Some(line) => {
                        let (expected, found) = (depth, line.depth);
                        if found != expected && !settled {
                            self.reader.violation(ErrorKind::DepthJump { expected, found }, line.start)?;
                        } else if found > expected || found < expected && self.reader.mistakes.is_none() {
                            let kind = ErrorKind::OverIndented { expected, found };
                            // In a list below a bare key, no line can be understood.
                            let is_list = entry.key.raw.starts_with("- ");
                            let above = if is_list { floor } else { expected + 1 };
                            self.recover(self.reader.fail(kind, line.start), above)?;
                            continue;
                        }
                        // §14.4: the first line's depth becomes the content depth. If only that line was
                        // too deep, so does that of the next one.
                        depth = found;
                        self.reader.take()?;
                        line
                    }
                    None => return self.end_below(),
                },
            };
            settled = true;
            let result = self.entry(&line, depth, &mut entry).and_then(|()| {
                self.key(&mut keys, &entry.key)?;
                let Entry { key, node } = &entry;
                self.within(&Segment::Key(&key.text()), node.at(), |events| events.value(node))
            });
            self.recovered(result, line.depth)?;
        }
    }

    /// Reads the key and the value of a line.
    fn entry(&mut self, line: &Line, depth: usize, entry: &mut Entry<'de>) -> Result<()> {
        let Line { start, end, .. } = *line;
        let Some(stop) = key_end(&self.reader.source, start, end) else {
            return Err(colonless(self.reader, start, end));
        };
        let rest = self.reader.source.bytes(stop, end);
        let Err(error) = read_entry(self.reader, KeySyntax::Any, start, stop, rest, depth, entry) else {
            return Ok(());
        };
        if !matches!(error.kind(), ErrorKind::InvalidEscape { .. }) {
            // The rows below a header can be read even so.
            let Some(bracket) = self.reader.table_header(stop, end) else { return Err(error) };
            self.reader.report(error)?;
            let key = KeyToken::bare(start, self.reader.source.slice(start, stop));
            *entry = Entry { key, node: Node::Header { at: start, depth, end, bracket } };
            return Ok(());
        }
        self.reader.report(error)?;
        // Only the key is wrong; the rest of the line is read as usual.
        let key = self.misspelt(start, stop)?;
        if rest.first() == Some(&b'[') {
            let bracket = bracket(&self.reader.source, stop, end)?;
            entry.node = Node::Header { at: start, depth, end, bracket };
        } else {
            read_entry(self.reader, KeySyntax::Any, stop, stop, rest, depth, entry)?;
        }
        entry.key = key;
        Ok(())
    }

    /// Reads the elements of a header, below it or on its line.
    fn scope(&mut self, at: usize, bracket: &Bracket, depth: usize, end: usize) -> Result<()> {
        if let Some(values) = bracket.values(&self.reader.source, end) {
            self.begin(ContainerKind::Array, at)?;
            if values < end {
                self.inline(bracket, values, end)?;
                return self.end();
            }
            let mut scope = HeaderScope::new(self.reader, bracket, depth);
            while self.item(&mut scope)? {}
            return self.end_below();
        }
        let fields = match self.reader.fields(bracket, end, FieldList::default()) {
            Ok(fields) => Some(fields),
            Err(error) if self.reader.table_header(bracket.at, end).is_none() => return Err(error),
            Err(error) if matches!(error.kind(), ErrorKind::FieldDelimiter { .. }) => return Err(error),
            // Its rows are read, but their width is not checked.
            Err(error) => self.reader.report(error).map(|()| None)?,
        };
        let container = if bracket.keyed { ContainerKind::Object } else { ContainerKind::Array };
        self.begin(container, at)?;
        let mut scope = HeaderScope::new(self.reader, bracket, depth);
        if bracket.keyed {
            self.entry_rows(&mut scope, bracket.delimiter, fields.as_ref())?;
        } else {
            while self.row(&mut scope, bracket.delimiter, fields.as_ref())? {}
        }
        self.end_below()
    }

    fn inline(&mut self, bracket: &Bracket, start: usize, end: usize) -> Result<()> {
        let mut cells = CellCursor::new(&self.reader.source, start, end, bracket.delimiter);
        let mut found = 0;
        while !self.is_over(start, &cells) {
            let Some(token) = cells.next(&self.reader.source)? else { break };
            self.within(&Segment::Index(found), token.at, |events| events.scalar(&token))?;
            found += 1;
        }
        let may_grow = self.reader.is_cut(start) && found < bracket.length;
        if self.reader.strict && !may_grow {
            bracket
                .check_values(&self.reader.source, found, end)
                .or_else(|error| self.reader.report(error))?;
        }
        Ok(())
    }

    /// Reads the next item of a list. Returns `false` if there is none.
    pub(super) fn item(&mut self, scope: &mut HeaderScope) -> Result<bool> {
        let Some((start, end)) = self.next(scope)? else { return Ok(false) };
        let result = self.within(&Segment::Index(scope.found - 1), start, |events| {
            let mut node = Node::EmptyObject { at: start };
            read_item(events.reader, start, end, &mut node)?;
            events.value(&node).map_err(|error| events.reader.source.place(error, node.at()))
        });
        self.recovered(result, scope.depth)?;
        Ok(true)
    }

    /// Reads the next row of a table. Returns `false` if there is none.
    pub(super) fn row(
        &mut self,
        scope: &mut HeaderScope,
        delimiter: u8,
        fields: Option<&FieldList<'de>>,
    ) -> Result<bool> {
        let Some((start, end)) = self.next(scope)? else { return Ok(false) };
        let result = self.within(&Segment::Index(scope.found - 1), start, |events| {
            events.nested(|events| {
                check_row(&events.reader.source, start, end, delimiter)?;
                events.cells(start, (start, end), delimiter, fields)
            })
        });
        self.recovered(result, scope.depth)?;
        Ok(true)
    }

    fn entry_rows(
        &mut self,
        scope: &mut HeaderScope,
        delimiter: u8,
        fields: Option<&FieldList<'de>>,
    ) -> Result<()> {
        let mut keys = AllKeys::default();
        while let Some((start, end)) = self.next(scope)? {
            let (key, cells) = match read_entry_row(self.reader, start, end) {
                Ok(entry) => entry,
                Err(error) if matches!(error.kind(), ErrorKind::InvalidEscape { .. }) => {
                    self.reader.report(error)?;
                    let source = &self.reader.source;
                    let colon = source.unquoted(start, end, b':', b':').unwrap_or(end);
                    let cells = source.skip_spaces(colon + 1, end);
                    (self.misspelt(start, colon)?, cells)
                }
                Err(error) => {
                    self.recover(error, scope.depth + 1)?;
                    continue;
                }
            };
            self.key(&mut keys, &key)?;
            let result = self.within(&Segment::Key(&key.text()), start, |events| {
                events.nested(|events| events.cells(start, (cells, end), delimiter, fields))
            });
            self.recovered(result, scope.depth)?;
        }
        Ok(())
    }

    /// Reads the cells of a row whose line begins at `at`, as an object.
    fn cells(
        &mut self,
        at: usize,
        (start, end): (usize, usize),
        delimiter: u8,
        fields: Option<&FieldList<'de>>,
    ) -> Result<()> {
        let mut cells = CellCursor::new(&self.reader.source, start, end, delimiter);
        let mut found = 0;
        if let Some(fields) = fields {
            self.row_object(at, fields.members(), &mut cells, &mut found)?;
            let found = found + cells.clone().count(&self.reader.source);
            let may_grow = self.reader.is_cut(at) && found < fields.leaves;
            if found != fields.leaves && !may_grow {
                self.reader.report(wrong_width(&self.reader.source, (at, end), fields.leaves, found))?;
            }
        }
        // The cells without a field.
        while let Some(token) = cells.next(&self.reader.source)? {
            self.check_token(&token)?;
        }
        Ok(())
    }

    /// Sends the object that consists of these fields and the cells of a row.
    fn row_object(
        &mut self,
        at: usize,
        members: FieldMembers<'_, 'de>,
        cells: &mut CellCursor<'de>,
        found: &mut usize,
    ) -> Result<()> {
        self.receiver.begin(ContainerKind::Object, at);
        for (field, inner) in members {
            if self.is_over(at, cells) {
                break;
            }
            self.receiver.key(field.key);
            if field.group {
                self.nested(|events| events.row_object(at, inner, cells, found))?;
            } else if let Some(token) = cells.next(&self.reader.source)? {
                *found += 1;
                self.scalar(&token)?;
            }
        }
        self.end()
    }

    /// Whether nothing has come of the next cell, on a line that is not complete.
    fn is_over(&self, at: usize, cells: &CellCursor<'_>) -> bool {
        self.reader.is_cut(at) && cells.rest.iter().all(|&byte| byte == b' ')
    }

    /// Takes the next line of a scope.
    fn next(&mut self, scope: &mut HeaderScope) -> Result<Option<(usize, usize)>> {
        match scope.next(self.reader) {
            Ok(line) => Ok(line),
            // At the end of the scope, the count may be wrong.
            Err(error) => self.reader.report(error).map(|()| None),
        }
    }

    /// Sends a key of an object that already has `keys`.
    fn key(&mut self, keys: &mut AllKeys<'de>, key: &KeyToken<'de>) -> Result<()> {
        if self.reader.strict {
            keys.note(&self.reader.source, key).or_else(|error| self.reader.report(error))?;
        }
        self.receiver.key(*key);
        Ok(())
    }

    fn check_token(&mut self, token: &Token<'de>) -> Result<()> {
        if token.form == TokenForm::Escaped {
            let text = token.text(&self.reader.source);
            self.check_escapes(text, token.at + 1, 0)?;
        }
        Ok(())
    }

    /// Returns the key between `start` and `end` as written, which has an invalid escape sequence.
    /// Reports any further ones.
    fn misspelt(&mut self, start: usize, end: usize) -> Result<KeyToken<'de>> {
        let source = &self.reader.source;
        let token = source.slice(start, source.trim_end(start, end));
        let raw = token.get(1..token.len().max(2) - 1).unwrap_or_default();
        self.check_escapes(raw, start + 1, 1)?;
        Ok(KeyToken { at: start, raw, form: TokenForm::Quoted })
    }

    /// Reports the invalid escape sequences in `text`, which begins at `start`, except for the
    /// first `already` ones.
    fn check_escapes(&mut self, text: &str, start: usize, already: usize) -> Result<()> {
        let (mut at, mut count) = (0, 0);
        while let Err(bad) = unescape::check(text.get(at..).unwrap_or_default()) {
            if count >= already {
                self.reader.report(self.reader.source.bad_escape(&bad, start + at))?;
            }
            count += 1;
            at += bad.at + bad.len.max(1);
        }
        Ok(())
    }

    /// Adds `step` to the path of all mistakes that `work` reports. An error without a position is
    /// placed at `at`.
    fn within(
        &mut self,
        step: &Segment<'_>,
        at: usize,
        work: impl FnOnce(&mut Self) -> Result<()>,
    ) -> Result<()> {
        let before = self.reader.mistakes.as_ref().map_or(0, |mistakes| mistakes.found.len());
        let result = work(self);
        if let Some(Mistakes { found, .. }) = self.reader.mistakes.as_deref_mut() {
            let inside = found.split_off(before.min(found.len()));
            found.extend(inside.into_iter().map(|mistake| mistake.within(step)));
        }
        result.map_err(|error| self.reader.source.place(error, at).within(step))
    }

    /// Calls `work` one level deeper.
    fn nested(&mut self, work: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        let room = self.reader.depth.room;
        let result = self.reader.depth.enter().and_then(|()| work(self));
        self.reader.depth.room = room;
        result
    }
}
