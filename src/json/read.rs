//! Parses JSON text into events.
//!
//! `hifijson` does the lexing, except for numbers and the literal parts of strings: its functions
//! for these run a state machine or a closure on each byte, which alone takes as long as
//! `serde_json` takes to parse and write.

use crate::event::Events;
use crate::text::find::find_escaped;
use crate::{Error, ErrorKind, Result};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::mem;
use hifijson::escape::{Error as EscapeError, Lex as _};
use hifijson::token::Lex as _;
use hifijson::{Read as _, SliceLexer};

/// JSON text, and the position in it.
pub struct JsonReader<'j> {
    text: &'j str,
    /// The unread text. After an error, it starts where the error is.
    lexer: SliceLexer<'j>,
    /// A buffer for strings that contain escapes.
    unescaped: String,
}

const BYTE_ORDER_MARK: char = '\u{feff}';

#[derive(Clone, Copy, PartialEq, Eq)]
enum JsonScope {
    Document,
    Array,
    Object,
}

/// A syntax error, and how to fix it.
#[derive(Clone, Copy)]
struct Mistake {
    message: &'static str,
    suggestion: &'static str,
}

mod mistake {
    use super::Mistake;

    pub(super) const VALUE: Mistake = Mistake {
        message: "expected a value",
        suggestion: "write an object, an array, a string in double quotes, a number, true, false or null",
    };
    pub(super) const END: Mistake =
        Mistake { message: "expected end of input", suggestion: "remove everything after the value" };
    pub(super) const ARRAY: Mistake = Mistake {
        message: "expected `,` or `]`",
        suggestion: "put a comma between elements, or close the array",
    };
    pub(super) const OBJECT: Mistake = Mistake {
        message: "expected `,` or `}`",
        suggestion: "put a comma between entries, or close the object",
    };
    pub(super) const KEY: Mistake = Mistake {
        message: "expected a key in double quotes",
        suggestion: "write the key in double quotes, and no comma after the last entry",
    };
    pub(super) const COLON: Mistake =
        Mistake { message: "expected `:`", suggestion: "put a colon between key and value" };
    pub(super) const ZEROS: Mistake =
        Mistake { message: "number with leading zeros", suggestion: "remove the zeros, or write a string" };
    pub(super) const DIGIT: Mistake = Mistake {
        message: "expected a digit",
        suggestion: "write digits before and after the decimal point, and in the exponent",
    };
    pub(super) const CONTROL: Mistake = Mistake {
        message: "unescaped control character in a string",
        suggestion: "escape it, as in \\n, \\t or \\u0000",
    };
    pub(super) const UNCLOSED: Mistake =
        Mistake { message: "unterminated string", suggestion: "close the string with a double quote" };
    pub(super) const ESCAPE: Mistake = Mistake {
        message: "invalid escape sequence in a string",
        suggestion: "use only the escapes \\\\, \\\", \\/, \\b, \\f, \\n, \\r, \\t and \\uXXXX; write a backslash as \\\\",
    };
    pub(super) const HEX: Mistake = Mistake {
        message: "expected four hexadecimal digits after `\\u`",
        suggestion: "write four digits from 0 to 9 and a to f",
    };
    pub(super) const SURROGATE: Mistake = Mistake {
        message: "unpaired surrogate in an escape sequence",
        suggestion: "write both surrogates of the pair, or the character itself",
    };
}

