//! JSON values one after another, as `jq` writes them, and as JSON text sequences (RFC 7464) have them.

use super::non_finite::Substitute;
use super::scan::{RECORD_SEPARATOR, Scanner, Stop};
use super::walk::{container_end, string_end};
use crate::error::Error;
use crate::input::{Input, without_mark};
use crate::lossy::NonFinite;
use std::borrow::Cow;
use std::io::{self, BufRead, Read, Seek, SeekFrom};
use toon::__internal::header;
use toon::{EncodeOptions, json};

/// What a text contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// At most one value.
    One,
    /// Several values. All that begin in the examined text are arrays, or not.
    Several {
        /// Whether they may be pages of one list.
        are_arrays: bool,
    },
    /// The first value is longer than the examined text.
    Longer,
}

/// Whether `head` begins a JSON text sequence (RFC 7464), which may consist of a single value.
pub fn is_sequence(head: &[u8]) -> bool {
    without_mark(head).trim_ascii_start().starts_with(&[RECORD_SEPARATOR])
}

/// Finds out whether values follow one another in a text that begins with `head`. Unless `any` value may
/// be the first, it has to be an object or an array, or stand behind U+001E.
pub fn find(head: &[u8], any: bool, non_finite: NonFinite) -> Found {
    let is_sequence = is_sequence(head);
    let text = without_mark(head).trim_ascii_start();
    let text = if is_sequence { skip(text) } else { text };
    match text {
        [] => return Found::One,
        // TOON.
        [b'[', inside @ ..] if header::is_bracket(inside) => return Found::One,
        [b'{' | b'[', ..] => {}
        _ if is_sequence => {}
        _ if any && begins_value(text, non_finite) => {}
        _ => return Found::One,
    }
    let end = value_end(text);
    let (first, behind) = text.split_at(end);
    let rest = skip(behind);
    if is_sequence {
        return Found::Several { are_arrays: are_arrays(text) };
    }
    if rest.is_empty() {
        return Found::Longer;
    }
    if begins_value(rest, non_finite) && is_valid(first, non_finite) {
        Found::Several { are_arrays: are_arrays(text) }
    } else {
        Found::One
    }
}

/// Like [`find`], for an input, which may begin with a long value. Does not consume it.
///
/// # Errors
/// Fails if the input cannot be read.
pub fn look(input: &mut Input, any: bool, non_finite: NonFinite) -> Result<Found, Error> {
    match find(input.head()?, any, non_finite) {
        Found::Longer if input.all()?.is_none() => Ok(find(input.long_head()?, any, non_finite)),
        found => Ok(found),
    }
}

/// Whether the values that `head` begins with are not one on each line, although the first line is one: the
/// second is a value of several lines, or its first line is only a bracket. Those that are on one line in
/// any layout say nothing, so the one behind them decides.
pub fn span_lines(head: &[u8], non_finite: NonFinite) -> bool {
    let text = skip(without_mark(head));
    let mut rest = skip(text.split_at(value_end(text)).1);
    while !rest.is_empty() {
        let (value, behind) = rest.split_at(value_end(rest));
        if !is_always_short(value) {
            return spans_lines(value, non_finite);
        }
        rest = skip(behind);
    }
    false
}

/// Whether it is a scalar, or an array or object without entries.
fn is_always_short(value: &[u8]) -> bool {
    match value {
        [b'{', inside @ .., b'}'] | [b'[', inside @ .., b']'] => inside.is_empty(),
        [b'{' | b'[', ..] => false,
        _ => true,
    }
}

fn spans_lines(value: &[u8], non_finite: NonFinite) -> bool {
    if let [b'{' | b'[', inside @ ..] = value {
        let line = inside.split(|byte| *byte == b'\n').next().unwrap_or_default();
        if line.len() < inside.len() && line.trim_ascii().is_empty() {
            return true;
        }
    }
    value.contains(&b'\n') && is_valid(value, non_finite)
}

/// Whether the values that `head` begins with are arrays of objects, which may be pages of one list.
pub fn are_pages(head: &[u8]) -> bool {
    let text = skip(without_mark(head));
    let has_object = text.strip_prefix(b"[").is_some_and(|inside| skip(inside).starts_with(b"{"));
    has_object && are_arrays(text)
}

/// Like [`find`], for a whole text, whose first value may be long. Usually it is the only one, which is
/// found out without looking at each byte.
pub fn follow(text: &str, any: bool, non_finite: NonFinite) -> bool {
    may_follow(text.as_bytes()) && matches!(find(text.as_bytes(), any, non_finite), Found::Several { .. })
}

