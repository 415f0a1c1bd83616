//! The lines of a text that tell what it contains: definitions of code, headings of Markdown, and keys of settings.

#[cfg(feature = "outline")]
mod grammar;
mod keys;
mod markdown;

use crate::words::Lang;

/// The numbers of these lines, from 0, in their order. None if the language is not known: grammars need the
/// feature `outline`.
pub(crate) fn lines(path: &str, text: &str) -> Vec<usize> {
    if Lang::of_path(path) == Lang::Markdown {
        return markdown::headings(text);
    }
    let keys = keys::keys(path, text);
    #[cfg(feature = "outline")]
    if keys.is_empty() {
        return grammar::definitions(path, text);
    }
    keys
}
