//! Names of files.

use std::path::{Path, PathBuf};

/// A path without the extension of a compression: `a.json` for `a.json.gz`.
pub fn uncompressed(path: &Path) -> PathBuf {
    let is_compressed =
        path.extension().is_some_and(|end| end.eq_ignore_ascii_case("gz") || end.eq_ignore_ascii_case("zst"));
    if is_compressed { path.with_extension("") } else { path.to_owned() }
}

/// The extension in lower case.
pub fn extension(path: &Path) -> Option<String> {
    Some(path.extension()?.to_str()?.to_ascii_lowercase())
}
