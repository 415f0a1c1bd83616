//! Finds the ends of values in JSON that is read in parts.

use std::fmt;

/// The character in front of each value of a JSON text sequence.
pub(super) const RECORD_SEPARATOR: u8 = 0x1e;

/// Copies JSON text, and ends the line behind each value, or behind each element of arrays that are joined.
pub(super) struct Scanner {
    /// The number of containers around a value that has a line of its own.
    level: usize,
    /// The number of open containers.
    depth: usize,
    state: State,
    /// What is next among the elements of arrays that are joined.
    next: Next,
    is_start: bool,
}

#[derive(Clone, Copy, PartialEq)]
enum State {
    /// Between tokens.
    Between,
    /// In a number or a word on the level of lines.
    Scalar,
    String,
    /// Behind a backslash in a string.
    Escape,
    /// Behind so many bytes of a byte-order mark.
    Mark(usize),
}

#[derive(Clone, Copy, PartialEq)]
enum Next {
    First,
    Element,
    Comma,
}

/// Why arrays cannot be joined. The mistake is behind the last line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stop {
    pub(crate) message: &'static str,
    pub(crate) help: &'static str,
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.message)
    }
}

impl std::error::Error for Stop {}

const NO_ARRAY: Stop = Stop {
    message: "expected an array",
    help: "--join-pages joins arrays; without it, the values are read as a list",
};
const NO_ELEMENT: Stop = Stop { message: "expected a value", help: "write an element, or remove the comma" };
const NO_COMMA: Stop =
    Stop { message: "expected `,` or `]`", help: "put a comma between elements, or close the array" };

const MARK: &[u8] = b"\xef\xbb\xbf";

impl Scanner {
    pub(super) fn new(joins: bool) -> Self {
        let level = usize::from(joins);
        Scanner { level, depth: 0, state: State::Between, next: Next::First, is_start: true }
    }

    pub(super) fn restart(&mut self) {
        *self = Scanner::new(self.level > 0);
    }

    /// Copies a part of the text.
    pub(super) fn scan(&mut self, mut bytes: &[u8], lines: &mut Vec<u8>) -> Result<(), Stop> {
        while let [byte, rest @ ..] = bytes {
            let byte = *byte;
            match self.state {
                State::String => bytes = self.string(bytes, lines),
                State::Escape => {
                    lines.push(marked(byte));
                    self.state = State::String;
                    bytes = rest;
                }
                State::Mark(length) if MARK.get(length) == Some(&byte) => {
                    self.mark(length + 1, lines);
                    bytes = rest;
                }
                // It was none.
                State::Mark(length) => {
                    lines.extend(MARK.iter().take(length));
                    self.state = State::Scalar;
                }
                State::Between if self.depth > self.level => bytes = self.inside(bytes, lines),
                State::Between | State::Scalar => {
                    self.outside(byte, lines)?;
                    bytes = rest;
                }
            }
            self.is_start &= matches!(self.state, State::Mark(_));
        }
        Ok(())
    }

    /// At the end of the text.
    pub(super) fn end(&self) -> Result<(), Stop> {
        let is_open = self.level > 0 && self.depth == self.level;
        if is_open && !matches!(self.state, State::String | State::Escape) { Err(NO_COMMA) } else { Ok(()) }
    }

    /// Behind so many bytes of a byte-order mark. At the beginning of a text it does not count.
    fn mark(&mut self, length: usize, lines: &mut Vec<u8>) {
        self.state = State::Mark(length);
        if length == MARK.len() {
            if !self.is_start {
                lines.push(b' ');
            }
            self.state = State::Between;
        }
    }

