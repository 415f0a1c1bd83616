//! The changes of files.

use super::secrets::Guard;
use toon_context::sources::DiffError;
use toon_context::{Block, Diff};

/// Whether a text looks like a unified diff, with or without colours.
pub(super) fn looks_like(text: &str) -> bool {
    let mut lines = text.lines().map(plain).peekable();
    while let Some(line) = lines.next() {
        let is_header =
            ["diff --git ", "diff --cc ", "diff --combined "].iter().any(|start| line.starts_with(start));
        if is_header || line.starts_with("--- ") && lines.peek().is_some_and(|next| next.starts_with("+++ "))
        {
            return true;
        }
    }
    false
}

/// A line without the colours in front of it.
fn plain(mut line: &str) -> &str {
    while let Some((_, rest)) = line.strip_prefix("\u{1b}[").and_then(|rest| rest.split_once('m')) {
        line = rest;
    }
    line
}

/// The changes of each file, without files that keep secrets, and without keys and tokens in others.
pub(super) fn blocks(text: &[u8], guard: &Guard<'_>) -> Result<Vec<Block>, DiffError> {
    let is_kept = |diff: &Diff| {
        !guard.keeps_out(&diff.path) && !old_path(diff).is_some_and(|path| guard.keeps_out(&path))
    };
    let files = Diff::from_unified(text)?.into_iter().filter(is_kept);
    Ok(files.map(|diff| without_secrets(diff, guard).into()).collect())
}

/// What a file was called before, if it was renamed or copied.
fn old_path(diff: &Diff) -> Option<String> {
    let about_file = diff.hunks.iter().find(|hunk| (hunk.old_start, hunk.new_start) == (0, 0))?;
    let lines = String::from_utf8_lossy(&about_file.lines).into_owned();
    let path =
        |line: &str| line.strip_prefix("rename from ").or(line.strip_prefix("copy from ")).map(str::to_owned);
    lines.lines().find_map(path)
}

/// Whether a text is probably a line of a private key, whose letters are of both cases, unlike those of checksums.
fn is_line_of_key(text: &str) -> bool {
    let has = |is: fn(&u8) -> bool| text.bytes().any(|byte| is(&byte));
    text.len() >= 40
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+/=".contains(&byte))
        && has(u8::is_ascii_uppercase)
        && has(u8::is_ascii_lowercase)
        && has(u8::is_ascii_digit)
}

/// A key takes several lines, so it is removed from what was parsed: the numbers of lines in headers no longer matter.
fn without_secrets(mut diff: Diff, guard: &Guard<'_>) -> Diff {
    let path = diff.path.clone();
    let mut parts = guard.parts_of(&path);
    for hunk in &mut diff.hunks {
        hunk.lines = parts.clean_bytes(std::mem::take(&mut hunk.lines));
        hunk.section = parts.clean(&hunk.section).into_owned();
        // Git takes any line that begins with a letter for the name of a function.
        if is_line_of_key(&hunk.section) {
            hunk.section.clear();
        }
    }
    diff.path = parts.clean(&path).into_owned();
    parts.tell();
    diff
}
