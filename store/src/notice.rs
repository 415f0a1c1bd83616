//! What is shown of a result that is in a file.

use crate::budget::{Budget, grouped};
use crate::files::Stored;
use crate::outline::{Collector, Outline};
use crate::preview::{self, Whole};
use crate::rows::Rows;
use std::fs::File;
use std::io::{self, BufReader};
use std::path::Path;

/// The first rows are kept up to this size, which no preview exceeds.
const MAX_FIRST_BYTES: usize = 64 << 10;

/// Writes what is in a file in at most `budget`: the first rows of a list, the outline of another document, or the first
/// and last lines of a text. `program` is the command with which a reader can query it, such as `toon`.
///
/// ```
/// use toon_store::{Budget, Store, notice};
///
/// let folder = tempfile::tempdir()?;
/// let rows: Vec<String> = (0..900).map(|id| format!("{{\"id\":{id}}}")).collect();
/// let stored = Store::in_folder(folder.path()).json(&format!("[{}]", rows.join(",")))?;
/// let text = notice::of(&stored, "toon", Budget::in_bytes(500))?;
/// assert!(text.starts_with("partial: the first ") && text.contains("\nTop ten: toon query "));
/// # std::io::Result::Ok(())
/// ```
///
/// # Errors
///
/// Fails if the file cannot be read.
pub fn of(stored: &Stored, program: &str, budget: Budget) -> io::Result<String> {
    let place = format!("{} ({})", stored.path.display(), stored.what());
    let size = format!("{} bytes", grouped(stored.bytes));
    let file = || File::open(&stored.path);
    let mut whole = Whole { place: &place, size: &size, hints: &[] };
    if !stored.is_json {
        return Ok(preview::text(&io::read_to_string(file()?)?, whole, budget));
    }
    let (outline, first) = if stored.rows.is_some() {
        outline_of_rows(file()?)?
    } else {
        let json = io::read_to_string(file()?)?;
        (Outline::of_json(&json).map_err(io::Error::other)?, Vec::new())
    };
    let command = format!("{program} query {}", quoted(&stored.path));
    let hint = |(what, filter): (&str, String)| format!("{what}: {command} '{filter}'");
    let hints: Vec<String> = outline.filters().into_iter().map(hint).collect();
    whole.hints = &hints;
    Ok(match stored.rows {
        Some(rows) => preview::rows(&first, rows, &outline, whole, budget),
        None => preview::only_outline(&outline, whole, budget),
    })
}

fn outline_of_rows(file: File) -> io::Result<(Outline, Vec<String>)> {
    let (mut collector, mut first, mut bytes) = (Collector::new(), Vec::new(), 0);
    for row in Rows::new(BufReader::new(file)) {
        let row = String::from_utf8(row?).map_err(io::Error::other)?;
        collector.add_row(&row).map_err(io::Error::other)?;
        bytes += row.len();
        if bytes <= MAX_FIRST_BYTES {
            first.push(row);
        }
    }
    Ok((collector.finish(), first))
}

/// How a reader calls a program of ours: by its name if it is on the `PATH`, or else by the path of this program.
pub fn program(name: &str) -> String {
    let file = format!("{name}{}", std::env::consts::EXE_SUFFIX);
    let paths = std::env::var_os("PATH").unwrap_or_default();
    let is_found =
        std::env::split_paths(&paths).any(|folder| folder.is_absolute() && folder.join(&file).is_file());
    match std::env::current_exe() {
        Ok(path) if !is_found => quoted(&path),
        _ => name.to_owned(),
    }
}

/// A path for a shell.
fn quoted(path: &Path) -> String {
    let text = path.display().to_string();
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "/\\:._-+".contains(c);
    if text.chars().all(is_plain) { text } else { format!("'{}'", text.replace('\'', r"'\''")) }
}
