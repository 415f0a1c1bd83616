//! What a line is (§5.2) and which value it holds or opens.

use super::header::{Bracket, bracket, invalid_bracket, parse_bracket};
use super::key::Key;
use super::lines::Line;
use super::state::State;
use super::token::Token;
use super::value::{Entry, Node};
use crate::{Error, ErrorKind, Result};

/// What is known of a key's token.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum KeyToken {
    /// It does not begin with a quote, and has neither a space nor a tab behind it.
    Bare,
    /// It is in quotes, with neither an escape sequence in it nor anything behind it.
    Quoted,
    /// Nothing.
    Any,
}

impl<'de> State<'de> {
    /// The document (§5).
    pub(super) fn root(&mut self) -> Result<Node<'de>> {
        let Some(line) = self.peek()? else { return Ok(Node::EmptyObject { at: self.source.start() }) };
        if line.depth != 0 {
            return Err(self.fail(ErrorKind::OverIndented { expected: 0, found: line.depth }, line.start));
        }
        let Line { start, end, .. } = line;
        let has_colon = self.source.unquoted(start, end, b':', b':').is_some();
        match self.source.bytes(start, end) {
            b"[]" => {
                self.take(&line)?;
                Ok(Node::EmptyArray { at: start })
            }
            [b'[', ..] if has_colon => {
                self.take(&line)?;
                let bracket = bracket(&self.source, start, end)?;
                Ok(Node::Header { at: start, depth: 0, end, bracket })
            }
            _ if has_colon => Ok(Node::Root { at: start }),
            _ => {
                self.take(&line)?;
                // §5: a scalar line is a document only if it is the only line.
                match self.peek()? {
                    Some(_) => Err(self.colonless(start, end)),
                    None => self.source.token(start, end).map(Node::Token),
                }
            }
        }
    }

    /// A line of an object, of its own depth.
    pub(super) fn entry_of(&self, line: &Line) -> Result<Entry<'de>> {
        let mut entry = Entry::new();
        let Some(stop) = self.stop(line.start, line.end) else {
            return Err(self.colonless(line.start, line.end));
        };
        self.entry(
            KeyToken::Any,
            line.start,
            stop,
            self.source.bytes(stop, line.end),
            line.depth,
            &mut entry,
        )?;
        Ok(entry)
    }

    /// The first field of an item, and the depth of its object's lines.
    #[inline(never)]
    pub(super) fn first_field(&self, item: &Node<'de>, entry: &mut Entry<'de>) -> Result<usize> {
        let Node::Item { line: Line { start, end, depth, .. }, stop } = *item else { return Ok(0) };
        let rest = self.source.bytes(stop, end);
        if self.source.is_bare_key(start, stop) {
            self.entry(KeyToken::Bare, start, stop, rest, depth, entry)?;
        } else {
            self.entry(KeyToken::Any, start, stop, rest, depth, entry)?;
        }
        Ok(depth)
    }

    /// The first colon or bracket outside quotes of the line between `start` and `end`: where its key ends.
    #[inline(always)]
    pub(super) fn stop(&self, start: usize, end: usize) -> Option<usize> {
        self.source.unquoted(start, end, b':', b'[')
    }

    /// The line that begins at `start`, whose [`stop`](Self::stop) begins `rest`, the rest of it; of an object whose lines
    /// stand at `depth`.
    #[inline(always)]
    pub(super) fn entry(
        &self,
        key: KeyToken,
        start: usize,
        stop: usize,
        rest: &'de [u8],
        depth: usize,
        entry: &mut Entry<'de>,
    ) -> Result<()> {
        let source = &self.source;
        if key == KeyToken::Bare {
            // As most arrays in objects begin.
            if let [b'[', digit @ b'0'..=b'9', b']', b':', ..] = *rest {
                if stop > start {
                    entry.key = Key::bare(start, source.slice(start, stop));
                    let bracket = Bracket::of_digit(stop, digit);
                    entry.node = Node::Header { at: start, depth, end: stop + rest.len(), bracket };
                    return Ok(());
                }
            }
        }
        let [b':', behind @ ..] = rest else {
            return self.header_entry(start, stop + rest.len(), stop, depth, entry);
        };
        match key {
            KeyToken::Bare => entry.key = Key::bare(start, source.slice(start, stop)),
            KeyToken::Quoted => entry.key = Key::quoted(start, source.slice(start + 1, stop - 1)),
            KeyToken::Any => entry.key.read(source, start, source.trim_end(start, stop))?,
        }
        self.value_node(start, stop, behind, depth, &mut entry.node)
    }

    /// What stands behind the colon at `colon` of a line that begins at `start`.
    #[inline(always)]
    fn value_node(
        &self,
        start: usize,
        colon: usize,
        behind: &'de [u8],
        depth: usize,
        node: &mut Node<'de>,
    ) -> Result<()> {
        // A single space, if any, is the usual case.
        let (value, token) = match behind {
            [b' ', token @ ..] if token.first() != Some(&b' ') => (colon + 2, token),
            _ => {
                let end = colon + 1 + behind.len();
                let value = self.source.skip_spaces(colon + 1, end);
                (value, self.source.bytes(value, end))
            }
        };
        match token {
            b"" => *node = Node::Nested { at: start, depth: depth + 1 },
            b"[]" => *node = Node::EmptyArray { at: value },
            [b'"', ..] => return self.quoted_node(value, value + token.len(), node),
            token => *node = Node::Token(Token::bare(value, token)),
        }
        Ok(())
    }

    /// A line whose first unquoted bracket, at `open`, comes before its first unquoted colon.
    #[inline(never)]
    fn header_entry(
        &self,
        start: usize,
        end: usize,
        open: usize,
        depth: usize,
        entry: &mut Entry<'de>,
    ) -> Result<()> {
        let bracket = parse_bracket(&self.source, open, end);
        let has_colon = bracket.is_some_and(|bracket| self.values(&bracket, end).is_some())
            || self.source.unquoted(open, end, b':', b':').is_some();
        if !has_colon {
            return Err(self.colonless(start, end));
        }
        if open == start {
            return Err(self.fail(ErrorKind::KeylessHeader, start));
        }
        if let Some(b' ' | b'\t') = self.source.byte(open - 1) {
            return Err(self.fail(ErrorKind::HeaderSpace, open - 1));
        }
        entry.key.read(&self.source, start, open)?;
        let Some(bracket) = bracket else { return Err(invalid_bracket(&self.source, open, end)) };
        entry.node = Node::Header { at: start, depth, end, bracket };
        Ok(())
    }

    /// A primitive token, trimmed.
    #[inline(always)]
    fn token_node(&self, start: usize, end: usize, node: &mut Node<'de>) -> Result<()> {
        let token = self.source.bytes(start, end);
        if token.first() == Some(&b'"') {
            return self.quoted_node(start, end, node);
        }
        *node = Node::Token(Token::bare(start, token));
        Ok(())
    }

    #[inline(never)]
    fn quoted_node(&self, start: usize, end: usize, node: &mut Node<'de>) -> Result<()> {
        *node = Node::Token(self.source.token(start, end)?);
        Ok(())
    }

    /// The key of a line that [`entry`](Self::entry) would read.
    pub(super) fn field_key(&self, line: &Line) -> Result<Key<'de>> {
        self.line_key(line.start, line.end)
    }

    /// The same, of the line between `start` and `end`.
    pub(super) fn line_key(&self, start: usize, end: usize) -> Result<Key<'de>> {
        let Some(stop) = self.stop(start, end) else {
            return Err(self.colonless(start, end));
        };
        let is_header = self.source.byte(stop) == Some(b'[');
        Key::parse(&self.source, start, if is_header { stop } else { self.source.trim_end(start, stop) })
    }

    /// The line that was taken last, which begins at `start` and ends at `end`, at item depth in a list (§9.4).
    #[inline(always)]
    pub(super) fn item(&self, start: usize, end: usize, node: &mut Node<'de>) -> Result<()> {
        let source = &self.source;
        let marker = start;
        let start = match source.bytes(start, end) {
            b"-" => {
                *node = Node::EmptyObject { at: marker };
                return Ok(());
            }
            [b'-', b' ', token @ ..] if token.first() != Some(&b' ') => marker + 2,
            [b'-', b' ', ..] => source.skip_spaces(marker + 1, end),
            _ => return Err(self.fail(ErrorKind::NotAListItem, marker)),
        };
        match self.stop(start, end) {
            Some(stop) if source.byte(stop) == Some(b':') => {
                *node = Node::Item { line: self.lines.line().field(start), stop };
                Ok(())
            }
            None => self.token_node(start, end, node),
            Some(open) => self.header_item(self.lines.line(), start, open, node),
        }
    }

    /// The same of a [usual](super::lines::Lines::take_item) line at `depth`, whose hyphen stands at `marker`, and its first
    /// colon or bracket at `stop`, or at its end if it has none.
    ///
    /// The line is put together where it is wanted: what may be handed on is kept in memory, and that takes longer than
    /// everything else here.
    #[inline(always)]
    pub(super) fn usual_item(
        &self,
        (marker, stop, end): (usize, usize, usize),
        depth: usize,
        node: &mut Node<'de>,
    ) -> Result<()> {
        let start = marker + "- ".len();
        if stop == end {
            *node = Node::Token(Token::bare(start, self.source.bytes(start, stop)));
            return Ok(());
        }
        if self.source.byte(stop) == Some(b':') {
            *node = Node::Item { line: Line::usual(start, end, depth + 1), stop };
            return Ok(());
        }
        self.header_item(&Line::usual(marker, end, depth), start, stop, node)
    }

    /// An item on `line` whose content begins at `start`, and whose first unquoted bracket, at `open`, comes before its first
    /// unquoted colon.
    #[inline(never)]
    fn header_item(&self, line: &Line, start: usize, open: usize, node: &mut Node<'de>) -> Result<()> {
        let source = &self.source;
        let end = line.end;
        if source.bytes(start, end) == b"[]" {
            *node = Node::EmptyArray { at: start };
            return Ok(());
        }
        // §6: without an unquoted colon it is no header.
        if source.unquoted(open, end, b':', b':').is_none() {
            return self.token_node(start, end, node);
        }
        if open > start {
            *node = Node::Item { line: line.field(start), stop: open };
            return Ok(());
        }
        let bracket = bracket(source, open, end)?;
        if self.values(&bracket, end).is_none() {
            // §6: a field list needs a key.
            self.check_header(&bracket, end)?;
            return Err(self.fail(ErrorKind::KeylessHeader, open));
        }
        *node = Node::Header { at: open, depth: line.depth, end, bracket };
        Ok(())
    }

    /// The error for a line without an unquoted colon where a field must stand.
    #[cold]
    #[inline(never)]
    pub(super) fn colonless(&self, start: usize, end: usize) -> Error {
        let first = self.source.unquoted(start, end, b'[', b'"');
        let header = first.is_some_and(|open| {
            let header = bracket(&self.source, open, end).and_then(|header| self.check_header(&header, end));
            header.is_err_and(|error| matches!(error.kind(), ErrorKind::MissingHeaderColon))
        });
        if header {
            return self.source.fail_short(ErrorKind::MissingHeaderColon, end, end);
        }
        // A quote that never closes hides the colon.
        match self.source.unclosed_quote(start, end) {
            Some(quote) => self.source.fail_short(ErrorKind::UnterminatedString, quote, end),
            None => self.fail(ErrorKind::MissingColon, start),
        }
    }
}