    /// Copies a string up to its end, or up to what is special in it.
    fn string<'b>(&mut self, bytes: &'b [u8], lines: &mut Vec<u8>) -> &'b [u8] {
        let end = memchr::memchr3(b'"', b'\\', b'\n', bytes).unwrap_or(bytes.len());
        let (copied, rest) = bytes.split_at(end);
        lines.extend_from_slice(copied);
        let Some((byte, rest)) = rest.split_first() else { return rest };
        lines.push(marked(*byte));
        match byte {
            b'"' => self.close(lines),
            b'\\' => self.state = State::Escape,
            _ => {}
        }
        rest
    }

    /// Copies the inside of a value up to what is special in it.
    fn inside<'b>(&mut self, bytes: &'b [u8], lines: &mut Vec<u8>) -> &'b [u8] {
        let is_special = |byte: &u8| matches!(byte, b'"' | b'{' | b'[' | b'}' | b']' | b'\n' | b'\r');
        let end = bytes.iter().position(is_special).unwrap_or(bytes.len());
        let (copied, rest) = bytes.split_at(end);
        lines.extend_from_slice(copied);
        let Some((byte, rest)) = rest.split_first() else { return rest };
        lines.push(blank(*byte).unwrap_or(*byte));
        match byte {
            b'"' => self.state = State::String,
            b'{' | b'[' => self.depth += 1,
            b'}' | b']' => {
                self.depth -= 1;
                self.close(lines);
            }
            _ => {}
        }
        rest
    }

    /// Between values that have lines of their own, or in one that is a number or a word.
    fn outside(&mut self, byte: u8, lines: &mut Vec<u8>) -> Result<(), Stop> {
        let separates = byte == RECORD_SEPARATOR && self.depth == 0;
        if let Some(blank) = blank(byte).or(separates.then_some(b' ')) {
            self.end_scalar(lines);
            lines.push(blank);
            return Ok(());
        }
        if self.state == State::Between && self.depth == 0 && Some(&byte) == MARK.first() {
            self.mark(1, lines);
            return Ok(());
        }
        if self.depth < self.level {
            if byte != b'[' {
                return Err(NO_ARRAY);
            }
            lines.push(b' ');
            self.depth += 1;
            self.next = Next::First;
            return Ok(());
        }
        if self.level > 0 && matches!(byte, b',' | b']' | b'}') {
            return self.end_element(byte, lines);
        }
        if matches!(byte, b'"' | b'{' | b'[') {
            self.end_scalar(lines);
        }
        if self.level > 0 && self.state == State::Between && self.next == Next::Comma {
            return Err(NO_COMMA);
        }
        match byte {
            b'"' => self.state = State::String,
            b'{' | b'[' => self.depth += 1,
            _ => self.state = State::Scalar,
        }
        lines.push(byte);
        Ok(())
    }

    /// At a comma between elements, or at a closing bracket.
    fn end_element(&mut self, byte: u8, lines: &mut Vec<u8>) -> Result<(), Stop> {
        self.end_scalar(lines);
        let is_end = byte == b']';
        match self.next {
            Next::Comma if byte == b'}' => return Err(NO_COMMA),
            Next::Comma => lines.push(b'\n'),
            Next::First if is_end => {}
            _ => return Err(NO_ELEMENT),
        }
        lines.push(b' ');
        self.next = Next::Element;
        self.depth -= usize::from(is_end);
        Ok(())
    }

    /// Ends a number or a word.
    fn end_scalar(&mut self, lines: &mut Vec<u8>) {
        if self.state == State::Scalar {
            self.close(lines);
        }
    }

    /// Behind the end of a token. If it ends a value with a line of its own, ends the line.
    fn close(&mut self, lines: &mut Vec<u8>) {
        self.state = State::Between;
        if self.depth == self.level {
            self.next = Next::Comma;
            if self.level == 0 {
                lines.push(b'\n');
            }
        }
    }
}

/// White space as it is copied.
fn blank(byte: u8) -> Option<u8> {
    match byte {
        b'\n' => Some(b'\r'),
        b'\r' => Some(b' '),
        b' ' | b'\t' => Some(byte),
        _ => None,
    }
}

/// A byte of a string as it is copied. A line break, which is a mistake there, stays one.
fn marked(byte: u8) -> u8 {
    if byte == b'\n' { b'\r' } else { byte }
}
