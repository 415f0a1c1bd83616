//! The text of a file.

use super::error::FileError;
use encoding_rs::{Encoding, UTF_16BE, UTF_16LE, WINDOWS_1252};
use std::fs::File;
use std::io::{self, Read};
use std::path::{Component, Path};

/// UTF-32 is rare, and begins as UTF-16 does. In the other byte order, it begins with zeros.
const UTF_32LE_MARK: [u8; 4] = [0xff, 0xfe, 0, 0];

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

/// The text of the file `path`, without a byte order mark. UTF-16 and Latin-1 are recognized. Errors name the file
/// as `shown`.
pub(super) fn text(path: &Path, shown: &str, limit: u64) -> Result<String, FileError> {
    let path_of = || shown.to_owned();
    let bytes =
        bytes(path, limit.saturating_add(1)).map_err(|source| FileError::Io { path: path_of(), source })?;
    if u64::try_from(bytes.len()).is_ok_and(|len| len > limit) {
        return Err(FileError::TooLarge { path: path_of(), limit });
    }
    decoded(bytes).map_err(|offset| FileError::NotText { path: path_of(), offset })
}

/// At most the first `limit` bytes of a file, whatever size it claims to have.
pub(super) fn bytes(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(limit).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The text of bytes, or where the first of them is that is not text.
pub(super) fn decoded(bytes: Vec<u8>) -> Result<String, usize> {
    if bytes.starts_with(&UTF_32LE_MARK) {
        return Err(0);
    }
    if let Some(encoding) = utf16(&bytes) {
        return Ok(encoding.decode(&bytes).0.into_owned());
    }
    // Other bytes are valid UTF-8, too, but texts have none that are zero.
    if let Some(offset) = bytes.iter().position(|byte| *byte == 0) {
        return Err(offset);
    }
    match String::from_utf8(bytes) {
        Ok(text) => Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text)),
        Err(error) => {
            let offset = error.utf8_error().valid_up_to();
            let bytes = error.into_bytes();
            if is_latin1(&bytes) { Ok(WINDOWS_1252.decode(&bytes).0.into_owned()) } else { Err(offset) }
        }
    }
}

/// The form of UTF-16 that bytes have, by their byte order mark, or by the zeros of ASCII.
fn utf16(bytes: &[u8]) -> Option<&'static Encoding> {
    const SAMPLE: usize = 512;
    match bytes {
        [0xff, 0xfe, ..] => return Some(UTF_16LE),
        [0xfe, 0xff, ..] => return Some(UTF_16BE),
        _ => {}
    }
    let sample = bytes.get(..bytes.len().min(SAMPLE) & !1)?;
    let zeros = |at: usize| sample.iter().skip(at).step_by(2).filter(|byte| **byte == 0).count();
    let (high, low, pairs) = (zeros(0), zeros(1), sample.len() / 2);
    match (high, low) {
        (0, low) if pairs >= 2 && low * 10 >= pairs * 9 => Some(UTF_16LE),
        (high, 0) if pairs >= 2 && high * 10 >= pairs * 9 => Some(UTF_16BE),
        _ => None,
    }
}

/// Whether bytes are text in Latin-1 rather than in UTF-8 or UTF-16. The last character may be cut.
#[cfg(feature = "csv")]
pub(super) fn is_latin1_text(bytes: &[u8]) -> bool {
    let is_utf8 = std::str::from_utf8(bytes).map_or_else(|error| error.error_len().is_none(), |_| true);
    !is_utf8 && utf16(bytes).is_none() && is_latin1(bytes)
}

/// Whether bytes that are not UTF-8 are probably text in Latin-1: most are ASCII, and none a control character.
fn is_latin1(bytes: &[u8]) -> bool {
    let is_control =
        |byte: &u8| *byte < b' ' && !b"\t\n\r\x0c\x1b".contains(byte) || (0x7f..0xa0).contains(byte);
    let high = bytes.iter().filter(|byte| **byte >= 0xa0).count();
    !bytes.iter().any(is_control) && high * 4 <= bytes.len()
}
