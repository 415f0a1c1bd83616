//! Files that only the user can read.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

/// Creates a folder and those above it.
pub(crate) fn create_folder(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// Options for a file that only the user can read.
pub(crate) fn private() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// Replaces a file as a whole, so that no reader sees half of it.
pub(crate) fn replace(file: &Path, contents: &[u8]) -> io::Result<()> {
    let temporary = file.with_extension(format!("{}.tmp", std::process::id()));
    let written =
        private().write(true).truncate(true).open(&temporary).and_then(|mut file| file.write_all(contents));
    let replaced = written.and_then(|()| fs::rename(&temporary, file));
    if replaced.is_err() {
        // The error that counts is the first.
        _ = fs::remove_file(&temporary);
    }
    replaced
}
