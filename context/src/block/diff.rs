//! Changes of files.

use super::modifiers::Modifiers;

/// The changes of a file.
///
/// ```
/// use toon_context::{Diff, Hunk};
///
/// let diff = Diff::new("main.go", [Hunk::new(1, 1, "-package old\n+package main\n")]);
/// assert_eq!(diff.hunks[0].old_start, 1);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diff {
    /// The file.
    pub path: String,
    /// Its changes.
    pub hunks: Vec<Hunk>,
    pub(crate) modifiers: Modifiers,
}

/// Lines that were changed together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hunk {
    /// The number of the first line in the old file, counted from 1.
    pub old_start: u32,
    /// The number of the first line in the new file, counted from 1.
    pub new_start: u32,
    /// The lines, each with `+`, `-` or a space in front.
    pub lines: Vec<u8>,
}

impl Diff {
    /// The changes of the file `path`.
    pub fn new(path: impl Into<String>, hunks: impl IntoIterator<Item = Hunk>) -> Self {
        Diff { path: path.into(), hunks: hunks.into_iter().collect(), modifiers: Modifiers::default() }
    }
}

impl Hunk {
    /// Lines, each with `+`, `-` or a space in front, and where they begin in the old and new file.
    pub fn new(old_start: u32, new_start: u32, lines: impl Into<Vec<u8>>) -> Self {
        Hunk { old_start, new_start, lines: lines.into() }
    }
}
