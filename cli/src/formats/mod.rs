//! The formats beside TOON.

pub(crate) mod csv;
pub(crate) mod json;
pub(crate) mod toml;
pub(crate) mod yaml;

use crate::args::From;
use crate::failure::Failure;
use crate::input::Input;
use crate::report;

/// The format that the name of a file promises.
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

/// All of an input, which has to be UTF-8.
pub(crate) fn text(input: Input) -> Result<String, Failure> {
    let name = input.name.clone();
    utf8(&name, input.bytes()?)
}

/// Bytes that have to be UTF-8. A byte-order mark stays in front, where there is one.
pub(crate) fn utf8(name: &str, bytes: Vec<u8>) -> Result<String, Failure> {
    String::from_utf8(bytes).map_err(|error| {
        let valid = error.as_bytes().get(..error.utf8_error().valid_up_to()).unwrap_or_default();
        let place = report::place(&String::from_utf8_lossy(valid));
        Failure::at(name, place, "the bytes are no UTF-8", "save the text as UTF-8")
    })
}
