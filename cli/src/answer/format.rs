//! Documents in answers that are not TOON.

use super::place::in_place;
use crate::failure::Failure;
use std::borrow::Cow;
use std::io::Cursor;
use toon::__internal::{fence, header};
use toon::{DecodeOptions, EncodeOptions, ErrorKind, json};
use toon_answer::Block;
use toon_formats::Format;
use toon_formats::detect::is_whole_json;
use toon_formats::json::values;
use toon_formats::lines::Lines;
use toon_formats::{BYTE_ORDER_MARK, detect, jsonc, yaml};

/// The format of a document that is not TOON. To the strict reader, `{"a": 1,}` is a field with a
/// strange key, and `a: [1, 2]` is a string.
pub(crate) fn format(block: &Block<'_>) -> Option<Format> {
    let is_of = |names: &[&str]| names.iter().any(|name| block.language().eq_ignore_ascii_case(name));
    let text = block.text();
    let is_json =
        text.trim() != "[]" && text.trim_start_matches(BYTE_ORDER_MARK).trim_start().starts_with(['{', '[']);
    let has_header = || text.lines().any(header::is_in);
    if is_json && detect::is_json(text.as_bytes()) {
        Some(if is_whole_json(text) || !detect::is_ndjson(text.as_bytes()) {
            Format::Json
        } else {
            Format::Ndjson
        })
    } else if is_of(&["json"]) && !has_header() {
        Some(Format::Json)
    } else if is_of(&["yaml", "yml"]) && !has_header() {
        Some(Format::Yaml)
    } else {
        None
    }
}

/// The document in `block` as TOON.
pub(crate) fn read<'t>(
    name: &str,
    text: &str,
    block: &Block<'t>,
    options: &DecodeOptions,
) -> Result<Cow<'t, str>, Failure> {
    let document = in_place(text, block, block.text());
    let encode = EncodeOptions::new().indent(options.get_indent());
    let toon = match format(block) {
        None => return Ok(document),
        Some(Format::Yaml) => encode.to_string(&yaml::read(name, &document, toon_formats::Lossy::default())?),
        Some(Format::Ndjson) => {
            let mut lines = Lines::new(Cursor::new(document.clone().into_owned()));
            json::to_toon(&toon_formats::lines::array(name, &mut lines)?, &encode)
        }
        Some(_) => json::to_toon(&jsonc::to_json(name, &document)?, &encode),
    };
    toon.map(Cow::Owned).map_err(|error| {
        let is_json = matches!(error.kind(), ErrorKind::InvalidJson { .. });
        let help = if is_json { values::advice(&document, &error) } else { None };
        Failure::toon_with_help(name, &error, &document, help)
    })
}

/// The mistake in a document that is JSON, possibly with comments, and advice that is better than that of the
/// library, if there is any. Its place is in the text.
pub(crate) fn json_mistake(
    name: &str,
    text: &str,
    block: &Block<'_>,
) -> Option<(toon::Error, Option<&'static str>)> {
    let json = jsonc::to_json(name, &in_place(text, block, block.text())).ok()?;
    let mistake = json::to_toon(&json, &EncodeOptions::new()).err()?;
    let help = values::advice(&json, &mistake);
    Some((mistake, help))
}

/// The first code block in a format that is never read in an answer, and its line.
pub(super) fn other(text: &str) -> Option<(Format, usize)> {
    text.lines().enumerate().find_map(|(index, line)| {
        let (_, language) = fence::fence(line)?;
        let format = Format::of_extension(&language.to_ascii_lowercase())?;
        matches!(format, Format::Csv | Format::Tsv | Format::Toml).then_some((format, index + 1))
    })
}
