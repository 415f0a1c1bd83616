//! Shows an error with its source line and a caret below it.

use super::Error;
use crate::text::message::is_disruptive;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Write;

/// The number of characters to keep on each side of the caret in a long line.
const MAX_CONTEXT_CHARS: usize = 60;

impl Error {
    /// Renders the error like a compiler, with its line in `source`, the text that was read. Long
    /// lines are cut around the caret. Never panics, even if `source` is a different text.
    ///
    /// ```
    /// let text = "users[1]{id,name}:\n  1,\"Ada";
    /// let error = toon::from_str::<serde::de::IgnoredAny>(text).unwrap_err();
    /// assert_eq!(
    ///     error.render(text),
    ///     "\
    /// error: unterminated string
    ///  --> line 2, column 5, in users[0]
    ///   |
    /// 2 |   1,\"Ada
    ///   |     ^
    ///   = help: close the string with \" on the same line; write a quote inside it as \\\"",
    /// );
    /// ```
    pub fn render(&self, source: &str) -> String {
        let mut out = String::new();
        // Writing to a string does not fail.
        let _ = write(&mut out, self, source);
        out
    }

    /// The line of the error in `source`, cut around its column if it is long.
    pub(crate) fn excerpt(&self, source: &str) -> Option<String> {
        source_line(source, self.line()).map(|line| excerpt(line, self.column()).0)
    }
}

fn write(out: &mut String, error: &Error, source: &str) -> core::fmt::Result {
    write!(out, "error: {}", error.kind())?;
    let mut margin = String::new();
    if error.is_placed() {
        let (line, column) = (error.line(), error.column());
        let number = line.to_string();
        margin = " ".repeat(number.len());
        write!(out, "\n{margin}--> line {line}, column {column}")?;
        if let Some(path) = error.path() {
            write!(out, ", in {path}")?;
        }
        // `source` may be shorter, if it is not the text that was read.
        if let Some(text) = source_line(source, line) {
            let (text, caret) = excerpt(text, column);
            write!(out, "\n{margin} |\n{number} | {text}\n{margin} | {}^", " ".repeat(caret))?;
        }
    }
    match error.suggestion() {
        Some(help) => write!(out, "\n{margin} = help: {help}"),
        None => Ok(()),
    }
}

fn source_line(source: &str, line: usize) -> Option<&str> {
    let source = source.strip_prefix('\u{feff}').unwrap_or(source);
    let text = source.split('\n').nth(line.checked_sub(1)?)?;
    Some(text.strip_suffix('\r').unwrap_or(text))
}

/// The part of `line` around `column`, made printable, and the width of its text before the column,
/// in terminal cells.
fn excerpt(line: &str, column: usize) -> (String, usize) {
    let before = column.saturating_sub(1);
    let skipped = before.saturating_sub(MAX_CONTEXT_CHARS);
    let mut out = String::new();
    let mut caret = 0;
    if skipped > 0 {
        out.push('…');
        caret = 1;
    }
    let shown: Vec<char> = line.chars().skip(skipped).take(2 * MAX_CONTEXT_CHARS + 1).collect();
    for (index, &c) in shown.iter().enumerate() {
        let start = out.len();
        push_printable(&mut out, c);
        if skipped + index < before {
            caret += out.get(start..).unwrap_or_default().chars().map(width).sum::<usize>();
        }
    }
    if line.chars().nth(skipped + shown.len()).is_some() {
        out.push('…');
    }
    (out, caret)
}

/// Appends `c`. Tabs and control characters are replaced, since they would misalign the caret.
fn push_printable(out: &mut String, c: char) {
    match c {
        '\t' => out.push_str("    "),
        c if is_disruptive(c) => out.push('\u{fffd}'),
        c => out.push(c),
    }
}

/// The width of `c` in terminal cells, judging by its Unicode block: exact tables would be larger
/// than the rest of this module.
fn width(c: char) -> usize {
    match u32::from(c) {
        0x0300..=0x036f | 0x200b..=0x200f | 0x20d0..=0x20ff | 0xfe00..=0xfe0f | 0xfeff => 0,
        0x1100..=0x115f
        | 0x2e80..=0x303e
        | 0x3041..=0xa4cf
        | 0xac00..=0xd7a3
        | 0xf900..=0xfaff
        | 0xfe30..=0xfe6f
        | 0xff00..=0xff60
        | 0xffe0..=0xffe6
        | 0x1f300..=0x1f64f
        | 0x1f680..=0x1f6ff
        | 0x1f900..=0x1f9ff
        | 0x20000..=0x3fffd => 2,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::excerpt;

    #[test]
    fn a_long_line_is_cut_around_the_caret() {
        let line = "x".repeat(1_000);
        let (text, caret) = excerpt(&line, 500);
        assert_eq!(text.chars().count(), 123);
        assert_eq!(caret, 61);
    }

    #[test]
    fn wide_characters_and_tabs_move_the_caret() {
        assert_eq!(excerpt("世界x", 3), ("世界x".into(), 4));
        assert_eq!(excerpt("\tx", 2), ("    x".into(), 4));
        assert_eq!(excerpt("", 7), (String::new(), 0));
    }
}
