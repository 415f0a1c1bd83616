//! The normal form, and the smallest of three forms.

use crate::dump::Writer;
use crate::error::{decode_error, encode_error};
use crate::load::{Builder, Hooks, send};
use crate::options::{choice, named};
use crate::text::Text;
use pyo3::prelude::*;
use toon::__internal::ValueBuilder;
use toon::{EncodeOptions, Value};
use toon_convert::Measure;
use toon_convert::tokens::Vocabulary;
use toon_normal::{Form, KeyOrder, Level, Options};

/// Writes JSON text as TOON, in the normal form or as compact JSON, whichever is the smallest. Returns the text,
/// and "toon", "normal" or "json".
#[pyfunction]
#[pyo3(signature = (json, *, level="legible", key_order="exact", measure="tokens"))]
pub(crate) fn smallest(
    json: &Bound<'_, PyAny>,
    level: &str,
    key_order: &str,
    measure: &str,
) -> PyResult<(String, &'static str)> {
    let (level, key_order) = (named::<Level>(level)?, named::<KeyOrder>(key_order)?);
    let measure = choice("measure", measure, &[("tokens", Measure::Tokens), ("bytes", Measure::Bytes)])?;
    let text = Text::of(json)?;
    let text = text.as_str()?;
    let py = json.py();
    let smallest = py.detach(|| {
        let options = Options::new().level(level).key_order(key_order).json(true);
        match measure {
            Measure::Tokens => options.measure(|text| Vocabulary::default().count(text)),
            Measure::Bytes => options,
        }
        .from_json(text)
    });
    let smallest = smallest.map_err(|error| decode_error(py, &error))?;
    let form = match smallest.form {
        Form::Normal => "normal",
        Form::Json => "json",
        _ => "toon",
    };
    Ok((smallest.text, form))
}

/// Counts the tokens of a text, by the vocabulary of GPT-4o and later models.
#[pyfunction]
pub(crate) fn count_tokens(text: &Bound<'_, PyAny>) -> PyResult<usize> {
    let py = text.py();
    let text = Text::of(text)?;
    let text = text.as_str()?;
    Ok(py.detach(|| Vocabulary::default().count(text)))
}

/// Writes an object in the normal form, or as TOON if that takes no more bytes.
#[pyfunction]
#[pyo3(signature = (obj, *, level="legible", key_order="exact", default=None, sort_keys=false))]
pub(crate) fn normal_dumps<'py>(
    obj: &Bound<'py, PyAny>,
    level: &str,
    key_order: &str,
    default: Option<&Bound<'py, PyAny>>,
    sort_keys: bool,
) -> PyResult<String> {
    let py = obj.py();
    let (level, key_order) = (named::<Level>(level)?, named::<KeyOrder>(key_order)?);
    let mut builder = ValueBuilder::with_max_depth(EncodeOptions::new().get_max_depth());
    Writer::new(py, &mut builder, default, sort_keys).write(obj)?;
    let text = py.detach(|| {
        let value = builder.finish()?;
        Options::new().level(level).key_order(key_order).to_string(&value)
    });
    text.map(|text| text.text).map_err(|error| encode_error(py, &error))
}

/// Reads an object from the normal form, or from TOON.
#[pyfunction]
#[pyo3(signature = (text, *, parse_float=None, parse_int=None, object_hook=None, object_pairs_hook=None))]
pub(crate) fn normal_loads<'py>(
    text: &Bound<'py, PyAny>,
    parse_float: Option<Bound<'py, PyAny>>,
    parse_int: Option<Bound<'py, PyAny>>,
    object_hook: Option<Bound<'py, PyAny>>,
    object_pairs_hook: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = text.py();
    let text = Text::of(text)?;
    let text = text.as_str()?;
    let value =
        py.detach(|| toon_normal::from_str::<Value>(text)).map_err(|error| decode_error(py, &error))?;
    let hooks = Hooks { parse_float, parse_int, object: object_hook, object_pairs: object_pairs_hook };
    let mut builder = Builder::new(py, hooks)?;
    let sent = send(&value, &mut builder);
    builder.finish(sent, decode_error)
}
