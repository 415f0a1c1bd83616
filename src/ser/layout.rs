//! The tokens of the format, one method each, as the options require them.

use crate::options::{Delimiter, EncodeOptions, SpecVersion};
use crate::text::find::find1;
use crate::text::key;
use crate::text::quote::{self, Quoting};
use alloc::string::String;

/// The options that affect layout.
#[derive(Clone, Copy)]
pub(super) struct Layout {
    /// The number of spaces per level.
    pub(super) indent: usize,
    pub(super) delimiter: u8,
    quoting: Quoting,
    /// Field groups and keyed tables, which exist since specification 4.0.
    pub(super) has_groups: bool,
}

impl Layout {
    pub(super) fn new(options: &EncodeOptions) -> Self {
        Layout {
            indent: options.indent,
            delimiter: options.delimiter.byte(),
            quoting: Quoting::new(options.delimiter, options.spec),
            has_groups: options.spec != SpecVersion::V3,
        }
    }

    /// The indent, if it is out of range.
    pub(super) fn invalid_indent(&self) -> Option<usize> {
        Some(self.indent).filter(|spaces| !(1..=16).contains(spaces))
    }

    /// Appends a string value.
    #[inline]
    pub(super) fn push_string(&self, out: &mut String, string: &str) {
        self.quoting.push(out, string);
    }

    /// Appends the delimiter between cells, inline values and field names.
    #[inline]
    pub(super) fn push_delimiter(&self, out: &mut String) {
        // The mask tells the compiler that the character is one byte long.
        out.push(char::from(self.delimiter & 0x7f));
    }

    /// Appends `[N]` or `[N:]` with the delimiter's symbol (§6).
    #[inline]
    pub(super) fn push_bracket(&self, out: &mut String, count: usize, is_keyed: bool) {
        Self::open_bracket(out, count);
        if is_keyed {
            out.push(':');
        }
        if self.delimiter != COMMA {
            self.push_delimiter(out);
        }
        out.push(']');
    }

    #[inline]
    fn open_bracket(out: &mut String, count: usize) {
        out.push('[');
        match u8::try_from(count) {
            Ok(digit @ 0..=9) => out.push(char::from(b'0' | digit)),
            _ => out.push_str(itoa::Buffer::new().format(count)),
        }
    }

    /// Appends `[N]: `, the header of an inline array.
    #[inline]
    pub(super) fn push_inline_header(&self, out: &mut String, count: usize) {
        Self::open_bracket(out, count);
        if self.delimiter != COMMA {
            self.push_delimiter(out);
        }
        out.push_str("]: ");
    }
}

const COMMA: u8 = Delimiter::Comma.byte();

/// Appends a key, quoted if §7.3 requires it.
#[inline]
pub(super) fn push_key(out: &mut String, key: &str) {
    if key::is_bare(key) {
        out.push_str(key);
    } else {
        quote::push_quoted(out, key);
    }
}

/// Begins a line that is indented by `margin` spaces.
#[inline]
pub(super) fn newline(out: &mut String, margin: usize) {
    begin_line(out, "\n               ", 1, margin);
}

/// Ends the line with a colon, and begins one that is indented by `margin` spaces.
#[inline]
pub(super) fn colon_newline(out: &mut String, margin: usize) {
    begin_line(out, ":\n              ", 2, margin);
}

/// Appends a line break and `margin` spaces from `line`, which consists of `mark` bytes followed by
/// spaces.
#[inline]
fn begin_line(out: &mut String, line: &'static str, mark: usize, margin: usize) {
    if mark + margin <= line.len() {
        // A copy whose length is known at compile time needs no call.
        let end = out.len() + mark + margin;
        out.push_str(line);
        out.truncate(end);
    } else {
        out.push_str(&line[..mark]);
        indent(out, margin);
    }
}

#[inline(never)]
fn indent(out: &mut String, margin: usize) {
    const SPACES: &str = "                                                                ";
    let mut rest = margin;
    while rest > SPACES.len() {
        out.push_str(SPACES);
        rest -= SPACES.len();
    }
    out.push_str(&SPACES[..rest]);
}

/// Replaces the count `written` at `at` by `count`: a header is written before the number of
/// elements is certain.
#[cold]
pub(super) fn correct_count(out: &mut String, at: usize, written: usize, count: usize) {
    if written != count {
        let len = itoa::Buffer::new().format(written).len();
        out.replace_range(at..at + len, itoa::Buffer::new().format(count));
    }
}

/// The key token at the start of a field's line or an entry row, in its encoded form.
pub(super) fn key_token(line: &str) -> &str {
    let len = if line.starts_with('"') {
        quote::quoted_len(line.as_bytes())
    } else {
        line.find([':', '[']).unwrap_or(line.len())
    };
    &line[..len]
}

/// The cells of a row or the values of an inline array, in their encoded form.
pub(super) struct Cells<'t> {
    rest: Option<&'t str>,
    delimiter: u8,
}

impl<'t> Cells<'t> {
    pub(super) fn new(text: &'t str, delimiter: u8) -> Self {
        Cells { rest: Some(text), delimiter }
    }
}

impl<'t> Iterator for Cells<'t> {
    type Item = &'t str;

    fn next(&mut self) -> Option<&'t str> {
        let text = self.rest?;
        let len = if text.starts_with('"') {
            quote::quoted_len(text.as_bytes())
        } else {
            find1(text.as_bytes(), self.delimiter)
        };
        self.rest = text.get(len + 1..);
        Some(&text[..len])
    }
}
