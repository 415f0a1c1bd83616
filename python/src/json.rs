//! JSON text to TOON text and back.

use crate::error::decode_error;
use crate::options::{decode_options, encode_options};
use crate::text::Text;
use pyo3::prelude::*;

/// Converts JSON text to TOON, with every digit of numbers.
#[pyfunction]
#[pyo3(signature = (json, *, indent_size=2, delimiter=","))]
pub(crate) fn json_to_toon(json: &Bound<'_, PyAny>, indent_size: i64, delimiter: &str) -> PyResult<String> {
    let options = encode_options(indent_size, delimiter)?;
    let text = Text::of(json)?;
    let text = text.as_str()?;
    let py = json.py();
    py.detach(|| toon::json::to_toon(text, &options)).map_err(|error| decode_error(py, &error))
}

/// Converts TOON to compact JSON text, with every digit of numbers.
#[pyfunction]
#[pyo3(signature = (toon, *, strict=true, indent_size=None))]
pub(crate) fn toon_to_json(
    toon: &Bound<'_, PyAny>,
    strict: bool,
    indent_size: Option<i64>,
) -> PyResult<String> {
    let options = decode_options(strict, indent_size);
    let text = Text::of(toon)?;
    let text = text.as_str()?;
    let py = toon.py();
    py.detach(|| toon::json::from_toon(text, &options)).map_err(|error| decode_error(py, &error))
}
