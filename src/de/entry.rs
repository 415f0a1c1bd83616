//! Determines what a line is (§5.2), and which value it contains or opens.

use super::header::{Bracket, bracket, invalid_bracket, parse_bracket};
use super::key::KeyToken;
use super::lines::Line;
use super::reader::Reader;
use super::source::Source;
use super::token::Token;
use crate::text::find::find3;
use crate::{Error, ErrorKind, Result};

/// A value that has been found but not read. It is written once and then read in place, since
/// copying it would cost more than reading the rest of a short line.
#[derive(Clone, Copy)]
pub(super) enum Node<'de> {
    Token(Token<'de>),
    /// `key:` with nothing after it: an object whose fields, if any, are below at `depth`.
    Nested {
        at: usize,
        depth: usize,
    },
    /// A list item whose first field is on the hyphen line, which is this line without its marker.
    Item {
        line: Line,
        /// Its first unquoted colon or bracket.
        stop: usize,
    },
    /// The document's object: like `Nested`, but its first line cannot be too deep.
    Root {
        at: usize,
    },
    /// The bare marker `-`, or an empty document.
    EmptyObject {
        at: usize,
    },
    /// `[]`.
    EmptyArray {
        at: usize,
    },
    /// An array or keyed object whose header, including its key, begins at `at` and is at `depth`.
    /// Its line ends at `end`.
    Header {
        at: usize,
        depth: usize,
        end: usize,
        bracket: Bracket,
    },
}

impl<'de> Node<'de> {
    /// The start of the value, or of the line that opens it.
    #[inline]
    pub(super) fn at(&self) -> usize {
        match *self {
            Node::Token(ref token) => token.at,
            Node::Item { ref line, .. } => line.start,
            Node::Nested { at, .. }
            | Node::Root { at }
            | Node::EmptyObject { at }
            | Node::EmptyArray { at }
            | Node::Header { at, .. } => at,
        }
    }

    #[inline]
    pub(super) fn token(&self) -> Option<&Token<'de>> {
        match self {
            Node::Token(token) => Some(token),
            _ => None,
        }
    }

    pub(super) fn is_array(&self) -> bool {
        !self.is_object() && self.token().is_none()
    }

    /// Whether it is an object, that is, neither a token nor an array.
    pub(super) fn is_object(&self) -> bool {
        match self {
            Node::Token(_) | Node::EmptyArray { .. } => false,
            Node::Header { bracket, .. } => bracket.keyed,
            Node::Nested { .. } | Node::Item { .. } | Node::Root { .. } | Node::EmptyObject { .. } => true,
        }
    }
}

/// A key and its value, found but not read.
pub(super) struct Entry<'de> {
    pub(super) key: KeyToken<'de>,
    pub(super) node: Node<'de>,
}

impl Entry<'_> {
    /// A placeholder.
    #[inline]
    pub(super) fn new() -> Self {
        Entry { key: KeyToken::bare(0, ""), node: Node::EmptyObject { at: 0 } }
    }
}

/// What is known about a key token.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum KeySyntax {
    /// It does not start with a quote, and is not followed by a space or tab.
    Bare,
    /// It is quoted, without escape sequences, and nothing follows the closing quote.
    Quoted,
    /// Nothing is known.
    Any,
}

/// Reads the root of the document (§5).
pub(super) fn read_root<'de>(reader: &mut Reader<'de>) -> Result<Node<'de>> {
    let Some(line) = reader.peek()? else { return Ok(Node::EmptyObject { at: reader.source.start() }) };
    if line.depth != 0 {
        return Err(reader.fail(ErrorKind::OverIndented { expected: 0, found: line.depth }, line.start));
    }
    let Line { start, end, .. } = line;
    let has_colon = reader.source.unquoted(start, end, b':', b':').is_some();
    match reader.source.bytes(start, end) {
        b"[]" => {
            reader.take()?;
            Ok(Node::EmptyArray { at: start })
        }
        [b'[', ..] if has_colon => {
            reader.take()?;
            let bracket = bracket(&reader.source, start, end)?;
            Ok(Node::Header { at: start, depth: 0, end, bracket })
        }
        _ if has_colon => Ok(Node::Root { at: start }),
        _ => {
            reader.take()?;
            // §5: a scalar line is a document only if it is the only line.
            match reader.peek()? {
                Some(_) => Err(colonless(reader, start, end)),
                // It may not be.
                None if reader.goes_on() && !reader.is_cut(start) => Ok(Node::Token(Token::bare(start, b""))),
                None => reader.source.token(start, end).map(Node::Token),
            }
        }
    }
}

