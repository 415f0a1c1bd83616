//! The files that `check` and `fmt` work on.

use crate::args::Search;
use crate::failure::Failure;
use ignore::{DirEntry, Error, WalkBuilder};
use std::collections::HashSet;
use std::io;
use std::path::{Path, PathBuf};

/// A folder in which nothing is found.
pub(crate) enum Missed {
    /// It cannot be read.
    Unread(Failure),
    /// It contains no files.
    Empty(Failure),
}

impl From<Missed> for Failure {
    fn from(missed: Missed) -> Self {
        match missed {
            Missed::Unread(failure) | Missed::Empty(failure) => failure,
        }
    }
}

/// The files, each once, in the order in which they were given, and those of a folder by their
/// names. What cannot be searched is an error in its place.
pub(crate) fn files(search: &Search) -> impl Iterator<Item = Result<PathBuf, Missed>> {
    let mut known = HashSet::new();
    let found = search.files.iter().flat_map(|path| {
        if !is_stdin(path) && path.is_dir() { folder(path, search) } else { vec![Ok(path.clone())] }
    });
    found.filter(move |found| found.as_ref().map_or(true, |path| known.insert(identity(path))))
}

fn is_stdin(path: &Path) -> bool {
    path == Path::new("-")
}

/// The same for all paths of a file.
fn identity(path: &Path) -> PathBuf {
    let canonical = if is_stdin(path) { None } else { path.canonicalize().ok() };
    canonical.unwrap_or_else(|| path.to_owned())
}

/// The files in a folder whose names end in .toon.
fn folder(path: &Path, search: &Search) -> Vec<Result<PathBuf, Missed>> {
    let walk = WalkBuilder::new(path)
        .standard_filters(!search.no_ignore)
        .hidden(!search.hidden)
        // A .gitignore says what is meant, also in a copy of the files without the repository.
        .require_git(false)
        .sort_by_file_path(Path::cmp)
        .build();
    let mut found: Vec<_> = walk
        .filter_map(|entry| match entry {
            Ok(entry) => is_toon(&entry).then(|| Ok(entry.into_path())),
            Err(error) => Some(Err(Missed::Unread(unreadable(&error)))),
        })
        .collect();
    if found.is_empty() {
        found.push(Err(Missed::Empty(nothing(path, search))));
    }
    found
}

/// Links to folders are not followed, since they may form a cycle.
fn is_toon(entry: &DirEntry) -> bool {
    let path = entry.path();
    let is_file = entry.file_type().is_some_and(|kind| kind.is_file() || kind.is_symlink() && !path.is_dir());
    is_file && path.extension().is_some_and(|end| end.eq_ignore_ascii_case("toon"))
}

/// Names the folder once. In the error of the library, it occurs twice.
fn unreadable(error: &Error) -> Failure {
    let cause = error.io_error().and_then(|error| error.get_ref()?.source()?.downcast_ref::<io::Error>());
    match (folder_of(error), cause) {
        (Some(path), Some(cause)) => Failure::file("read", &path.display().to_string(), cause),
        _ => Failure::Input(format!("cannot read {error}")),
    }
}

fn folder_of(error: &Error) -> Option<&Path> {
    match error {
        Error::WithPath { path, .. } => Some(path),
        Error::WithDepth { err, .. } => folder_of(err),
        _ => None,
    }
}

fn nothing(path: &Path, search: &Search) -> Failure {
    let skipped = match (search.hidden, search.no_ignore) {
        (false, false) => "; hidden and ignored files are skipped, unless --hidden or --no-ignore is given",
        (false, true) => "; hidden files are skipped, unless --hidden is given",
        (true, false) => "; ignored files are skipped, unless --no-ignore is given",
        (true, true) => "",
    };
    Failure::Input(format!("no .toon files in {}{skipped}", path.display()))
}
