//! Documents.

use super::modifiers::Modifiers;
use crate::words::DocumentFormat;

/// A document: prose, or text without a language.
///
/// ```
/// use toon_context::{Document, DocumentFormat};
///
/// let document = Document::new("README", "# BCP");
/// assert_eq!(document.format, DocumentFormat::Markdown);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    /// The title.
    pub title: String,
    /// The text, in UTF-8 where it is to be rendered.
    pub content: Vec<u8>,
    /// The format of the text.
    pub format: DocumentFormat,
    pub(crate) modifiers: Modifiers,
}

impl Document {
    /// A document in Markdown.
    pub fn new(title: impl Into<String>, content: impl Into<Vec<u8>>) -> Self {
        let (title, content) = (title.into(), content.into());
        Document { title, content, format: DocumentFormat::Markdown, modifiers: Modifiers::default() }
    }

    /// Sets the format.
    #[must_use]
    pub fn format(mut self, format: DocumentFormat) -> Self {
        self.format = format;
        self
    }
}
