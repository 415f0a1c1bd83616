//! Text in UTF-8, and what its bytes probably are if they are not UTF-8.

use crate::error::Error;
use crate::input::{self, Input};

/// Reads the whole input as UTF-8.
///
/// # Errors
/// Fails if the bytes cannot be read, or are not UTF-8. The error says if they are probably Latin-1.
pub fn read(input: Input) -> Result<String, Error> {
    let name = input.name.clone();
    utf8(&name, input.bytes()?)
}

/// Reads a whole TOON document, which must be UTF-8.
///
/// # Errors
/// Fails if the bytes cannot be read, or are not UTF-8. The error says if they are probably Latin-1, and
/// which well-known file they are.
pub fn read_toon(mut input: Input) -> Result<String, Error> {
    input.expect_text()?;
    let head = input.head()?;
    if let Some(found) = input::utf32(head).or(input::utf16(head).map(encoding_rs::Encoding::name)) {
        let message = format!("expected UTF-8, found {found}");
        return Err(Error::at(&input.name, (1, 1), &message, SAVE));
    }
    let name = input.name.clone();
    checked(&name, input.bytes()?, SAVE)
}

/// Converts bytes to UTF-8. A byte-order mark is kept.
///
/// # Errors
/// Fails if the bytes cannot be read, or are not UTF-8. The error says if they are probably Latin-1.
pub fn utf8(name: &str, bytes: Vec<u8>) -> Result<String, Error> {
    checked(name, bytes, NAME_LATIN1)
}

const SAVE: &str = "save the text as UTF-8";

/// Advice for Latin-1, in commands that have the option.
pub const NAME_LATIN1: &str = "use --encoding latin-1, or save the text as UTF-8";

fn checked(name: &str, bytes: Vec<u8>, latin1_help: &str) -> Result<String, Error> {
    String::from_utf8(bytes).map_err(|error| {
        let (valid, rest) = error.as_bytes().split_at(error.utf8_error().valid_up_to());
        let start = memchr::memrchr(b'\n', valid).map_or(0, |end| end + 1);
        let end = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
        let number = memchr::memchr_iter(b'\n', valid).count() as u64 + 1;
        let line = error.as_bytes().get(start..valid.len() + end).unwrap_or_default();
        not_utf8(name, number, line, !valid.is_ascii(), latin1_help)
    })
}

/// The failure for a line that is not UTF-8. `has_utf8` is whether the text before has other
/// characters than ASCII.
pub fn not_utf8(name: &str, number: u64, line: &[u8], has_utf8: bool, latin1_help: &str) -> Error {
    let valid = line.utf8_chunks().next().map(|chunk| chunk.valid()).unwrap_or_default();
    let column = valid.chars().count() as u64 + 1;
    let (message, help) = if !has_utf8 && input::is_latin1(line) {
        ("invalid UTF-8; the text is probably Latin-1", latin1_help)
    } else {
        ("invalid UTF-8", SAVE)
    };
    let shown = String::from_utf8_lossy(line);
    Error::in_line(name, (number, column), message, help, Some(&shown))
}
