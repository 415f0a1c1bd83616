//! Formats rows as text for humans.

use super::page::Pagination;
use toon_convert::__internal::Tree;

/// Spaces per level: as wide as `- `, so that the lines of a list element line up.
const INDENT: usize = 2;

/// Writes a title, and a block of lines for each row. Rows are numbered across all pages.
pub(super) fn formatted(key: &str, rows: &[Tree<'_>], pagination: &Pagination) -> String {
    let Pagination { offset, total, page, .. } = pagination;
    let mut text = IndentedText(format!(
        "# {key}: {} of {total}, page {page} of {}",
        rows.len(),
        pagination.last_page()
    ));
    for (row, number) in rows.iter().zip(offset + 1..) {
        text.0.push_str("\n\n## ");
        text.0.push_str(&number.to_string());
        text.0.push('\n');
        text.value(row, 0);
    }
    text.0
}

/// Whether a value starts on a new line below its key.
fn is_block(value: &Tree<'_>) -> bool {
    match value {
        Tree::Object(entries) => !entries.is_empty(),
        Tree::Array(elements) => !elements.is_empty(),
        Tree::Leaf(_) => false,
    }
}

/// The text so far.
struct IndentedText(String);

impl IndentedText {
    /// Writes `value`. Lines after the first one are indented by `indent` spaces.
    fn value(&mut self, value: &Tree<'_>, indent: usize) {
        match value {
            Tree::Object(entries) if !entries.is_empty() => {
                for (index, (key, value)) in entries.iter().enumerate() {
                    self.next_line(index, indent);
                    self.lines(key, indent);
                    self.0.push(':');
                    if is_block(value) {
                        self.next_line(1, indent + INDENT);
                    } else {
                        self.0.push(' ');
                    }
                    self.value(value, indent + INDENT);
                }
            }
            Tree::Array(elements) if !elements.is_empty() => {
                for (index, element) in elements.iter().enumerate() {
                    self.next_line(index, indent);
                    self.0.push_str("- ");
                    self.value(element, indent + INDENT);
                }
            }
            Tree::Object(_) => self.0.push_str("{}"),
            Tree::Array(_) => self.0.push_str("[]"),
            Tree::Leaf(json) => match serde_json::from_str::<String>(json.get()) {
                Ok(string) if !string.is_empty() => self.lines(&string, indent),
                // An empty string keeps its quotes to be visible.
                _ => self.lines(json.get(), indent),
            },
        }
    }

    /// Starts a new line before each part except the first.
    fn next_line(&mut self, part: usize, indent: usize) {
        if part > 0 {
            self.0.push('\n');
            self.0.extend(std::iter::repeat_n(' ', indent));
        }
    }

    fn lines(&mut self, text: &str, indent: usize) {
        for (part, line) in text.split('\n').enumerate() {
            self.next_line(part, indent);
            self.0.push_str(line);
        }
    }
}
