//! JSON lines (NDJSON).

use crate::BYTE_ORDER_MARK;
use crate::error::Error;
use std::io::{self, BufRead, Seek};
use toon::EncodeOptions;

/// Converts NDJSON to a JSON array.
///
/// # Errors
/// Fails if a line is not exactly one JSON value, or cannot be read.
pub fn array<R: BufRead + Seek>(name: &str, mut lines: R) -> Result<String, Error> {
    // Check that each line is a complete value.
    let checked = toon::json::lines_to_toon_writer(&mut lines, &mut io::sink(), &EncodeOptions::new());
    checked.map_err(|error| Error::in_lines(name, error, &mut lines))?;
    let refuse = |error| Error::io(name, error);
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
pub fn values<R: BufRead>(lines: R) -> impl Iterator<Item = io::Result<String>> {
    let values = lines.lines().map(|line| {
        let line = line?;
        let value = line.trim_start_matches(BYTE_ORDER_MARK).trim();
        Ok(if value.len() == line.len() { line } else { value.to_owned() })
    });
    values.filter(|value| !value.as_ref().is_ok_and(String::is_empty))
}