/// Whether a value may follow the first one. In a single object or array, the last bracket is its own, and
/// no bracket that opens follows one that closes, except in strings.
fn may_follow(text: &[u8]) -> bool {
    let text = without_mark(text).trim_ascii();
    let is_closed = matches!(text, [b'{', .., b'}'] | [b'[', .., b']']);
    let follows = |at: usize| {
        matches!(text.get(..at).unwrap_or_default().trim_ascii_end(), [.., b'}' | b']' | RECORD_SEPARATOR])
    };
    !is_closed || memchr::memchr2_iter(b'{', b'[', text).any(follows)
}

/// Without what may stand between two values.
fn skip(mut text: &[u8]) -> &[u8] {
    loop {
        text = match text {
            [b' ' | b'\t' | b'\n' | b'\r' | RECORD_SEPARATOR, rest @ ..] | [0xef, 0xbb, 0xbf, rest @ ..] => {
                rest
            }
            _ => return text,
        };
    }
}

/// Where the value ends with which `text` begins.
fn value_end(text: &[u8]) -> usize {
    match text {
        [b'{' | b'[', ..] => container_end(text),
        [b'"', ..] => string_end(text),
        _ => text.iter().position(|byte| ends_scalar(*byte)).unwrap_or(text.len()),
    }
}

/// Whether a number or a word ends before this byte.
fn ends_scalar(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | RECORD_SEPARATOR | b'"' | b'{' | b'[')
}

/// Whether `text` begins with a value, which may be malformed only if it is a string, an object or an array.
fn begins_value(text: &[u8], non_finite: NonFinite) -> bool {
    match text {
        [b'{' | b'[' | b'"', ..] => true,
        [] => false,
        _ => {
            let (scalar, _) = text.split_at(value_end(text));
            is_valid(scalar, non_finite)
        }
    }
}

fn are_arrays(text: &[u8]) -> bool {
    let mut rest = skip(text);
    while let [b'[', ..] = rest {
        rest = skip(rest.split_at(value_end(rest)).1);
    }
    rest.is_empty()
}

/// Whether `json` is a value, in which numbers that are not finite may be accepted.
fn is_valid(json: &[u8], non_finite: NonFinite) -> bool {
    let json = Substitute::of(non_finite).map_or(Cow::Borrowed(json), |substitute| substitute.in_json(json));
    str::from_utf8(&json).is_ok_and(|json| json::to_toon(json, &EncodeOptions::new()).is_ok())
}

/// Advice for an error that a text has where another value follows the first one.
pub fn advice(text: &str, error: &toon::Error) -> Option<&'static str> {
    let (before, behind) = crate::error::split(text, error)?;
    let (value, is_separated) = match behind.as_bytes() {
        [b',', value @ ..] => (skip(value), true),
        value => (value, false),
    };
    let before = without_mark(before.as_bytes());
    if !is_valid(before, NonFinite::Error) {
        return None;
    }
    if !begins_value(value, NonFinite::Error) {
        return is_between(before, value)
            .then_some("write only white space between the values, to have them read as a list");
    }
    Some(if is_separated {
        "put the values between [ and ] to make a list of them"
    } else {
        "put the values between [ and ], with commas, to make a list of them; `jq -s .` does so"
    })
}

/// Whether another object or array follows in the text that begins with something else.
fn is_between(before: &[u8], text: &[u8]) -> bool {
    let next = memchr::memchr2(b'{', b'[', text).and_then(|start| text.get(start..)).unwrap_or_default();
    let (next, _) = next.split_at(value_end(next));
    matches!(before.trim_ascii_end(), [.., b'}' | b']']) && is_valid(next, NonFinite::Error)
}

/// Presents values that follow one another as lines. Every character stays, except that a line break is
/// added behind each value, and other line breaks are marked as U+000D, which is what is counted to find
/// the place of a mistake in the original.
pub(crate) struct Values<R> {
    reader: R,
    scanner: Scanner,
    input: Box<[u8]>,
    lines: Vec<u8>,
    /// The bytes of `lines` that have been read.
    at: usize,
    /// The number of bytes that have been read of all lines.
    position: u64,
    /// Why there are no more.
    stop: Option<Stop>,
    is_finished: bool,
}

/// The size of the buffer.
const BUFFER: usize = 64 << 10;

impl<R: Read + Seek> Values<R> {
    /// If they are joined, the elements of arrays are the lines.
    pub(crate) fn new(reader: R, joins: bool) -> Self {
        Values {
            reader,
            scanner: Scanner::new(joins),
            input: vec![0; BUFFER].into(),
            lines: Vec::new(),
            at: 0,
            position: 0,
            stop: None,
            is_finished: false,
        }
    }

