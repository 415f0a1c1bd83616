//! Formats other than TOON.

pub(crate) mod csv;
pub(crate) mod detect;
mod fault;
pub(crate) mod json;
pub(crate) mod jsonc;
pub(crate) mod toml;
pub(crate) mod yaml;

use crate::args::From;
use crate::failure::Failure;
use crate::input::{self, Input};
use std::io::{self, BufRead, Seek};
use toon::EncodeOptions;

pub(crate) const BYTE_ORDER_MARK: char = '\u{feff}';

/// The format for the extension of a file's name.
pub(crate) fn by_extension(input: &Input) -> Option<From> {
    of_extension(&input.extension()?)
}

/// The format for an extension in lower case.
pub(crate) fn of_extension(extension: &str) -> Option<From> {
    match extension {
        "json" | "jsonc" => Some(From::Json),
        "ndjson" | "jsonl" => Some(From::Ndjson),
        "csv" => Some(From::Csv),
        "tsv" | "tab" => Some(From::Tsv),
        "toml" => Some(From::Toml),
        "yaml" | "yml" => Some(From::Yaml),
        "toon" => Some(From::Toon),
        _ => None,
    }
}

/// Reads the whole input as UTF-8.
pub(crate) fn text(input: Input) -> Result<String, Failure> {
    let name = input.name.clone();
    utf8(&name, input.bytes()?)
}

/// Reads a whole TOON document, which must be UTF-8.
pub(crate) fn document(mut input: Input) -> Result<String, Failure> {
    let head = input.head()?;
    if let Some(found) = input::utf32(head).or(input::utf16(head).map(encoding_rs::Encoding::name)) {
        let message = format!("expected UTF-8, found {found}");
        return Err(Failure::at(&input.name, (1, 1), &message, SAVE));
    }
    let name = input.name.clone();
    checked(&name, input.bytes()?, SAVE)
}

/// Converts bytes to UTF-8. A byte-order mark is kept.
pub(crate) fn utf8(name: &str, bytes: Vec<u8>) -> Result<String, Failure> {
    checked(name, bytes, NAME_LATIN1)
}

const SAVE: &str = "save the text as UTF-8";

/// Advice for Latin-1, in commands that have the option.
pub(crate) const NAME_LATIN1: &str = "use --encoding latin-1, or save the text as UTF-8";

fn checked(name: &str, bytes: Vec<u8>, latin1_help: &str) -> Result<String, Failure> {
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
pub(crate) fn not_utf8(name: &str, number: u64, line: &[u8], has_utf8: bool, latin1_help: &str) -> Failure {
    let valid = line.utf8_chunks().next().map(|chunk| chunk.valid()).unwrap_or_default();
    let column = valid.chars().count() as u64 + 1;
    let (message, help) = if !has_utf8 && input::is_latin1(line) {
        ("invalid UTF-8; the text is probably Latin-1", latin1_help)
    } else {
        ("invalid UTF-8", SAVE)
    };
    let shown = String::from_utf8_lossy(line);
    Failure::in_line(name, (number, column), message, help, Some(&shown))
}

/// Converts NDJSON to a JSON array.
pub(crate) fn array<R: BufRead + Seek>(name: &str, mut lines: R) -> Result<String, Failure> {
    // Check that each line is a complete value.
    let checked = toon::json::lines_to_toon_writer(&mut lines, &mut io::sink(), &EncodeOptions::new());
    checked.map_err(|error| Failure::lines(name, &error, &mut lines))?;
    let refuse = |error| Failure::file("read", name, &error);
    lines.rewind().map_err(refuse)?;
    let mut json = String::from("[");
    let mut separator = "";
    for value in values(&mut lines) {
        json.push_str(separator);
        json.push_str(&value.map_err(refuse)?);
        separator = ",\n";
    }
    json.push(']');
    Ok(json)
}

/// The values of NDJSON, which must be valid.
pub(crate) fn values<R: BufRead>(lines: R) -> impl Iterator<Item = io::Result<String>> {
    let values = lines.lines().map(|line| {
        let line = line?;
        let value = line.trim_start_matches(BYTE_ORDER_MARK).trim();
        Ok(if value.len() == line.len() { line } else { value.to_owned() })
    });
    values.filter(|value| !value.as_ref().is_ok_and(String::is_empty))
}
