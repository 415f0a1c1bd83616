//! Splits a text into lines and measures their indentation.

use alloc::vec::Vec;

/// A line that is neither blank nor a comment.
#[derive(Clone, Copy)]
pub(super) struct SourceLine<'t> {
    /// Counted from 1.
    pub(super) number: usize,
    /// The offset of its content in the text.
    pub(super) at: usize,
    /// Its indentation, in columns.
    pub(super) indent: usize,
    /// Its content without indentation, trailing spaces and CR.
    pub(super) text: &'t str,
    /// It follows a blank line.
    pub(super) is_behind_blank: bool,
    /// Its indentation contains a tab.
    pub(super) has_tab: bool,
}

impl SourceLine<'_> {
    /// The offset of the end of its content in the text.
    pub(super) fn end(&self) -> usize {
        self.at + self.text.len()
    }

    /// Whether it is a list item: a hyphen, followed by a space or nothing.
    pub(super) fn is_item(&self) -> bool {
        self.text == "-" || self.text.starts_with("- ")
    }
}

/// A tab counts as one level of two columns.
const TAB: usize = 2;

/// The lines of `text`, and separately its comments.
pub(super) fn split(text: &str) -> (Vec<SourceLine<'_>>, Vec<SourceLine<'_>>) {
    let mut lines = Vec::new();
    let mut comments = Vec::new();
    let mut is_behind_blank = false;
    let mut begin = 0;
    for (index, whole) in text.split('\n').enumerate() {
        let (indentation, content) = split_indentation(whole);
        let at = begin + indentation.len();
        begin += whole.len() + 1;
        let content = content.strip_suffix('\r').unwrap_or(content).trim_end_matches([' ', '\t']);
        if content.is_empty() {
            is_behind_blank = true;
            continue;
        }
        let has_tab = indentation.contains('\t');
        let indent = width(indentation);
        let line = SourceLine { number: index + 1, at, indent, text: content, is_behind_blank, has_tab };
        if content.starts_with('#') && !has_tab {
            comments.push(line);
        } else {
            lines.push(line);
            is_behind_blank = false;
        }
    }
    (lines, comments)
}

/// Splits a line after its indentation.
pub(super) fn split_indentation(line: &str) -> (&str, &str) {
    let content = line.trim_start_matches([' ', '\t']);
    line.split_at(line.len() - content.len())
}

/// The width of `indentation` in columns.
pub(super) fn width(indentation: &str) -> usize {
    indentation.bytes().map(|byte| if byte == b'\t' { TAB } else { 1 }).sum()
}

/// Whether a value is rather a sentence, as in `Note: I could not find it.`
pub(super) fn is_sentence(value: &str) -> bool {
    value.trim_end().ends_with(['.', '!', '?']) && value.split_whitespace().nth(2).is_some()
}