    fn fill(&mut self) -> io::Result<()> {
        while self.at >= self.lines.len() && !self.is_finished {
            if let Some(stop) = self.stop {
                return Err(io::Error::new(io::ErrorKind::InvalidData, stop));
            }
            self.lines.clear();
            self.at = 0;
            let length = self.reader.read(&mut self.input)?;
            let scanned = match self.input.get(..length) {
                Some(bytes) if length > 0 => self.scanner.scan(bytes, &mut self.lines),
                _ => {
                    self.is_finished = true;
                    self.scanner.end()
                }
            };
            if let Err(stop) = scanned {
                self.stop = Some(stop);
                self.is_finished = false;
            }
        }
        Ok(())
    }
}

impl<R: Read + Seek> Read for Values<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.fill_buf()?.read(buffer)?;
        self.consume(length);
        Ok(length)
    }
}

impl<R: Read + Seek> BufRead for Values<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.fill()?;
        Ok(self.lines.get(self.at..).unwrap_or_default())
    }

    fn consume(&mut self, length: usize) {
        self.at += length;
        self.position += length as u64;
    }
}

/// Going back means to begin again.
impl<R: Read + Seek> Seek for Values<R> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let target = match to {
            SeekFrom::Start(target) => Some(target),
            SeekFrom::Current(offset) => self.position.checked_add_signed(offset),
            SeekFrom::End(_) => return Err(io::ErrorKind::Unsupported.into()),
        };
        let target = target.ok_or(io::ErrorKind::InvalidInput)?;
        if target < self.position || target == 0 {
            self.reader.rewind()?;
            self.scanner.restart();
            self.lines.clear();
            (self.at, self.position, self.stop, self.is_finished) = (0, 0, None, false);
        }
        let missing = target - self.position;
        io::copy(&mut self.by_ref().take(missing), &mut io::sink())?;
        Ok(self.position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    fn lines(text: &str, joins: bool) -> String {
        let mut lines = String::new();
        Values::new(Cursor::new(text), joins).read_to_string(&mut lines).unwrap();
        lines
    }

    fn found(text: &str, any: bool) -> Found {
        find(text.as_bytes(), any, NonFinite::Error)
    }

    const SEVERAL: Found = Found::Several { are_arrays: false };
    const ARRAYS: Found = Found::Several { are_arrays: true };

    #[test]
    fn several_values() {
        for (text, expected) in [
            ("{\"a\":1} {\"b\":2}", SEVERAL),
            ("\u{feff}{\n}\n{\n}", SEVERAL),
            ("{}5", SEVERAL),
            ("{}\n\"a", SEVERAL),
            ("[1,2][3,4]", ARRAYS),
            ("[1,2]\n\u{feff}[3", ARRAYS),
            ("[1][2]{", SEVERAL),
            ("\u{1e}1\n", SEVERAL),
            ("\u{1e}[1]\n\u{1e}[2]", ARRAYS),
            ("", Found::One),
            ("\u{1e} \u{1e}", Found::One),
            ("{} xyz", Found::One),
            ("{},{}", Found::One),
            ("{}}", Found::One),
            ("{]} {}", Found::One),
            ("{\"a\":1}", Found::Longer),
            ("[[[[", Found::Longer),
            ("1 2", Found::One),
            ("\"a\" \"b\"", Found::One),
            ("a: 1", Found::One),
            ("[1]{a}:\n  1", Found::One),
            ("[2]: {},{}", Found::One),
        ] {
            assert_eq!(found(text, false), expected, "{text}");
        }
        for (text, expected) in [
            ("1 2", SEVERAL),
            ("\"a\"\"b\"", SEVERAL),
            ("null[1]", SEVERAL),
            ("1 - 2", Found::One),
            ("x 1", Found::One),
        ] {
            assert_eq!(found(text, true), expected, "{text}");
        }
    }

    /// Without looking at each byte.
    #[test]
    fn long_texts() {
        for text in ["{\"a\":[{}]} {}", "[1]\n\n[2]", "{}{\"a\":1}\n", "[1] 2", "[1]\u{1e}[2]"] {
            assert!(follow(text, false, NonFinite::Error), "{text}");
        }
        for text in ["{\"a\":[{}, [1], \"} {\"]}", "[1]", "[", "[1] x", ""] {
            assert!(!follow(text, false, NonFinite::Error), "{text}");
        }
    }

    #[test]
    fn lines_of_other_values() {
        assert!(span_lines(b"{}\n{\n}", NonFinite::Error));
        assert!(span_lines(b"1\n[1,\n2]\n3", NonFinite::Error));
        assert!(span_lines(b"{}\n{ \r\n\"a\": [", NonFinite::Error));
        // `jq` writes short values on one line.
        assert!(span_lines(b"{}\n[]\n1\n\"a\"\n{\n\"a\": [", NonFinite::Error));
        for text in [
            "{}\n{}",
            "{}\n{\"a\":}\n{}",
            "{}\n{",
            "1\n2\n3",
            "1\n2\n{\"a\":1}\n{\n}",
            "1\n2\n{\"a\":",
            "1\n}",
            "1\n2\n\"a",
        ] {
            assert!(!span_lines(text.as_bytes(), NonFinite::Error), "{text}");
        }
    }

    #[test]
    fn each_value_is_a_line() {
        for (text, expected) in [
            ("", ""),
            ("{\"a\": 1}", "{\"a\": 1}\n"),
            (
                "\u{feff}{\n\"a}\\\"\":\r\n[1]}[2] 3\ttrue\"x\"null",
                "{\r\"a}\\\"\": \r[1]}\n[2]\n 3\n\ttrue\n\"x\"\nnull",
            ),
            ("\u{1e}{}\n\u{1e}\"\u{1e}\"\n", " {}\n\r \"\u{1e}\"\n\r"),
            ("[1]\n\u{feff}[2]", "[1]\n\r [2]\n"),
            ("{} xyz", "{}\n xyz"),
            ("{}}{", "{}\n}\n{"),
            ("\"a\nb\\\nc\"", "\"a\rb\\\rc\"\n"),
            ("é\u{feff}1", "é\u{feff}1"),
        ] {
            assert_eq!(lines(text, false), expected, "{text:?}");
        }
    }

    #[test]
    fn each_element_is_a_line() {
        for (text, expected) in [
            ("[1, {\"a\":[2,3]}]\n[]\n[\"],\" ]", " 1\n  {\"a\":[2,3]}\n \r  \r \"],\" \n "),
            ("[[1,2]][[3]]", " [1,2]\n  [3]\n "),
        ] {
            assert_eq!(lines(text, true), expected, "{text:?}");
        }
    }

    /// Lines before a mistake are read.
    #[test]
    fn broken_arrays() {
        for (text, before, message) in [
            ("[1,]", " 1\n ", "expected a value"),
            ("[,1]", " ", "expected a value"),
            ("[1,,2]", " 1\n ", "expected a value"),
            ("[1 2]", " 1 ", "expected `,` or `]`"),
            ("[1}", " 1", "expected `,` or `]`"),
            ("[{}[]]", " {}", "expected `,` or `]`"),
            ("[1][2", " 1\n  2", "expected `,` or `]`"),
            ("[1] {}", " 1\n  ", "expected an array"),
            ("[1] 2", " 1\n  ", "expected an array"),
        ] {
            let (mut values, mut read) = (Values::new(Cursor::new(text), true), Vec::new());
            let error = values.read_to_end(&mut read).unwrap_err();
            assert_eq!((str::from_utf8(&read).unwrap(), &*error.to_string()), (before, message), "{text}");
        }
    }

    /// However the text is cut into parts.
    #[test]
    fn parts() {
        struct Bytewise<'t>(&'t [u8]);
        impl Read for Bytewise<'_> {
            fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
                let length = buffer.len().min(1);
                self.0.read(buffer.get_mut(..length).unwrap_or_default())
            }
        }
        impl Seek for Bytewise<'_> {
            fn seek(&mut self, _: SeekFrom) -> io::Result<u64> {
                Err(io::ErrorKind::Unsupported.into())
            }
        }
        let text = "\u{feff}{\"é\\\"\\\\\": [1,\n{}]}\u{feff}12 \"a\"[[]]\u{1e}true\r\n\"\\n\n\"";
        let mut read = String::new();
        Values::new(Bytewise(text.as_bytes()), false).read_to_string(&mut read).unwrap();
        assert_eq!(read, lines(text, false));
    }

    #[test]
    fn read_again() {
        let mut values = Values::new(Cursor::new("[1][2]"), false);
        let mut line = String::new();
        values.read_line(&mut line).unwrap();
        assert_eq!(values.stream_position().unwrap(), 4);
        values.rewind().unwrap();
        assert_eq!(values.by_ref().lines().count(), 2);
        assert_eq!(values.seek(SeekFrom::Start(4)).unwrap(), 4);
        assert_eq!(values.lines().next().unwrap().unwrap(), "[2]");
    }
}
