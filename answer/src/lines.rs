//! Splits a text into lines and measures their indentation.

use crate::table_above::TableAbove;
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
    pub(super) is_after_blank: bool,
    /// Its indentation contains a tab, or another space than U+0020.
    pub(super) has_tab: bool,
    /// The length of the mark of a list item at its start: a hyphen, or another mark once a list
    /// with other marks was found. 0 if it is not an item.
    pub(super) mark: usize,
}

impl<'t> SourceLine<'t> {
    /// The offset of the end of its content in the text.
    pub(super) fn end(&self) -> usize {
        self.at + self.text.len()
    }

    /// Whether it is a list item.
    pub(super) fn is_item(&self) -> bool {
        self.mark > 0
    }

    /// The content of a list item.
    pub(super) fn item(&self) -> &'t str {
        self.text[self.mark..].trim_start_matches(' ')
    }
}

/// A tab counts as one level of two columns.
const TAB: usize = 2;

/// The lines of `text`, and separately its comments. Unless the text `is_valid`, spaces of any kind
/// are indentation, but those after a whole number of levels are content, as for the strict reader.
pub(super) fn split(text: &str, is_valid: bool) -> (Vec<SourceLine<'_>>, Vec<SourceLine<'_>>) {
    let mut lines = Vec::new();
    let mut comments = Vec::new();
    let mut is_after_blank = false;
    let mut begin = 0;
    let levels = Levels::of(text);
    let mut table = TableAbove::default();
    for (index, whole) in text.split('\n').enumerate() {
        let after_spaces = whole.trim_start_matches([' ', '\t']);
        let mut content =
            after_spaces.trim_start_matches(|c| matches!(c, ' ' | '\t') || !is_valid && is_wide_space(c));
        let is_row = !is_valid && table.takes(whole);
        let is_content = if content.trim_end().is_empty() {
            // In a table of one column, other spaces alone can be a cell.
            is_row && table.is_announced()
        } else {
            levels.end_after(whole) && (is_row || hyphen(content) == 0)
        };
        if is_content {
            content = after_spaces;
        }
        let indentation = &whole[..whole.len() - content.len()];
        let at = begin + indentation.len();
        begin += whole.len() + 1;
        let content = content.strip_suffix('\r').unwrap_or(content).trim_end_matches([' ', '\t']);
        if content.is_empty() {
            is_after_blank = true;
            continue;
        }
        let has_tab = indentation.contains(|c| c != ' ');
        let indent = width(indentation);
        let mark = hyphen(content);
        let line = SourceLine { number: index + 1, at, indent, text: content, is_after_blank, has_tab, mark };
        if content.starts_with('#') && !has_tab
            || !is_valid && (content == "//" || content.starts_with("// "))
        {
            comments.push(line);
        } else {
            lines.push(line);
            is_after_blank = false;
        }
    }
    (lines, comments)
}

/// How the lines of a text are indented that begin with no other space than U+0020.
struct Levels {
    /// The indentation of the first line.
    base: usize,
    /// The spaces per level, if a line is indented more than the first.
    unit: Option<usize>,
}

impl Levels {
    fn of(text: &str) -> Self {
        let lines = || text.split('\n').filter_map(spaces);
        let base = lines().next().unwrap_or_default();
        Levels { base, unit: lines().find_map(|indent| indent.checked_sub(base).filter(|&more| more > 0)) }
    }

    /// Whether a line goes on with another space after the indentation of a whole number of levels.
    /// Text that is copied from a web page mixes both: a space and a no-break space.
    fn end_after(&self, line: &str) -> bool {
        let content = line.trim_start_matches(' ');
        let depth = (line.len() - content.len()).saturating_sub(self.base);
        let is_whole = self.unit.map_or(depth > 1, |unit| depth > 0 && depth % unit == 0);
        is_whole && content.starts_with(is_wide_space)
    }
}

/// The number of spaces before the content of a line, unless it begins with another space.
fn spaces(line: &str) -> Option<usize> {
    let content = line.trim_start_matches(' ');
    content.starts_with(|c: char| !c.is_whitespace()).then_some(line.len() - content.len())
}

/// The length of the hyphen of a list item (§9.4): followed by a space or nothing.
pub(super) fn hyphen(content: &str) -> usize {
    usize::from(content == "-" || content.starts_with("- "))
}

/// Whether `c` is a space that only looks like indentation: a no-break or ideographic space.
pub(super) fn is_wide_space(c: char) -> bool {
    matches!(c, '\u{a0}' | '\u{3000}' | '\u{2007}' | '\u{202f}')
}

/// The width of `indentation` in columns.
pub(super) fn width(indentation: &str) -> usize {
    indentation.chars().map(|c| if matches!(c, '\t' | '\u{3000}') { TAB } else { 1 }).sum()
}
