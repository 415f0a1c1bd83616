//! The text of a file.

use super::error::FileError;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Component, Path};

/// The path of a file relative to `root`, with `/` between the names.
pub(super) fn shown(root: &Path, path: &Path) -> String {
    let relative = path.strip_prefix(root).unwrap_or(path);
    // An absolute path is shown as it is.
    if relative.has_root() {
        return relative.to_string_lossy().into_owned();
    }
    let names = relative.components().filter(|part| *part != Component::CurDir);
    names.map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/")
}

/// The text of the file `path`, without a byte order mark. Errors name it as `shown`.
pub(super) fn text(path: &Path, shown: &str, limit: u64) -> Result<String, FileError> {
    let path_of = || shown.to_owned();
    let bytes =
        bytes(path, limit.saturating_add(1)).map_err(|source| FileError::Io { path: path_of(), source })?;
    if u64::try_from(bytes.len()).is_ok_and(|len| len > limit) {
        return Err(FileError::TooLarge { path: path_of(), limit });
    }
    let not_text = |offset| FileError::NotText { path: path_of(), offset };
    let text = String::from_utf8(bytes).map_err(|error| not_text(error.utf8_error().valid_up_to()))?;
    // Text in UTF-16 may be valid UTF-8, but contains zero bytes.
    if let Some(offset) = text.find('\0') {
        return Err(not_text(offset));
    }
    Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
}

/// At most the first `limit` bytes of a file, whatever size it claims to have.
fn bytes(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(limit).read_to_end(&mut bytes)?;
    Ok(bytes)
}
