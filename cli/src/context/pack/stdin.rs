//! What comes on standard input.

use super::super::{diff, manifest, read};
use crate::failure::Failure;
use crate::open::open;
use crate::report;
use std::path::PathBuf;
use toon_formats::TextEncoding;

/// What is on standard input.
pub(super) enum Piped {
    /// The text of a manifest.
    Manifest(String),
    /// A unified diff.
    Diff(Vec<u8>),
    /// Paths, relative to the current folder.
    Files(Vec<PathBuf>),
}

/// Reads standard input.
pub(super) fn read() -> Result<Piped, Failure> {
    let mut input = open(None)?;
    let name = input.name.clone();
    // Without a mark, names between zeros may look like UTF-16.
    if matches!(input.head()?, [0xff, 0xfe, ..] | [0xfe, 0xff, ..]) {
        input = input.decoded(TextEncoding::Auto)?;
    }
    let bytes = input.bytes()?;
    let text = String::from_utf8_lossy(&bytes);
    let text = text.trim_start_matches('\u{feff}');
    report::if_empty(&name, text);
    if manifest::begins(text) {
        return Ok(Piped::Manifest(read::utf8(&name, bytes)?));
    }
    if diff::looks_like(text) {
        return Ok(Piped::Diff(bytes));
    }
    let files = files(text);
    if !files.is_empty() && files.iter().all(|path| path.symlink_metadata().is_err()) {
        let first: String =
            text.trim_start().chars().take_while(|char| !char.is_control()).take(40).collect();
        return Err(Failure::Input(format!(
            "{name}: expected a unified diff, the names of files that exist, or a manifest with `blocks`, found `{first}`"
        )));
    }
    Ok(Piped::Files(files))
}

/// The names on the lines of a text, or between its zeros.
fn files(text: &str) -> Vec<PathBuf> {
    let names: Vec<&str> =
        if text.contains('\0') { text.split('\0').collect() } else { text.lines().collect() };
    names.into_iter().filter(|name| !name.trim().is_empty()).map(PathBuf::from).collect()
}
