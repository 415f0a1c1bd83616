//! What a folder contains.

use super::error::FileError;
use super::read::shown;
use ignore::{DirEntry, WalkBuilder};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// A file or folder.
pub(super) struct Found {
    pub(super) path: PathBuf,
    /// The path relative to the root.
    pub(super) shown: String,
    pub(super) name: String,
    /// 1 for what the root contains.
    pub(super) depth: usize,
    /// The size of a file in bytes. `None` for a folder.
    pub(super) size: Option<u64>,
}

/// The files and folders in a folder.
pub(super) struct Walk {
    /// Each folder is followed by what it contains.
    pub(super) found: Vec<Found>,
    /// What cannot be read.
    pub(super) unread: Vec<FileError>,
}

impl Walk {
    pub(super) fn of(root: &Path, max_depth: usize, hidden: bool) -> Result<Self, FileError> {
        // The root may also be a file.
        fs::read_dir(root)
            .map_err(|source| FileError::Io { path: root.to_string_lossy().into_owned(), source })?;
        let walk = WalkBuilder::new(root)
            .hidden(!hidden)
            .max_depth(Some(max_depth))
            // A .gitignore says what is meant, also in a copy of the files without the repository.
            .require_git(false)
            .filter_entry(|entry| entry.file_name() != ".git")
            .sort_by_file_name(OsStr::cmp)
            .build();
        let (mut found, mut unread) = (Vec::new(), Vec::new());
        for entry in walk {
            match entry.and_then(|entry| Found::of(root, entry)) {
                Ok(entry) => found.extend(entry),
                Err(error) => unread.push(unreadable(root, &error)),
            }
        }
        Ok(Walk { found, unread })
    }
}

impl Found {
    /// `None` for the root, and for what is neither a file nor a folder.
    fn of(root: &Path, entry: DirEntry) -> Result<Option<Self>, ignore::Error> {
        let kind = entry.file_type().filter(|kind| kind.is_dir() || kind.is_file());
        let Some(kind) = kind.filter(|_| entry.depth() > 0) else { return Ok(None) };
        let size = if kind.is_file() { Some(entry.metadata()?.len()) } else { None };
        let name = entry.file_name().to_string_lossy().into_owned();
        let depth = entry.depth();
        let path = entry.into_path();
        Ok(Some(Found { shown: shown(root, &path), path, name, depth, size }))
    }
}

/// Names the path once. The error of the library has it twice.
fn unreadable(root: &Path, error: &ignore::Error) -> FileError {
    let io_error = error.io_error();
    let cause =
        io_error.and_then(|error| error.get_ref()?.source()?.downcast_ref::<io::Error>()).or(io_error);
    let source = match cause.map(|cause| (cause.raw_os_error(), cause.kind())) {
        Some((Some(code), _)) => io::Error::from_raw_os_error(code),
        Some((None, kind)) => kind.into(),
        None => io::Error::other(error.to_string()),
    };
    FileError::Io { path: path_of(error).map(|path| shown(root, path)).unwrap_or_default(), source }
}

fn path_of(error: &ignore::Error) -> Option<&Path> {
    match error {
        ignore::Error::WithPath { path, .. } => Some(path),
        ignore::Error::WithDepth { err, .. } => path_of(err),
        _ => None,
    }
}
