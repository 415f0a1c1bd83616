//! Collects the mistakes of a document, without those that are only a consequence of another.

use crate::{Error, ErrorKind, Result};
use alloc::vec::Vec;

/// The mistakes so far, in the order in which they were found.
#[derive(Default)]
pub(super) struct Mistakes {
    pub(super) found: Vec<Error>,
    /// The last line that could not be understood.
    line: usize,
    /// The line below may have a wrong indentation, or another form than its scope, for the same reason.
    affects_indentation: bool,
    affects_form: bool,
    /// The place of the last line that may belong to another scope.
    pub(super) doubtful: usize,
}

impl Mistakes {
    /// Adds a mistake in `text`, or returns it if reading cannot go on.
    pub(super) fn add(&mut self, mistake: Error, text: &str, unit: usize) -> Result<()> {
        let (line, kind) = (mistake.line(), mistake.kind());
        let mut is_consequence = line == self.line;
        if !is_local(kind) {
            let is_first = self.line == 0;
            if matches!(kind, ErrorKind::DepthLimit { .. })
                || is_first && mistake.is_of_whole_text(text, unit)
            {
                return Err(mistake);
            }
            let is_indentation = matches!(
                kind,
                ErrorKind::TabIndentation
                    | ErrorKind::UnevenIndentation { .. }
                    | ErrorKind::DepthJump { .. }
                    | ErrorKind::OverIndented { .. }
            );
            let is_other_form =
                matches!(kind, ErrorKind::NotAListItem | ErrorKind::NotARow | ErrorKind::NotAnEntryRow);
            if is_other_form || matches!(kind, ErrorKind::OverIndented { .. }) {
                self.doubtful = mistake.offset();
            }
            let is_form = is_other_form || matches!(kind, ErrorKind::MissingColon);
            is_consequence |= line == self.line + 1
                && (is_indentation && self.affects_indentation || is_form && self.affects_form);
            if line != self.line {
                self.line = line;
                self.affects_indentation = is_indentation;
                // A string may go on after a line break.
                self.affects_form = is_form || matches!(kind, ErrorKind::UnterminatedString);
            }
        }
        if !is_consequence {
            self.found.push(mistake);
        }
        Ok(())
    }
}

/// Whether a mistake does not affect the meaning of anything else.
fn is_local(kind: &ErrorKind) -> bool {
    matches!(
        kind,
        ErrorKind::CountMismatch { .. }
            | ErrorKind::HugeCount { .. }
            | ErrorKind::WidthMismatch { .. }
            | ErrorKind::DuplicateKey { .. }
            | ErrorKind::DuplicateField { .. }
            | ErrorKind::InvalidEscape { .. }
            | ErrorKind::BlankLine
    )
}
