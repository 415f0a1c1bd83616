//! The lines of a text, with their indentation as a reader sees it.

use alloc::vec::Vec;

/// A line that is neither blank nor a comment.
#[derive(Clone, Copy)]
pub(super) struct SourceLine<'t> {
    /// Counted from 1.
    pub(super) number: usize,
    /// Where its content begins in the text.
    pub(super) at: usize,
    /// How far it is indented, in columns.
    pub(super) indent: usize,
    /// Without indentation, trailing spaces and CR.
    pub(super) text: &'t str,
    /// A blank line stands in front of it.
    pub(super) is_behind_blank: bool,
    /// There is a tab in its indentation.
    pub(super) has_tab: bool,
}

impl SourceLine<'_> {
    /// Where its content ends in the text.
    pub(super) fn end(&self) -> usize {
        self.at + self.text.len()
    }

    /// Whether it is a list item: a hyphen, and a space behind it unless nothing follows.
    pub(super) fn is_item(&self) -> bool {
        self.text == "-" || self.text.starts_with("- ")
    }
}

/// A tab is as wide as a level.
const TAB: usize = 2;

/// The lines of `text`, and those that are comments.
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

/// A line's indentation, and what is behind it.
pub(super) fn split_indentation(line: &str) -> (&str, &str) {
    let content = line.trim_start_matches([' ', '\t']);
    line.split_at(line.len() - content.len())
}

/// In columns.
pub(super) fn width(indentation: &str) -> usize {
    indentation.bytes().map(|byte| if byte == b'\t' { TAB } else { 1 }).sum()
}
