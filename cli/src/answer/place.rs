//! Where a document is in an answer.

use std::borrow::Cow;
use toon::__internal::fence;
use toon_answer::Block;

/// Where a document begins in a text.
pub(crate) struct Place {
    line: usize,
    column: usize,
    /// The number of spaces that were removed from each line.
    indent: usize,
}

impl Place {
    pub(crate) const START: Place = Place { line: 1, column: 1, indent: 0 };

    pub(crate) fn of(text: &str, block: &Block<'_>) -> Self {
        let before = text.get(..block.offset()).unwrap_or_default();
        let column = 1 + before.rsplit('\n').next().unwrap_or_default().chars().count();
        Place { line: block.line(), column, indent: 0 }
    }

    /// The place of a block that is read without the indentation of its fence.
    pub(crate) fn of_unindented(text: &str, block: &Block<'_>) -> Self {
        Place { indent: indent(text, block), ..Place::of(text, block) }
    }

    /// The place in the text of a place in the document.
    pub(crate) fn in_text(&self, line: usize, column: usize) -> (usize, usize) {
        match line {
            // It is in no line.
            0 => (0, 0),
            1 => (self.line, self.column + self.indent + column - 1),
            _ => (self.line + line - 1, self.indent + column),
        }
    }
}

/// The number of spaces in front of the fence that opens `block`, as in a list of Markdown.
fn indent(text: &str, block: &Block<'_>) -> usize {
    let before = text.get(..block.offset()).unwrap_or_default();
    let opening = before.strip_suffix('\n').and_then(|before| before.rsplit('\n').next()).unwrap_or_default();
    if fence::begins(opening) { spaces(opening) } else { 0 }
}

fn spaces(line: &str) -> usize {
    line.len() - line.trim_start_matches(' ').len()
}

/// The beginning `part` of `block` without the indentation of its fence, which Markdown removes from
/// each line.
pub(crate) fn unindented<'t>(text: &str, block: &Block<'t>, part: &'t str) -> Cow<'t, str> {
    let indent = indent(text, block);
    if indent == 0 {
        return Cow::Borrowed(part);
    }
    let lines = part.split('\n').map(|line| line.get(indent.min(spaces(line))..).unwrap_or_default());
    Cow::Owned(lines.collect::<Vec<_>>().join("\n"))
}

/// Like [`unindented`], below as many empty lines as there are lines before the block.
pub(super) fn in_place<'t>(text: &str, block: &Block<'t>, part: &'t str) -> Cow<'t, str> {
    match block.line() - 1 {
        0 => Cow::Borrowed(part),
        lines => Cow::Owned("\n".repeat(lines) + &*unindented(text, block, part)),
    }
}
