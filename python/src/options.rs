//! Options in Python's notation.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::str::FromStr;
use toon::{DecodeOptions, Delimiter, EncodeOptions};

/// Options for writing. An invalid indentation is an error of the writer.
pub(crate) fn encode_options(indent_size: i64, delimiter: &str) -> PyResult<EncodeOptions> {
    let delimiter = match delimiter {
        "," => Delimiter::Comma,
        "\t" => Delimiter::Tab,
        "|" => Delimiter::Pipe,
        _ => return Err(PyValueError::new_err("delimiter must be ',', '\\t' or '|'")),
    };
    Ok(EncodeOptions::new().indent(spaces(indent_size)).delimiter(delimiter))
}

/// Options for reading. An invalid indentation is an error of the reader.
pub(crate) fn decode_options(strict: bool, indent_size: Option<i64>) -> DecodeOptions {
    let options = DecodeOptions::new().strict(strict);
    match indent_size {
        Some(indent_size) => options.indent(spaces(indent_size)),
        None => options,
    }
}

/// A negative number is as invalid as 0.
fn spaces(indent_size: i64) -> usize {
    usize::try_from(indent_size).unwrap_or(0)
}

/// The option with this name.
///
/// # Errors
/// `ValueError` that lists the names.
pub(crate) fn named<T: FromStr<Err = toon::Error>>(name: &str) -> PyResult<T> {
    name.parse().map_err(|error: toon::Error| PyValueError::new_err(error.to_string()))
}

/// One of `choices`.
///
/// # Errors
/// `ValueError` that lists their names.
pub(crate) fn choice<T: Copy>(option: &str, name: &str, choices: &[(&str, T)]) -> PyResult<T> {
    if let Some((_, value)) = choices.iter().find(|(known, _)| *known == name) {
        return Ok(*value);
    }
    let names: Vec<_> = choices.iter().map(|(known, _)| *known).collect();
    Err(PyValueError::new_err(format!("unknown {option} {name:?}, expected one of {}", names.join(", "))))
}
