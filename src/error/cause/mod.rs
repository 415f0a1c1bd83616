//! The likely cause of a mistake, as the text around it shows: advice that addresses it.
//!
//! The mistake that a reader finds is often not the one that was made. Below a header whose rows are
//! not indented it finds no rows, and a Markdown fence is a line without a colon. So once an error
//! leaves the reader, [`advice`] looks at its surroundings, from the line of the error outwards. It
//! goes by the kind of the error and by the text, and says nothing where it is not certain.
//!
//! Each kind has one function, in [`place`] (lines), [`table`] (headers and what belongs to them),
//! [`string`] (quotes) or [`value`] (types). [`mod@format`] recognizes other formats. [`lines`] and [`header`] are the ground
//! floor: a line, what is around it, and a header that may be malformed.

mod format;
mod header;
mod lines;
mod place;
mod string;
mod table;
mod value;

use super::kind::ErrorKind;
use alloc::string::String;
use lines::Surroundings;

pub(super) use format::{is_json, json_advice};

/// How to fix a mistake at the byte `at` of `text`, which is indented by `unit` spaces for each
/// level. `None` if there is nothing to say beyond its kind.
///
/// Takes time linear in the text, or in the scope of a header if [`is_local`].
pub(super) fn advice(kind: &ErrorKind, text: &str, at: usize, unit: usize) -> Option<String> {
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
        // To the reader, `- id` is a key.
        ErrorKind::DuplicateKey { key } if key.starts_with("- ") => format::yaml_list(near, line),
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

/// Whether [`advice`] looks no further than at the line of the mistake and the lines of its scope,
/// so that it may be asked for every one of many mistakes.
pub(super) fn is_local(kind: &ErrorKind) -> bool {
    matches!(
        kind,
        ErrorKind::CountMismatch { .. } | ErrorKind::HugeCount { .. } | ErrorKind::WidthMismatch { .. }
    )
}
