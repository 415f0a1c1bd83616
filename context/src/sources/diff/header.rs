//! The lines of a diff above the hunks of a file.

use super::error::Result;
use super::lines::DiffLines;
use super::path;
use crate::block::{Diff, Hunk};

/// What Git states about a file beyond its lines, if it begins in one of these ways.
const STATEMENTS: [&[u8]; 10] = [
    b"old mode ",
    b"new mode ",
    b"new file mode ",
    b"deleted file mode ",
    b"copy from ",
    b"copy to ",
    b"rename from ",
    b"rename to ",
    b"Binary files ",
    b"GIT binary patch",
];

const NOT_STATED: [&[u8]; 3] = [b"index ", b"similarity index ", b"dissimilarity index "];

pub(super) struct FileHeader {
    path: String,
    statements: Vec<u8>,
    /// Whether the lines of the header end in CRLF.
    pub(super) is_crlf: bool,
}

impl FileHeader {
    /// The header that begins at the next line. `None` if that line does not begin one.
    pub(super) fn read(lines: &mut DiffLines<'_>) -> Result<Option<Self>> {
        let Some(line) = lines.peek() else { return Ok(None) };
        let is_crlf = line.ends_with(b"\r");
        if let Some(names) = line.strip_prefix(b"diff --git ") {
            let first = lines.clone();
            lines.next();
            let Statements { text: statements, renamed, binary } = statements(lines);
            // It is also to be read if the name is known, since the hunks come next.
            let name = name(lines)?;
            // The first line comes last, since names may contain spaces.
            let known = renamed.or_else(|| path::of_both(names)).or(name).or(binary);
            let Some(path) = known.or_else(|| path::of_differing(names, b" ")) else {
                return first.error("the header does not name a file");
            };
            return Ok(Some(FileHeader { path: path::to_text(path), statements, is_crlf }));
        }
        if line.starts_with(b"diff --cc ") || line.starts_with(b"diff --combined ") {
            return lines.error("combined diffs of merges are not supported");
        }
        let name = if lines.are_names() { name(lines)? } else { None };
        Ok(name.map(|path| FileHeader { path: path::to_text(path), statements: Vec::new(), is_crlf }))
    }

    pub(super) fn with_hunks(self, hunks: Vec<Hunk>) -> Diff {
        let stated = (!self.statements.is_empty()).then(|| Hunk::new(0, 0, self.statements));
        Diff::new(self.path, stated.into_iter().chain(hunks))
    }
}

/// The statements about a file.
#[derive(Default)]
struct Statements {
    text: Vec<u8>,
    /// The new name, if that changes.
    renamed: Option<Vec<u8>>,
    /// The name in the statement that the file is binary.
    binary: Option<Vec<u8>>,
}

fn statements(lines: &mut DiffLines<'_>) -> Statements {
    let mut statements = Statements::default();
    while let Some(line) = lines.peek() {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let begins = |starts: &[&[u8]]| starts.iter().any(|start| line.starts_with(start));
        if begins(&STATEMENTS) {
            statements.text.extend_from_slice(line);
            statements.text.push(b'\n');
        } else if !begins(&NOT_STATED) {
            break;
        }
        let name = line.strip_prefix(b"rename to ").or_else(|| line.strip_prefix(b"copy to "));
        statements.renamed = name.map(path::name).or(statements.renamed);
        if let Some(names) =
            line.strip_prefix(b"Binary files ").and_then(|rest| rest.strip_suffix(b" differ"))
        {
            statements.binary = path::of_differing(names, b" and ");
        }
        lines.next();
    }
    statements
}

/// The name in the two lines `--- old` and `+++ new`, if these are next.
fn name(lines: &mut DiffLines<'_>) -> Result<Option<Vec<u8>>> {
    let Some(old) = lines.peek().and_then(|line| line.strip_prefix(b"--- ")) else { return Ok(None) };
    lines.next();
    let Some(new) = lines.peek().and_then(|line| line.strip_prefix(b"+++ ")) else {
        return lines.error("expected a line with `+++` and the new name of the file");
    };
    lines.next();
    Ok(Some(path::of_either(path::name(old), path::name(new))))
}
