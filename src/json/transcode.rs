//! JSON text to TOON text and back, in one pass.

use super::duplicate;
use super::read::JsonReader;
use super::write::{EventsOf, JsonText};
use crate::event::Events;
use crate::{DecodeOptions, EncodeOptions, Error, ErrorKind, Result, Serializer};
use alloc::string::String;

/// Converts JSON text to TOON text, without a trailing newline.
///
/// Accepts exactly the JSON of RFC 8259, optionally with a byte-order mark. Every number keeps its
/// exact value and is written in the canonical form of §2.
///
/// # Errors
/// Fails if `json` is not valid JSON, has a duplicate key or a string with an unpaired surrogate,
/// or is nested deeper than [`max_depth`](EncodeOptions::max_depth). These errors have a line and a
/// column. Also fails if an option is out of range.
///
/// ```
/// use toon::{EncodeOptions, json};
///
/// let text = json::to_toon(
///     r#"{"z": 12345678901234567890123456789012345678901, "a": 0.1000000000000000055, "\u00e9": -0.0}"#,
///     &EncodeOptions::new(),
/// )?;
/// assert_eq!(text, "z: 12345678901234567890123456789012345678901\na: 0.1000000000000000055\n\"é\": 0");
///
/// let error = json::to_toon("{\n  \"a\": 1,\n  \"a\": 2\n}", &EncodeOptions::new()).unwrap_err();
/// assert_eq!(error.to_string(), "duplicate key \"a\" at line 3 column 3");
/// # Ok::<(), toon::Error>(())
/// ```
pub fn to_toon(json: &str, options: &EncodeOptions) -> Result<String> {
    // TOON is rarely longer than its JSON. The string grows if it needs more.
    let mut out = String::with_capacity(json.len() / 2);
    let mut reader = JsonReader::new(json);
    let mut serializer = Serializer::with_options(&mut out, options);
    reader.read(&mut serializer).map_err(|error| place(error, json, reader.position()))?;
    serializer.check_names()?;
    Ok(out)
}

/// Reads JSON text from `reader` and writes it as TOON text, without a trailing newline.
///
/// A header contains the number of rows, so nothing can be written before the last row has been
/// read. Input and output are held in memory, and nothing is written if the input is invalid.
///
/// # Errors
/// Like [`to_toon`]. Also fails if the bytes are not valid UTF-8, or if the reader or the writer
/// fails.
///
/// ```
/// let mut out = Vec::new();
/// toon::json::to_toon_writer(&b"[1, 2]"[..], &mut out, &toon::EncodeOptions::new())?;
/// assert_eq!(out, b"[2]: 1,2");
/// # Ok::<(), toon::Error>(())
/// ```
#[cfg(feature = "std")]
#[cfg_attr(docsrs, doc(cfg(feature = "std")))]
pub fn to_toon_writer<R, W>(mut reader: R, mut writer: W, options: &EncodeOptions) -> Result<()>
where
    R: std::io::Read,
    W: std::io::Write,
{
    let mut bytes = alloc::vec::Vec::new();
    reader.read_to_end(&mut bytes).map_err(Error::io)?;
    let json = core::str::from_utf8(&bytes).map_err(|error| {
        let valid = bytes.get(..error.valid_up_to()).unwrap_or_default();
        let text = core::str::from_utf8(valid).unwrap_or_default();
        place(Error::new(ErrorKind::InvalidUtf8), text, text.len())
    })?;
    let text = to_toon(json, options)?;
    writer.write_all(text.as_bytes()).map_err(Error::io)
}

/// Converts TOON text to compact JSON text, as `serde_json` would write it.
///
/// Numbers keep every digit. Numbers beyond `f64`, which an untyped target would get as strings,
/// are numbers here as well. All options apply: with
/// [`infer_types(false)`](DecodeOptions::infer_types), every unquoted token is a string.
///
/// # Errors
/// Fails if `toon` is not valid TOON, or is nested deeper than
/// [`max_depth`](DecodeOptions::max_depth).
///
/// ```
/// use toon::{DecodeOptions, json};
///
/// let text = json::from_toon("users[2]{id,name}:\n  1,Ada\n  2,Bob\nbig: 1e400", &DecodeOptions::new())?;
/// assert_eq!(text, r#"{"users":[{"id":1,"name":"Ada"},{"id":2,"name":"Bob"}],"big":1e+400}"#);
///
/// let error = json::from_toon("users[2]{id,name}:\n  1,Ada", &DecodeOptions::new()).unwrap_err();
/// assert_eq!((error.line(), error.column()), (1, 6));
/// # Ok::<(), toon::Error>(())
/// ```
pub fn from_toon(toon: &str, options: &DecodeOptions) -> Result<String> {
    // JSON repeats the keys of a table in every row.
    let mut out = JsonText::with_capacity(toon.len() * 2);
    read_toon(toon, options, &mut out)?;
    Ok(out.text)
}

/// Sends the value of TOON text to `events`. Numbers are passed on as written.
///
/// # Errors
/// Like [`from_toon`], and those of `events`.
pub fn read_toon<E: Events>(toon: &str, options: &DecodeOptions, events: &mut E) -> Result<()> {
    let mut deserializer = options.deserializer(toon).with_number_text();
    EventsOf(events).read(&mut deserializer)?;
    deserializer.end()
}

/// Sets the position of `error` to where reading `json` stopped.
#[cold]
pub fn place(error: Error, json: &str, at: usize) -> Error {
    let at = match error.kind() {
        // A duplicate key is detected at the end of its object, but the error should point to its
        // second occurrence.
        ErrorKind::DuplicateKey { key } => duplicate::find(json, key).unwrap_or(at),
        ErrorKind::InvalidIndent { .. } => return error,
        _ => at,
    };
    let before = json.get(..at).unwrap_or(json);
    let line_start = before.rfind('\n').map_or(0, |end| end + 1);
    let line = before.bytes().filter(|&byte| byte == b'\n').count() + 1;
    let column = before.get(line_start..).unwrap_or_default().chars().count() + 1;
    error.set_place(line, column)
}
