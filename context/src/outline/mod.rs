//! The lines of a text that tell what it contains: definitions of code, and headings of Markdown.

#[cfg(feature = "outline")]
mod grammar;
mod markdown;

use crate::words::Lang;

/// The numbers of these lines, from 0, in their order. None if the language is not known: grammars need the
/// feature `outline`.
pub(crate) fn lines(path: &str, text: &str) -> Vec<usize> {
    match Lang::of_path(path) {
        Lang::Markdown => markdown::headings(text),
        #[cfg(feature = "outline")]
        _ => grammar::definitions(path, text),
        #[cfg(not(feature = "outline"))]
        _ => Vec::new(),
    }
}
