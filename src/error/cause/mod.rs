//! Finds the likely cause of a mistake in the text around it, for suggestions that address it.
//!
//! The mistake that a reader reports is often not the one that was made: if the rows of a table are
//! not indented, it reports a table without rows, and in a Markdown fence, a line without a colon.
//! So when an error leaves the reader, [`advice`] looks at the lines around its place. It judges by
//! the kind of the error and by the text, and returns `None` unless it is certain.
//!
//! Each kind of error has a function in [`place`] (lines), [`table`] (headers and their elements),
//! [`string`] (quotes) or [`value`] (types). [`formats`] advises on other formats. They build on
//! [`lines`], which finds the lines around a line, and on [`recognize`](crate::recognize), which knows
//! what a writer may have meant.

mod formats;
mod lines;
mod place;
mod string;
mod table;
mod value;

use super::kind::ErrorKind;
use crate::text::message::is_disruptive;
use alloc::string::String;
use lines::Surroundings;

pub(super) use formats::json_advice;
pub(crate) use string::string_lines_below;
pub(super) use table::recount;

/// How to fix a mistake at the byte offset `at` of `text`, where a level of indentation is `unit`
/// spaces; `None` if its kind alone says more.
///
/// Takes time linear in the length of the text, or of a header's scope if [`is_local`].
pub(super) fn advice(kind: &ErrorKind, text: &str, at: usize, unit: usize) -> Option<String> {
    of_kind(kind, text, at, unit).map(|advice| advice.replace(is_disruptive, "\u{fffd}"))
}

fn of_kind(kind: &ErrorKind, text: &str, at: usize, unit: usize) -> Option<String> {
    let near = Surroundings::new(text, unit);
    let (line, column) = near.line_at(text, at);
    let line = &line;
    match kind {
        ErrorKind::MissingColon => place::without_colon(near, line),
        ErrorKind::OverIndented { expected, .. } => place::too_deep(near, line, *expected),
        ErrorKind::DepthJump { expected, .. } => place::jump(near, line, *expected),
        ErrorKind::UnevenIndentation { .. } => place::uneven(near, line),
        ErrorKind::TabIndentation => place::tabs(near, line),
        ErrorKind::TrailingContent => place::trailing(near, line),
        // The reader mistakes `- id` for a key.
        ErrorKind::DuplicateKey { key } if key.starts_with('{') => Some(String::from(
            "write the objects as TOON, not as JSON: as rows below a header such as key[2]{a,b}:",
        )),
        ErrorKind::DuplicateKey { key } if key.starts_with("- ") => formats::yaml_list(near, line),
        ErrorKind::CountMismatch { expected, found } => table::count(near, line, *expected, *found),
        ErrorKind::HugeCount { found, .. } => table::count(near, line, u64::MAX, *found),
        ErrorKind::WidthMismatch { expected, found } => table::width(near, line, *expected, *found),
        ErrorKind::EmptyFieldName => table::empty_field(line, column),
        ErrorKind::InvalidBracket { .. } => table::malformed_bracket(near, line),
        ErrorKind::KeylessHeader => table::keyless(near, line),
        ErrorKind::NotAListItem => table::not_an_item(near, line),
        ErrorKind::NotARow => table::not_a_row(near, line),
        ErrorKind::UnterminatedString => string::unterminated(near, line),
        ErrorKind::TextAfterQuote => string::text_after_quote(line, column),
        ErrorKind::InvalidType { expected, .. } => value::scalar(near, line, column, expected),
        _ => None,
    }
}

/// Whether a mistake at the byte offset `at` of `text` is due to something that affects every line: a
/// Markdown fence, or another unit of indentation.
pub(super) fn is_of_whole_text(kind: &ErrorKind, text: &str, at: usize, unit: usize) -> bool {
    let near = Surroundings::new(text, unit);
    let has_other_unit = match kind {
        ErrorKind::OverIndented { .. }
        | ErrorKind::DepthJump { .. }
        | ErrorKind::UnevenIndentation { .. } => {
            near.all().filter(|line| line.indent > 0).nth(1).is_some() && formats::other_unit(near).is_some()
        }
        _ => false,
    };
    has_other_unit || formats::fenced(near, &near.line_at(text, at).0).is_some()
}

/// Whether [`advice`] only looks at the line of the mistake and at the lines of its scope, so that
/// finding it for many mistakes still takes linear time.
pub(super) fn is_local(kind: &ErrorKind) -> bool {
    matches!(
        kind,
        ErrorKind::CountMismatch { .. } | ErrorKind::HugeCount { .. } | ErrorKind::WidthMismatch { .. }
    )
}
