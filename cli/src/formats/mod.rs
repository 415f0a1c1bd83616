//! Formats other than TOON.

pub(crate) mod csv;
pub(crate) mod json;
pub(crate) mod toml;
pub(crate) mod yaml;

use crate::args::From;
use crate::failure::Failure;
use crate::input::Input;
use crate::report;
use std::io::{self, BufRead, Seek};
use toon::EncodeOptions;

pub(crate) const BYTE_ORDER_MARK: char = '\u{feff}';

/// The format for the extension of a file's name.
pub(crate) fn by_extension(input: &Input) -> Option<From> {
    match input.extension()?.as_str() {
        "json" => Some(From::Json),
        "ndjson" | "jsonl" => Some(From::Ndjson),
        "csv" => Some(From::Csv),
        "toml" => Some(From::Toml),
        "yaml" | "yml" => Some(From::Yaml),
        _ => None,
    }
}

/// Reads the whole input as UTF-8.
pub(crate) fn text(input: Input) -> Result<String, Failure> {
    let name = input.name.clone();
    utf8(&name, input.bytes()?)
}

/// Converts bytes to UTF-8. A byte-order mark is kept.
pub(crate) fn utf8(name: &str, bytes: Vec<u8>) -> Result<String, Failure> {
    String::from_utf8(bytes).map_err(|error| {
        let valid = error.as_bytes().get(..error.utf8_error().valid_up_to()).unwrap_or_default();
        let place = report::place(&String::from_utf8_lossy(valid));
        Failure::at(name, place, "invalid UTF-8", "encode the text as UTF-8")
    })
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
    for line in lines.lines() {
        let line = line.map_err(refuse)?;
        let line = line.trim_start_matches(BYTE_ORDER_MARK).trim();
        if !line.is_empty() {
            json.push_str(separator);
            json.push_str(line);
            separator = ",\n";
        }
    }
    json.push(']');
    Ok(json)
}