impl<'j> JsonReader<'j> {
    /// A reader at the start of `text`.
    pub fn new(text: &'j str) -> Self {
        // RFC 8259 §8.1 lets a reader ignore a byte-order mark.
        let mut reader = Self::without_mark(text);
        reader.go_to(if text.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len_utf8() } else { 0 });
        reader
    }

    /// Creates a reader for text that is not the start of a document, where a byte-order mark is
    /// not allowed.
    #[cfg_attr(not(feature = "std"), allow(dead_code))]
    pub fn without_mark(text: &'j str) -> Self {
        JsonReader { text, lexer: SliceLexer::new(text.as_bytes()), unescaped: String::new() }
    }

    /// The number of bytes read so far. After an error, its position.
    pub fn position(&self) -> usize {
        self.text.len() - self.lexer.as_slice().len()
    }

    fn go_to(&mut self, position: usize) {
        self.lexer = SliceLexer::new(self.text.as_bytes().get(position..).unwrap_or_default());
    }

    /// Sends the whole text to `events`. Does not recurse: the receiver limits the nesting depth.
    ///
    /// # Errors
    ///
    /// If the text is not JSON, or `events` fails.
    pub fn read<E: Events>(&mut self, events: &mut E) -> Result<()> {
        let mut outer = Vec::new();
        let mut scope = JsonScope::Document;
        loop {
            // The start of a value, or the end of an empty container.
            match self.lexer.ws_peek() {
                Some(b'"') => events.string(self.string()?)?,
                Some(b'-' | b'0'..=b'9') => events.number(self.number()?)?,
                Some(b't' | b'f' | b'n') => events.word(self.word()?)?,
                Some(b'{') => {
                    events.begin_object()?;
                    if self.lexer.discarded().ws_peek() != Some(b'}') {
                        outer.push(mem::replace(&mut scope, JsonScope::Object));
                        self.key(events)?;
                        continue;
                    }
                    events.end_object()?;
                    self.lexer.take_next();
                }
                Some(b'[') => {
                    events.begin_array()?;
                    if self.lexer.discarded().ws_peek() != Some(b']') {
                        outer.push(mem::replace(&mut scope, JsonScope::Array));
                        continue;
                    }
                    events.end_array()?;
                    self.lexer.take_next();
                }
                _ => return self.error(mistake::VALUE),
            }
            // A value has ended. Closes all containers that end with it.
            loop {
                match (scope, self.lexer.ws_peek()) {
                    (JsonScope::Document, None) => return Ok(()),
                    (JsonScope::Array, Some(b',')) => {
                        self.lexer.take_next();
                        break;
                    }
                    (JsonScope::Object, Some(b',')) => {
                        self.lexer.take_next();
                        self.key(events)?;
                        break;
                    }
                    (JsonScope::Array, Some(b']')) => events.end_array()?,
                    (JsonScope::Object, Some(b'}')) => events.end_object()?,
                    (JsonScope::Document, _) => return self.error(mistake::END),
                    (JsonScope::Array, _) => return self.error(mistake::ARRAY),
                    (JsonScope::Object, _) => return self.error(mistake::OBJECT),
                }
                self.lexer.take_next();
                scope = outer.pop().unwrap_or(JsonScope::Document);
            }
        }
    }

    /// Reads a key and its colon.
    #[inline]
    fn key<E: Events>(&mut self, events: &mut E) -> Result<()> {
        if self.lexer.ws_peek() != Some(b'"') {
            return self.error(mistake::KEY);
        }
        let start = self.position();
        if let Err(error) = events.key(self.string()?) {
            self.go_to(start);
            return Err(error);
        }
        if self.lexer.expect(SliceLexer::ws_peek, b':').is_none() {
            return self.error(mistake::COLON);
        }
        Ok(())
    }

    fn word(&mut self) -> Result<&'static str> {
        let rest = self.lexer.as_slice();
        match self.lexer.null_or_bool() {
            Some(None) => Ok("null"),
            Some(Some(true)) => Ok("true"),
            Some(Some(false)) => Ok("false"),
            None => {
                // A text that ends within a word is incomplete rather than wrong.
                let is_cut = ["null", "true", "false"].iter().any(|word| word.as_bytes().starts_with(rest));
                self.go_to(self.text.len() - if is_cut { 0 } else { rest.len() });
                self.error(mistake::VALUE)
            }
        }
    }

    #[inline]
    fn number(&mut self) -> Result<&'j str> {
        let start = self.position();
        self.lexer.expect(SliceLexer::peek_next, b'-');
        let whole = self.lexer.as_slice();
        self.digits()?;
        if let [b'0', b'0'..=b'9', ..] = whole {
            self.go_to(self.text.len() - whole.len());
            return self.error(mistake::ZEROS);
        }
        if self.lexer.expect(SliceLexer::peek_next, b'.').is_some() {
            self.digits()?;
        }
        if let Some(b'e' | b'E') = self.lexer.peek_next() {
            if let Some(b'+' | b'-') = self.lexer.discarded().peek_next() {
                self.lexer.take_next();
            }
            self.digits()?;
        }
        Ok(self.text.get(start..self.position()).unwrap_or_default())
    }

    /// Skips one or more digits.
    #[inline]
    fn digits(&mut self) -> Result<()> {
        let start = self.position();
        self.lexer.skip_until(|byte| !byte.is_ascii_digit());
        if self.position() == start { self.error(mistake::DIGIT) } else { Ok(()) }
    }

    /// Reads a string, from its opening to its closing quote.
    #[inline]
    fn string(&mut self) -> Result<&str> {
        self.lexer.take_next();
        self.unescaped.clear();
        loop {
            let plain = self.plain();
            match self.lexer.take_next() {
                Some(b'"') if self.unescaped.is_empty() => return Ok(plain),
                Some(b'"') => {
                    self.unescaped.push_str(plain);
                    return Ok(&self.unescaped);
                }
                Some(b'\\') => {
                    self.unescaped.push_str(plain);
                    self.escape()?;
                    // Escapes often come in succession.
                    while self.lexer.expect(SliceLexer::peek_next, b'\\').is_some() {
                        self.escape()?;
                    }
                }
                Some(_) => {
                    self.go_to(self.position() - 1);
                    return self.error(mistake::CONTROL);
                }
                None => return self.error(mistake::UNCLOSED),
            }
        }
    }

    /// Reads an escape sequence after its backslash.
    #[inline]
    fn escape(&mut self) -> Result<()> {
        let start = self.position() - 1;
        let first = self.lexer.take_next().ok_or(EscapeError::Eof);
        match first.and_then(|first| self.lexer.escape(first)) {
            Ok(char) => {
                self.unescaped.push(char);
                Ok(())
            }
            Err(error) => self.escape_error(&error, start),
        }
    }

    /// Reads characters up to the next quote, backslash or control character.
    #[inline]
    fn plain(&mut self) -> &'j str {
        let start = self.position();
        let (plain, rest) = self.lexer.as_slice().split_at(find_escaped(self.lexer.as_slice()));
        self.lexer = SliceLexer::new(rest);
        self.text.get(start..start + plain.len()).unwrap_or_default()
    }

    /// The error for an escape sequence that begins at `start`.
    #[cold]
    fn escape_error<T>(&mut self, error: &EscapeError, start: usize) -> Result<T> {
        let end = self.text.len();
        let (at, message) = match (error, self.lexer.as_slice()) {
            // A text that ends where a second surrogate may follow is incomplete rather than wrong.
            (EscapeError::ExpectedLowSurrogate, b"" | b"\\") if self.position() == start + 6 => {
                (end, mistake::UNCLOSED)
            }
            (EscapeError::Eof, _) => (end, mistake::UNCLOSED),
            (EscapeError::InvalidKind(_), _) => (start, mistake::ESCAPE),
            (EscapeError::InvalidHex(_), _) => (start, mistake::HEX),
            (EscapeError::ExpectedLowSurrogate | EscapeError::InvalidChar(_), _) => {
                (start, mistake::SURROGATE)
            }
        };
        self.go_to(at);
        self.error(message)
    }

    #[cold]
    fn error<T>(&self, Mistake { message, suggestion }: Mistake) -> Result<T> {
        let expects_value = message == mistake::VALUE.message || message == mistake::DIGIT.message;
        let foreign = if expects_value { foreign_value(self.lexer.as_slice()) } else { None };
        let error = Error::new(ErrorKind::InvalidJson { message: message.to_string() });
        let error = error.set_hint(foreign.unwrap_or(suggestion).to_string());
        Err(if self.lexer.as_slice().is_empty() { error.set_eof() } else { error })
    }
}

/// What to write instead of a value of Python or JavaScript at the start of `rest`.
#[cold]
fn foreign_value(rest: &[u8]) -> Option<&'static str> {
    let len = rest.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
    Some(match rest.get(..len)? {
        b"NaN" => "JSON has no NaN, which Python writes; write null",
        b"Infinity" => "JSON has no Infinity, which Python writes; write null",
        b"None" => "None is null in JSON",
        b"undefined" => "undefined is null in JSON",
        b"True" => "True is true in JSON",
        b"False" => "False is false in JSON",
        b"" if rest.first() == Some(&b'\'') => "write strings in double quotes",
        _ => return None,
    })
}
