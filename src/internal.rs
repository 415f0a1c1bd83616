//! What the other packages of the same version need of this crate, and nobody else should use.

use crate::{EncodeOptions, Error, ErrorKind, Result, Serializer, Value};
use alloc::string::String;
use serde::de::Deserialize;
use serde::ser::Serialize;

pub use crate::de::in_parts::{IN_PARTS, PART};
pub use crate::de::nullable::NULLABLE_GROUP;
pub use crate::error::Segment;
pub use crate::event::Events;
#[cfg(all(feature = "json", feature = "std"))]
pub use crate::json::JsonLines;
#[cfg(feature = "json")]
pub use crate::json::{JsonReader, JsonText, place as place_in_json, read_toon};
pub use crate::options::selection::{Findings, ROOT, SelectedPart, Selection, SelectionCursor};
pub use crate::recognize::{
    assignment, comment, count, csv, delimiter, fence, header, json, list, markdown, prose, quotes, yaml,
};
pub use crate::ser::Relay;
pub use crate::text::message::shorten;
pub use crate::text::{key, list_cell, number, unquoted, words};
pub use crate::value::ValueBuilder;

/// An error of a reader or writer.
#[cfg(feature = "std")]
pub fn io_error(error: std::io::Error) -> Error {
    Error::io(error)
}

/// An error without a place.
pub fn error(kind: ErrorKind) -> Error {
    Error::new(kind)
}

/// The same error at another place.
pub fn placed(error: Error, line: usize, column: usize) -> Error {
    error.set_place(line, column)
}

/// The same error with another path.
pub fn at_path(error: Error, path: String) -> Error {
    error.set_path(path)
}

/// The same error of another kind.
pub fn of_kind(error: Error, kind: ErrorKind) -> Error {
    error.set_kind(kind)
}

/// The part of the line of `error` in `source` that is shown to people.
pub fn excerpt(error: &Error, source: &str) -> Option<String> {
    error.excerpt(source)
}

/// Appends the canonical form of `number`, which matches JSON's grammar.
pub fn push_canonical(out: &mut String, number: &str) {
    crate::text::decimal::push_canonical(out, number);
}

/// Appends `string` in quotes (§7.1).
pub fn push_quoted(out: &mut String, string: &str) {
    crate::text::quote::push_quoted(out, string);
}

/// The same error in a part of the value.
pub fn within(error: Error, segment: &Segment<'_>) -> Error {
    error.within(segment)
}

/// The selected fields of `options`.
pub fn selection(options: &EncodeOptions) -> Option<&Selection> {
    options.fields.as_deref()
}

/// The same options, with all fields.
pub fn whole(options: &EncodeOptions) -> EncodeOptions {
    EncodeOptions { fields: None, level: None, ..options.clone() }
}

/// A serializer that writes nothing, and sends all events to `relay`, whose receiver selects fields itself.
pub fn relaying<'a>(
    scratch: &'a mut String,
    relay: &'a mut Relay<'a>,
    options: &EncodeOptions,
) -> Serializer<'a> {
    Serializer::relaying(scratch, relay, options)
}

/// Fails if a selected level or field is unknown, after the value has been serialized.
pub fn check_names(serializer: &mut Serializer<'_>) -> Result<()> {
    serializer.check_names()
}

/// [`from_value`](crate::from_value) with at most `max_depth` nested containers.
pub fn read_value<'v, T: Deserialize<'v>>(value: &'v Value, max_depth: usize) -> Result<T> {
    crate::value::read(value, max_depth)
}

/// [`to_value`](crate::to_value) with at most `max_depth` nested containers.
pub fn value_of<T: ?Sized + Serialize>(value: &T, max_depth: usize) -> Result<Value> {
    crate::value::write(value, max_depth)
}

/// Writes a primitive as it is spelled in `token`.
pub fn write_token(out: &mut Serializer<'_>, token: &str) -> Result<()> {
    out.bare(token)
}

// Other crates cannot construct these kinds, to which fields may be added.

/// [`ErrorKind::CountMismatch`].
pub const fn count_mismatch(expected: u64, found: u64) -> ErrorKind {
    ErrorKind::CountMismatch { expected, found }
}

/// [`ErrorKind::WidthMismatch`].
pub const fn width_mismatch(expected: u64, found: u64) -> ErrorKind {
    ErrorKind::WidthMismatch { expected, found }
}

/// [`ErrorKind::OverIndented`], by one level.
pub const fn over_indented(expected: usize) -> ErrorKind {
    ErrorKind::OverIndented { expected, found: expected + 1 }
}

/// [`ErrorKind::DepthLimit`].
pub const fn depth_limit(limit: usize) -> ErrorKind {
    ErrorKind::DepthLimit { limit }
}

/// [`ErrorKind::InvalidBracket`].
pub fn invalid_bracket(text: &str) -> ErrorKind {
    ErrorKind::InvalidBracket { text: shorten(text) }
}

/// [`ErrorKind::DuplicateField`].
pub fn duplicate_field(name: &str) -> ErrorKind {
    ErrorKind::DuplicateField { name: name.into() }
}

/// [`ErrorKind::DuplicateKey`].
pub fn duplicate_key(key: &str) -> ErrorKind {
    ErrorKind::DuplicateKey { key: shorten(key) }
}

/// The same error with advice that is more specific than that for its kind.
pub fn with_hint(error: Error, hint: String) -> Error {
    error.set_hint(hint)
}

/// [`ErrorKind::IncompleteEntry`].
pub const fn incomplete_entry(missing: &'static str) -> ErrorKind {
    ErrorKind::IncompleteEntry { missing }
}

/// [`ErrorKind::OutputLimit`].
pub const fn output_limit(limit: usize) -> ErrorKind {
    ErrorKind::OutputLimit { limit }
}

/// [`ErrorKind::UnsupportedOption`].
pub const fn unsupported_option(option: &'static str) -> ErrorKind {
    ErrorKind::UnsupportedOption { option }
}

/// [`ErrorKind::InvalidForm`].
pub const fn invalid_form(message: String) -> ErrorKind {
    ErrorKind::InvalidForm { message }
}

/// [`ErrorKind::NewerForm`].
pub fn newer_form(version: &str) -> ErrorKind {
    ErrorKind::NewerForm { version: version.into() }
}
