//! Files that cannot be read.

use std::io;

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
    /// It is not text in UTF-8.
    #[error("{path} is not text in UTF-8: invalid byte at offset {offset}")]
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
}

impl FileError {
    /// The path of the file or folder, as it would be in a block.
    pub fn path(&self) -> &str {
        match self {
            FileError::Io { path, .. }
            | FileError::NotText { path, .. }
            | FileError::TooLarge { path, .. } => path,
        }
    }
}
