//! Files that cannot be read.

use std::io;
use std::time::Duration;

/// Why a file or folder is not a block.
///
/// ```
/// use toon_context::sources::{FileError, Folder};
///
/// let folder = Folder::new(env!("CARGO_MANIFEST_DIR")).max_file_bytes(10);
/// let error = folder.code("Cargo.toml").unwrap_err();
/// assert!(matches!(error, FileError::TooLarge { limit: 10, .. }));
/// assert_eq!(error.path(), "Cargo.toml");
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FileError {
    /// It cannot be read.
    #[error("cannot read {path}: {source}")]
    Io {
        /// The path.
        path: String,
        /// Why.
        source: io::Error,
    },
    /// It is not text in UTF-8, UTF-16 or Latin-1.
    #[error("{path} is not text: unexpected byte at offset {offset}")]
    NotText {
        /// The path.
        path: String,
        /// Where the first byte is that is not text.
        offset: usize,
    },
    /// It is larger than [`Folder::max_file_bytes`](super::Folder::max_file_bytes).
    #[error("{path} is larger than {limit} bytes")]
    TooLarge {
        /// The path.
        path: String,
        /// The limit, in bytes.
        limit: u64,
    },
    /// The folder contains more than [`Folder::max_files`](super::Folder::max_files).
    #[error("{path} contains more than {limit} files and folders")]
    TooManyFiles {
        /// The path.
        path: String,
        /// The limit.
        limit: usize,
    },
    /// Reading the folder takes longer than [`Folder::time_limit`](super::Folder::time_limit).
    #[error("{path} cannot be read within {limit:?}")]
    TimedOut {
        /// The path.
        path: String,
        /// The limit.
        limit: Duration,
    },
    /// A tool has written it.
    #[error("{path} is {kind}")]
    Generated {
        /// The path.
        path: String,
        /// What it is: `a lock file`, `generated`, or `minified`.
        kind: &'static str,
    },
    /// It looks as if it contained passwords or keys.
    #[error("{path} looks secret: {kind}")]
    Secret {
        /// The path.
        path: String,
        /// What it seems to contain.
        kind: String,
    },
    /// A pattern cannot be read.
    #[error("invalid pattern `{path}`: {message}")]
    Pattern {
        /// The pattern.
        path: String,
        /// Why.
        message: String,
    },
}

impl FileError {
    /// The error of a pattern, whose text the library repeats.
    pub(super) fn of_glob(glob: &str, error: &ignore::Error) -> Self {
        let message = match error {
            ignore::Error::Glob { err, .. } => err.clone(),
            other => other.to_string(),
        };
        FileError::Pattern { path: glob.trim_start_matches('!').to_owned(), message }
    }

    /// The path of the file or folder, as it would be in a block, or the pattern.
    pub fn path(&self) -> &str {
        match self {
            FileError::Io { path, .. }
            | FileError::NotText { path, .. }
            | FileError::TooLarge { path, .. }
            | FileError::TooManyFiles { path, .. }
            | FileError::TimedOut { path, .. }
            | FileError::Generated { path, .. }
            | FileError::Secret { path, .. }
            | FileError::Pattern { path, .. } => path,
        }
    }
}
