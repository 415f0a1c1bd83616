//! Bytes that are kept to be read again.

use tempfile::SpooledTempFile;

/// The maximum size, in bytes, of what is kept in memory. More goes to a temporary file.
const MAX_IN_MEMORY: usize = 8 << 20;

pub(super) fn spool() -> SpooledTempFile {
    SpooledTempFile::new(MAX_IN_MEMORY)
}