/// Reads the first field of an item, and returns the depth of its object's lines.
pub(super) fn first_field<'de>(
    reader: &Reader<'de>,
    item: &Node<'de>,
    entry: &mut Entry<'de>,
) -> Result<usize> {
    let Node::Item { line: Line { start, end, depth, .. }, stop } = *item else { return Ok(0) };
    let rest = reader.source.bytes(stop, end);
    if reader.source.is_bare_key(start, stop) {
        read_entry(reader, KeySyntax::Bare, start, stop, rest, depth, entry)?;
    } else {
        read_entry(reader, KeySyntax::Any, start, stop, rest, depth, entry)?;
    }
    Ok(depth)
}

/// The end of the key on the line between `start` and `end`: the first colon or bracket outside
/// quotes.
#[inline]
pub(super) fn key_end(source: &Source<'_>, start: usize, end: usize) -> Option<usize> {
    source.unquoted(start, end, b':', b'[')
}

/// Reads the line that begins at `start`, in an object whose lines are at `depth`. Its [`key_end`]
/// is at `stop`, and `rest` is the line from there on.
#[inline(always)]
pub(super) fn read_entry<'de>(
    reader: &Reader<'de>,
    key: KeySyntax,
    start: usize,
    stop: usize,
    rest: &'de [u8],
    depth: usize,
    entry: &mut Entry<'de>,
) -> Result<()> {
    let source = &reader.source;
    if key == KeySyntax::Bare {
        // Most arrays in objects start like this.
        if let [b'[', digit @ b'0'..=b'9', b']', b':', ..] = *rest {
            if stop > start {
                entry.key = KeyToken::bare(start, source.slice(start, stop));
                let bracket = Bracket::of_digit(stop, digit);
                entry.node = Node::Header { at: start, depth, end: stop + rest.len(), bracket };
                return Ok(());
            }
        }
    }
    let [b':', after @ ..] = rest else {
        return header_entry(reader, start, stop + rest.len(), stop, depth, entry);
    };
    match key {
        KeySyntax::Bare => entry.key = KeyToken::bare(start, source.slice(start, stop)),
        KeySyntax::Quoted => entry.key = KeyToken::quoted(start, source.slice(start + 1, stop - 1)),
        KeySyntax::Any => entry.key.read(source, start, source.trim_end(start, stop))?,
    }
    value_node(&reader.source, start, stop, after, depth, &mut entry.node)
}

/// Reads the value after the colon at `colon`, on a line that begins at `start`.
#[inline(always)]
fn value_node<'de>(
    source: &Source<'de>,
    start: usize,
    colon: usize,
    after: &'de [u8],
    depth: usize,
    node: &mut Node<'de>,
) -> Result<()> {
    // Usually, a single space follows.
    let (value, token) = match after {
        [b' ', token @ ..] if token.first() != Some(&b' ') => (colon + 2, token),
        _ => {
            let end = colon + 1 + after.len();
            let value = source.skip_spaces(colon + 1, end);
            (value, source.bytes(value, end))
        }
    };
    match token {
        b"" => *node = Node::Nested { at: start, depth: depth + 1 },
        b"[]" => *node = Node::EmptyArray { at: value },
        [b'"', ..] => return quoted_node(source, value, value + token.len(), node),
        token => *node = Node::Token(Token::bare(value, token)),
    }
    Ok(())
}

