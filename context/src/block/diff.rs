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
    /// The function or the like that the lines are in, if the diff says so. Containers do not keep it.
    pub section: String,
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
        Hunk { old_start, new_start, lines: lines.into(), section: String::new() }
    }

    /// Says which function or the like the lines are in.
    #[must_use]
    pub fn section(mut self, section: impl Into<String>) -> Self {
        self.section = section.into();
        self
    }

    /// The header of the hunk, as in a unified diff. `None` if the lines state something about the file.
    ///
    /// ```
    /// use toon_context::Hunk;
    ///
    /// let hunk = Hunk::new(10, 12, " a\n+b\n-c\n d\n+e\n").section("fn main()");
    /// assert_eq!(hunk.header().as_deref(), Some("@@ -10,3 +12,4 @@ fn main()"));
    /// assert_eq!(Hunk::new(7, 0, "-a\n").header().as_deref(), Some("@@ -7 +0,0 @@"));
    /// assert_eq!(Hunk::new(0, 0, "new file mode 100644\n").header(), None);
    /// ```
    pub fn header(&self) -> Option<String> {
        if (self.old_start, self.new_start) == (0, 0) {
            return None;
        }
        let (mut old, mut new) = (0_usize, 0_usize);
        for line in self.lines.split_inclusive(|byte| *byte == b'\n') {
            old += usize::from(matches!(line.first(), Some(b' ' | b'-')));
            new += usize::from(matches!(line.first(), Some(b' ' | b'+')));
        }
        let range = |start, count| if count == 1 { format!("{start}") } else { format!("{start},{count}") };
        let (old, new) = (range(self.old_start, old), range(self.new_start, new));
        let space = if self.section.is_empty() { "" } else { " " };
        Some(format!("@@ -{old} +{new} @@{space}{}", self.section))
    }
}
