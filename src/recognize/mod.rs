//! Recognizes what a writer meant who did not write plain TOON: text in another format, text around
//! a document, and other spellings of the same thing.
//!
//! Advice for mistakes and the lenient reader of `toon-answer` both ask here, so that a mistake that
//! the one explains is the mistake that the other repairs. The functions are about a line, a token
//! or a few lines. They return slices and positions; they write no messages, and know nothing of
//! errors or of the place of a line in a document.

pub mod assignment;
pub mod comment;
pub mod count;
pub mod csv;
pub mod delimiter;
pub mod fence;
pub mod header;
pub mod json;
pub mod list;
pub mod markdown;
pub mod prose;
pub mod quotes;
pub mod yaml;
