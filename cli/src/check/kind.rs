//! Kinds of mistakes.

use std::borrow::Cow;
use toon::ErrorKind;

/// What a mistake is, without the numbers and names in its message.
pub(super) fn name(kind: &ErrorKind) -> Cow<'static, str> {
    let name = match kind {
        ErrorKind::InvalidEscape { .. } => "invalid escape sequence",
        ErrorKind::InvalidBracket { .. } => "malformed bracket segment",
        ErrorKind::FieldDelimiter { .. } => "field list with another delimiter than its brackets",
        ErrorKind::DuplicateField { .. } => "duplicate field in a field list",
        ErrorKind::UnevenIndentation { .. } => "indentation that is not a multiple of the unit",
        ErrorKind::DepthJump { .. } | ErrorKind::OverIndented { .. } => "indentation at the wrong level",
        ErrorKind::CountMismatch { .. } | ErrorKind::HugeCount { .. } => {
            "header with the wrong number of elements"
        }
        ErrorKind::WidthMismatch { .. } => "row with the wrong number of cells",
        ErrorKind::DuplicateKey { .. } => "duplicate key",
        ErrorKind::DepthLimit { .. } => "nesting that is too deep",
        ErrorKind::InvalidForm { .. } => "invalid normal form",
        ErrorKind::NewerForm { .. } => "normal form of a newer version",
        ErrorKind::OutputLimit { .. } => "normal form that expands to too much text",
        // The others have neither.
        other => return other.to_string().into(),
    };
    name.into()
}
