//! Mistakes in diffs.

/// Why a text is not a unified diff.
///
/// ```
/// use toon_context::Diff;
///
/// let error = Diff::from_unified("--- a.rs\n+++ a.rs\n@@ -1 +1 @@\n-old\n").unwrap_err();
/// assert_eq!(error.line(), 5);
/// assert_eq!(error.to_string(), "line 5: the hunk ends before the last line that its header announces");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct DiffError {
    pub(super) line: usize,
    pub(super) reason: &'static str,
}

impl DiffError {
    /// The number of the line, counted from 1.
    pub fn line(&self) -> usize {
        self.line
    }
}

pub(super) type Result<T> = std::result::Result<T, DiffError>;
