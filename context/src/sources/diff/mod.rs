//! Unified diffs.

mod colors;
mod error;
mod header;
mod lines;
mod path;

use crate::block::{Diff, Hunk};
use error::Result;
use header::FileHeader;
use lines::DiffLines;

pub use error::DiffError;

impl Diff {
    /// Reads a unified diff, with or without colours, such as the output of `git diff`, `git show`, `git format-patch` or
    /// `diff -u`: a [`Diff`] for each file, in order. Text around the diffs is skipped.
    ///
    /// What Git states about a file beyond its lines – a new or deleted file, a rename, a copy, a mode,
    /// binary content – is the first hunk, at line 0. The path is the new one, or the old one of a
    /// deleted file.
    ///
    /// # Errors
    /// If there is text but no diff, a hunk does not have the lines that its header announces, or the
    /// diff is a combined one, of a merge.
    ///
    /// ```
    /// use toon_context::{Diff, Hunk};
    ///
    /// let text = "\
    /// diff --git a/old.rs b/src/new.rs
    /// similarity index 90%
    /// rename from old.rs
    /// rename to src/new.rs
    /// index 8a0c3f1..3b18e51 100644
    /// --- a/old.rs
    /// +++ b/src/new.rs
    /// @@ -7 +7,2 @@ fn main() {
    ///      first();
    /// +    second();
    /// ";
    /// let diffs = Diff::from_unified(text)?;
    /// let renamed = Hunk::new(0, 0, "rename from old.rs\nrename to src/new.rs\n");
    /// let changed = Hunk::new(7, 7, "     first();\n+    second();\n").section("fn main() {");
    /// assert_eq!(diffs, [Diff::new("src/new.rs", [renamed, changed])]);
    /// # Ok::<(), toon_context::sources::DiffError>(())
    /// ```
    pub fn from_unified(text: impl AsRef<[u8]>) -> std::result::Result<Vec<Self>, DiffError> {
        let text = &*colors::removed(text.as_ref());
        let mut lines = DiffLines::new(text);
        let mut diffs = Vec::new();
        while let Some(line) = lines.peek() {
            if let Some(header) = FileHeader::read(&mut lines)? {
                let hunks = hunks(&mut lines, header.is_crlf)?;
                diffs.push(header.with_hunks(hunks));
            } else if line.starts_with(b"@@ ") {
                return lines.error("the hunk does not belong to a file");
            } else {
                lines.next();
            }
        }
        if diffs.is_empty() && !text.trim_ascii().is_empty() {
            return DiffLines::new(text).error("the text contains no unified diff");
        }
        Ok(diffs)
    }
}

/// The hunks of a file. If `is_crlf`, all lines of the diff end in CRLF, not only those of the file.
fn hunks(lines: &mut DiffLines<'_>, is_crlf: bool) -> Result<Vec<Hunk>> {
    let mut hunks = Vec::new();
    while let Some(line) = lines.peek().filter(|line| line.starts_with(b"@@ ")) {
        let Some([old, new]) = ranges(line) else { return lines.error("invalid hunk header") };
        lines.next();
        hunks.push(hunk(lines, old, new, is_crlf)?.section(section(line)));
    }
    Ok(hunks)
}

/// Lines of a file: the number of the first one, and how many they are.
#[derive(Clone, Copy)]
struct Range {
    start: u32,
    count: u32,
}

/// The ranges of a hunk header: `@@ -1,2 +3,4 @@ section`. A count of 1 is left out.
fn ranges(header: &[u8]) -> Option<[Range; 2]> {
    let header = std::str::from_utf8(header.split(|byte| *byte == b'@').nth(2)?).ok()?;
    let mut parts = header.split_ascii_whitespace();
    let mut range = |sign| {
        let range = parts.next()?.strip_prefix(sign)?;
        let (start, count) = range.split_once(',').unwrap_or((range, "1"));
        Some(Range { start: start.parse().ok()?, count: count.parse().ok()? })
    };
    let ranges = [range('-')?, range('+')?];
    parts.next().is_none().then_some(ranges)
}

/// What follows the ranges of a hunk header: the function or the like.
fn section(header: &[u8]) -> String {
    let header = String::from_utf8_lossy(header);
    header.splitn(3, "@@").nth(2).unwrap_or_default().trim().to_owned()
}

fn hunk(lines: &mut DiffLines<'_>, old: Range, new: Range, is_crlf: bool) -> Result<Hunk> {
    let mut hunk = Hunk::new(old.start, new.start, []);
    let (mut removed, mut added) = (old.count, new.count);
    while (removed, added) != (0, 0) {
        let Some(line) = lines.peek() else {
            return lines.error("the hunk ends before the last line that its header announces");
        };
        let (is_old, is_new) = match line.first() {
            Some(b'-') => (true, false),
            Some(b'+') => (false, true),
            Some(b'\\') => (false, false),
            // Editors remove the space of an empty line.
            Some(b' ' | b'\r') | None => (true, true),
            _ => return lines.error("expected a line with `+`, `-` or a space in front"),
        };
        let left = (removed.checked_sub(is_old.into()), added.checked_sub(is_new.into()));
        let (Some(old_left), Some(new_left)) = left else { return lines.error(MISMATCH) };
        (removed, added) = (old_left, new_left);
        push(&mut hunk.lines, line, is_crlf);
        lines.next();
    }
    if let Some(line) = lines.peek().filter(|line| line.starts_with(b"\\")) {
        push(&mut hunk.lines, line, is_crlf);
        lines.next();
    }
    let is_more = |line: &[u8]| matches!(line, [b' ' | b'+' | b'-', ..]);
    if lines.peek().is_some_and(is_more) && !lines.are_names() && !lines.is_signature() {
        return lines.error(MISMATCH);
    }
    Ok(hunk)
}

const MISMATCH: &str = "the lines of the hunk do not match the numbers in its header";

fn push(text: &mut Vec<u8>, line: &[u8], is_crlf: bool) {
    let line = if is_crlf { line.strip_suffix(b"\r").unwrap_or(line) } else { line };
    if matches!(line, [] | [b'\r']) {
        text.push(b' ');
    }
    text.extend_from_slice(line);
    text.push(b'\n');
}
