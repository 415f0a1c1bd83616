//! Texts as arguments.

use crate::error::decode_error;
use pyo3::exceptions::PyTypeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyString};
use toon::__internal;
use toon::ErrorKind;

/// A text that is passed as `str`, `bytes` or `bytearray`.
pub(crate) enum Text<'a, 'py> {
    String(&'a Bound<'py, PyString>),
    Bytes(&'a Bound<'py, PyBytes>),
    /// A copy, since the original may change.
    Copy(Python<'py>, Vec<u8>),
}

impl<'a, 'py> Text<'a, 'py> {
    /// The text of `object`.
    ///
    /// # Errors
    /// `TypeError`.
    pub(crate) fn of(object: &'a Bound<'py, PyAny>) -> PyResult<Self> {
        if let Ok(string) = object.cast::<PyString>() {
            Ok(Text::String(string))
        } else if let Ok(bytes) = object.cast::<PyBytes>() {
            Ok(Text::Bytes(bytes))
        } else if let Ok(bytes) = object.cast::<PyByteArray>() {
            Ok(Text::Copy(object.py(), bytes.to_vec()))
        } else {
            let class = object.get_type().name()?;
            Err(PyTypeError::new_err(format!("the text must be str, bytes or bytearray, not {class}")))
        }
    }

    /// The text.
    ///
    /// # Errors
    /// `ToonDecodeError` where it is not valid Unicode.
    pub(crate) fn as_str(&self) -> PyResult<&str> {
        match self {
            Text::String(string) => string.to_str().map_err(|error| unpaired(string, &error)),
            Text::Bytes(bytes) => utf8(bytes.py(), bytes.as_bytes()),
            Text::Copy(py, bytes) => utf8(*py, bytes),
        }
    }
}

fn utf8<'b>(py: Python<'_>, bytes: &'b [u8]) -> PyResult<&'b str> {
    std::str::from_utf8(bytes).map_err(|error| {
        let valid = bytes.get(..error.valid_up_to()).and_then(|valid| std::str::from_utf8(valid).ok());
        let (line, column) = place(valid.unwrap_or_default());
        decode_error(py, &__internal::placed(__internal::error(ErrorKind::InvalidUtf8), line, column))
    })
}

/// The error for a string that cannot be encoded.
#[cold]
fn unpaired(string: &Bound<'_, PyString>, error: &PyErr) -> PyErr {
    let py = string.py();
    let before = || -> PyResult<String> {
        let start: isize = error.value(py).getattr(intern!(py, "start"))?.extract()?;
        string.get_item(pyo3::types::PySlice::new(py, 0, start, 1))?.extract()
    };
    let (line, column) = place(&before().unwrap_or_default());
    let error: toon::Error = serde::de::Error::custom("unpaired surrogate");
    decode_error(py, &__internal::placed(error, line, column))
}

/// The line and the column after `text`.
fn place(text: &str) -> (usize, usize) {
    let last = text.rsplit('\n').next().unwrap_or_default();
    (text.matches('\n').count() + 1, last.chars().count() + 1)
}