/// Reads a line whose first unquoted bracket, at `open`, comes before its first unquoted colon.
fn header_entry<'de>(
    reader: &Reader<'de>,
    start: usize,
    end: usize,
    open: usize,
    depth: usize,
    entry: &mut Entry<'de>,
) -> Result<()> {
    let bracket = parse_bracket(&reader.source, open, end);
    let has_colon = bracket.is_some_and(|bracket| bracket.values(&reader.source, end).is_some())
        || reader.source.unquoted(open, end, b':', b':').is_some();
    if !has_colon {
        return Err(colonless(reader, start, end));
    }
    if open == start {
        return Err(reader.fail(ErrorKind::KeylessHeader, start));
    }
    if let Some(b' ' | b'\t') = reader.source.byte(open - 1) {
        return Err(reader.fail(ErrorKind::HeaderSpace, open - 1));
    }
    entry.key.read(&reader.source, start, open)?;
    let Some(bracket) = bracket else { return Err(invalid_bracket(&reader.source, open, end)) };
    entry.node = Node::Header { at: start, depth, end, bracket };
    Ok(())
}

/// Reads a trimmed primitive token.
#[inline]
fn token_node<'de>(source: &Source<'de>, start: usize, end: usize, node: &mut Node<'de>) -> Result<()> {
    let token = source.bytes(start, end);
    if token.first() == Some(&b'"') {
        return quoted_node(source, start, end, node);
    }
    *node = Node::Token(Token::bare(start, token));
    Ok(())
}

fn quoted_node<'de>(source: &Source<'de>, start: usize, end: usize, node: &mut Node<'de>) -> Result<()> {
    *node = Node::Token(source.token(start, end)?);
    Ok(())
}

/// The key of the line between `start` and `end`, if [`read_entry`] would read one.
pub(super) fn line_key<'de>(source: &Source<'de>, start: usize, end: usize) -> Option<KeyToken<'de>> {
    let stop = key_end(source, start, end)?;
    let is_header = source.byte(stop) == Some(b'[');
    KeyToken::parse(source, start, if is_header { stop } else { source.trim_end(start, stop) }).ok()
}

/// Reads the line that was taken last, between `start` and `end`, as an item of a list (§9.4).
#[inline]
pub(super) fn read_item<'de>(
    reader: &Reader<'de>,
    start: usize,
    end: usize,
    node: &mut Node<'de>,
) -> Result<()> {
    let source = &reader.source;
    let marker = start;
    let start = match source.bytes(start, end) {
        b"-" => {
            *node = Node::EmptyObject { at: marker };
            return Ok(());
        }
        [b'-', b' ', token @ ..] if token.first() != Some(&b' ') => marker + 2,
        [b'-', b' ', ..] => source.skip_spaces(marker + 1, end),
        _ => return Err(reader.fail(ErrorKind::NotAListItem, marker)),
    };
    match key_end(&reader.source, start, end) {
        Some(stop) if source.byte(stop) == Some(b':') => {
            *node = Node::Item { line: reader.lines.line().field(start), stop };
            Ok(())
        }
        None => token_node(&reader.source, start, end, node),
        Some(open) => header_item(reader, reader.lines.line(), start, open, node),
    }
}

/// Does the same for a [simple](super::lines::Lines::take_item) line at `depth`, with its hyphen at
/// `marker`, and its first colon or bracket at `stop`, which is the end if it has none.
///
/// The `Line` is only built where it is needed, since otherwise it would be kept in memory, which
/// costs more than everything else here.
#[inline(always)]
pub(super) fn read_item_fast<'de>(
    reader: &Reader<'de>,
    (marker, stop, end): (usize, usize, usize),
    depth: usize,
    node: &mut Node<'de>,
) -> Result<()> {
    let start = marker + "- ".len();
    if stop == end {
        *node = Node::Token(Token::bare(start, reader.source.bytes(start, stop)));
        return Ok(());
    }
    if reader.source.byte(stop) == Some(b':') {
        *node = Node::Item { line: Line::after_content(start, end, depth + 1), stop };
        return Ok(());
    }
    header_item(reader, &Line::after_content(marker, end, depth), start, stop, node)
}

