//! Bytes that are kept to be read again.

use tempfile::SpooledTempFile;

/// The maximum size, in bytes, of what is kept in memory. More goes to a temporary file.
const MAX_IN_MEMORY: usize = 8 << 20;

/// A file for bytes that are kept to be read again: in memory up to 8 MiB, and a temporary file beyond.
pub fn spool() -> SpooledTempFile {
    SpooledTempFile::new(MAX_IN_MEMORY)
}
