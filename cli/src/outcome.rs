//! What a command that succeeded has written.

use std::process::ExitCode;

/// Whether the result is all that the input contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    Complete,
    /// The end of an answer that was cut off is missing, as the user has allowed.
    CutOff,
}

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Complete => ExitCode::SUCCESS,
            Outcome::CutOff => ExitCode::from(3),
        }
    }
}
