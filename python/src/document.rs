//! `dumps` and `loads`.

use crate::dump::Writer;
use crate::error::decode_error;
use crate::load::{Builder, Hooks};
use crate::options::{decode_options, encode_options};
use crate::tape::Tape;
use crate::text::Text;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyString;
use toon::__internal::read_toon;

/// The size from which texts are read without Python's lock, in bytes. Smaller ones take less time than what
/// other threads may wait for it anyway.
const DETACHED_BYTES: usize = 1 << 20;

/// Writes an object as TOON.
#[pyfunction]
#[pyo3(signature = (obj, *, indent_size=2, delimiter=",", default=None, sort_keys=false))]
pub(crate) fn dumps<'py>(
    obj: &Bound<'py, PyAny>,
    indent_size: i64,
    delimiter: &str,
    default: Option<&Bound<'py, PyAny>>,
    sort_keys: bool,
) -> PyResult<Bound<'py, PyString>> {
    let options = encode_options(indent_size, delimiter)?;
    let mut text = String::with_capacity(1024);
    Writer::new(obj.py(), &mut options.serializer(&mut text), default, sort_keys).write(obj)?;
    Ok(PyString::new(obj.py(), &text))
}

/// Writes an object as TOON to a text file.
#[pyfunction]
#[pyo3(signature = (obj, fp, *, indent_size=2, delimiter=",", default=None, sort_keys=false))]
pub(crate) fn dump<'py>(
    obj: &Bound<'py, PyAny>,
    fp: &Bound<'py, PyAny>,
    indent_size: i64,
    delimiter: &str,
    default: Option<&Bound<'py, PyAny>>,
    sort_keys: bool,
) -> PyResult<()> {
    let text = dumps(obj, indent_size, delimiter, default, sort_keys)?;
    fp.call_method1(intern!(obj.py(), "write"), (text,)).map(drop)
}

/// Reads an object from TOON.
#[pyfunction]
#[pyo3(signature = (
    text, *, strict=true, indent_size=None, parse_float=None, parse_int=None, object_hook=None,
    object_pairs_hook=None
))]
#[allow(clippy::too_many_arguments, reason = "those of `json.loads`")]
pub(crate) fn loads<'py>(
    text: &Bound<'py, PyAny>,
    strict: bool,
    indent_size: Option<i64>,
    parse_float: Option<Bound<'py, PyAny>>,
    parse_int: Option<Bound<'py, PyAny>>,
    object_hook: Option<Bound<'py, PyAny>>,
    object_pairs_hook: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = text.py();
    let text = Text::of(text)?;
    let text = text.as_str()?;
    let options = decode_options(strict, indent_size);
    let hooks = Hooks { parse_float, parse_int, object: object_hook, object_pairs: object_pairs_hook };
    let mut builder = Builder::new(py, hooks)?;
    let sent = if text.len() < DETACHED_BYTES {
        read_toon(text, &options, &mut builder)
    } else {
        let mut tape = Tape::for_text(text.len());
        py.detach(|| read_toon(text, &options, &mut tape)).and_then(|()| tape.send(&mut builder))
    };
    builder.finish(sent, decode_error)
}

/// Reads an object from a file with TOON.
#[pyfunction]
#[pyo3(signature = (
    fp, *, strict=true, indent_size=None, parse_float=None, parse_int=None, object_hook=None,
    object_pairs_hook=None
))]
#[allow(clippy::too_many_arguments, reason = "those of `json.load`")]
pub(crate) fn load<'py>(
    fp: &Bound<'py, PyAny>,
    strict: bool,
    indent_size: Option<i64>,
    parse_float: Option<Bound<'py, PyAny>>,
    parse_int: Option<Bound<'py, PyAny>>,
    object_hook: Option<Bound<'py, PyAny>>,
    object_pairs_hook: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let text = fp.call_method0(intern!(fp.py(), "read"))?;
    loads(&text, strict, indent_size, parse_float, parse_int, object_hook, object_pairs_hook)
}
