//! Files of data, as tables.

use super::walk::Found;
use crate::block::Data;
use serde_json::value::RawValue;

/// The rows of a file whose name says that it contains data, and whose content is. Of long JSON lines and CSV, it
/// has the records of the first `limit` bytes. `None` if it is no data, or should be read as text for another reason.
pub(super) fn of(file: &Found, limit: u64) -> Option<Data> {
    let extension = file.shown.rsplit_once('.').map(|(_, extension)| extension.to_ascii_lowercase())?;
    let is_cut = file.size.is_some_and(|size| size > limit);
    let (json, is_cut) = match extension.as_str() {
        "json" | "geojson" if !is_cut => (text(file, limit)?, false),
        "jsonl" | "ndjson" => {
            let text = text(file, limit)?;
            // The last line is probably not complete.
            let end = if is_cut { text.rfind('\n')? } else { text.len() };
            (array_of(text.get(..end)?)?, is_cut)
        }
        #[cfg(feature = "csv")]
        "csv" | "tsv" => (records(file, &extension, is_cut.then_some(limit))?, is_cut),
        _ => return None,
    };
    let data = Data::json(json).named(file.shown.as_str());
    data.json_text().is_some().then(|| data.is_cut(is_cut))
}

/// The beginning of a file.
fn text(file: &Found, limit: u64) -> Option<String> {
    let mut bytes = super::read::bytes(&file.path, limit).ok()?;
    // A character may be cut.
    if let Err(error) = std::str::from_utf8(&bytes)
        && error.error_len().is_none()
    {
        let end = error.valid_up_to();
        bytes.truncate(end);
    }
    super::read::decoded(bytes).ok()
}

/// An array of the values on the lines of a text.
fn array_of(text: &str) -> Option<String> {
    let mut array = String::with_capacity(text.len() + 2);
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        serde_json::from_str::<&RawValue>(line).ok()?;
        array.push(if array.is_empty() { '[' } else { ',' });
        array.push_str(line);
    }
    if array.is_empty() {
        return None;
    }
    array.push(']');
    Some(array)
}

/// How much of CSV tells its encoding, in bytes.
#[cfg(feature = "csv")]
const HEAD: u64 = 1 << 20;
/// How much of it tells how the first line begins.
#[cfg(feature = "csv")]
const HEAD_OF_LINE: u64 = 64;

/// An array of the records of CSV: all of them, or about those of the first `limit` bytes.
#[cfg(feature = "csv")]
fn records(file: &Found, extension: &str, limit: Option<u64>) -> Option<String> {
    use std::io::Read;
    use toon_formats::{Format, Input, TextEncoding, csv};

    // A comment is no header.
    if text(file, HEAD_OF_LINE)?.starts_with('#') {
        return None;
    }
    let records = match limit {
        Some(limit) => text(file, limit)?.lines().count().checked_sub(2)?,
        None => usize::MAX,
    };
    let format = if extension == "tsv" { Format::Tsv } else { Format::Csv };
    // Words for absent numbers stay what they are.
    let options = csv::Options { keep_na: true, ..csv::Options::default() };
    let head = super::read::bytes(&file.path, HEAD).ok()?;
    let encoding = if super::read::is_latin1_text(&head) { TextEncoding::Latin1 } else { TextEncoding::Auto };
    let input = Input::open(Some(&file.path)).and_then(|input| input.decoded(encoding)).ok()?;
    let mut lines = csv::to_lines(input, format, &options, records, &mut |_, _| {}).ok()?;
    let mut text = String::new();
    lines.read_to_string(&mut text).ok()?;
    array_of(&text)
}
