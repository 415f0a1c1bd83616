//! The tokens of the format, one method each, in the form that the options ask for.

use crate::options::{Delimiter, EncodeOptions, KeyFolding, SpecVersion};
use crate::text::key;
use crate::text::quote::{self, Quoting};
use alloc::string::String;

/// What the options say about form.
#[derive(Clone, Copy)]
pub(super) struct Layout {
    indent: usize,
    pub(super) delimiter: u8,
    quoting: Quoting,
    /// Field groups and keyed tables: from specification 4.0 on.
    pub(super) has_groups: bool,
    pub(super) folds: bool,
    pub(super) flatten_depth: usize,
}

impl Layout {
    pub(super) fn new(options: &EncodeOptions) -> Self {
        Layout {
            indent: options.indent,
            delimiter: options.delimiter.byte(),
            quoting: Quoting::new(options.delimiter, options.spec),
            has_groups: options.spec != SpecVersion::V3,
            folds: options.key_folding == KeyFolding::Safe,
            flatten_depth: options.flatten_depth,
        }
    }

    /// The indent, if it is one that no text can have.
    pub(super) fn invalid_indent(&self) -> Option<usize> {
        Some(self.indent).filter(|spaces| !(1..=16).contains(spaces))
    }

    /// The width of the indentation at `depth`.
    pub(super) fn margin(&self, depth: usize) -> usize {
        depth * self.indent
    }

    /// How a line at `depth` begins.
    pub(super) fn line(&self, depth: usize) -> Line {
        const LONGEST: &str = concat!(
            "\n",
            "                                                                ",
            "                                                               "
        );
        let len = 1 + self.margin(depth);
        match LONGEST.get(..len) {
            Some(start) => Line { start, more: 0 },
            None => Line { start: LONGEST, more: len - LONGEST.len() },
        }
    }

    /// A key, quoted where §7.3 asks for it. With folding on, dots stand for structure, so that a literal key that
    /// contains one is quoted too.
    #[inline]
    pub(super) fn push_key(&self, out: &mut String, key: &str) {
        if key::is_bare(key) && (!self.folds || !key.contains('.')) {
            out.push_str(key);
        } else {
            quote::push_quoted(out, key);
        }
    }

    /// A string value.
    #[inline]
    pub(super) fn push_string(&self, out: &mut String, string: &str) {
        self.quoting.push(out, string);
    }

    /// What separates cells, values and field names.
    #[inline]
    pub(super) fn push_delimiter(&self, out: &mut String) {
        const TAB: u8 = Delimiter::Tab.byte();
        const PIPE: u8 = Delimiter::Pipe.byte();
        // Each of them is one byte to the compiler as well.
        match self.delimiter {
            TAB => out.push('\t'),
            PIPE => out.push('|'),
            _ => out.push(','),
        }
    }

    /// `[N]` or `[N:]` with the delimiter's symbol (§6).
    pub(super) fn push_bracket(&self, out: &mut String, count: usize, is_keyed: bool) {
        out.push('[');
        out.push_str(itoa::Buffer::new().format(count));
        if is_keyed {
            out.push(':');
        }
        if self.delimiter != Delimiter::Comma.byte() {
            self.push_delimiter(out);
        }
        out.push(']');
    }
}

/// A line's beginning: the newline and its indentation, made once for all lines of a scope.
#[derive(Clone, Copy)]
pub(super) struct Line {
    start: &'static str,
    /// Spaces beyond those.
    more: usize,
}

impl Default for Line {
    fn default() -> Self {
        Line::NONE
    }
}

impl Line {
    /// No line of its own.
    pub(super) const NONE: Line = Line { start: "", more: 0 };

    #[inline]
    pub(super) fn push(self, out: &mut String) {
        out.push_str(self.start);
        for _ in 0..self.more {
            out.push(' ');
        }
    }
}

/// Puts `count` where the header says `written`, at `at`: lengths are announced before they are certain.
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
            memchr::memchr(self.delimiter, text.as_bytes()).unwrap_or(text.len())
        };
        self.rest = text.get(len + 1..);
        Some(&text[..len])
    }
}
