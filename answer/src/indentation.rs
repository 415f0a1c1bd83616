//! The spaces and tabs before a line.

/// Splits a line after its indentation.
pub(crate) fn split_indentation(line: &str) -> (&str, &str) {
    let content = line.trim_start_matches([' ', '\t']);
    line.split_at(line.len() - content.len())
}