/// Reads an item on `line` whose content begins at `start`, and whose first unquoted bracket, at
/// `open`, comes before its first unquoted colon.
fn header_item<'de>(
    reader: &Reader<'de>,
    line: &Line,
    start: usize,
    open: usize,
    node: &mut Node<'de>,
) -> Result<()> {
    let source = &reader.source;
    let end = line.end;
    if source.bytes(start, end) == b"[]" {
        *node = Node::EmptyArray { at: start };
        return Ok(());
    }
    // §6: without an unquoted colon, it is not a header.
    if source.unquoted(open, end, b':', b':').is_none() {
        return token_node(&reader.source, start, end, node);
    }
    if open > start {
        *node = Node::Item { line: line.field(start), stop: open };
        return Ok(());
    }
    let bracket = bracket(source, open, end)?;
    if bracket.values(&reader.source, end).is_none() {
        // §6: a field list needs a key.
        reader.check_header(&bracket, end)?;
        return Err(reader.fail(ErrorKind::KeylessHeader, open));
    }
    *node = Node::Header { at: open, depth: line.depth, end, bracket };
    Ok(())
}

/// The error for a line without an unquoted colon where a field is required.
pub(super) fn colonless(reader: &Reader<'_>, start: usize, end: usize) -> Error {
    let first = reader.source.unquoted(start, end, b'[', b'"');
    let header = first.is_some_and(|open| {
        let header = bracket(&reader.source, open, end).and_then(|header| reader.check_header(&header, end));
        header.is_err_and(|error| matches!(error.kind(), ErrorKind::MissingHeaderColon))
    });
    if header {
        return reader.source.fail_short(ErrorKind::MissingHeaderColon, end, end);
    }
    // A quote that never closes hides the colon.
    match reader.source.unclosed_quote(start, end) {
        Some(quote) => reader.source.fail_short(ErrorKind::UnterminatedString, quote, end),
        None => reader.fail(ErrorKind::MissingColon, start),
    }
}

/// The key of the entry row between `start` and `end`, and the start of its cells.
#[inline]
pub(super) fn read_entry_row<'de>(
    reader: &Reader<'de>,
    start: usize,
    end: usize,
) -> Result<(KeyToken<'de>, usize)> {
    match reader.source.unquoted(start, end, b':', b':') {
        Some(colon) => entry_row_at(&reader.source, start, colon, end),
        None => Err(reader.fail(ErrorKind::NotAnEntryRow, start)),
    }
}

fn entry_row_at<'de>(
    source: &Source<'de>,
    start: usize,
    colon: usize,
    end: usize,
) -> Result<(KeyToken<'de>, usize)> {
    let key = KeyToken::parse(source, start, source.trim_end(start, colon))?;
    Ok((key, source.skip_spaces(colon + 1, end)))
}

/// The key of the line between `start` and `end`, if it is an entry row.
pub(super) fn entry_row_key<'de>(source: &Source<'de>, start: usize, end: usize) -> Option<KeyToken<'de>> {
    let colon = source.unquoted(start, end, b':', b':')?;
    entry_row_at(source, start, colon, end).ok().map(|(key, _)| key)
}

/// The bare key of the entry row that begins at `start`, and the start of its cells, if both are
/// simple.
#[inline]
pub(super) fn read_entry_row_fast<'de>(source: &Source<'de>, start: usize) -> Option<(KeyToken<'de>, usize)> {
    let rest = source.text.as_bytes().get(start..)?;
    let colon = find3(rest, b':', b'"', b'\n');
    let key_ends = !matches!(rest.get(..colon)?.last(), Some(b' '));
    match rest.get(colon..)? {
        [b':', b' ', byte, ..] if *byte > b' ' && key_ends => {
            let colon = start + colon;
            Some((KeyToken::bare(start, source.slice(start, colon)), colon + 2))
        }
        _ => None,
    }
}
