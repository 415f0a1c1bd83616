//! Exceptions.

use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::borrow::Cow;
use toon::ErrorKind;
use toon_answer::RepairError;

create_exception!(
    toon_serde,
    ToonDecodeError,
    PyValueError,
    "A text that cannot be read. `line` and `column` count from 1; `path` leads to the value; `suggestion` \
     tells how to fix the text; `complete` is the number of characters that are complete, if `repair` finds \
     that the text was cut off. Each of them is None if it is unknown."
);
create_exception!(
    toon_serde,
    ToonEncodeError,
    PyValueError,
    "A value that cannot be written. `path` leads to it, or is None for the whole value."
);

/// Gives the attributes of exceptions that Python code creates a default.
pub(crate) fn declare_attributes(py: Python<'_>) -> PyResult<()> {
    for name in ["line", "column", "path", "suggestion", "complete"] {
        py.get_type::<ToonDecodeError>().setattr(name, py.None())?;
    }
    py.get_type::<ToonEncodeError>().setattr("path", py.None())
}

/// The exception for a text that cannot be read.
#[cold]
pub(crate) fn decode_error(py: Python<'_>, error: &toon::Error) -> PyErr {
    if let ErrorKind::InvalidIndent { .. } = error.kind() {
        return PyValueError::new_err(error.to_string());
    }
    let raised = placed(py, error.to_string(), (error.line(), error.column()), error.suggestion());
    with(py, raised, "path", error.path())
}

/// The exception for a text that cannot be repaired.
#[cold]
pub(crate) fn repair_error(py: Python<'_>, error: &RepairError, text: &str) -> PyErr {
    let raised = placed(py, error.to_string(), (error.line(), error.column()), error.suggestion());
    let raised = with(py, raised, "path", error.mistake().and_then(toon::Error::path));
    let complete = error.complete_bytes().and_then(|bytes| text.get(..bytes));
    with(py, raised, "complete", complete.map(|complete| complete.chars().count()))
}

fn placed(
    py: Python<'_>,
    message: String,
    (line, column): (usize, usize),
    suggestion: Option<Cow<'_, str>>,
) -> PyErr {
    let known = |count| Some(count).filter(|&count: &usize| count > 0);
    let raised = ToonDecodeError::new_err(message);
    let raised = with(py, raised, "line", known(line));
    let raised = with(py, raised, "column", known(column));
    with(py, raised, "suggestion", suggestion)
}

/// The same exception with an attribute.
fn with<'py>(py: Python<'py>, raised: PyErr, name: &str, value: impl IntoPyObject<'py>) -> PyErr {
    match raised.value(py).setattr(name, value) {
        Ok(()) => raised,
        Err(error) => error,
    }
}

/// The exception for a value that cannot be written.
#[cold]
pub(crate) fn encode_error(py: Python<'_>, error: &toon::Error) -> PyErr {
    if let ErrorKind::InvalidIndent { .. } = error.kind() {
        return PyValueError::new_err(error.to_string());
    }
    with(py, ToonEncodeError::new_err(error.to_string()), "path", error.path())
}
